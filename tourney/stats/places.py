"""The places that several players may have in truth, from means and their covariance.

With the given probability the ranges of all players contain their true places: each pair is
compared with an interval that allows for the number of pairs (Bonferroni). Unlike a probability of
being the best, this needs no assumption about how far players are apart.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tourney.stats.confidence import reach
from tourney.stats.prior import Prior
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
    known: Prior | None = None,
) -> list[PlaceRange]:
    """The range of places of each player.

    `covariance` is that of the means, `degrees` its degrees of freedom, nearly the number of
    blocks. A mean may stand for several players who are equal: `sizes` are their numbers. If the
    limits of a difference are `known`, pairs also allow for values that did not occur.
    """
    count = len(means)
    each = (1 - level) / max(count * (count - 1) // 2, 1)
    quantile = t_quantile(1 - each / 2, degrees)

    def ahead(one: int, two: int) -> bool:
        gap, noise = means[one] - means[two], quantile * apart(covariance, one, two)
        room = known.room(gap)[0] if known else 0.0
        return gap > reach(degrees, noise, room, 1 - each)

    everybody = range(count)
    return [
        PlaceRange(
            1 + sum(sizes[j] for j in everybody if ahead(j, i)),
            sum(sizes) - sum(sizes[j] for j in everybody if ahead(i, j)),
        )
        for i in everybody
    ]
