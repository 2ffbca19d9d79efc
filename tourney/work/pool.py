"""The worker processes: starts them, replaces them when one dies, kills them if necessary.

Works with any `concurrent.futures.Executor`; the one created here has processes on this machine.
They are spawned, not forked: a fork would inherit locks, threads and an open database, and its
parent would not always be the runner, with which a worker must end.
"""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from concurrent.futures import wait as wait_for_futures
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, Final, TypeVar

from engines.messages import Message, in_a_row, say
from tourney.domain.errors import TourneyError
from tourney.work import worker
from tourney.work.interrupts import postponed
from tourney.work.worker import LEFT_TO_THE_RUNNER, Job, Timed

R = TypeVar("R")

ATTEMPTS: Final = 3
"""Number of attempts to start workers that die before any work."""

PULSE_SECONDS: Final = 0.1
"""Longest wait for a future, and the longest time for which it postpones an interrupt."""

NOTICED: Final = 5.0
"""Seconds for an executor to notice that a worker died."""

SETTLED: Final = 1.0
"""Seconds for a worker to end after it was asked to."""

ENDED: Final = 5.0
"""Seconds for workers to end and release their resources."""


class _Context(SpawnContext):
    """Starts processes and remembers them, even those that ended before they were checked."""

    def __init__(self) -> None:
        self._made: list[BaseProcess] = []

    def Process(self, *args: Any, **given: Any) -> BaseProcess:  # type: ignore[override]
        """Prepare a process, as an executor does before it starts it."""
        process = SpawnContext.Process(*args, **given)
        self._made.append(process)
        return process

    def started(self) -> list[BaseProcess]:
        """All processes started since the last `forget`."""
        return [process for process in self._made if process.pid is not None]

    def forget(self) -> None:
        """Forget all processes."""
        self._made.clear()


class Pool:
    """Workers for one job."""

    def __init__(self, job: Job[Any, Any], workers: int) -> None:
        """Prepare; processes start when there is work for them."""
        self.workers = workers
        self._job = worker.packed(job)
        self._seen = set[BaseProcess]()
        self._context = _Context()
        self._missing = 0.0
        self._stopped, self._stop = self._context.Pipe(duplex=False)
        self._executor = self._new()

    def _new(self) -> Executor:
        with _uninterrupted():  # it may start the process that cleans up semaphores
            return ProcessPoolExecutor(
                self.workers, self._context, initializer=worker.begin, initargs=(self._stopped,)
            )

    def stop(self) -> None:
        """Tell the workers that no more work is wanted, so that they may end a chunk early."""
        self._stop.close()

    def submit(self, items: Sequence[Any]) -> Future[Timed[Any]]:
        """Submit a chunk; BrokenExecutor if workers have died."""
        return self._submit(worker.work, items)

    def _submit(self, call: Callable[..., Any], *args: Any) -> Future[Any]:
        with _uninterrupted():  # a process that this starts must not react to Ctrl-C
            return self._executor.submit(call, self._job, *args)

    def exits(self) -> dict[int, int]:
        """Exit codes of ended workers by process id.

        Once the executor notices that one died, it ends the others with SIGTERM.
        """
        self._close().join(SETTLED)  # else its thread may be the one that learns how they ended
        for process in self._context.started():
            process.join(SETTLED)
        ended = {each.pid: each.exitcode for each in self._context.started()}
        return {pid: code for pid, code in ended.items() if pid is not None and code is not None}

    def renew(self) -> None:
        """Replace dead workers; TourneyError if new ones die before any work."""
        before, ends = memory_kills(), list[int]()
        for _ in range(ATTEMPTS):
            found = self._renewed()
            if found is None:
                return
            ends += found
        raise TourneyError(_start_failure(ends, memory_kills() - before))

    def _renewed(self) -> list[int] | None:
        """Start new workers; the exit codes if they died before any work, else None."""
        self.kill()
        self._seen.clear()
        self._executor = self._new()
        future = self._submit(worker.ready)
        started = self._context.started()
        try:
            while not some_done([future]):
                pass
            result(future)
        except BrokenExecutor:
            self._close().join(NOTICED)  # of two threads that wait for a process one learns its end
            return [process.exitcode for process in started if process.exitcode is not None]
        return None

    def stuck(self) -> bool:
        """Whether a worker died and the executor has not noticed for a while.

        If a worker dies while another one starts, the executor can wait forever.
        """
        alive = set(self._processes())
        if self._seen <= alive:
            self._seen, self._missing = alive, 0.0
            return False
        self._missing = self._missing or monotonic()
        return monotonic() - self._missing > NOTICED

    def end(self) -> None:
        """End the workers, which have no work left.

        Waits only for a limited time: if a worker dies at this point, the others may wait for its
        lock forever.
        """
        closing = self._close()
        self._wait(ENDED)
        self._kill_processes()
        self._release(closing)

    def close(self) -> None:
        """Close the pipe to the workers, when none is left."""
        self._stop.close()
        self._stopped.close()

    def kill(self) -> None:
        """Kill the workers at once."""
        self._kill_processes()
        self._release(self._close())

    def _close(self) -> Thread:
        """Start a thread in which the executor waits for its threads and processes to end."""
        cancel = {"cancel_futures": True}
        closing = Thread(target=self._executor.shutdown, kwargs=cancel, daemon=True)
        closing.start()
        return closing

    def _release(self, closing: Thread) -> None:
        """Close the pipes of ended processes, when the executor no longer needs them."""
        closing.join(ENDED)
        if not closing.is_alive():
            for process in set(self._context.started()) - set(self._processes()):
                process.close()
            self._context.forget()

    def _kill_processes(self) -> None:
        for process in self._processes():
            process.kill()
        self._wait(ENDED)

    def _wait(self, seconds: float) -> None:
        until = monotonic() + seconds
        while (left := self._processes()) and (rest := until - monotonic()) > 0:
            wait([process.sentinel for process in left], rest)

    def _processes(self) -> list[BaseProcess]:
        return [each for each in self._context.started() if each.is_alive()]


def some_done(futures: Iterable[Future[R]]) -> set[Future[R]]:
    """The futures that are done; if none is, waits for the first, but not long."""
    with postponed():
        return wait_for_futures(futures, PULSE_SECONDS, FIRST_COMPLETED).done


def result(future: Future[R]) -> R:
    """The result of a future that is done."""
    with postponed():
        return future.result()


def memory_kills() -> int:
    """Number of processes that the system has killed for lack of memory; 0 if unknown."""
    with suppress(OSError):
        for line in Path("/proc/vmstat").read_text().splitlines():
            name, _, number = line.partition(" ")
            if name == "oom_kill":
                return int(number)
    return 0


def _start_failure(ends: Sequence[int], for_memory: int) -> Message:
    """Why workers died before any work; a negative exit code is the number of a signal."""
    if for_memory:
        return say("work.killed-for-memory")
    words = {
        say("work.killed-by", signal=signal.Signals(-end).name)
        if end < 0
        else say("work.exit-code", code=end)
        for end in ends
    }
    how = in_a_row(sorted(words, key=str)) if words else say("work.unknown-reason")
    return say("work.no-start", how=how)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Block signals to end for a moment; processes started meanwhile keep them blocked.

    Another thread may still receive one; it is postponed as well.
    """
    if not hasattr(signal, "pthread_sigmask"):
        with postponed():
            yield
        return
    with postponed():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, LEFT_TO_THE_RUNNER)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
