"""A chart of amounts: bars from zero, or dots on a logarithmic scale if amounts differ much."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10
from typing import Final, NamedTuple

from engines.messages import Message, say
from tourney.pictures.axes import (
    BELOW,
    LinearScale,
    around,
    below,
    tick_count,
    ticks_below,
    words_below,
)
from tourney.pictures.look import (
    ChartLook,
    ChartWords,
    chart,
    group,
    heading,
    name_label,
    series,
    tooltip,
    warned,
    widest,
)
from tourney.pictures.svg import decimal, element, label

HIGH: Final = 24
LOW: Final = 18
MANY: Final = 40
MOST: Final = 300
GAP: Final = 16
MUCH: Final = 50
"""If the greatest amount is more than this many times the least, the scale is logarithmic."""


class Amount(NamedTuple):
    """A name and an amount."""

    name: str
    value: float | Fraction


@dataclass(frozen=True, slots=True)
class AmountChart:
    """Amounts in order; `label` says what the numbers are. `wide` ones may need another scale."""

    words: ChartWords
    rows: Sequence[Amount]
    label: Message | str
    digits: int | None = 2
    wide: bool = False

    @property
    def logarithmic(self) -> bool:
        """Whether the scale is logarithmic: bars cannot show amounts that differ so much."""
        values = [row.value for row in self.rows]
        return self.wide and bool(values) and min(values) > 0 and max(values) > MUCH * min(values)

    def text(self, value: float | Fraction) -> str:
        """An amount as it is written; without fixed decimals it has three digits that count."""
        if self.digits is not None or not value:
            return decimal(value, self.digits or 0)
        return decimal(value, max(0, 2 - floor(log10(value))))


def amount_chart(drawn: AmountChart, look: ChartLook) -> str:
    """The chart as SVG."""
    rows = drawn.rows[:MOST]
    words = warned(drawn.words, len(rows), len(drawn.rows))
    top = heading(words, look)
    seen = [
        look.text(say("pictures.value", name=row.name, value=drawn.text(row.value)))
        for row in drawn.rows
    ]
    if not rows:
        return chart(look, top.height, words, seen, top.elements)
    each = HIGH if len(rows) <= MANY else LOW
    bottom = top.height + each * len(rows)
    scale = _scale(drawn, rows, look)
    marks = [
        _row(drawn, row, scale, (top.height + each * (at + 0.5), each), look)
        for at, row in enumerate(rows)
    ]
    said, height = words_below(_words(drawn, look), scale.start, look.right, bottom + BELOW)
    axis = _axis(drawn, scale, top.height, bottom)
    return chart(look, bottom + BELOW + height, words, seen, [*top.elements, axis, *marks, said])


def _words(drawn: AmountChart, look: ChartLook) -> str:
    words = look.text(drawn.label)
    return look.text(say("pictures.logarithmic", label=words)) if drawn.logarithmic else words


def _scale(drawn: AmountChart, rows: Sequence[Amount], look: ChartLook) -> LinearScale:
    """From 0, or from a power of ten; a logarithmic scale maps logarithms."""
    figures = widest(drawn.text(row.value) for row in rows)
    names = min(widest(row.name for row in rows) + 1, 0.36 * look.inside)
    start, end = look.left + names + GAP, look.right - figures - GAP
    values = [row.value for row in rows]
    if drawn.logarithmic:
        return LinearScale(floor(log10(min(values))), ceil(log10(max(values))), start, end)
    return LinearScale(*around(values, tick_count(end - start), include=[0.0]), start, end)


def _axis(drawn: AmountChart, scale: LinearScale, top: float, bottom: float) -> str:
    if not drawn.logarithmic:
        return below(scale, top, bottom, zero=True)
    powers = range(int(scale.low), int(scale.high) + 1)
    places = [(scale.at(power), decimal(10.0**power, max(0, -power))) for power in powers]
    return ticks_below(places, top, bottom)


def _row(
    drawn: AmountChart, row: Amount, scale: LinearScale, at: tuple[float, float], look: ChartLook
) -> str:
    """A row; `at` is its middle and its height."""
    y, each = at
    text = drawn.text(row.value)
    said = tooltip(look.text(say("pictures.value", name=row.name, value=text)))
    name = name_label(look.left, y + 4.5, row.name, scale.start - GAP - look.left)
    value = label(look.right, y + 4.5, text, text_anchor="end")
    return group(said, name, _mark(drawn, row, scale, y, each), value, class_="row")


def _mark(drawn: AmountChart, row: Amount, scale: LinearScale, y: float, each: float) -> str:
    if drawn.logarithmic:
        mark = element("circle", cx=scale.at(log10(row.value)), cy=y, r=4.5, fill="currentColor")
    else:
        high = each - 9
        ends = sorted((scale.at(0), scale.at(row.value)))
        mark = element("rect", x=ends[0], y=y - high / 2, width=ends[1] - ends[0], height=high,
                       fill="currentColor", fill_opacity=0.75)  # fmt: skip
    return group(mark, class_="series s1", color=series(0).colour)
