"""How the processor time of a function grows with the size of what it is given.

Time is that of the thread, which leaves out when others had the processor. What is left of chance,
such as a cache that others have filled, makes a run longer and never shorter: the least of several
runs is taken, small and large ones in turn, and as many more runs as it takes to pass.
"""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, cache
from time import thread_time
from typing import Any, Final, NamedTuple

PER_DOUBLING: Final = 2.5
"""A doubled input may cost so many times as much; what grows with the square costs four times."""
LEAST: Final = 0.0015
"""Seconds of the shortest run, which is of a larger input or of the same one several times."""
MOST: Final = 1 << 13
"""The largest input: what no longer fits into the processor's caches costs more for that alone."""
FEW: Final = 2
MANY: Final = 40
"""Runs of each size, and how many there are at most before a shape fails."""


class Shape(NamedTuple):
    """A kind of input: `make` one of some size and `read` it; sizes from `size` to `most`."""

    name: str
    make: Callable[[int], Any]
    read: Callable[[Any], object]
    size: int = 100
    most: int = 1 << 20


class Sizes(NamedTuple):
    """How large inputs are: runs of `least` seconds, no input above `most`, then doublings."""

    doublings: int = 2
    least: float = LEAST
    most: int = MOST
    runs: int = MANY


USUAL: Final = Sizes()
LARGE: Final = Sizes(3, 0.02, 1 << 17)


class Growth(NamedTuple):
    """What an input cost in seconds, and one `times` as large."""

    small: float
    large: float
    doublings: int

    @property
    def per_doubling(self) -> float:
        """By what the cost grows when the input is doubled."""
        return float((self.large / self.small) ** (1 / self.doublings))


def growth(shape: Shape, sizes: Sizes = USUAL) -> Growth:
    """How the cost of a shape grows, by as many runs as it takes to see that it grows slowly."""
    doublings, least, most, runs = sizes
    size, small = shape.size, shape.make(shape.size)
    shape.read(small)  # imports what it needs
    caches = _caches(len(sys.modules))

    def run(given: Any, times: int) -> float:
        began = thread_time()
        for _ in range(times):
            for remembered in caches:
                remembered.cache_clear()
            shape.read(given)
        return thread_time() - began

    while run(small, 1) < least and size << doublings + 1 <= min(most, shape.most):
        size, small = 2 * size, shape.make(2 * size)
    times = 1
    while run(small, times) < least:
        times *= 2
    large = shape.make(size << doublings)
    found = Growth(float("inf"), float("inf"), doublings)
    for number in range(runs):
        costs = run(small, times), run(large, times)
        found = Growth(*map(min, found[:2], costs), doublings)
        if number + 1 >= FEW and found.per_doubling <= PER_DOUBLING:
            break
    return found


@cache
def _caches(modules: int) -> "list[_lru_cache_wrapper[Any]]":
    """What functions of so many modules remember: a text read before would cost nothing."""
    found = (one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper))
    rooms = ("tourney", "engines", "rich")
    return [one for one in found if (one.__module__ or "").split(".")[0] in rooms]


@contextmanager
def undisturbed() -> Iterator[None]:
    """The collector looks at everything that lives, which has nothing to do with the input."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
