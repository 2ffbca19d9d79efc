"""Paired comparison of two series of values on the same blocks."""

from dataclasses import dataclass, field
from fractions import Fraction

from tourney.stats.blocks import BlockMeans, Blocks, Interval


@dataclass(slots=True)
class Paired:
    """Pairs of values, one pair per block: the value before and after a change."""

    blocks: Blocks = field(default_factory=Blocks)
    means: BlockMeans = field(default_factory=BlockMeans)

    def add(self, before: Fraction, after: Fraction) -> None:
        """Add a block."""
        self.blocks.add(1, after - before)
        self.means.add(None, [("before", before), ("after", after)])

    def before(self) -> Fraction:
        """The mean before the change."""
        return self.means.interval("before").mean

    def after(self) -> Fraction:
        """The mean after the change."""
        return self.means.interval("after").mean

    def difference(self, level: float = 0.95) -> Interval:
        """The mean difference, after minus before, with its interval over pairs."""
        return self.blocks.interval(level)

    def better(self) -> float | None:
        """The probability that the change is an improvement; None before there are two blocks."""
        return self.means.chances().get("after")
