"""The worker's side: how its process begins and ends, and the job it holds.

A worker never outlives its runner, and leaves SIGINT, SIGTERM and SIGHUP to it. Imports nothing but
the standard library; what a job needs comes with the job.
"""

import ctypes
import gc
import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from multiprocessing.util import Finalize
from threading import Thread
from time import perf_counter
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from tourney.domain.errors import TourneyError

T = TypeVar("T", contravariant=True)
R = TypeVar("R", covariant=True)
PR_SET_PDEATHSIG: Final = 1
LEFT_TO_THE_RUNNER: Final = frozenset(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Signals that may reach all processes of a run at once; only the runner handles them."""


class ChunkWorker(Protocol[T, R]):
    """What does the chunks of one job in one process."""

    def work(self, items: Sequence[T]) -> R:
        """Do a chunk."""

    def close(self) -> None:
        """Let go of whatever the work needed."""


class Job(NamedTuple, Generic[T, R]):
    """Work that any process can do: `open(given)` makes what does it, once in each."""

    open: Callable[[Any], ChunkWorker[T, R]]
    given: Any


class WorkerBug(RuntimeError):
    """Something in a worker failed that is no user's fault; holds the traceback from there."""


class Timed(NamedTuple, Generic[R]):
    """The result of a chunk and the seconds it took."""

    result: R
    seconds: float


_held: dict[bytes, ChunkWorker[Any, Any]] = {}


def packed(job: Job[Any, Any]) -> bytes:
    """A job as it is sent along with every chunk; equal bytes are the same job."""
    return pickle.dumps(job, pickle.HIGHEST_PROTOCOL)


def begin() -> None:
    """Settle a new worker process; called before its first chunk."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in LEFT_TO_THE_RUNNER - {signal.SIGINT}:
        # Unlike SIG_IGN, a handler is not inherited by programs that a job starts.
        signal.signal(number, lambda number, frame: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, LEFT_TO_THE_RUNNER)
    _die_with_the_runner()
    # What is printed here is talk: stdout belongs to the runner's data.
    os.dup2(2, 1)


def _die_with_the_runner() -> None:
    runner = multiprocessing.parent_process()
    if runner is None:
        return
    Thread(target=_outlived, args=(runner.sentinel,), daemon=True).start()
    if sys.platform == "linux":  # at once, even where no thread of ours gets to run
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _outlived(sentinel: int) -> None:
    """End this process as soon as its runner has ended, however that came about."""
    wait([sentinel])
    os._exit(1)


def ready(job: bytes) -> None:
    """Open a job without doing any of it."""
    _guarded(_bench, job)


def work(job: bytes, items: Sequence[Any]) -> Timed[Any]:
    """Do a chunk of a job, which is opened where that has not been done."""
    timed: Timed[Any] = _guarded(_timed, job, items)
    return timed


def _timed(job: bytes, items: Sequence[Any]) -> Timed[Any]:
    bench = _bench(job)
    began = perf_counter()
    return Timed(bench.work(items), perf_counter() - began)


def _bench(job: bytes) -> ChunkWorker[Any, Any]:
    if job not in _held:
        for old in _held.values():
            old.close()
        _held.clear()
        opened: Job[Any, Any] = pickle.loads(job)
        bench = _held[job] = opened.open(opened.given)
        Finalize(None, bench.close, exitpriority=1)
        gc.freeze()  # what lives on anyhow need not be looked at again and again
    return _held[job]


def _guarded(call: Callable[..., Any], *args: Any) -> Any:
    """Let a bug out with its traceback, as something that can be sent on from any process."""
    try:
        return call(*args)
    except TourneyError:
        raise
    except Exception as error:
        text = "".join(traceback.format_exception(error))
        raise WorkerBug(f"in a worker process\n{text}") from None
