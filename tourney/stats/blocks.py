"""Means and intervals where the matches of one deal belong together.

Matches played on the same cards are not independent; the deal with all its seatings, of every
line-up, is the unit of evidence. Line-ups are planned, not drawn: how much stronger the opponents
of one are than those of another is no uncertainty.
Blocks are folded into sums as soon as they are complete, so a long run costs no memory. Values
are integers or fractions and all sums exact: bots that play alike differ by exactly nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from tourney.stats.student import t_quantile

Block = tuple[int, int]
"""Number of the deal, number of the line-up."""

Exact = int | Fraction


class Interval(NamedTuple):
    """A mean and the bounds of its interval; no bounds while there are fewer than two blocks."""

    mean: Fraction
    low: float | None = None
    high: float | None = None
    blocks: int = 0

    def in_parts(self, unit: int) -> "Interval":
        """The interval where values were counted in parts of `unit` to one."""
        low = None if self.low is None else self.low / unit
        high = None if self.high is None else self.high / unit
        return Interval(self.mean / unit, low, high, self.blocks)


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
        """Enter a complete block: so many matches with values that sum to `value`."""
        self.blocks += 1
        self.k += matches
        self.s += value
        self.kk += matches * matches
        self.ks += matches * value
        self.ss += value * value

    def interval(self, level: float = 0.95) -> Interval:
        """The mean per match with its interval by Student's t over blocks.

        With blocks of equal size this is the interval of the mean of block means; blocks of
        unequal size (a run that was interrupted) weigh by their matches, as a ratio estimate.
        """
        if not self.k:
            return Interval(Fraction(0))
        mean = Fraction(self.s) / self.k
        if self.blocks < 2:
            return Interval(mean, blocks=self.blocks)
        squares = self.ss - 2 * mean * self.ks + mean * mean * self.kk
        error = sqrt(squares * self.blocks / (self.blocks - 1)) / self.k
        reach = t_quantile((1 + level) / 2, self.blocks - 1) * error
        return Interval(mean, float(mean) - reach, float(mean) + reach, self.blocks)


@dataclass(slots=True)
class _Open:
    """A block that may still grow."""

    k: int = 0
    s: Exact = 0


@dataclass(slots=True)
class BlockMeans:
    """Folds a stream of matches into the block sums of every player.

    Matches of one deal come one after the other, as match numbers have them; a match with no
    block is a block of its own. Values are counted in parts of `unit` to one, since sums of
    integers are many times faster than sums of fractions.
    """

    unit: int = 1
    players: dict[str, Blocks] = field(default_factory=dict)
    _deal: int | None = None
    _open: dict[str, _Open] = field(default_factory=dict)

    def add(self, block: Block | None, values: Iterable[tuple[str, Exact]]) -> None:
        """Enter a match: what it was worth to each of its players."""
        deal = block[0] if block else None
        if deal is None or deal != self._deal:
            self._close()
            self._deal = deal
        for player, value in values:
            entry = self._open.get(player)
            if entry is None:
                entry = self._open[player] = _Open()
            entry.k += 1
            entry.s += value

    def interval(self, player: str, level: float = 0.95) -> Interval:
        """The mean per match of a player and its interval, a block under way included."""
        blocks = replace(self.players.get(player, Blocks()))
        entry = self._open.get(player)
        if entry is not None:
            blocks.add(entry.k, entry.s)
        return blocks.interval(level).in_parts(self.unit)

    def _close(self) -> None:
        for player, entry in self._open.items():
            self.players.setdefault(player, Blocks()).add(entry.k, entry.s)
        self._open.clear()
