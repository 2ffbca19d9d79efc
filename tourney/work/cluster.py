"""Work spread over the workers of a Dask scheduler: results in the order of the items.

As on this machine the number of chunks in progress is limited and their size follows their time. A
chunk whose answer does not come is given to another worker too; the second answer is compared with
the first and dropped. A `Link` is a connection to the scheduler. A lost scheduler is waited for,
and gets all open chunks again over a new one. The only module that imports Dask, whose own lines
about connections are not shown.
"""

import asyncio
import json
import logging
import re
import ssl
import warnings
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import cache
from itertools import count, islice
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from engines.messages import Message, Sentence, say
from tourney.domain.errors import Conflict, TourneyError, Unreachable
from tourney.work import remote
from tourney.work.executors import (
    PULSE_SECONDS,
    SCHEDULER_FILE,
    WAITING,
    Chunk,
    Cluster,
    SpreadOptions,
    best_size,
)
from tourney.work.interrupts import postponed
from tourney.work.remote import Declined, Origin, Task, origin
from tourney.work.worker_process import Job, Timed, packed

CONNECT: Final = 5.0
"""Seconds for a connection to a scheduler, with its greeting."""
ANSWER: Final = 30.0
"""Seconds for a scheduler to answer a question; one that has stopped counts as lost."""
GREETING: Final = 2.0
"""Seconds to wait for new workers to tell their versions; slower ones are used when they have."""
FETCH: Final = 60.0
"""Seconds to fetch an answer from its worker."""
CLOSE: Final = 3.0
"""Seconds to say goodbye to a scheduler, which may be gone."""
SETTINGS_AT_FAULT: Final = (FileNotFoundError, PermissionError, ssl.SSLCertVerificationError)
"""Failures to connect that do not end while one waits."""
LOGGERS: Final = (
    "distributed",
    "distributed.client",
    "distributed.gc",
    "tornado",
    "tornado.application",
    "asyncio",
)
"""Dask gives a level to each of them, so that of a parent does not count."""


class SchedulerGone(Exception):
    """The scheduler does not answer."""


class Lost(NamedTuple):
    """No answer: the connection or the worker was lost on the way, or the answer was."""


class Killed(NamedTuple):
    """No answer: several workers died with the chunk."""


class Failed(NamedTuple):
    """The chunk ended with an error."""

    error: BaseException


Answer: TypeAlias = Timed[Any] | Declined | Lost | Killed | Failed


class Link:
    """A connection to a scheduler, for one job."""

    def __init__(self, cluster: Cluster, task: Task) -> None:
        """Connect, and send files to the workers; SchedulerGone."""
        self._cluster = cluster
        self._task = task
        self._answers: SimpleQueue[tuple[int, Answer]] = SimpleQueue()
        self._futures: dict[int, Any] = {}
        self._refused: dict[str, Message] = {}
        self._present = set[str]()
        self._asked = set[str]()
        self._checked = set[str]()
        self._greetings: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._lost = False
        self.workers = set[str]()
        self._client = _connected(cluster.address)

    @property
    def gone(self) -> bool:
        """Whether the connection is lost."""
        return self._lost or bool(self._client.status != "running")

    def look(self) -> None:
        """Find out which workers there are; new ones are used once they have answered.

        SchedulerGone; Conflict if no worker has these versions, TourneyError if none has room.
        """
        present, until = set(self._call(self._client.nthreads)), 0.0
        for worker in sorted(present - self._asked):
            self._asked.add(worker)
            Thread(target=self._ask, args=(worker,), daemon=True).start()
            until = monotonic() + GREETING
        # Note which workers have answered until then; those that were not reached are asked again.
        greeted: dict[str, Any] = {}
        with suppress(Empty):
            while self._asked - self._checked - greeted.keys():
                worker, its = self._greetings.get(timeout=max(0.0, until - monotonic()))
                greeted[worker] = its
        for worker, its in greeted.items():
            if isinstance(its, OSError):
                self._asked.discard(worker)
                continue
            self._checked.add(worker)
            if its != self._task.origin:
                self.refuse(worker, its)
        self._present = present
        self._asked &= present
        self._checked &= present
        self._refused = {worker: self._refused[worker] for worker in present & set(self._refused)}
        self.workers = self._checked - self._refused.keys()
        if present and present <= self._refused.keys():
            other = [
                why
                for why in self._refused.values()
                if why.sentence == Sentence("work.refused-worker")
            ]
            why = next(iter(other or self._refused.values()))
            words = say("work.all-refused", address=self._cluster.address, why=why)
            raise Conflict(words) if other else TourneyError(words)

    def _ask(self, worker: str) -> None:
        """Ask a worker for its versions, and send files to it.

        In a thread, because a worker that hangs never answers.
        """
        with suppress(OSError, CancelledError, asyncio.CancelledError, AttributeError):
            answer = self._asking(worker, remote.origin, self._task.games)
            if answer == self._task.origin and self._cluster.parcel.data:
                answer = self._asking(worker, remote.receive, self._cluster.parcel) or answer
            self._greetings.put((worker, answer))

    def _asking(self, worker: str, function: Callable[..., Any], *given: Any) -> Any:
        """What a function returns on a worker, or its error; OSError if it is not reached."""
        answers = self._client.run(function, *given, workers=[worker], on_error="return")
        return answers.get(worker, OSError())

    def forget(self, worker: str) -> None:
        """Use a worker only after it has been asked again, and has got the files."""
        self.workers.discard(worker)
        self._asked.discard(worker)
        self._checked.discard(worker)

    def refuse(self, worker: str, its: object) -> None:
        """Use a worker no more: it has these versions, or failed in this way."""
        if worker in self._refused:
            return
        if isinstance(its, TourneyError):
            why = say("work.no-room-on-worker", worker=worker, why=_short(its))
        else:
            had = str(its) if isinstance(its, Origin) else say("work.no-tourney")
            ours = str(self._task.origin)
            why = say("work.refused-worker", worker=worker, its=had, ours=ours)
        self._refused[worker] = why
        self._cluster.say(why)

    def _call(self, call: Callable[..., Awaitable[Any]], *args: Any) -> Any:
        """What the scheduler answers; SchedulerGone."""
        try:
            return _in_loop(call, *args).result(ANSWER)
        except (OSError, CancelledError, asyncio.CancelledError, AttributeError) as error:
            self._lost = True
            raise SchedulerGone(_short(error)) from None

    def submit(self, ticket: int, items: Sequence[Any], avoid: Iterable[int] = ()) -> None:
        """Send a chunk; its answer will have this ticket. Not to the workers of chunks `avoid`.

        SchedulerGone.
        """
        where: dict[str, Any] = {}
        others = self.workers - set(self._places(avoid))
        unused = self._present - self.workers
        if others != self.workers or unused:
            where = {"workers": sorted(others), "allow_other_workers": not unused}
        with postponed():
            try:
                future = self._client.submit(
                    remote.work, self._task, tuple(items), pure=False, retries=2, **where
                )
            except Exception as error:  # Dask has several for a connection that has ended
                if not self.gone:
                    raise
                raise SchedulerGone(_short(error)) from None
            self._futures[ticket] = future
            future.add_done_callback(lambda done: self._answers.put((ticket, _answer(done))))

    def _places(self, tickets: Iterable[int]) -> Iterator[str]:
        """The workers that have these chunks now."""
        keys = {self._futures[ticket].key for ticket in tickets if ticket in self._futures}
        for worker, tasks in self._call(self._client.processing).items() if keys else ():
            # Dask names a task by its key, or by a tuple with it, depending on its version.
            names = (t[0] if isinstance(t, tuple) and len(t) == 1 else t for t in tasks)
            if keys.intersection(names):
                yield worker

    def answers(self, seconds: float) -> list[tuple[int, Answer]]:
        """The answers that have arrived, after at most these seconds."""
        arrived: list[tuple[int, Answer]] = []
        with postponed(), suppress(Empty):
            arrived.append(self._answers.get(timeout=seconds))
            while True:
                arrived.append(self._answers.get_nowait())
        for ticket, _ in arrived:
            self._futures.pop(ticket, None)
        return arrived

    def close(self, *, release: bool) -> None:
        """Give up all chunks; with `release`, the workers end the processes of bots."""
        goodbye = Thread(target=self._close, args=(release,), daemon=True)
        goodbye.start()
        goodbye.join(CLOSE)

    def _close(self, release: bool) -> None:
        with suppress(OSError, CancelledError, asyncio.CancelledError, AttributeError):
            if release and not self.gone:
                self._client.cancel(list(self._futures.values()), force=True)
                self._client.run(remote.release, on_error="ignore")
            self._client.close(timeout=CLOSE)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The event loop of all connections, in a thread.

    Dask would start a thread for each connection, and leave it running if the connection fails:
    a scheduler that is waited for would use up threads and open files.
    """
    started = SimpleQueue[asyncio.AbstractEventLoop]()

    async def run() -> None:
        started.put(asyncio.get_running_loop())
        await asyncio.Event().wait()

    Thread(target=lambda: asyncio.run(run()), name="dask", daemon=True).start()
    return started.get()


def _in_loop(call: Callable[..., Awaitable[Any]], *args: Any) -> Any:
    """The future of a call in the loop."""

    async def called() -> Any:
        return await call(*args)

    return asyncio.run_coroutine_threadsafe(called(), _loop())


def _connected(address: str) -> Any:
    """A client of the scheduler; SchedulerGone, TourneyError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other versions; the ones that matter are compared
        try:
            return _in_loop(_client, address).result()
        except Exception as error:  # Dask and its transports have many
            cause = error.__cause__ or error
            if isinstance(cause, OSError) and not isinstance(cause, SETTINGS_AT_FAULT):
                raise SchedulerGone(_short(error)) from None
            words = say("work.unusable-scheduler", address=address, why=_short(error))
            raise TourneyError(words) from None


async def _client(address: str) -> Any:
    from distributed import Client

    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    given = {"timeout": CONNECT, "asynchronous": True, "set_as_default": False, "name": "tourney"}
    if address.endswith(SCHEDULER_FILE):
        try:
            address = str(json.loads(Path(address).read_text(encoding="utf-8"))["address"])
        except FileNotFoundError:
            raise OSError("the scheduler has not written this file") from None
        except (ValueError, KeyError, TypeError):
            raise OSError("this file does not contain the address of a scheduler") from None
    client = Client(address, **given)
    try:
        return await asyncio.wait_for(client, CONNECT + 1)  # Dask waits for a greeting for ever
    except BaseException:
        with suppress(Exception):
            await client.close()
        raise


def _short(error: BaseException) -> str:
    """The kind of a failure in a few words."""
    cause = error.__cause__ or error
    if isinstance(cause, TimeoutError) and not str(cause):
        return "time-out"
    words = re.sub(r"(?:in )?<[^<>]* object at 0x[0-9a-f]+>:? ?", "", str(cause))
    return " ".join(words.split())[:100].rstrip() or type(cause).__name__


def _answer(done: Any) -> Answer:
    """The answer of a chunk that has ended; runs in a thread of Dask."""
    from distributed.scheduler import KilledWorker

    try:
        if done.status == "finished":
            return done.result(timeout=FETCH)  # type: ignore[no-any-return]
        if done.status != "error":
            return Lost()
        failure = done.exception(timeout=FETCH)
    except (OSError, CancelledError, asyncio.CancelledError):
        return Lost()
    return Killed() if isinstance(failure, KilledWorker) else Failed(failure)


T = TypeVar("T")
R = TypeVar("R")

CHUNK_SECONDS: Final = 2.0
LONG_SECONDS: Final = 20.0
LOOK: Final = 1.0
"""Seconds between two looks at the workers."""
PATIENCE: Final = 5.0
"""Seconds after which a chunk can count as slow at the earliest."""
SLOW: Final = 4
"""A chunk is slow after this multiple of the longest recent one."""
RECENT: Final = 20
"""Answers by which the time of a chunk is judged."""
TRIES: Final = 3
"""Most workers that have a chunk at the same time."""
KILLS: Final = 3
"""Reports of Dask, each after several deaths, until an item counts as the cause."""
NO_WORKER_SECONDS: Final = 10.0
"""Seconds to wait for a first worker, or for a new one after all have gone."""
SLOWEST_FILES: Final = 1_000_000
"""Bytes of sent files that a worker receives in a second, at least."""
QUIET_SECONDS: Final = 60
"""Seconds without any answer after which the user is told what may be wrong."""
RETRY: Final = 1.0
"""Seconds between two attempts to connect."""


class _Try(NamedTuple, Generic[T]):
    """A chunk that was sent, and when."""

    chunk: Chunk[T]
    since: float


def spread_on_cluster(
    job: Job[T, R], items: Iterable[T], how: SpreadOptions[T, R], cluster: Cluster
) -> Generator[R, None, None]:
    """The results of all items, chunk by chunk, in the order of the items."""
    spreading = _ClusterSpreading(job, items, how, cluster)
    try:
        yield from spreading.results()
    except BaseException:
        spreading.close(release=False)
        raise
    spreading.close(release=True)


class _ClusterSpreading(Generic[T, R]):
    def __init__(
        self, job: Job[T, R], items: Iterable[T], how: SpreadOptions[T, R], cluster: Cluster
    ) -> None:
        self._task = Task(packed(job), origin(how.games), cluster.parcel.digest, how.games)
        self._items = iter(items)
        self._how = how
        self._cluster = cluster
        self._link: Link | None = None
        self._tickets = count()
        self._size = 1
        self._taken = 0
        self._given = 0
        self._open: dict[int, Chunk[T]] = {}  # chunks without an answer, by their position
        self._again: list[Chunk[T]] = []
        self._tries: dict[int, _Try[T]] = {}
        self._done: dict[int, tuple[int, R]] = {}
        self._first: dict[int, object] = {}  # digests of chunks that were sent twice
        self._kills: Counter[int] = Counter()
        self._seconds = deque[float](maxlen=RECENT)
        self._rates = deque[float](maxlen=RECENT)
        self._over = not how.go_on()
        self._exhausted = False
        self._next_look = 0.0
        self._worked = monotonic()
        self._heard = monotonic()
        self._told = set[Message]()

    def results(self) -> Iterator[R]:
        """The results in order, until no chunk is open."""
        while not self._over or self._open:
            link = self._tended()
            if link is None:
                return
            with suppress(SchedulerGone):  # the next round connects again
                # Send chunks until enough are in progress.
                while link.workers and (not self._over or self._again):
                    chunk = self._next(link)
                    if chunk is None:
                        break
                    self._open[chunk.at] = chunk
                    self._send(link, chunk)
            if self._exhausted and not self._open:
                return
            for ticket, answer in link.answers(PULSE_SECONDS):
                self._note_answer(link, self._tries.pop(ticket), answer)
            while self._given in self._done:
                number, result = self._done.pop(self._given)
                self._given += number
                yield result
            self._over = self._over or not self._how.go_on()

    def close(self, *, release: bool) -> None:
        """Leave the scheduler."""
        if self._link is not None:
            self._link.close(release=release)

    def _tended(self) -> Link | None:
        """The connection, made again if it was lost; None if the work ends without it."""
        while True:
            with suppress(SchedulerGone):
                if self._link is None or self._link.gone:
                    self._connect()
                if self._link and monotonic() >= self._next_look:
                    self._look(self._link)
                return self._link

    def _connect(self) -> None:
        """Connect, and open chunks again; Unreachable if the scheduler does not come back."""
        told = self._link is not None
        if told:
            self._cluster.say(say("work.scheduler-lost", address=self._cluster.address))
        self.close(release=False)
        self._link = None
        self._tries.clear()
        self._again = sorted(self._open.values())
        deadline = monotonic() + self._cluster.wait
        while self._link is None:
            try:
                self._link = Link(self._cluster, self._task)
            except SchedulerGone as why:
                if not told and self._cluster.wait:
                    self._cluster.say(
                        say(
                            "work.waiting-for-scheduler",
                            address=self._cluster.address,
                            why=str(why),
                        )
                    )
                    told = True
                if self._over or not self._wait(deadline, str(why)):
                    return
        self._worked = self._heard = monotonic()
        if told:
            self._cluster.say(say("work.scheduler-back", address=self._cluster.address))

    def _wait(self, deadline: float, why: str) -> bool:
        """Wait a moment for the scheduler; False if the work is to stop. Unreachable."""
        if monotonic() > deadline:
            raise Unreachable(say("work.no-scheduler", address=self._cluster.address, why=why))
        until = monotonic() + RETRY
        while monotonic() < until:
            self._over = self._over or not self._how.go_on()
            if self._over:
                return False
            sleep(PULSE_SECONDS)
        return True

    def _look(self, link: Link) -> None:
        """Look at workers and slow chunks."""
        link.look()
        now = monotonic()
        self._next_look = now + LOOK
        # A first worker may have to receive files.
        files = len(self._cluster.parcel.data) / SLOWEST_FILES
        patience = max(self._cluster.wait, NO_WORKER_SECONDS + files)
        if link.workers:
            self._worked = now
        elif now - self._worked > patience:
            raise Unreachable(say("work.no-workers", address=self._cluster.address))
        elif now - self._worked > NO_WORKER_SECONDS:
            self._tell(say("work.waiting-for-workers", address=self._cluster.address))
        # Chunks whose answer does not come are sent to another worker, too.
        by_chunk: dict[int, list[int]] = {}
        for ticket, tried in self._tries.items() if len(link.workers) > 1 else ():
            by_chunk.setdefault(tried.chunk.at, []).append(ticket)
        for at, tickets in by_chunk.items():
            last = self._tries[tickets[-1]]
            limit = inf  # as long as nothing is known
            if self._seconds:
                by_items = SLOW * max(self._rates) * len(last.chunk.items)
                limit = max(PATIENCE, SLOW * max(self._seconds), by_items)
            slow = now - last.since > limit
            if slow and at in self._open and len(tickets) < TRIES:
                self._send(link, last.chunk, tickets)
        if self._tries and now - self._heard > QUIET_SECONDS:
            self._tell(say("work.quiet-workers", seconds=QUIET_SECONDS))

    def _tell(self, line: Message) -> None:
        """Say a line about waiting, but not again and again."""
        if line not in self._told:
            self._told.add(line)
            self._cluster.say(line)

    def _send(self, link: Link, chunk: Chunk[T], avoid: Iterable[int] = ()) -> None:
        ticket = next(self._tickets)
        self._tries[ticket] = _Try(chunk, monotonic())
        link.submit(ticket, chunk.items, avoid)

    def _next(self, link: Link) -> Chunk[T] | None:
        """The next chunk to send; None if enough are in progress."""
        long = bool(self._seconds) and self._seconds[-1] > LONG_SECONDS
        most = len(link.workers) * (1 if long else 2)
        if len(self._open) - len(self._again) >= most:
            return None
        if self._again:
            return self._again.pop(0)
        if self._over or len(self._done) >= WAITING * len(link.workers):
            return None
        size = self._how.share(self._size, self._taken, len(link.workers))
        chunk = Chunk(self._taken, tuple(islice(self._items, size)))
        self._taken += len(chunk.items)
        self._exhausted = not chunk.items
        return None if self._exhausted else chunk

    def _note_answer(self, link: Link, tried: _Try[T], answer: Answer) -> None:
        self._heard = monotonic()
        chunk = tried.chunk
        waiting = chunk.at in self._open and self._open[chunk.at] is chunk
        if isinstance(answer, Timed):
            if waiting:
                number = len(chunk.items)
                del self._open[chunk.at]
                self._done[chunk.at] = number, answer.result
                self._seconds.append(monotonic() - tried.since)
                self._rates.append(answer.seconds / number)
                starts = self._how.starts(answer.result)
                self._size = best_size(number, answer.seconds, starts, CHUNK_SECONDS)
                if any(other.chunk is chunk for other in self._tries.values()):
                    self._first[chunk.at] = self._how.digest(answer.result)
            else:
                # The second answer must be equal to the first.
                first = self._first.get(chunk.at)
                if first is not None and self._how.digest(answer.result) != first:
                    self._cluster.say(say("work.different-answers"))
        elif isinstance(answer, Failed):
            raise answer.error
        elif isinstance(answer, Killed):
            if waiting:
                self._closer(chunk)
        elif waiting:
            if isinstance(answer, Declined):
                # A worker that only lacks files is greeted again, with the files.
                if answer.files and answer.origin == self._task.origin:
                    link.forget(answer.worker)
                else:
                    link.refuse(answer.worker, answer.origin)
            if not any(other.chunk is chunk for other in self._tries.values()):
                self._again.append(chunk)
                self._again.sort()

    def _closer(self, chunk: Chunk[T]) -> None:
        """Go on after a chunk has killed workers: halve it, or give up its only item."""
        del self._open[chunk.at]
        if len(chunk.items) > 1:
            for part in chunk.halves():
                self._open[part.at] = part
                self._again.append(part)
            self._again.sort()
            return
        self._kills[chunk.at] += 1
        if self._kills[chunk.at] >= KILLS:
            self._done[chunk.at] = 1, self._how.lost(chunk.items[0])
        else:
            self._open[chunk.at] = chunk
            self._again.append(chunk)
