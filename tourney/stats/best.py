"""Who is best: what was known before, how far means are apart, chances and places."""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, cycle
from math import exp, inf, log, log1p, pi, sqrt, tan
from random import Random
from typing import Final, NamedTuple, Self

from tourney.stats.confidence import reach, t_cdf, t_quantile

# What is known of points before anything is played: their range and their spread by chance.
#
# A few deals with equal values say little about the spread of all deals. One deal more, with the
# spread that random places would have, keeps intervals honest; its weight falls as deals are
# added.


class Prior(NamedTuple):
    """The variance of a value if places were random, and its least and greatest value.

    The variance is 0 if it is unknown, as that of scores; no deal is added then.
    """

    variance: Fraction
    low: Fraction
    high: Fraction

    @classmethod
    def over(cls, priors: Collection["Prior | None"]) -> "Prior | None":
        """The prior of values that come from matches of several kinds; None if one is unknown."""
        found = [prior for prior in priors if prior is not None]
        if not found or len(found) < len(priors):
            return None
        variance, low, high = zip(*found, strict=True)
        return cls(max(variance), min(low), max(high))

    @classmethod
    def of_places(cls, points: Sequence[Fraction]) -> Self | None:
        """The prior of points that every place has; None if points do not depend on places."""
        if len(points) < 2:
            return None
        mean = sum(points, Fraction(0)) / len(points)
        squares = sum([(value - mean) ** 2 for value in points], Fraction(0))
        return cls(squares / len(points), min(points), max(points))

    def difference(self) -> "Prior":
        """The prior of the difference of two values."""
        reach = self.high - self.low
        return Prior(self.variance, -reach, reach)

    def opposed(self) -> "Prior":
        """The prior of the difference of two players of one match.

        One may gain what the other loses, so the deviation is twice that of a single value.
        """
        known = self.difference()
        return known._replace(variance=4 * known.variance)

    def beyond_mean(self, sides: int) -> "Prior":
        """The prior of the difference between a value and the mean of all sides of its match."""
        reach = (self.high - self.low) * (sides - 1) / sides
        return Prior(self.variance, -reach, reach)

    def times(self, unit: int) -> "Prior":
        """The prior of values counted in parts of `unit` to one."""
        return Prior(self.variance * unit * unit, self.low * unit, self.high * unit)

    def ends(self) -> tuple[float, float]:
        """The least and the greatest value."""
        return float(self.low), float(self.high)

    def room(self, mean: float) -> tuple[float, float]:
        """How far a mean is from the least and from the greatest value."""
        return max(mean - float(self.low), 0.0), max(float(self.high) - mean, 0.0)


# How far the true means of several players may be apart, from how far their estimates are apart.
#
# Estimates of equal players differ, too, and four or six estimates hardly show by how much their
# true means differ. So all spreads of the truth are weighed by their likelihood; before the data,
# a spread is half-Cauchy around the error of a mean (`USUAL_SPREAD`).

USUAL_SPREAD: Final = 1.5
"""In half of the cases the true spread is below this many errors of a mean.

Chosen by simulation: a probability of being the best is then right as often as it says."""

SPREADS: Final = 200  # number of true spreads that are tried

# True spreads that are equally likely before the data, as multiples of the error of a mean.
RATIOS: Final = tuple([USUAL_SPREAD * tan(pi / 2 * (at + 0.5) / SPREADS) for at in range(SPREADS)])

Matrix = Sequence[Sequence[float]]


def apart(covariance: Matrix, one: int, two: int) -> float:
    """Standard error of the difference of two means."""
    variance = covariance[one][one] + covariance[two][two] - 2 * covariance[one][two]
    return sqrt(max(variance, 0.0))


# The probability that each of several players is the best, from means and their covariance.
#
# Block means are taken as jointly normal with an estimated covariance, so the true means follow a
# multivariate Student's t distribution; the share in which a player is ahead of all others is
# counted over a fixed set of draws. Cases with an exact solution are computed without draws.

DRAWS = 4096
HOPELESS = 8.0  # standard errors behind the leader beyond which a player is left out of the draws
NEGLIGIBLE = 1e-6  # ... unless blocks are so few that being ahead after all is likelier than this.

SHARES = 256  # number of possible shares of luck that are tried


def chances(
    means: Sequence[float], covariance: Matrix, degrees: int, factors: Sequence[float] = (1.0,)
) -> list[float]:
    """Each player's probability of the highest true mean.

    `covariance` is that of the means, `degrees` the number of blocks less one. Exact for two
    players, within about 0.01 for three and more. Distances in standard errors are multiplied by
    `factors`, of which each is as likely as the others.
    """
    leader = max(range(len(means)), key=means.__getitem__)
    behind = []  # standard errors by which each player is behind
    for player, value in enumerate(means):
        gap, error = means[leader] - value, apart(covariance, leader, player)
        behind.append(min(factors) * (gap / error if error else inf if gap else 0.0))
    # Those who may be ahead in truth; the distribution is asked only where it matters.
    near = [
        i
        for i, gap in enumerate(behind)
        if gap < HOPELESS or (gap < inf and 1 - t_cdf(gap, degrees) > NEGLIGIBLE)
    ]
    found = [0.0] * len(means)
    if len(near) < 2:
        found[leader] = 1.0
    elif len(near) == 2:
        one, two = near
        gap, error = means[one] - means[two], apart(covariance, one, two)
        found[one] = sum([ahead(scale * gap, error, degrees) for scale in factors]) / len(factors)
        found[two] = 1 - found[one]
    else:
        rows = _cholesky([[covariance[i][j] for j in near] for i in near])
        wins = dict.fromkeys(near, 0)
        draws = zip(cycle(factors), _normals(len(near)), _t_factors(degrees), strict=False)
        for scale, normals, chi in draws:
            worth = [
                scale * means[i] + chi * sum([a * z for a, z in zip(row, normals, strict=False)])
                for i, row in zip(near, rows, strict=True)
            ]
            wins[near[worth.index(max(worth))]] += 1
        for player, count in wins.items():
            found[player] = count / DRAWS
    return found


def shrunk(means: Sequence[float], covariance: Matrix, degrees: int) -> list[float]:
    """The same of four or more players: the leader of many is partly a lucky one.

    A distance of estimates is partly luck: with a true spread of r times the error, the share
    r²/(1 + r²) of it is kept, and the same share of the variance.
    """
    players = len(means)
    middle = sum(means) / players
    squares = sum([(mean - middle) ** 2 for mean in means])
    whole = sum([sum(row) for row in covariance]) / players
    noise = (sum([covariance[i][i] for i in range(players)]) - whole) / (players - 1)
    if noise <= 0:
        return chances(means, covariance, degrees)
    # The logarithms of the likelihoods, without constants: the estimates are apart as the sum of
    # two variances tells, one of which is itself an estimate.
    free, logs = players - 1, []
    for ratio in RATIOS:
        variance = 1 + ratio * ratio
        excess = log1p(squares / noise / (degrees * variance))
        logs.append(-free / 2 * log(variance) - (degrees + free) / 2 * excess)
    # Quantiles of the spread: each of them stands for as much likelihood as the others.
    bounds = list(accumulate([exp(value - max(logs)) for value in logs]))
    at = [bisect_left(bounds, bounds[-1] * (number + 0.5) / SHARES) for number in range(SHARES)]
    factors = [RATIOS[i] / sqrt(1 + RATIOS[i] ** 2) for i in at]
    return chances(means, covariance, degrees, factors)


def better(gap: float, error: float, degrees: int, known: Prior) -> float:
    """The same for a difference with known limits, some of whose values may not have occurred.

    An unseen loss on a share p of all blocks turns a lead if it costs more; `degrees` is the number
    of blocks. An unseen gain is as likely, which leaves half of the doubt.
    """
    far = known.room(gap)[0 if gap >= 0 else 1]
    doubt = 0.5 * (1 - min(1.0, abs(gap) / far if far else 1.0)) ** degrees
    usual = ahead(gap, error, degrees)
    return min(usual, 1 - doubt) if gap >= 0 else max(usual, doubt)


def ahead(gap: float, error: float, degrees: int) -> float:
    """The probability that a true difference is positive, from its estimate and its error."""
    if not error:
        return 0.5 if not gap else float(gap > 0)
    below = t_cdf(abs(gap) / error, degrees)
    return below if gap >= 0 else 1 - below


def _cholesky(covariance: Matrix) -> list[list[float]]:
    """The Cholesky factor of the covariance, which may be singular."""
    rows: list[list[float]] = []
    for i, wanted in enumerate(covariance):
        row: list[float] = []
        for j, other in enumerate(rows):
            rest = wanted[j] - sum([a * b for a, b in zip(row, other, strict=False)])
            row.append(rest / other[j] if other[j] else 0.0)
        rest = wanted[i] - sum([a * a for a in row])
        rows.append([*row, sqrt(rest) if rest > 1e-12 * wanted[i] else 0.0])
    return rows


@lru_cache(maxsize=16)
def _normals(players: int) -> tuple[tuple[float, ...], ...]:
    """Draws of independent normal numbers, each with its mirror image."""
    rng = Random(players)
    drawn = [tuple([rng.gauss(0, 1) for _ in range(players)]) for _ in range(DRAWS // 2)]
    return tuple(row for z in drawn for row in (z, tuple([-value for value in z])))


@lru_cache(maxsize=16)
def _t_factors(degrees: int) -> tuple[float, ...]:
    """Factors that turn normal draws into Student's t; a draw and its mirror image share one."""
    if degrees >= 10_000:  # as good as normal
        return (1.0,) * DRAWS
    rng = Random(degrees)
    # A gamma variate of shape n/2 and scale 2 is chi-squared with n degrees of freedom.
    drawn = [1 / sqrt(rng.gammavariate(degrees / 2, 2) / degrees) for _ in range(DRAWS // 2)]
    return tuple(stretch for stretch in drawn for _ in range(2))


# The places that several players may have in truth, from means and their covariance.
#
# With the given probability the ranges of all players contain their true places: each pair is
# compared with an interval that allows for the number of pairs (Bonferroni). Unlike a probability
# of being the best, this needs no assumption about how far players are apart.


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
