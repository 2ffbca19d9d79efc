"""From values to places in a drawing: round tick values, and scales between two ends."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isfinite, log10, sqrt
from typing import Final

_FACTORS: Final = ((sqrt(50), 10), (sqrt(10), 5), (sqrt(2), 2))
"""A step of 1, 2 or 5 times a power of ten is the nearest to the wanted one, by ratio."""


def round_step(span: float, count: int) -> Fraction:
    """The distance of about `count` round values in a span above 0: 1, 2 or 5 times a power of 10.

    The algorithm is that of D3 (Bostock).
    """
    wanted = span / max(count, 1)
    power = floor(log10(wanted))
    error = wanted / 10.0**power
    factor = next((factor for limit, factor in _FACTORS if error >= limit), 1)
    return factor * Fraction(10) ** power


def ticks(low: float, high: float, count: int) -> list[Fraction]:
    """About `count` round values from `low` to `high`, both included if they are round."""
    if not high > low:
        return [Fraction(low)]
    step = round_step(high - low, count)
    slack = Fraction(1, 10**9)  # 0.3 is not three times 0.1 in floating point
    first = ceil(Fraction(low) / step - slack)
    last = floor(Fraction(high) / step + slack)
    return [number * step for number in range(first, last + 1)]


def digits_of(values: Sequence[Fraction]) -> int:
    """The decimals that round values need, all of them the same."""
    return max((_digits(value) for value in values), default=0)


def _digits(value: Fraction) -> int:
    return next((n for n in range(12) if (value * 10**n).denominator == 1), 2)


TINY: Final = 1e-12
"""Values that are closer than this, or than this part of them, are equal."""


@dataclass(frozen=True, slots=True)
class LinearScale:
    """Maps values from `low` to `high` to places from `start` to `end`; others to the ends."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float | Fraction) -> float:
        """The place of a value."""
        inside = min(max(float(value), self.low), self.high)
        share = (inside - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self, count: int) -> list[Fraction]:
        """About `count` round values within the scale."""
        return ticks(self.low, self.high, count)


def finite(values: Iterable[float | Fraction | None]) -> list[float]:
    """The values that are finite numbers."""
    return [float(value) for value in values if value is not None and isfinite(value)]


def around(
    values: Iterable[float | Fraction | None], count: int, *, include: Iterable[float] = ()
) -> tuple[float, float]:
    """Round ends of a scale that holds all finite values and those to `include`.

    Equal values, or none, get some room around them.
    """
    found = [*finite(values), *include] or [0.0, 1.0]
    low, high = min(found), max(found)
    if high - low <= max(TINY, TINY * max(-low, high)):
        room = abs(low) / 2 or 1.0
        low, high = (low - room, high + room) if low else (0.0, 1.0)
    step = round_step(high - low, count)
    slack = Fraction(1, 10**9)
    low_end = floor(Fraction(low) / step + slack) * step
    return float(low_end), float(ceil(Fraction(high) / step - slack) * step)


def centred(values: Iterable[float | Fraction | None], count: int) -> tuple[float, float]:
    """Round ends at the same distance on both sides of 0, for differences."""
    low, high = around(values, count, include=(0.0,))
    reach = max(-low, high)
    return -reach, reach


def tick_count(room: float, each: float = 80) -> int:
    """How many ticks have space in a room, if every one needs `each`; at least two."""
    return max(2, int(room / each))
