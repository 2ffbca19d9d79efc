"""A connection to a Dask scheduler: sends chunks to its workers and collects their answers.

Everything here is lost with the scheduler; module `cluster_chunks` then makes a new connection. The
only module that imports Dask, whose own lines about connections are not shown.
"""

import asyncio
import json
import logging
import re
import ssl
import warnings
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias

from engines.messages import Message, Sentence, say
from tourney.domain.errors import Conflict, TourneyError
from tourney.work import remote
from tourney.work.executors import SCHEDULER_FILE, Cluster
from tourney.work.interrupts import postponed
from tourney.work.remote import Declined, Origin, Task
from tourney.work.worker import Timed

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
        self._check(self._greeted(until))
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
            answer = self._asking(worker, remote.origin)
            if answer == self._task.origin and self._cluster.parcel.data:
                answer = self._asking(worker, remote.receive, self._cluster.parcel) or answer
            self._greetings.put((worker, answer))

    def _asking(self, worker: str, function: Callable[..., Any], *given: Any) -> Any:
        """What a function returns on a worker, or its error; OSError if it is not reached."""
        answers = self._client.run(function, *given, workers=[worker], on_error="return")
        return answers.get(worker, OSError())

    def _greeted(self, until: float) -> dict[str, Any]:
        """The answers of workers, which all have until then."""
        found: dict[str, Any] = {}
        with suppress(Empty):
            while self._asked - self._checked - found.keys():
                worker, its = self._greetings.get(timeout=max(0.0, until - monotonic()))
                found[worker] = its
        return found

    def _check(self, found: dict[str, Any]) -> None:
        """Note workers as asked; the ones that were not reached are asked again."""
        for worker, its in found.items():
            if isinstance(its, OSError):
                self._asked.discard(worker)
                continue
            self._checked.add(worker)
            if its != self._task.origin:
                self.refuse(worker, its)

    def forget(self, worker: str) -> None:
        """Use a worker only after it has been asked again, and has got the files."""
        self.workers.discard(worker)
        self._asked.discard(worker)
        self._checked.discard(worker)

    def refuse(self, worker: str, its: object) -> None:
        """Use a worker no more: it has these versions, or failed in this way."""
        if worker not in self._refused:
            self._refused[worker] = self._refusal(worker, its)
            self._cluster.say(self._refused[worker])

    def _refusal(self, worker: str, its: object) -> Message:
        if isinstance(its, TourneyError):
            return say("work.no-room-on-worker", worker=worker, why=_short(its))
        had = str(its) if isinstance(its, Origin) else say("work.no-tourney")
        return say("work.refused-worker", worker=worker, its=had, ours=str(self._task.origin))

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
            if keys.intersection(map(_key, tasks)):
                yield worker

    def answers(self, seconds: float) -> list[tuple[int, Answer]]:
        """The answers that have arrived, after at most these seconds."""
        found: list[tuple[int, Answer]] = []
        with postponed(), suppress(Empty):
            found.append(self._answers.get(timeout=seconds))
            while True:
                found.append(self._answers.get_nowait())
        for ticket, _ in found:
            self._futures.pop(ticket, None)
        return found

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


def _key(task: Any) -> Any:
    return task[0] if isinstance(task, tuple) and len(task) == 1 else task


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
    client = Client(_read_address(address), **given)
    try:
        return await asyncio.wait_for(client, CONNECT + 1)  # Dask waits for a greeting for ever
    except BaseException:
        with suppress(Exception):
            await client.close()
        raise


def _read_address(address: str) -> str:
    """The address of a scheduler; OSError if it has not written it into its file."""
    if not address.endswith(SCHEDULER_FILE):
        return address
    try:
        return str(json.loads(Path(address).read_text(encoding="utf-8"))["address"])
    except FileNotFoundError:
        raise OSError("the scheduler has not written this file") from None
    except (ValueError, KeyError, TypeError):
        raise OSError("this file does not contain the address of a scheduler") from None


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
