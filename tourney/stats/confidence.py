"""How far the truth may be from a mean: quantiles, intervals, confidence sequences."""

from fractions import Fraction
from functools import lru_cache
from math import exp, hypot, lgamma, log, log1p, sqrt
from statistics import NormalDist
from typing import NamedTuple

# Quantiles of Student's t distribution, without numpy.
#
# The distribution function is the regularised incomplete beta function, computed by its continued
# fraction (NIST DLMF 8.17.22, Lentz's method); the quantile is found by bisection. Beyond
# `NEARLY_NORMAL` degrees of freedom the expansion around the normal quantile is exact to twelve
# digits.

NEARLY_NORMAL = 2000
NO_ZERO = 1e-300
MOST_TERMS = 400


@lru_cache(maxsize=1024)
def t_quantile(p: float, degrees: int) -> float:
    """The quantile of Student's t: the value below which it stays with probability `p`."""
    if not 0 < p < 1 or degrees < 1:
        raise ValueError(f"no quantile at {p} with {degrees} degrees of freedom")
    if p < 0.5:
        return -t_quantile(1 - p, degrees)
    if degrees > NEARLY_NORMAL:
        # The Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5).
        z = NormalDist().inv_cdf(p)
        terms = (
            z,
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        )
        return sum(term / float(degrees) ** power for power, term in enumerate(terms))
    low, high = 0.0, 2.0
    while t_cdf(high, degrees) < p:
        low, high = high, 2 * high
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        low, high = (middle, high) if t_cdf(middle, degrees) < p else (low, middle)


def t_cdf(t: float, degrees: int) -> float:
    """The probability that Student's t stays below `t`, which must not be negative."""
    square = t * t
    if square < degrees:
        # Near 0 the complement is more precise.
        return 0.5 + 0.5 * _beta(square / (degrees + square), 0.5, degrees / 2)
    return 1 - 0.5 * _beta(degrees / (degrees + square), degrees / 2, 0.5)


def _beta(x: float, a: float, b: float) -> float:
    """Regularised incomplete beta function I_x(a, b)."""
    if x <= 0:
        return 0.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    # The continued fraction 1/(1+ d1/(1+ d2/(1+ …))), whose terms differ for odd and even steps.
    value = c = 1.0
    d = 0.0
    for step in range(MOST_TERMS):
        m, odd = divmod(step, 2)
        if not step:
            term = 1.0
        elif odd:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + term * d or NO_ZERO)
        c = 1 + term / c or NO_ZERO
        value *= c * d
        if step and abs(c * d - 1) < 1e-16:
            break
    return front / a * (value - 1)


# How far the true mean may be from a mean of blocks, at one look or at every look.
#
# Noise alone is not enough: a small deviation says nothing about rare large values, such as a bot
# that loses everything on one deal of fifty. A value that occurs on a share p of all blocks is
# missed in n blocks with the probability (1 - p) to the power of n; if it lies `far` from the
# mean, it moves the true mean by p times `far`. Points have limits, so `far` is known. Both parts
# and their sum are checked by simulation with a known truth (`tests/stats/simulations.py`).
#
# The part of the noise at every look is an asymptotic confidence sequence: Waudby-Smith, Arbour,
# Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence
# sequences" (arXiv 2103.06476). An ordinary interval, checked as often, is wrong sooner or later.

# The number of blocks at which the sequence is tightest; at ten times as many it is 7 % wider than
# a sequence tuned for that number.
TIGHTEST_AT = 100

LEAST = 20  # blocks before the first check: a standard deviation from fewer is not reliable


# Blocks with unseen values that are added for looking at every block; chosen by simulation.
UNSEEN_BLOCKS = 2.5


def half_width(blocks: int, deviation: float, level: float = 0.95) -> float:
    """Half the width around the mean of `blocks` blocks with this standard deviation."""
    return deviation * unit_width(blocks, 1 - level)


def reach(blocks: int, noise: float, far: float, level: float = 0.95) -> float:
    """How far the true mean may be to one side, for a number of blocks decided before.

    `noise` is the half width of the usual interval, `far` the distance to the last possible value.
    Where there is noise, a smaller part for unseen values is enough.
    """
    miss = 1 - level
    both = hypot(noise, far * unseen(blocks, min(1.0, 2 * miss)))
    return max(both, far * unseen(blocks, miss))


def sequence(
    blocks: int, deviation: float, room: tuple[float, float], level: float = 0.95
) -> tuple[float, float]:
    """How far the true mean may be below and above, at every look.

    `room` is how far the mean is from the least and from the greatest value. A few large values are
    hardly better known than none, so their share is `UNSEEN_BLOCKS` blocks larger than at one look.
    """
    if blocks < 2:
        return room
    noise, share = half_width(blocks, deviation, level), (UNSEEN_BLOCKS - log(1 - level)) / blocks
    share = min(1.0, share)
    return hypot(noise, share * room[0]), hypot(noise, share * room[1])


def unit_width(blocks: int, alpha: float) -> float:
    """The half width for a standard deviation of 1; nearly the tightest at `TIGHTEST_AT` blocks."""
    rho_squared = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / TIGHTEST_AT
    mixed = blocks * rho_squared + 1
    return sqrt(2 * mixed * log(sqrt(mixed) / alpha) / (blocks * (mixed - 1)))


def unseen(blocks: int, miss: float) -> float:
    """The share of blocks that a value has which is missed in all of them with this probability."""
    return float(1 - miss ** (1 / blocks)) if blocks else 1.0


# A mean with the bounds of its interval.

# Two numbers that belong to the two sides of a mean: what is below first.
Sides = tuple[float, float]


class Interval(NamedTuple):
    """A mean and the bounds of its interval; no bounds while there are fewer than two blocks.

    An interval with bounds is made by `around`, so that it contains its mean.
    """

    mean: Fraction
    low: float | None = None
    high: float | None = None
    blocks: int = 0

    @classmethod
    def around(
        cls, mean: Fraction, sides: Sides, blocks: int, within: Sides | None = None
    ) -> "Interval":
        """The interval that reaches so far below and above the mean, as far as values can be."""
        middle = float(mean)
        low, high = middle - sides[0], middle + sides[1]
        if within is not None:
            low, high = max(low, min(within[0], middle)), min(high, max(within[1], middle))
        return cls(mean, low, high, blocks)

    def half(self) -> float | None:
        """The distance from the mean to the farther bound; bounds that were clipped may differ."""
        if self.low is None or self.high is None:
            return None
        return max(float(self.mean) - self.low, self.high - float(self.mean))

    def without_bounds(self) -> "Interval":
        """The mean alone."""
        return self._replace(low=None, high=None)

    def in_parts(self, unit: int) -> "Interval":
        """The interval of values that were counted in parts of `unit` to one."""
        mean = self.mean / unit
        if self.low is None or self.high is None:
            return Interval(mean, blocks=self.blocks)
        ends = self.low / unit, self.high / unit
        return Interval(mean, min(ends[0], float(mean)), max(ends[1], float(mean)), self.blocks)


# The confidence interval of a share.


def share_interval(hits: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a probability; it has a width even for no or only hits."""
    if not trials:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    share, extra = hits / trials, z * z / trials
    middle = (share + extra / 2) / (1 + extra)
    reach = z * sqrt(share * (1 - share) / trials + extra / (4 * trials)) / (1 + extra)
    return max(0.0, middle - reach), min(1.0, middle + reach)
