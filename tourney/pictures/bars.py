"""A chart of amounts: bars from zero, or dots on a logarithmic scale if amounts differ much."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10
from typing import Final, NamedTuple

from engines.messages import Message
from tourney.pictures.axes import BELOW, below, ticks_below, words_below
from tourney.pictures.lettering import name_label, widest
from tourney.pictures.look import (
    ChartLook,
    ChartWords,
    chart,
    group,
    heading,
    rule,
    series,
    tooltip,
)
from tourney.pictures.messages import FIRST_OF, LOGARITHMIC, NO_DATA, VALUE
from tourney.pictures.numbers import decimal
from tourney.pictures.scales import LinearScale, around, tick_count
from tourney.pictures.svg import element, label

HIGH: Final = 24
LOW: Final = 18
MANY: Final = 40
MOST: Final = 300
GAP: Final = 16
MUCH: Final = 50
"""If the greatest amount is more than this many times the least, the scale is logarithmic."""


class Amount(NamedTuple):
    """A name and an amount, which is not negative."""

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
    rows, words = drawn.rows[:MOST], drawn.words
    if len(rows) < len(drawn.rows):
        words = words._replace(warning=FIRST_OF(shown=len(rows), count=len(drawn.rows)))
    if not rows:
        words = words._replace(warning=NO_DATA())
    top = heading(words, look)
    seen = [look.text(VALUE(name=row.name, value=drawn.text(row.value))) for row in drawn.rows]
    if not rows:
        return chart(look, top.height, words, seen, top.elements)
    names = min(widest(row.name for row in rows) + 1, 0.36 * look.inside)
    values = widest(drawn.text(row.value) for row in rows)
    start, end = look.left + names + GAP, look.right - values - GAP
    each = HIGH if len(rows) <= MANY else LOW
    bottom = top.height + each * len(rows)
    scale = _scale(drawn, rows, start, end)
    marks = []
    for number, row in enumerate(rows):
        y = top.height + each * (number + 0.5)
        name = name_label(look.left, y + 4.5, row.name, names)
        value = label(look.right, y + 4.5, drawn.text(row.value), text_anchor="end")
        mark = _mark(drawn, row, scale, y, each)
        marks.append(group(tooltip(seen[number]), name, mark, value, class_="row"))
    words_of_scale = look.text(drawn.label)
    if drawn.logarithmic:
        words_of_scale = look.text(LOGARITHMIC(label=words_of_scale))
    said, height = words_below(words_of_scale, start, look.right, bottom + BELOW)
    axis = _axis(drawn, scale, top.height, bottom)
    return chart(look, bottom + BELOW + height, words, seen, [*top.elements, axis, *marks, said])


def _scale(drawn: AmountChart, rows: Sequence[Amount], start: float, end: float) -> LinearScale:
    """From 0, or from a power of ten; a logarithmic scale maps logarithms."""
    values = [row.value for row in rows]
    if drawn.logarithmic:
        return LinearScale(floor(log10(min(values))), ceil(log10(max(values))), start, end)
    return LinearScale(*around(values, tick_count(end - start), include=[0.0]), start, end)


def _axis(drawn: AmountChart, scale: LinearScale, top: float, bottom: float) -> str:
    if not drawn.logarithmic:
        return below(scale, top, bottom) + rule(scale.start, top, scale.start, bottom,
                                                stroke_opacity=0.7)  # fmt: skip
    powers = range(int(scale.low), int(scale.high) + 1)
    places = [(scale.at(power), decimal(10.0**power, max(0, -power))) for power in powers]
    return ticks_below(places, top, bottom)


def _mark(drawn: AmountChart, row: Amount, scale: LinearScale, y: float, each: float) -> str:
    if drawn.logarithmic:
        mark = element("circle", cx=scale.at(log10(row.value)), cy=y, r=4.5, fill="currentColor")
    else:
        high = each - 9
        wide = scale.at(float(row.value)) - scale.start
        mark = element("rect", x=scale.start, y=y - high / 2, width=wide, height=high,
                       fill="currentColor", fill_opacity=0.75)  # fmt: skip
    return group(mark, class_="series s1", color=series(0).colour)
