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


class SpreadOptions(NamedTuple, Generic[T, R]):
    """How work is spread. `lost` returns the result of an item that kills its workers.

    `go_on` is called at least ten times a second; once it returns False no new chunks are started,
    and running ones are finished. `care` may kill a worker of this machine. `digest` is equal for
    equal results; a cluster may do a chunk twice.
    """

    workers: Workers
    lost: Callable[[T], R]
    go_on: Callable[[], bool]
    care: WorkerCare = NoWorkerCare()
    digest: Callable[[R], object] = nothing


class Chunk(NamedTuple, Generic[T]):
    """Consecutive items, and the number of items before them."""

    at: int
    items: Sequence[T]

    def halves(self) -> "tuple[Chunk[T], Chunk[T]]":
        """The first and the second half of the items."""
        middle = len(self.items) // 2
        return Chunk(self.at, self.items[:middle]), Chunk(self.at + middle, self.items[middle:])
