"""Paired comparison of two series of values on the same blocks."""

from dataclasses import dataclass, field, replace
from fractions import Fraction

from tourney.stats.best import ahead, better
from tourney.stats.block_sums import Blocks
from tourney.stats.interval import Interval
from tourney.stats.prior import Prior


@dataclass(slots=True)
class Paired:
    """Pairs of values, one pair per block: the value before and after a change.

    `prior` is that of the difference, `missing` the number of blocks without values.
    """

    prior: Prior | None = None
    blocks: Blocks = field(default_factory=Blocks)
    first: Blocks = field(default_factory=Blocks)
    second: Blocks = field(default_factory=Blocks)
    missing: int = 0

    def add(self, before: Fraction, after: Fraction) -> None:
        """Add a block."""
        self.blocks.add(1, after - before)
        self.first.add(1, before)
        self.second.add(1, after)

    def before(self) -> Fraction:
        """The mean before the change."""
        return self.first.interval().mean

    def after(self) -> Fraction:
        """The mean after the change."""
        return self.second.interval().mean

    def difference(self, level: float = 0.95) -> Interval:
        """The mean difference, after minus before, with its interval over pairs.

        No bounds if missing blocks could turn the verdict.
        """
        found = self.blocks.interval(level, self.prior)
        return found.without_bounds() if self.doubtful() else found

    def better(self) -> float | None:
        """The probability that the change is an improvement.

        None before there are two blocks, and if missing blocks could turn the verdict.
        """
        if self.blocks.blocks < 2 or self.doubtful():
            return None
        error, degrees = self.blocks.error(self.prior)
        gap = float(self.difference().mean)
        if self.prior is None:
            return ahead(gap, error, degrees)
        return better(gap, error, degrees, self.prior)

    def doubtful(self) -> bool:
        """Whether missing blocks could turn the verdict, if all were worst or all were best."""
        if not self.missing:
            return False
        if self.prior is None:
            return True
        known = self._verdict(0, self.prior.low)
        extremes = self.prior.low, self.prior.high
        return any(self._verdict(self.missing, value) != known for value in extremes)

    def _verdict(self, missing: int, value: Fraction) -> int:
        """The sign of the difference, 0 if unknown, if missing blocks had this difference."""
        whole = replace(self.blocks)
        for _ in range(missing):
            whole.add(1, value)
        _, low, high, _ = whole.interval(prior=self.prior)
        if low is None or high is None:
            return 0
        return (low > 0) - (high < 0)
