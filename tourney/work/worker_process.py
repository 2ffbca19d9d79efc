"""The worker's side: the start and end of its process, and its job.

A worker never outlives its runner, and leaves SIGINT, SIGTERM and SIGHUP to it. Imports almost only
the standard library; a job brings its own imports.
"""

import ctypes
import gc
import multiprocessing
import os
import pickle
import select
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.util import Finalize
from threading import Thread
from time import perf_counter
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from tourney.domain.errors import TourneyError
from tourney.work.interrupts import look_rarely

T = TypeVar("T", contravariant=True)
R = TypeVar("R", covariant=True)
PR_SET_PDEATHSIG: Final = 1
LEFT_TO_THE_RUNNER: Final = frozenset(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Signals that may reach all processes of a run; only the runner handles them."""


class ChunkWorker(Protocol[T, R]):
    """Does the chunks of one job in one process."""

    def work(self, items: Sequence[T]) -> R:
        """Do a chunk."""

    def close(self) -> None:
        """Release the resources of the work."""


class Job(NamedTuple, Generic[T, R]):
    """Work that any process can do: `open(given)` is called once in each process."""

    open: Callable[[Any], ChunkWorker[T, R]]
    given: Any


class WorkerBug(RuntimeError):
    """A bug in a worker process, with its traceback."""


class Timed(NamedTuple, Generic[R]):
    """The result of a chunk and the seconds it took."""

    result: R
    seconds: float


_held: dict[bytes, ChunkWorker[Any, Any]] = {}
_held_open: list[Connection] = []
_stopped = select.poll() if hasattr(select, "poll") else None  # on Windows runs have no workers
"""Becomes readable when the runner wants no more work, or has ended."""


def packed(job: Job[Any, Any]) -> bytes:
    """A job as bytes, sent with every chunk; equal bytes are the same job."""
    return pickle.dumps(job, pickle.HIGHEST_PROTOCOL)


def begin(stopped: Connection) -> None:
    """Set up a new worker process; called before its first chunk.

    The runner closes the other end of the pipe `stopped` when no more work is wanted.
    """
    _held_open.append(stopped)
    assert _stopped is not None
    _stopped.register(stopped.fileno(), select.POLLIN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in LEFT_TO_THE_RUNNER - {signal.SIGINT}:
        # Unlike SIG_IGN, a handler is not inherited by programs that a job starts.
        signal.signal(number, lambda number, frame: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, LEFT_TO_THE_RUNNER)
    if (runner := multiprocessing.parent_process()) is not None:
        Thread(target=_end_after, args=(runner.sentinel,), daemon=True).start()
        if sys.platform == "linux":  # works at once, even if no Python thread gets to run
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    look_rarely()
    # Stdout is for the runner's data, so output of a worker goes to stderr.
    os.dup2(2, 1)


def is_worker() -> bool:
    """Whether this process works for a runner."""
    return bool(_held_open)


def stopping() -> bool:
    """Whether the runner wants only what is done already; a long chunk may end early."""
    return _stopped is not None and bool(_stopped.poll(0))


def _end_after(sentinel: int) -> None:
    """End this process as soon as its runner has ended."""
    wait([sentinel])
    os._exit(1)


def ready(job: bytes) -> None:
    """Open a job without doing a chunk."""
    _guarded(_bench, job)


def work(job: bytes, items: Sequence[Any]) -> Timed[Any]:
    """Do a chunk of a job; opens the job if necessary."""
    timed: Timed[Any] = _guarded(_timed, job, items)
    return timed


def _timed(job: bytes, items: Sequence[Any]) -> Timed[Any]:
    bench = _bench(job)
    began = perf_counter()
    return Timed(bench.work(items), perf_counter() - began)


def close_all() -> None:
    """Release the resources of all jobs of this process."""
    while _held:
        _held.popitem()[1].close()


def _bench(job: bytes) -> ChunkWorker[Any, Any]:
    if job not in _held:
        close_all()
        opened: Job[Any, Any] = pickle.loads(job)
        bench = _held[job] = opened.open(opened.given)
        Finalize(None, bench.close, exitpriority=1)
        gc.freeze()  # long-lived objects need not be scanned again
    return _held[job]


def _guarded(call: Callable[..., Any], *args: Any) -> Any:
    """Call a function; a bug becomes a WorkerBug, which can be pickled, with its traceback."""
    try:
        return call(*args)
    except TourneyError:
        raise
    except Exception as error:
        text = "".join(traceback.format_exception(error))
        raise WorkerBug(f"in a worker process\n{text}") from None
