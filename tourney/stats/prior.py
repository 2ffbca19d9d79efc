"""What is known of points before anything is played: their range and their spread by chance.

A few deals with equal values say little about the spread of all deals. One deal more, with the
spread that random places would have, keeps intervals honest; its weight falls as deals are added.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Self


class Prior(NamedTuple):
    """The variance of a value if places were random, and its least and greatest value."""

    variance: Fraction
    low: Fraction
    high: Fraction

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

    def clipped(self, low: float, high: float) -> tuple[float, float]:
        """The ends of an interval without values that are impossible."""
        return max(low, float(self.low)), min(high, float(self.high))
