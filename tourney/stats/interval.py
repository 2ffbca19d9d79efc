"""A mean with the bounds of its interval."""

from fractions import Fraction
from typing import NamedTuple


class Interval(NamedTuple):
    """A mean and the bounds of its interval; no bounds while there are fewer than two blocks."""

    mean: Fraction
    low: float | None = None
    high: float | None = None
    blocks: int = 0

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
        low = None if self.low is None else self.low / unit
        high = None if self.high is None else self.high / unit
        return Interval(self.mean / unit, low, high, self.blocks)
