"""The likelihood of an order of finish, as sums over sets of sides.

In the Plackett-Luce model the sides of a match are drawn one after another, each with a probability
in proportion to its worth among the sides that are left. So the log-likelihood is the sum of the
strengths less the logarithms of the worth of every set that was left. Of tied sides every order is
possible; the mean of the log-likelihoods of these orders is taken. A set that is left in some of
the orders has as weight the share of them. So a tie of two sides is half a win and half a loss.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

Subset = tuple[int, ...]


class Terms(NamedTuple):
    """For each set of sides: which sides belong to it (1 or 0), and its weight."""

    members: tuple[tuple[int, ...], ...]
    weights: tuple[float, ...]


@lru_cache(maxsize=256)
def terms(ties: tuple[int, ...]) -> Terms:
    """The sets of an order of finish; `ties` are the numbers of sides that share each place."""
    found = list(_sets(ties))
    sides = range(sum(ties))
    members = tuple(tuple(int(side in left) for side in sides) for left, _ in found)
    return Terms(members, tuple(weight for _, weight in found))


def _sets(ties: Sequence[int]) -> Iterator[tuple[Subset, float]]:
    start = 0
    for size in ties:
        tied, behind = range(start, start + size), tuple(range(start + size, sum(ties)))
        for count in range(1, size + 1):
            for left in combinations(tied, count):
                yield (*left, *behind), 1 / comb(size, count)
        start += size
