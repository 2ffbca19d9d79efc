"""The lines and numbers of a scale."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf
from typing import Final

from tourney.pictures.lettering import SMALL, folded, width_of
from tourney.pictures.look import FAINT, SOFT, group, rule
from tourney.pictures.numbers import decimal
from tourney.pictures.scales import LinearScale, digits_of, tick_count
from tourney.pictures.svg import label

BELOW: Final = 22
"""Height of the numbers below a chart; every line of words below them adds `LINE`."""
LINE: Final = 15


def tick_texts(values: Sequence[Fraction], *, sign: bool = False) -> list[str]:
    """Round values as text, all with the same number of decimals."""
    digits = digits_of(values)
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
    return group(*lines, class_="grid", stroke_opacity=FAINT) + group(
        *texts, class_="ticks", font_size=SMALL, fill_opacity=SOFT, text_anchor="middle"
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
    return group(*lines, class_="grid", stroke_opacity=FAINT) + group(
        *words, class_="ticks", font_size=SMALL, fill_opacity=SOFT, text_anchor="end"
    )


def room_beside(scale: LinearScale, *, sign: bool = False) -> float:
    """The room that the numbers at the left need."""
    values = scale.ticks(tick_count(abs(scale.end - scale.start), 45))
    return max(width_of(text, SMALL) for text in tick_texts(values, sign=sign)) + 8


def words_below(text: str, left: float, right: float, y: float) -> tuple[str, float]:
    """What the numbers below a chart are, and the height of these words."""
    lines = folded(text, right - left, SMALL) if text else []
    found = [label(left, y + LINE * (at + 1), line) for at, line in enumerate(lines)]
    return group(*found, font_size=SMALL, fill_opacity=SOFT), LINE * len(lines) + 4
