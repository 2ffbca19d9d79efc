"""A connection to a Dask scheduler: sends chunks to its workers and collects their answers.

Everything here is lost with the scheduler; module `cluster_chunks` then makes a new connection. The
only module that imports Dask, whose own lines about connections are not shown.
"""

import asyncio
import logging
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias

from tourney.domain.errors import Conflict, TourneyError, quoted
from tourney.work import remote
from tourney.work.executors import Cluster
from tourney.work.interrupts import postponed
from tourney.work.messages import ALL_REFUSED, REFUSED_WORKER
from tourney.work.remote import Declined, Origin, Task
from tourney.work.worker import Timed

CONNECT: Final = 5.0
"""Seconds for a scheduler to answer."""
GREETING: Final = 2.0
"""Seconds to wait for new workers to tell their versions; slower ones are used when they have."""
FETCH: Final = 60.0
"""Seconds to fetch an answer from its worker."""
CLOSE: Final = 3.0
"""Seconds to say goodbye to a scheduler, which may be gone."""
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
        self._refused: dict[str, Origin | None] = {}
        self._present = set[str]()
        self._asked = set[str]()
        self._checked = set[str]()
        self._greetings: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self.workers = set[str]()
        self._client = _connected(cluster.address)

    @property
    def gone(self) -> bool:
        """Whether the connection is lost."""
        return bool(self._client.status != "running")

    def look(self) -> None:
        """Find out which workers there are; new ones are used once they have answered.

        SchedulerGone, Conflict.
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
        self.workers = self._checked - self._refused.keys()
        if present and present <= self._refused.keys():
            worker, its = next(iter(self._refused.items()))
            raise Conflict(
                ALL_REFUSED(address=self._cluster.address, **self._versions(worker, its))
            )

    def _ask(self, worker: str) -> None:
        """Ask a worker for its versions; in a thread, because one that hangs never answers."""
        with suppress(OSError, CancelledError, asyncio.CancelledError, AttributeError):
            answers = self._client.run(remote.origin, workers=[worker], on_error="return")
            self._greetings.put((worker, answers.get(worker, OSError())))

    def _greeted(self, until: float) -> dict[str, Any]:
        """The answers of workers, which all have until then."""
        found: dict[str, Any] = {}
        with suppress(Empty):
            while self._asked - self._checked - found.keys():
                worker, its = self._greetings.get(timeout=max(0.0, until - monotonic()))
                found[worker] = its
        return found

    def _check(self, found: dict[str, Any]) -> None:
        lost = {worker for worker, its in found.items() if isinstance(its, OSError)}
        self._asked -= lost
        present = found.keys() - lost
        self._checked |= present
        for worker in present:
            its = found[worker]
            if its != self._task.origin:
                self.refuse(worker, its if isinstance(its, Origin) else None)
        if self._cluster.parcel.data and present - self._refused.keys():
            self.send(sorted(present - self._refused.keys()))

    def send(self, workers: list[str]) -> None:
        """Send the files to workers that lack them."""
        parcel = self._cluster.parcel
        answers = self._call(
            self._client.run, remote.receive, parcel, workers=workers, on_error="return"
        )
        for failure in answers.values():
            if isinstance(failure, TourneyError):
                raise failure

    def refuse(self, worker: str, its: Origin | None) -> None:
        """Use a worker no more."""
        if worker not in self._refused:
            self._refused[worker] = its
            self._cluster.say(REFUSED_WORKER(**self._versions(worker, its)))

    def _versions(self, worker: str, its: Origin | None) -> dict[str, str]:
        none = "no tourney that can be imported"
        return {"worker": worker, "its": str(its or none), "ours": str(self._task.origin)}

    def _call(self, call: Callable[..., Any], *args: Any, **given: Any) -> Any:
        try:
            return call(*args, **given)
        except (OSError, CancelledError, asyncio.CancelledError, AttributeError):
            if isinstance(self._client.status, str) and not self.gone:
                raise
            raise SchedulerGone from None

    def submit(self, ticket: int, items: Sequence[Any], avoid: Iterable[int] = ()) -> None:
        """Send a chunk; its answer will have this ticket. Not to the workers of chunks `avoid`."""
        where: dict[str, Any] = {}
        others = self.workers - set(self._places(avoid))
        unused = self._present - self.workers
        if others != self.workers or unused:
            where = {"workers": sorted(others), "allow_other_workers": not unused}
        with postponed():
            future = self._client.submit(
                remote.work, self._task, tuple(items), pure=False, retries=2, **where
            )
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


def _connected(address: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other versions; the ones that matter are compared
        from distributed import Client

        for name in LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        where = {"scheduler_file": address} if address.endswith(".json") else {"address": address}
        try:
            return Client(**where, timeout=CONNECT, set_as_default=False, name="tourney")
        except ValueError as error:
            raise TourneyError(
                f"invalid address of a Dask scheduler {quoted(address)}: {error}"
            ) from None
        except OSError as error:
            raise SchedulerGone(_short(error)) from None


def _short(error: BaseException) -> str:
    """The kind of a failed connection in a few words."""
    cause = error.__cause__ or error
    words = re.sub(r"(?:in )?<[^<>]* object at 0x[0-9a-f]+>:? ?", "", str(cause))
    return " ".join(words.split())[:100] or type(cause).__name__


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
