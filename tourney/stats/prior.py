"""What is known of points before anything is played: their range and their spread by chance.

A few deals with equal values say little about the spread of all deals. One deal more, with the
spread that random places would have, keeps intervals honest; its weight falls as deals are added.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple, Self


class Prior(NamedTuple):
    """The variance of a value if places were random, and its least and greatest value.

    The variance is 0 if it is unknown, as that of scores; no deal is added then.
    """

    variance: Fraction
    low: Fraction
    high: Fraction

    @classmethod
    def over(cls, priors: Collection["Prior | None"]) -> "Prior | None":
        """The prior of values that come from matches of several kinds; None if one is unknown."""
        found = [prior for prior in priors if prior is not None]
        if not found or len(found) < len(priors):
            return None
        variance, low, high = zip(*found, strict=True)
        return cls(max(variance), min(low), max(high))

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

    def ends(self) -> tuple[float, float]:
        """The least and the greatest value."""
        return float(self.low), float(self.high)

    def room(self, mean: float) -> tuple[float, float]:
        """How far a mean is from the least and from the greatest value."""
        return max(mean - float(self.low), 0.0), max(float(self.high) - mean, 0.0)
