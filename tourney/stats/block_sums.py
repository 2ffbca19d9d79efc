"""Exact sums over deal blocks, of one player and of two."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from tourney.stats.confidence import reach
from tourney.stats.interval import Interval
from tourney.stats.prior import Prior
from tourney.stats.student import t_quantile

Exact = int | Fraction


@dataclass(slots=True)
class Blocks:
    """Sums over the blocks of one player: counts of matches `k`, sums of values `s`."""

    blocks: int = 0
    k: int = 0
    s: Exact = 0
    kk: int = 0
    ks: Exact = 0
    ss: Exact = 0

    def add(self, matches: int, value: Exact) -> None:
        """Add a complete block of `matches` matches, whose values sum to `value`."""
        self.blocks += 1
        self.k += matches
        self.s += value
        self.kk += matches * matches
        self.ks += matches * value
        self.ss += value * value

    def interval(self, level: float = 0.95, prior: Prior | None = None) -> Interval:
        """The mean per match with its interval by Student's t over blocks.

        Blocks of unequal size (after an interruption) are weighted by their matches, as a ratio
        estimate. With a prior there is one block of variance more, and the interval allows for
        values that did not occur.
        """
        if not self.k:
            return Interval(Fraction(0))
        mean = Fraction(self.s) / self.k
        if self.blocks < 2:
            return Interval(mean, blocks=self.blocks)
        error, degrees = self.error(prior)
        noise = t_quantile((1 + level) / 2, degrees) * error
        if prior is None:
            return Interval.around(mean, (noise, noise), self.blocks)
        below, above = [reach(self.blocks, noise, far, level) for far in prior.room(float(mean))]
        return Interval.around(mean, (below, above), self.blocks, prior.ends())

    def deviation(self) -> float:
        """The standard deviation of blocks, in values per match."""
        error, _ = self.error()
        return error * sqrt(self.blocks)

    def error(self, prior: Prior | None = None) -> tuple[float, int]:
        """The standard error of the mean per match and its degrees of freedom."""
        mean = Fraction(self.s) / self.k
        squares = self.ss - 2 * mean * self.ks + mean * mean * self.kk
        if prior and prior.variance:
            squares += prior.variance * self.kk / self.blocks
            return sqrt(squares) / self.k, self.blocks
        return sqrt(squares * self.blocks / (self.blocks - 1)) / self.k, self.blocks - 1


@dataclass(slots=True)
class Shared:
    """Sums over the blocks of two players: products of their counts and values, first by second."""

    kk: int = 0
    ks: Exact = 0
    sk: Exact = 0
    ss: Exact = 0


@dataclass(slots=True)
class OpenBlock:
    """A block that may still grow."""

    k: int = 0
    s: Exact = 0
