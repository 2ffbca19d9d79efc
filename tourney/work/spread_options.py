"""What is said about work before it is spread: its chunks, its workers, and what may happen.

Does not know how chunks are done.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from tourney.work.executors import Workers

T = TypeVar("T")
R = TypeVar("R")

GROWTH: Final = 8
"""The most by which a chunk is larger than the one before."""
STARTS: Final = 10
"""A chunk takes this multiple of the time in which it is prepared, within limits."""
WORTH: Final = 2
"""The least such multiple, with which the last chunks still end at about the same time."""
LONGEST: Final = 60.0
"""Most seconds of a chunk, unless its preparation takes longer."""
WAITING: Final = 8
"""Chunks per worker that may wait for an earlier one, not counting repeated ones."""


class WorkerCare(Protocol):
    """Watches workers while they work."""

    def tend(self, over: bool) -> None:
        """Called ten times a second; `over` if no new chunks are started."""

    def died(self, exits: Mapping[int, int]) -> None:
        """Called when workers have died, with their exit statuses by process id."""


class NoWorkerCare:
    """Does not watch workers."""

    def tend(self, over: bool) -> None:
        """Do nothing."""

    def died(self, exits: Mapping[int, int]) -> None:
        """Do nothing."""


def nothing(result: object) -> object:
    """No digest: the results of a chunk done twice are not compared."""
    return None


def no_starts(result: object) -> float:
    """No time: a chunk begins at once."""
    return 0.0


def single(item: object) -> int:
    """An item is one piece of work."""
    return 1


class SpreadOptions(NamedTuple, Generic[T, R]):
    """How work is spread. `lost` returns the result of an item that kills its workers.

    `go_on` is called at least ten times a second; once it returns False no new chunks are started,
    and running ones are finished. `care` may kill a worker of this machine. `digest` is equal for
    equal results; a cluster may do a chunk twice. `starts` are the seconds of a result in which
    work was only prepared, `weight` is the number of matches in an item. `total` is how many items
    there are, if that is known, so that the last chunks end at the same time.
    """

    workers: Workers
    lost: Callable[[T], R]
    go_on: Callable[[], bool]
    care: WorkerCare = NoWorkerCare()
    digest: Callable[[R], object] = nothing
    starts: Callable[[R], float] = no_starts
    weight: Callable[[T], int] = single
    total: int = 0

    def share(self, size: int, taken: int, workers: int) -> int:
        """At most `size` items for the next chunk, so that all workers get some of the rest.

        But not so few that preparing them takes most of the time.
        """
        rest = max(-(-(self.total - taken) // max(1, workers)), WORTH * size // STARTS)
        return max(1, min(size, rest)) if self.total else size


class Chunk(NamedTuple, Generic[T]):
    """Consecutive items, and the number of items before them."""

    at: int
    items: Sequence[T]

    def halves(self) -> "tuple[Chunk[T], Chunk[T]]":
        """The first and the second half of the items."""
        middle = len(self.items) // 2
        return Chunk(self.at, self.items[:middle]), Chunk(self.at + middle, self.items[middle:])


def best_size(number: int, seconds: float, starts: float, usual: float) -> int:
    """How many items the next chunk should have.

    The last one had `number`, and took `seconds`, of which `starts` prepared it. Without
    preparation a chunk takes `usual` seconds.
    """
    wanted = max(usual, min(STARTS * starts, LONGEST), starts)
    growth = GROWTH**3 if starts else GROWTH  # every chunk prepares again
    return max(1, min(int(wanted * number / max(seconds - starts, 1e-9)), growth * number))
