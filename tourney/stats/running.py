"""Mean and standard deviation of a stream of values, one per block; sums are exact."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

Exact = int | Fraction


@dataclass(slots=True)
class Running:
    """The number of values, their sum and the sum of their squares."""

    count: int = 0
    total: Exact = 0
    squares: Exact = 0

    def add(self, value: Exact) -> None:
        """Add the value of a block."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> Fraction:
        """The mean; 0 before the first value."""
        return Fraction(self.total) / self.count if self.count else Fraction(0)

    @property
    def deviation(self) -> float:
        """The sample standard deviation, with one degree of freedom less than values."""
        if self.count < 2:
            return 0.0
        return sqrt((self.squares - self.total * self.mean) / (self.count - 1))
