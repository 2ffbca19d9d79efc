"""Work spread over processes: chunks sized by time, results in the order of the items.

    for result in spread(job, items, SpreadOptions(workers=2, lost=..., go_on=...)):

The number of running chunks is limited, so memory stays flat. When a worker dies, the running
chunks are repeated. Chunks that were running at two deaths are then repeated one at a time, to find
the one that kills workers; that one is halved down to an item, and an item that has killed two
workers while it was alone is given up as lost.

Workers are spawned, not forked: a fork would inherit locks, threads and an open database, and its
parent would not always be the runner, with which a worker must end. Does not depend on what the
items are.
"""

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from concurrent.futures import wait as wait_for_futures
from contextlib import closing, contextmanager, suppress
from itertools import islice
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from time import monotonic
from types import ModuleType
from typing import Any, Final, Generic, TypeVar

from engines.messages import in_a_row, say
from tourney.domain.errors import TourneyError, UsageFault
from tourney.work import worker_process
from tourney.work.executors import (
    PULSE_SECONDS,
    WAITING,
    Chunk,
    SpreadOptions,
    best_size,
    no_starts,
)
from tourney.work.interrupts import postponed
from tourney.work.worker_process import LEFT_TO_THE_RUNNER, Job, Timed

T = TypeVar("T")
R = TypeVar("R")

CHUNK_SECONDS: Final = 0.075
"""Usual seconds of a chunk."""

LONG_SECONDS: Final = 1.0
"""Seconds from which a chunk is long: a worker then needs no second one in reserve."""

DEATHS: Final = 2
"""Number of deaths that make a chunk a suspect, and after which a match is lost."""

ATTEMPTS: Final = 3
"""Number of attempts to start workers that die before any work."""

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
        if not hasattr(os, "fork"):
            raise UsageFault(say("work.workers-need-posix"))
        self.workers = workers
        self._job = worker_process.packed(job)
        self._seen = set[BaseProcess]()
        self._context = _Context()
        self._missing = 0.0
        self._stopped, self._stop = self._context.Pipe(duplex=False)
        self._executor = self._new()

    def _new(self) -> Executor:
        with _uninterrupted():  # it may start the process that cleans up semaphores
            return ProcessPoolExecutor(
                self.workers,
                self._context,
                initializer=worker_process.begin,
                initargs=(self._stopped,),
            )

    def stop(self) -> None:
        """Tell the workers that no more work is wanted, so that they may end a chunk early."""
        self._stop.close()

    def submit(self, items: Sequence[Any]) -> Future[Timed[Any]]:
        """Submit a chunk; BrokenExecutor if workers have died."""
        return self._submit(worker_process.work, items)

    def _submit(self, call: Callable[..., Any], *args: Any) -> Future[Any]:
        # A process that this starts must not react to Ctrl-C, nor run the script of the caller.
        with _uninterrupted(), _without_main():
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
            codes = self._renewed()
            if codes is None:
                return
            ends += codes
        if memory_kills() - before:
            raise TourneyError(say("work.killed-for-memory"))
        words = {
            say("work.killed-by", signal=signal.Signals(-end).name)
            if end < 0
            else say("work.exit-code", code=end)
            for end in ends
        }
        how = in_a_row(sorted(words, key=str)) if words else say("work.unknown-reason")
        raise TourneyError(say("work.no-start", how=how))

    def _renewed(self) -> list[int] | None:
        """Start new workers; the exit codes if they died before any work, else None."""
        self.kill()
        self._seen.clear()
        self._executor = self._new()
        future = self._submit(worker_process.ready)
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


@contextmanager
def _without_main() -> Iterator[None]:
    """Hide the main module: a process that is spawned would run its file once more.

    It may be a script without a guard, which would play everything again.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


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


def spread(
    job: Job[T, R], items: Iterable[T], how: SpreadOptions[T, R]
) -> Generator[R, None, None]:
    """The results of all items, chunk by chunk, in the order of the items.

    If this ends early, by an error or because the caller stops, the workers are killed.
    """
    if how.workers.cluster is not None:
        from tourney.work.cluster import spread_on_cluster  # needs an extra

        yield from spread_on_cluster(job, items, how, how.workers.cluster)
        return
    with closing(Pool(job, how.workers.jobs)) as pool:
        try:
            yield from _Spreading(pool, items, how).results()
        except BaseException:
            pool.kill()
            raise
        pool.end()


class _Spreading(Generic[T, R]):
    def __init__(self, pool: Pool, items: Iterable[T], how: SpreadOptions[T, R]) -> None:
        self._pool = pool
        self._items = iter(items)
        self._how = how
        self._size = 1
        self._taken = 0  # items that were put into chunks
        self._given = 0  # items whose results were returned
        self._running: dict[Future[Timed[R]], Chunk[T]] = {}
        self._again: list[Chunk[T]] = []
        self._suspects: list[Chunk[T]] = []  # chunks that run alone
        self._met: Counter[int] = Counter()  # deaths during which a chunk was running
        self._done: dict[int, tuple[int, R]] = {}
        self._deaths: Counter[int] = Counter()
        self._seconds = 0.0 if how.starts is no_starts else LONG_SECONDS + 1
        self._over = not how.go_on()

    def results(self) -> Iterator[R]:
        """The results in order, until no chunk is running."""
        self._submit()
        while self._running:
            done = some_done(self._running)
            if self._how.care:
                self._how.care.tend(self._over)
            self._collect(done)
            if not done and self._pool.stuck():
                self._repeat(self._running.values())
            while self._given in self._done:
                number, value = self._done.pop(self._given)
                self._given += number
                yield value
            self._over = self._over or not self._how.go_on()
            if self._over:
                self._pool.stop()
            self._submit()

    def _submit(self) -> None:
        while not self._over and (chunk := self._next()):
            try:
                self._running[self._pool.submit(chunk.items)] = chunk
            except BrokenExecutor:
                self._again.append(chunk)
                self._repeat(self._running.values())

    def _next(self) -> Chunk[T] | None:
        """The next chunk to start; None if enough are running."""
        if self._suspects:
            return None if self._running else self._suspects.pop(0)
        # Two chunks for each worker, but one if chunks take long.
        if len(self._running) >= self._pool.workers * (1 if self._seconds > LONG_SECONDS else 2):
            return None
        if self._again:
            return self._again.pop(0)
        if len(self._done) >= WAITING * self._pool.workers:
            return None
        size = self._how.share(self._size, self._taken, self._pool.workers)
        chunk = Chunk(self._taken, tuple(islice(self._items, size)))
        self._taken += len(chunk.items)
        return chunk if chunk.items else None

    def _collect(self, done: Iterable[Future[Timed[R]]]) -> None:
        died = False
        for future in done:
            try:
                timed = result(future)
            except BrokenExecutor:
                died = True
            else:
                chunk = self._running.pop(future)
                number, starts = len(chunk.items), self._how.starts(timed.result)
                self._done[chunk.at] = number, timed.result
                self._seconds = timed.seconds
                usual = self._how.seconds or CHUNK_SECONDS
                self._size = best_size(number, timed.seconds, starts, usual)
        if died:
            chunks = list(self._running.values())
            if len(chunks) == 1:
                # It killed a worker while it ran alone: halve it, down to one item, which is lost
                # once it has done so often enough.
                chunk = chunks.pop()
                if len(chunk.items) > 1:
                    self._suspects += chunk.halves()
                else:
                    item = chunk.items[0]
                    self._deaths[chunk.at] += 1
                    if self._deaths[chunk.at] < DEATHS * self._how.weight(item):
                        self._suspects.append(chunk)
                    else:
                        self._done[chunk.at] = 1, self._how.lost(item)
            self._repeat(chunks)

    def _repeat(self, chunks: Iterable[Chunk[T]]) -> None:
        """Repeat chunks that were running when a worker died; any of them may be the cause."""
        for chunk in chunks:
            self._met[chunk.at] += 1
            (self._again if self._met[chunk.at] < DEATHS else self._suspects).append(chunk)
        self._again.sort()
        self._suspects.sort()
        self._running.clear()
        exits = self._pool.exits()
        if self._how.care:
            self._how.care.died(exits)
        self._pool.renew()
