"""Processes that do chunks: started, replaced when one of them dies, ended at once if need be.

Any `concurrent.futures.Executor` will do; the one made here has processes on this machine. They
are spawned, not forked: a fork would take along locks, threads and an open database, and its
parent would not always be the runner, whose end must be its own.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, Final

from tourney.domain.errors import TourneyError
from tourney.work import worker
from tourney.work.worker import LEFT_TO_THE_RUNNER, Job, Timed

ATTEMPTS: Final = 3
"""How often new workers are started if they die before any work."""

NOTICED: Final = 5.0
"""Seconds that an executor may take to notice that a worker died."""

SETTLED: Final = 1.0
"""Seconds in which a worker that was asked to end has ended, if it is going to."""

ENDED: Final = 5.0
"""Seconds that workers may take to end, with what they hold."""


class _Context(SpawnContext):
    """Starts processes and knows them, also those that have ended before anybody looked."""

    def __init__(self) -> None:
        self._made: list[BaseProcess] = []

    def Process(self, *args: Any, **given: Any) -> BaseProcess:  # type: ignore[override]
        """Prepare a process, as an executor does before it starts it."""
        process = SpawnContext.Process(*args, **given)
        self._made.append(process)
        return process

    def started(self) -> list[BaseProcess]:
        """All that were started since the last time they were forgotten."""
        return [process for process in self._made if process.pid is not None]

    def forget(self) -> None:
        """Let go of all."""
        self._made.clear()


class Pool:
    """Workers for one job."""

    def __init__(self, job: Job[Any, Any], workers: int) -> None:
        """Prepare; a process starts when there is something for it to do."""
        self.workers = workers
        self._job = worker.packed(job)
        self._seen = set[BaseProcess]()
        self._context = _Context()
        self._missing = 0.0
        self._executor = self._new()

    def _new(self) -> Executor:
        with _uninterrupted():  # it may start the process that cleans up semaphores
            return ProcessPoolExecutor(self.workers, self._context, initializer=worker.begin)

    def submit(self, items: Sequence[Any]) -> Future[Timed[Any]]:
        """Have a chunk done; BrokenExecutor if workers died meanwhile."""
        return self._submit(worker.work, items)

    def _submit(self, call: Callable[..., Any], *args: Any) -> Future[Any]:
        with _uninterrupted():  # it may start a process, which must not be born to Ctrl-C
            return self._executor.submit(call, self._job, *args)

    def exits(self) -> dict[int, int]:
        """How workers ended that have died, by process id; the executor ends those that are left.

        It asks them to with SIGTERM, once it has noticed that one died.
        """
        self._close().join(SETTLED)  # else its thread may be the one that learns how they ended
        for process in self._context.started():
            process.join(SETTLED)
        ended = {each.pid: each.exitcode for each in self._context.started()}
        return {pid: code for pid, code in ended.items() if pid is not None and code is not None}

    def renew(self) -> None:
        """Replace workers that died; TourneyError if new ones die without any work."""
        before, ends = memory_kills(), list[int]()
        for _ in range(ATTEMPTS):
            found = self._renewed()
            if found is None:
                return
            ends += found
        raise TourneyError(_stillborn(ends, memory_kills() - before))

    def _renewed(self) -> list[int] | None:
        """Start new workers; exit codes of those that died before any work, or None."""
        self.kill()
        self._seen.clear()
        self._executor = self._new()
        future = self._submit(worker.ready)
        started = self._context.started()
        try:
            future.result()
        except BrokenExecutor:
            self._close().join(NOTICED)  # of two threads that wait for a process one learns its end
            return [process.exitcode for process in started if process.exitcode is not None]
        return None

    def bereft(self) -> bool:
        """Whether a worker died and the executor has not noticed for a while.

        One that dies while another is being started can make it wait for ever.
        """
        alive = set(self._processes())
        if self._seen <= alive:
            self._seen, self._missing = alive, 0.0
            return False
        self._missing = self._missing or monotonic()
        return monotonic() - self._missing > NOTICED

    def end(self) -> None:
        """End the workers, which have nothing left to do.

        One that dies just then can leave the others waiting for its lock, and the executor for
        them; so there is an end to waiting.
        """
        closing = self._close()
        self._wait(ENDED)
        self._kill_processes()
        self._release(closing)

    def kill(self) -> None:
        """End the workers at once, whatever they are doing."""
        self._kill_processes()
        self._release(self._close())

    def _close(self) -> Thread:
        """A thread in which the executor waits for the end of its own threads and processes."""
        cancel = {"cancel_futures": True}
        closing = Thread(target=self._executor.shutdown, kwargs=cancel, daemon=True)
        closing.start()
        return closing

    def _release(self, closing: Thread) -> None:
        """Close the pipes of processes that have ended, once the executor needs them no more."""
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


def memory_kills() -> int:
    """How many processes the system has ended so far because memory ran out; 0 if unknown."""
    with suppress(OSError):
        for line in Path("/proc/vmstat").read_text().splitlines():
            name, _, number = line.partition(" ")
            if name == "oom_kill":
                return int(number)
    return 0


def _stillborn(ends: Sequence[int], for_memory: int) -> str:
    """Why workers died before any work; a negative exit code is the number of a signal."""
    if for_memory:
        return "the system killed the worker processes for lack of memory; use --jobs 1"
    words = {
        f"killed by {signal.Signals(-end).name}" if end < 0 else f"exit code {end}" for end in ends
    }
    how = ", ".join(sorted(words)) or "for an unknown reason"
    return f"worker processes end as soon as they start ({how}); use --jobs 1 to play without them"


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Block signals that ask to end for a moment; processes started meanwhile keep them blocked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, LEFT_TO_THE_RUNNER)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
