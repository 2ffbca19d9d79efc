"""How far the true means of several players may be apart, from how far their estimates are apart.

Estimates of equal players differ, too, and four or six estimates hardly show by how much their true
means differ. So all spreads of the truth are weighed by their likelihood. Before the data, equality
has the weight `EQUAL`; a true spread is half-Cauchy around the error of a mean (`SCALE`).
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from math import exp, log, log1p, pi, sqrt, tan
from typing import Final, NamedTuple

EQUAL: Final = 0.85
"""Chosen by simulation: with less, the leader of equal bots is called the best too often."""

SCALE: Final = 2.0
"""In half of the cases with a true spread it is below this many errors of a mean."""

COUNT: Final = 200
"""Number of true spreads that are tried."""

RATIOS: Final = tuple([SCALE * tan(pi / 2 * (at + 0.5) / COUNT) for at in range(COUNT)])
"""True spreads that are equally likely before the data, as multiples of the error of a mean."""

Matrix = Sequence[Sequence[float]]


class Spread(NamedTuple):
    """What the data say about the spread of the true means.

    `equal` is the probability that there is none; if there is one, `weights` are in proportion to
    the probabilities of `RATIOS`.
    """

    equal: float
    weights: Sequence[float]

    def scales(self, count: int) -> list[float]:
        """Equally likely factors for distances in standard errors, in rising order.

        A distance of estimates is partly luck: with a true spread of r times the error, the share
        r²/(1 + r²) of it is kept, and the same share of the variance.
        """
        bounds = list(accumulate(self.weights))
        at = [bisect_left(bounds, bounds[-1] * (number + 0.5) / count) for number in range(count)]
        return [RATIOS[i] / sqrt(1 + RATIOS[i] ** 2) for i in at]


def apart(covariance: Matrix, one: int, two: int) -> float:
    """Standard error of the difference of two means."""
    variance = covariance[one][one] + covariance[two][two] - 2 * covariance[one][two]
    return sqrt(max(variance, 0.0))


def spread(means: Sequence[float], covariance: Matrix, degrees: int) -> Spread:
    """The spread of the true means; `degrees` are those of the covariance."""
    count = len(means)
    middle = sum(means) / count
    squares = sum([(mean - middle) ** 2 for mean in means])
    whole = sum([sum(row) for row in covariance]) / count
    noise = (sum([covariance[i][i] for i in range(count)]) - whole) / (count - 1)
    if noise <= 0:
        return Spread(0.0, [0.0] * (COUNT - 1) + [1.0])
    logs = [_likelihood(squares / noise, ratio, count - 1, degrees) for ratio in (0.0, *RATIOS)]
    equal, *others = [exp(value - max(logs)) for value in logs]
    against = (1 - EQUAL) / COUNT * sum(others)
    return Spread(EQUAL * equal / (EQUAL * equal + against), others)


def _likelihood(squares: float, ratio: float, free: int, degrees: int) -> float:
    """The logarithm of the likelihood of a true spread, without constants.

    The estimates are apart as the sum of two variances tells, one of which is itself an estimate.
    """
    variance = 1 + ratio * ratio
    excess = log1p(squares / (degrees * variance))
    return -free / 2 * log(variance) - (degrees + free) / 2 * excess
