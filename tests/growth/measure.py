"""How the processor time of a function grows with the size of its input.

Thread time excludes the time in which other threads had the processor. Remaining noise, such as a
cache filled by others, can only make a run longer: so the shortest of several runs counts. Small
and large inputs alternate, and runs are repeated until the result is good enough.
"""

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, cache
from time import thread_time
from typing import Any, Final, NamedTuple

PER_DOUBLING: Final = 3.0
"""Allowed cost factor for an input of twice the size; quadratic growth has a factor of four.

Linear growth reaches 2.6 on a busy machine, where other programs take the processor's caches.
"""
LEAST: Final = 0.0015
"""Seconds of the shortest run: the input is enlarged, or read several times, to reach it."""
MOST: Final = 1 << 13
"""The largest input: a larger one exceeds the processor's caches and costs more for that reason."""
FEW: Final = 2
MANY: Final = 40
"""Least and largest number of runs of each size; after the largest number a shape fails."""


class Shape(NamedTuple):
    """A kind of input: `make` builds one of a size, `read` processes it; `size` is the smallest."""

    name: str
    make: Callable[[int], Any]
    read: Callable[[Any], object]
    size: int = 100
    most: int = 1 << 20


class Sizes(NamedTuple):
    """Limits for inputs: least seconds of a run, largest input, and number of doublings."""

    doublings: int = 2
    least: float = LEAST
    most: int = MOST
    runs: int = MANY


USUAL: Final = Sizes()
LARGE: Final = Sizes(3, 0.02, 1 << 17)


class Growth(NamedTuple):
    """Seconds for a small input, and for one doubled `doublings` times."""

    small: float
    large: float
    doublings: int

    @property
    def per_doubling(self) -> float:
        """The factor by which the cost grows when the input is doubled."""
        return float((self.large / self.small) ** (1 / self.doublings))


def growth(shape: Shape, sizes: Sizes = USUAL) -> Growth:
    """How the cost of a shape grows; runs are repeated until the growth is found to be slow."""
    doublings, least, most, runs = sizes
    size, small = shape.size, shape.make(shape.size)
    shape.read(small)  # so that imports are not measured
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
    """All function caches: unless they are cleared, a second run costs nothing."""
    found = (one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper))
    rooms = ("tourney", "engines", "rich")
    return [one for one in found if (one.__module__ or "").split(".")[0] in rooms]


@contextmanager
def undisturbed() -> Iterator[None]:
    """Switches the garbage collector off, because its cost depends on all live objects."""
    gc.collect()
    gc.freeze()
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
        gc.unfreeze()
