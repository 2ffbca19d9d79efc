"""A chart of estimates with intervals, one below the other (a forest plot)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Final, NamedTuple

from engines.messages import Message, say
from tourney.pictures.axes import (
    BELOW,
    LinearScale,
    around,
    below,
    centred,
    finite,
    tick_count,
    words_below,
)
from tourney.pictures.look import (
    GRID_OPACITY,
    MOST_ROWS,
    SMALL,
    TEXT_OPACITY,
    ChartLook,
    ChartWords,
    chart,
    decimal,
    element,
    group,
    heading,
    label,
    name_label,
    row_height,
    rule,
    series,
    tooltip,
    warned,
    widest,
)

Number = float | Fraction | None

GAP: Final = 16
ENDS_FROM: Final = 480  # from this width on, the ends of the intervals are also written


class IntervalRow(NamedTuple):
    """A name, an estimate, and the ends of its interval; None for what is not known."""

    name: Message | str
    value: Number
    low: Number = None
    high: Number = None


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """Estimates with intervals; `label` says what the numbers are.

    The scale of `difference`s has 0 in its middle; any other scale holds the data and `include`.
    """

    words: ChartWords
    rows: Sequence[IntervalRow]
    label: Message | str
    digits: int = 2
    difference: bool = False
    include: Sequence[float] = ()

    def text(self, value: Number) -> str:
        """A number as it is written."""
        return "" if value is None else decimal(value, self.digits, sign=self.difference)

    def ends(self, row: IntervalRow) -> str:
        """The interval of a row as it is written."""
        known = row.low is not None and row.high is not None
        return f"[{self.text(row.low)}, {self.text(row.high)}]" if known else ""


class _Columns(NamedTuple):
    """Where the parts of a row are: names from the left, values and intervals to the right."""

    names: float
    start: float
    end: float
    values: float
    ends: float


def interval_chart(drawn: IntervalChart, look: ChartLook) -> str:
    """The chart as SVG."""
    rows = drawn.rows[:MOST_ROWS]
    words = warned(drawn.words, len(rows), len(drawn.rows))
    top = heading(words, look)
    seen = [_seen(drawn, row, look) for row in drawn.rows]
    if not rows:
        return chart(look, top.height, words, seen, top.elements)
    at = _columns(drawn, rows, look)
    scale = _scale(drawn, rows, at)
    each = row_height(len(rows))
    bottom = top.height + each * len(rows)
    marks = [
        _row(drawn, row, scale, at, top.height + each * (number + 0.5), look)
        for number, row in enumerate(rows)
    ]
    axis = below(scale, top.height, bottom, sign=drawn.difference, zero=drawn.difference)
    said, height = words_below(look.text(drawn.label), at.start, look.right, bottom + BELOW)
    # A faint line after every fifth row of a long chart leads the eye.
    places = [top.height + each * number for number in range(5, len(rows), 5)]
    lines = [rule(look.left, y, look.right, y) for y in places]
    guides = group(*lines, class_="grid", stroke_opacity=GRID_OPACITY) if len(rows) > 2 * 5 else ""
    parts = [*top.elements, guides, axis, *marks, said]
    return chart(look, bottom + BELOW + height, words, seen, parts)


def _seen(drawn: IntervalChart, row: IntervalRow, look: ChartLook) -> str:
    value = drawn.text(row.value)
    if row.low is None or row.high is None:
        return look.text(
            say("pictures.value", name=row.name, value=value or look.text(say("pictures.no-data")))
        )
    ends = {"low": drawn.text(row.low), "high": drawn.text(row.high)}
    return look.text(say("pictures.range", name=row.name, value=value, **ends))


def _columns(drawn: IntervalChart, rows: Sequence[IntervalRow], look: ChartLook) -> _Columns:
    ends = widest((drawn.ends(row) for row in rows), SMALL) if look.width >= ENDS_FROM else 0.0
    values = widest(drawn.text(row.value) for row in rows)
    names = min(widest(look.text(row.name) for row in rows), 0.36 * look.inside)
    before_ends = look.right - ends
    before_values = before_ends - (8 if ends else 0)
    start = look.left + names + GAP
    end = max(before_values - values - GAP, start + 40)
    return _Columns(names, start, end, before_values, before_ends)


def _scale(drawn: IntervalChart, rows: Sequence[IntervalRow], at: _Columns) -> LinearScale:
    numbers = finite(value for row in rows for value in row[1:])
    count = tick_count(at.end - at.start)
    if drawn.difference:
        return LinearScale(*centred(numbers, count), at.start, at.end)
    return LinearScale(*around(numbers, count, include=drawn.include), at.start, at.end)


def _row(
    drawn: IntervalChart,
    row: IntervalRow,
    scale: LinearScale,
    at: _Columns,
    y: float,
    look: ChartLook,
) -> str:
    base = y + 4.5
    parts = [name_label(look.left, base, look.text(row.name), at.names)]
    if row.value is not None:
        parts.append(label(at.values, base, drawn.text(row.value), text_anchor="end"))
    if look.width >= ENDS_FROM and drawn.ends(row):
        parts.append(
            label(look.right, base, drawn.ends(row), text_anchor="end", font_size=SMALL,
                  fill_opacity=TEXT_OPACITY)
        )  # fmt: skip
    marks = group(_whisker(row, scale, y), _dot(row, scale, y), class_="series s1",
                  color=series(0).colour)  # fmt: skip
    return group(tooltip(_seen(drawn, row, look)), *parts, marks, class_="row")


def _whisker(row: IntervalRow, scale: LinearScale, y: float) -> str:
    """The interval; an infinite end has an arrow."""
    if row.low is None or row.high is None:
        return ""
    low, high = scale.at(float(row.low)), scale.at(float(row.high))
    arrows = "".join(
        element("path", d=f"M0-4l{6 * way} 4l{-6 * way} 4z", fill="currentColor",
                transform=f"translate({x - 6 * way:.2f} {y:.2f})")
        for value, x, way in ((row.low, low, -1), (row.high, high, 1))
        if not isfinite(value)
    )  # fmt: skip
    return rule(low, y, high, y, stroke_width=2.5, stroke_opacity=0.75) + arrows


def _dot(row: IntervalRow, scale: LinearScale, y: float) -> str:
    if row.value is None or not isfinite(row.value):
        return ""
    return element("circle", cx=scale.at(float(row.value)), cy=y, r=4.5, fill="currentColor")
