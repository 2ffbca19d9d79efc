"""Scales and axes: from values to places in a drawing, and how these are labelled."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf, isfinite, log10, sqrt
from typing import Final

from tourney.pictures.look import (
    GRID_OPACITY,
    SMALL,
    TEXT_OPACITY,
    decimal,
    folded,
    group,
    label,
    rule,
    width_of,
)

# From values to places in a drawing: round tick values, and scales between two ends.

# A step of 1, 2 or 5 times a power of ten is the nearest to the wanted one, by ratio.
_FACTORS: Final = ((sqrt(50), 10), (sqrt(10), 5), (sqrt(2), 2))


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


TINY: Final = 1e-12  # values that are closer than this, or than this part of them, are equal


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


# The lines and numbers of a scale.

BELOW: Final = 22  # height of the numbers below a chart; every line of words below them adds `LINE`
LINE: Final = 15


def tick_texts(values: Sequence[Fraction], *, sign: bool = False) -> list[str]:
    """Round values as text, all with the same number of decimals."""
    # The decimals that every one of them needs; of a value with more than eleven, two.
    needed = (next((n for n in range(12) if (v * 10**n).denominator == 1), 2) for v in values)
    digits = max(needed, default=0)
    return [decimal(value, digits, sign=sign) for value in values]


def below(
    scale: LinearScale,
    top: float,
    bottom: float,
    *,
    sign: bool = False,
    zero: bool = False,
    whole: bool = False,
) -> str:
    """Faint vertical lines at round values, with the numbers below.

    `zero` draws 0 stronger; `whole` leaves out values between whole numbers.
    """
    values = scale.ticks(tick_count(abs(scale.end - scale.start)))
    values = [value for value in values if value.denominator == 1 or not whole]
    texts = tick_texts(values, sign=sign)
    return ticks_below(
        [(scale.at(float(v)), t) for v, t in zip(values, texts, strict=True)], top, bottom
    ) + (zero_line(scale, top, bottom) if zero else "")


def ticks_below(
    places: Iterable[tuple[float, str]],
    top: float,
    bottom: float,
    inside: tuple[float, float] = (-inf, inf),
) -> str:
    """Faint vertical lines with texts below, which stay between two ends."""
    found = list(places)
    lines = [rule(x, top, x, bottom) for x, _ in found]
    texts = [label(kept_inside(x, text, inside), bottom + 16, text) for x, text in found]
    return group(*lines, class_="grid", stroke_opacity=GRID_OPACITY) + group(
        *texts, class_="ticks", font_size=SMALL, fill_opacity=TEXT_OPACITY, text_anchor="middle"
    )


def kept_inside(x: float, text: str, ends: tuple[float, float]) -> float:
    """Where the middle of a text can be so that it stays between two ends."""
    half = width_of(text, SMALL) / 2
    return min(max(x, ends[0] + half), ends[1] - half)


def zero_line(scale: LinearScale, top: float, bottom: float) -> str:
    """The line at 0 of differences."""
    if not scale.low <= 0 <= scale.high:
        return ""
    x = scale.at(0)
    return rule(x, top, x, bottom, class_="zero", stroke_opacity=0.7)


def beside(scale: LinearScale, left: float, right: float, *, sign: bool = False) -> str:
    """Faint horizontal lines at round values, with the numbers at the left."""
    values = scale.ticks(tick_count(abs(scale.end - scale.start), 45))
    texts = tick_texts(values, sign=sign)
    lines, words = [], []
    for value, text in zip(values, texts, strict=True):
        y = scale.at(float(value))
        lines.append(rule(left, y, right, y))
        words.append(label(left - 6, y + 4, text))
    return group(*lines, class_="grid", stroke_opacity=GRID_OPACITY) + group(
        *words, class_="ticks", font_size=SMALL, fill_opacity=TEXT_OPACITY, text_anchor="end"
    )


def room_beside(scale: LinearScale, *, sign: bool = False) -> float:
    """The room that the numbers at the left need."""
    values = scale.ticks(tick_count(abs(scale.end - scale.start), 45))
    return max(width_of(text, SMALL) for text in tick_texts(values, sign=sign)) + 8


def words_below(text: str, left: float, right: float, y: float) -> tuple[str, float]:
    """What the numbers below a chart are, and the height of these words."""
    lines = folded(text, right - left, SMALL) if text else []
    found = [label(left, y + LINE * (at + 1), line) for at, line in enumerate(lines)]
    return group(*found, font_size=SMALL, fill_opacity=TEXT_OPACITY), LINE * len(lines) + 4
