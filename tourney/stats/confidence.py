"""How far the true mean may be from a mean of blocks, at one look or at every look.

Noise alone is not enough: a small deviation says nothing about rare large values, such as a bot
that loses everything on one deal of fifty. A value that occurs on a share p of all blocks is missed
in n blocks with the probability (1 - p) to the power of n; if it lies `far` from the mean, it moves
the true mean by p times `far`. Points have limits, so `far` is known. Both parts and their sum are
checked by simulation with a known truth (`tests/stats/simulations.py`).

The part of the noise at every look is an asymptotic confidence sequence: Waudby-Smith, Arbour,
Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences"
(arXiv 2103.06476). An ordinary interval, checked as often, is wrong sooner or later.
"""

from functools import lru_cache
from math import hypot, log, sqrt

TUNED = 100
"""The number of blocks at which the sequence is tightest; at ten times as many it is 7 % wider
than a sequence tuned for that number."""

LEAST = 20
"""Blocks before the first check: a standard deviation from fewer is not reliable."""


MORE = 2.5
"""Blocks with unseen values that are added for looking at every block; chosen by simulation."""


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
    hardly better known than none, so their share is `MORE` blocks larger than for a single look.
    """
    if blocks < 2:
        return room
    noise, share = half_width(blocks, deviation, level), (MORE - log(1 - level)) / blocks
    share = min(1.0, share)
    return hypot(noise, share * room[0]), hypot(noise, share * room[1])


def unit_width(blocks: int, alpha: float, tuned: int = TUNED) -> float:
    """The half width for a standard deviation of 1."""
    mixed = blocks * _rho(alpha, tuned) + 1
    return sqrt(2 * mixed * log(sqrt(mixed) / alpha) / (blocks * (mixed - 1)))


@lru_cache(maxsize=64)
def _rho(alpha: float, tuned: int) -> float:
    """The square of rho that makes the sequence nearly tightest at `tuned` blocks."""
    return (-2 * log(alpha) + log(1 - 2 * log(alpha))) / tuned


def unseen(blocks: int, miss: float) -> float:
    """The share of blocks that a value has which is missed in all of them with this probability."""
    return float(1 - miss ** (1 / blocks)) if blocks else 1.0
