"""Two ways to play the same blocks, compared block by block."""

from dataclasses import dataclass, field
from fractions import Fraction

from tourney.stats.blocks import BlockMeans, Blocks, Interval


@dataclass(slots=True)
class Paired:
    """Pairs of values, one pair per block: what a block was worth before and after a change."""

    blocks: Blocks = field(default_factory=Blocks)
    means: BlockMeans = field(default_factory=BlockMeans)

    def add(self, before: Fraction, after: Fraction) -> None:
        """Enter a block."""
        self.blocks.add(1, after - before)
        self.means.add(None, [("before", before), ("after", after)])

    def before(self) -> Fraction:
        """The mean before the change."""
        return self.means.interval("before").mean

    def after(self) -> Fraction:
        """The mean after it."""
        return self.means.interval("after").mean

    def difference(self, level: float = 0.95) -> Interval:
        """How much more it was after the change, with the interval of the pairs' differences."""
        return self.blocks.interval(level)

    def better(self) -> float | None:
        """How likely the change was for the better; None before there are two blocks."""
        return self.means.chances().get("after")
