"""Work spread over processes: chunks sized by time, results in the order of the items.

    for result in spread(job, items, SpreadOptions(workers=2, lost=..., go_on=...)):

The number of running chunks is limited, so memory stays flat. When a worker dies, the running
chunks are repeated. Chunks that were running at two deaths are then repeated one at a time, to find
the one that kills workers; that one is halved down to an item, and an item that has killed two
workers while it was alone is given up as lost. Does not depend on what the items are.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing
from itertools import islice
from typing import Final, Generic, TypeVar

from tourney.work.pool import Pool, result, some_done
from tourney.work.spread_options import WAITING, Chunk, SpreadOptions, best_size, no_starts
from tourney.work.worker import Job, Timed

T = TypeVar("T")
R = TypeVar("R")

CHUNK_SECONDS: Final = 0.075
LONG_SECONDS: Final = 1.0
DEATHS: Final = 2


def spread(
    job: Job[T, R], items: Iterable[T], how: SpreadOptions[T, R]
) -> Generator[R, None, None]:
    """The results of all items, chunk by chunk, in the order of the items.

    If this ends early, by an error or because the caller stops, the workers are killed.
    """
    if how.workers.cluster is not None:
        from tourney.work.cluster_chunks import spread_on_cluster  # needs an extra

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
            found = some_done(self._running)
            self._how.care.tend(self._over)
            self._collect(found)
            if not found and self._pool.stuck():
                self._repeat(self._running.values())
            yield from self._in_order()
            self._over = self._over or not self._how.go_on()
            if self._over:
                self._pool.stop()
            self._submit()

    def _in_order(self) -> Iterator[R]:
        while self._given in self._done:
            number, result = self._done.pop(self._given)
            self._given += number
            yield result

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
        if len(self._running) >= self._window:
            return None
        if self._again:
            return self._again.pop(0)
        if len(self._done) >= WAITING * self._pool.workers:
            return None
        size = self._how.share(self._size, self._taken, self._pool.workers)
        chunk = Chunk(self._taken, tuple(islice(self._items, size)))
        self._taken += len(chunk.items)
        return chunk if chunk.items else None

    @property
    def _window(self) -> int:
        """Most running chunks: two per worker, but one if chunks take long."""
        return self._pool.workers * (1 if self._seconds > LONG_SECONDS else 2)

    def _collect(self, found: Iterable[Future[Timed[R]]]) -> None:
        died = False
        for future in found:
            try:
                timed = result(future)
            except BrokenExecutor:
                died = True
            else:
                self._finish(self._running.pop(future), timed)
        if died:
            chunks = list(self._running.values())
            if len(chunks) == 1:
                self._suspects += self._closer(chunks.pop())
            self._repeat(chunks)

    def _finish(self, chunk: Chunk[T], timed: Timed[R]) -> None:
        number = len(chunk.items)
        self._done[chunk.at] = number, timed.result
        self._seconds = timed.seconds
        starts = self._how.starts(timed.result)
        self._size = best_size(number, timed.seconds, starts, CHUNK_SECONDS)

    def _repeat(self, chunks: Iterable[Chunk[T]]) -> None:
        """Repeat chunks that were running when a worker died; any of them may be the cause."""
        for chunk in chunks:
            self._met[chunk.at] += 1
            (self._again if self._met[chunk.at] < DEATHS else self._suspects).append(chunk)
        self._again.sort()
        self._suspects.sort()
        self._running.clear()
        self._how.care.died(self._pool.exits())
        self._pool.renew()

    def _closer(self, chunk: Chunk[T]) -> Iterator[Chunk[T]]:
        """The chunks to try next after a chunk killed a worker while it ran alone."""
        if len(chunk.items) > 1:
            yield from chunk.halves()
            return
        self._deaths[chunk.at] += 1
        if self._deaths[chunk.at] < DEATHS * self._how.weight(chunk.items[0]):
            yield chunk
        else:
            self._done[chunk.at] = 1, self._how.lost(chunk.items[0])
