"""Work spread over the workers of a Dask scheduler: results in the order of the items.

As on this machine the number of chunks in progress is limited and their size follows their time. A
chunk whose answer does not come is given to another worker too; the second answer is compared with
the first and dropped. A lost scheduler is waited for, and gets all open chunks again.
"""

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from itertools import count, islice
from time import monotonic, sleep
from typing import Final, Generic, NamedTuple, TypeVar

from engines.messages import Message, say
from tourney.domain.errors import Unreachable
from tourney.work.cluster import Answer, Failed, Killed, Link, SchedulerGone
from tourney.work.executors import Cluster
from tourney.work.pool import PULSE_SECONDS
from tourney.work.remote import Declined, Task, origin
from tourney.work.spread_options import WAITING, Chunk, SpreadOptions, best_size
from tourney.work.worker import Job, Timed, packed

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
        self._task = Task(packed(job), origin(), cluster.parcel.digest)
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
                self._fill(link)
            if self._exhausted and not self._open:
                return
            for ticket, answer in link.answers(PULSE_SECONDS):
                self._take(link, self._tries.pop(ticket), answer)
            yield from self._in_order()
            self._over = self._over or not self._how.go_on()

    def close(self, *, release: bool) -> None:
        """Leave the scheduler."""
        if self._link is not None:
            self._link.close(release=release)

    def _in_order(self) -> Iterator[R]:
        while self._given in self._done:
            number, result = self._done.pop(self._given)
            self._given += number
            yield result

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
        if link.workers:
            self._worked = now
        elif now - self._worked > self._patience():
            raise Unreachable(say("work.no-workers", address=self._cluster.address))
        elif now - self._worked > NO_WORKER_SECONDS:
            self._tell(say("work.waiting-for-workers", address=self._cluster.address))
        if len(link.workers) > 1:
            self._repeat_slow(link, now)
        if self._tries and now - self._heard > QUIET_SECONDS:
            self._tell(say("work.quiet-workers", seconds=QUIET_SECONDS))

    def _tell(self, line: Message) -> None:
        """Say a line about waiting, but not again and again."""
        if line not in self._told:
            self._told.add(line)
            self._cluster.say(line)

    def _patience(self) -> float:
        """Seconds to wait for a first worker, which may have to receive files."""
        files = len(self._cluster.parcel.data) / SLOWEST_FILES
        return max(self._cluster.wait, NO_WORKER_SECONDS + files)

    def _repeat_slow(self, link: Link, now: float) -> None:
        """Send chunks whose answer does not come to another worker, too."""
        latest: dict[int, list[int]] = {}
        for ticket, tried in self._tries.items():
            latest.setdefault(tried.chunk.at, []).append(ticket)
        for at, tickets in latest.items():
            last = self._tries[tickets[-1]]
            slow = now - last.since > self._limit(len(last.chunk.items))
            if slow and at in self._open and len(tickets) < TRIES:
                self._send(link, last.chunk, tickets)

    def _limit(self, items: int) -> float:
        """Seconds after which a chunk is slow; never, as long as nothing is known."""
        if not self._seconds:
            return float("inf")
        return max(PATIENCE, SLOW * max(self._seconds), SLOW * max(self._rates) * items)

    def _fill(self, link: Link) -> None:
        """Send chunks until enough are in progress."""
        if not link.workers:
            return
        while (not self._over or self._again) and (chunk := self._next(link)):
            self._open[chunk.at] = chunk
            self._send(link, chunk)

    def _send(self, link: Link, chunk: Chunk[T], avoid: Iterable[int] = ()) -> None:
        ticket = next(self._tickets)
        self._tries[ticket] = _Try(chunk, monotonic())
        link.submit(ticket, chunk.items, avoid)

    def _next(self, link: Link) -> Chunk[T] | None:
        """The next chunk to send; None if enough are in progress."""
        if len(self._open) - len(self._again) >= self._window(link):
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

    def _window(self, link: Link) -> int:
        """Most chunks in progress: two per worker, but one if chunks take long."""
        long = bool(self._seconds) and self._seconds[-1] > LONG_SECONDS
        return len(link.workers) * (1 if long else 2)

    def _take(self, link: Link, tried: _Try[T], answer: Answer) -> None:
        self._heard = monotonic()
        chunk = tried.chunk
        waiting = chunk.at in self._open and self._open[chunk.at] is chunk
        if isinstance(answer, Timed):
            if waiting:
                self._finish(tried, answer)
            else:
                self._compare(chunk, answer)
        elif isinstance(answer, Failed):
            raise answer.error
        elif isinstance(answer, Killed):
            if waiting:
                self._closer(chunk)
        elif waiting:
            if isinstance(answer, Declined):
                self._serve(link, answer)
            if not any(other.chunk is chunk for other in self._tries.values()):
                self._again.append(chunk)
                self._again.sort()

    def _serve(self, link: Link, answer: Declined) -> None:
        """Greet a worker that lacks files again, or use it no more."""
        if answer.files and answer.origin == self._task.origin:
            link.forget(answer.worker)
        else:
            link.refuse(answer.worker, answer.origin)

    def _finish(self, tried: _Try[T], timed: Timed[R]) -> None:
        chunk, number = tried.chunk, len(tried.chunk.items)
        del self._open[chunk.at]
        self._done[chunk.at] = number, timed.result
        self._seconds.append(monotonic() - tried.since)
        self._rates.append(timed.seconds / number)
        starts = self._how.starts(timed.result)
        self._size = best_size(number, timed.seconds, starts, CHUNK_SECONDS)
        if any(other.chunk is chunk for other in self._tries.values()):
            self._first[chunk.at] = self._how.digest(timed.result)

    def _compare(self, chunk: Chunk[T], timed: Timed[R]) -> None:
        """Compare the second answer of a chunk with the first."""
        first = self._first.get(chunk.at)
        if first is not None and self._how.digest(timed.result) != first:
            self._cluster.say(say("work.different-answers"))

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
