"""How far the true means of several players may be apart, from how far their estimates are apart.

Estimates of equal players differ, too, and four or six estimates hardly show by how much their true
means differ. So all spreads of the truth are weighed by their likelihood; before the data, a spread
is half-Cauchy around the error of a mean (`SCALE`).
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from math import exp, log, log1p, pi, sqrt, tan
from typing import Final

SCALE: Final = 1.5
"""In half of the cases the true spread is below this many errors of a mean.

Chosen by simulation: a probability of being the best is then right as often as it says."""

COUNT: Final = 200
"""Number of true spreads that are tried."""

RATIOS: Final = tuple([SCALE * tan(pi / 2 * (at + 0.5) / COUNT) for at in range(COUNT)])
"""True spreads that are equally likely before the data, as multiples of the error of a mean."""

Matrix = Sequence[Sequence[float]]


def apart(covariance: Matrix, one: int, two: int) -> float:
    """Standard error of the difference of two means."""
    variance = covariance[one][one] + covariance[two][two] - 2 * covariance[one][two]
    return sqrt(max(variance, 0.0))


def scales(means: Sequence[float], covariance: Matrix, degrees: int, count: int) -> Sequence[float]:
    """Equally likely factors for distances in standard errors, in rising order.

    A distance of estimates is partly luck: with a true spread of r times the error, the share
    r²/(1 + r²) of it is kept, and the same share of the variance. `degrees` are those of the
    covariance.
    """
    players = len(means)
    middle = sum(means) / players
    squares = sum([(mean - middle) ** 2 for mean in means])
    whole = sum([sum(row) for row in covariance]) / players
    noise = (sum([covariance[i][i] for i in range(players)]) - whole) / (players - 1)
    if noise <= 0:
        return (1.0,)
    logs = [_likelihood(squares / noise, ratio, players - 1, degrees) for ratio in RATIOS]
    bounds = list(accumulate([exp(value - max(logs)) for value in logs]))
    at = [bisect_left(bounds, bounds[-1] * (number + 0.5) / count) for number in range(count)]
    return [RATIOS[i] / sqrt(1 + RATIOS[i] ** 2) for i in at]


def _likelihood(squares: float, ratio: float, free: int, degrees: int) -> float:
    """The logarithm of the likelihood of a true spread, without constants.

    The estimates are apart as the sum of two variances tells, one of which is itself an estimate.
    """
    variance = 1 + ratio * ratio
    excess = log1p(squares / (degrees * variance))
    return -free / 2 * log(variance) - (degrees + free) / 2 * excess
