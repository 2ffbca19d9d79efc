"""A mean with the bounds of its interval."""

from fractions import Fraction
from typing import NamedTuple

Sides = tuple[float, float]
"""Two numbers that belong to the two sides of a mean: what is below first."""


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
