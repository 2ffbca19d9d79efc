"""The places that several players may have in truth, from means and their covariance.

With the given probability the ranges of all players contain their true places: each pair is
compared with an interval that allows for the number of pairs (Bonferroni). Unlike a probability of
being the best, this needs no assumption about how far players are apart.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tourney.stats.spread import Matrix, apart
from tourney.stats.student import t_quantile


class PlaceRange(NamedTuple):
    """The best and the worst place that a player may have."""

    best: int
    worst: int

    def __str__(self) -> str:
        return str(self.best) if self.best == self.worst else f"{self.best}-{self.worst}"


def place_ranges(
    means: Sequence[float],
    covariance: Matrix,
    degrees: int,
    *,
    sizes: Sequence[int],
    level: float = 0.95,
) -> list[PlaceRange]:
    """The range of places of each player.

    `covariance` is that of the means, `degrees` its degrees of freedom. A mean may stand for
    several players who are equal: `sizes` are their numbers.
    """
    count = len(means)
    pairs = max(count * (count - 1) // 2, 1)
    reach = t_quantile(1 - (1 - level) / (2 * pairs), degrees)
    found = []
    for i in range(count):
        gaps = [(means[j] - means[i], reach * apart(covariance, i, j)) for j in range(count)]
        better = sum(size for (gap, far), size in zip(gaps, sizes, strict=True) if gap > far)
        worse = sum(size for (gap, far), size in zip(gaps, sizes, strict=True) if -gap > far)
        found.append(PlaceRange(1 + better, sum(sizes) - worse))
    return found
