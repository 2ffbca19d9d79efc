"""A chart of amounts: bars from zero, or dots on a logarithmic scale if amounts differ much."""

from collections import Counter
from collections.abc import Mapping, Sequence
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
    round_step,
    tick_count,
    ticks_below,
    words_below,
)
from tourney.pictures.look import (
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
    short,
    tooltip,
    warned,
    widest,
)

GAP: Final = 16
# If the greatest amount is more than this many times the least, the scale is logarithmic.
LARGEST_RATIO: Final = 50


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
        return (
            self.wide
            and bool(values)
            and min(values) > 0
            and max(values) > LARGEST_RATIO * min(values)
        )

    def text(self, value: float | Fraction) -> str:
        """An amount as it is written; without fixed decimals it has three digits that count."""
        if self.digits is not None or not value:
            return decimal(value, self.digits or 0)
        return decimal(value, max(0, 2 - floor(log10(value))))


def amount_chart(drawn: AmountChart, look: ChartLook) -> str:
    """The chart as SVG."""
    rows = drawn.rows[:MOST_ROWS]
    words = warned(drawn.words, len(rows), len(drawn.rows))
    top = heading(words, look)
    seen = [
        look.text(say("pictures.value", name=row.name, value=drawn.text(row.value)))
        for row in drawn.rows
    ]
    if not rows:
        return chart(look, top.height, words, seen, top.elements)
    each = row_height(len(rows))
    bottom = top.height + each * len(rows)
    scale = _scale(drawn, rows, look)
    marks = [
        _amount_row(drawn, row, scale, (top.height + each * (at + 0.5), each), look)
        for at, row in enumerate(rows)
    ]
    said_below = look.text(drawn.label)
    if drawn.logarithmic:
        said_below = look.text(say("pictures.logarithmic", label=said_below))
    said, height = words_below(said_below, scale.start, look.right, bottom + BELOW)
    axis = _axis(drawn, scale, top.height, bottom)
    return chart(look, bottom + BELOW + height, words, seen, [*top.elements, axis, *marks, said])


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


def _amount_row(
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


ROW: Final = 52
TIGHT_ROW: Final = 36
ROOMY_ROWS: Final = 8  # with more rows than this, rows are tight
ABOVE: Final = 10  # height of a row above its highest bar
MOST_DISTRIBUTIONS: Final = 60
MARK: Final = 6  # height of the mark of the median, below the base line of its row
# A bar reaches from half a value below its first value to half a value above its last one.
HALF: Final = 0.5
BAR: Final = 14  # the width that a bar should have


class Distribution(NamedTuple):
    """A name, and how often each value occurred."""

    name: Message | str
    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        """The number of values."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        """The mean of all values."""
        return Fraction(sum(value * many for value, many in self.counts.items()), self.total)

    def quantile(self, share: Fraction) -> int:
        """The least value that this share of all values does not exceed."""
        left = share * self.total
        for value in sorted(self.counts):
            left -= self.counts[value]
            if left <= 0:
                return value
        return max(self.counts)


@dataclass(frozen=True, slots=True)
class DistributionChart:
    """Distributions; `label` says what the values are, `mean_label` heads the means."""

    words: ChartWords
    rows: Sequence[Distribution]
    label: Message | str
    mean_label: Message | str
    digits: int = 1


class _Space(NamedTuple):
    """The room of names, the scale, the height of a row, the width of a bar in values.

    `highest` is the share of values in the highest bar.
    """

    names: float
    scale: LinearScale
    row: float
    step: int
    highest: Fraction


def distribution_chart(drawn: DistributionChart, look: ChartLook) -> str:
    """The chart as SVG."""
    known = [row for row in drawn.rows if row.total]
    shown = known[:MOST_DISTRIBUTIONS]
    words = warned(drawn.words, len(shown), len(known))
    top = heading(words, look)
    seen = [_seen(drawn, row, look) for row in known]
    if not shown:
        return chart(look, top.height, words, seen, top.elements)
    start = top.height + 14
    space = _space(drawn, shown, look)
    bases = [start + space.row * (number + 1) for number in range(len(shown))]
    bottom = bases[-1]
    rows = [
        _distribution_row(drawn, row, space, y, look) for row, y in zip(shown, bases, strict=True)
    ]
    axis = below(space.scale, start, bottom + MARK, whole=True)
    head = label(look.right, start, look.text(drawn.mean_label), text_anchor="end",
                 font_size=SMALL, fill_opacity=TEXT_OPACITY)  # fmt: skip
    said, height = words_below(
        look.text(drawn.label), space.scale.start, look.right, bottom + MARK + BELOW
    )
    parts = [*top.elements, head, axis, *rows, said]
    return chart(look, bottom + MARK + BELOW + height, words, seen, parts)


def _seen(drawn: DistributionChart, row: Distribution, look: ChartLook) -> str:
    return look.text(
        say(
            "pictures.spread",
            name=row.name,
            low=min(row.counts),
            high=max(row.counts),
            median=row.quantile(Fraction(1, 2)),
            mean=decimal(row.mean, drawn.digits),
            count=row.total,
        )
    )


def _space(drawn: DistributionChart, rows: Sequence[Distribution], look: ChartLook) -> _Space:
    names = min(widest(look.text(row.name) for row in rows) + 1, 0.3 * look.inside)
    means = max(
        widest(decimal(row.mean, drawn.digits) for row in rows),
        widest([look.text(drawn.mean_label)], SMALL),
    )
    start, end = look.left + names + GAP, look.right - means - GAP
    low, high = min(min(row.counts) for row in rows), max(max(row.counts) for row in rows)
    step = bar_step(low, high, int((end - start) / BAR))
    ends = step * (low // step) - HALF, step * (high // step + 1) - HALF
    highest = max(Fraction(max(_bars(row, step).values()), row.total) for row in rows)
    high_row = ROW if len(rows) <= ROOMY_ROWS else TIGHT_ROW
    return _Space(names, LinearScale(*ends, start, end), high_row, step, highest)


def bar_step(low: int, high: int, most: int) -> int:
    """The least round number of whole values per bar with which `most` bars are enough."""
    span = high - low + 1
    if span <= most:
        return 1
    step = round_step(span, most)
    while step < 1 or span / step > most:
        step = round_step(span, most := most - 1)
    return int(step)


def _bars(row: Distribution, step: int) -> Counter[int]:
    """How many values each bar has, by the first value of the bar."""
    found: Counter[int] = Counter()
    for value, many in row.counts.items():
        found[step * (value // step)] += many
    return found


def _distribution_row(
    drawn: DistributionChart, row: Distribution, space: _Space, base: float, look: ChartLook
) -> str:
    """A row: bars on a base line, a tick at the median, and the mean in figures."""
    scale, median = space.scale, row.quantile(Fraction(1, 2))
    line = rule(scale.start, base, scale.end, base, stroke_opacity=0.3)
    name = name_label(look.left, base - 6, look.text(row.name), space.names)
    mean = label(look.right, base - 6, decimal(row.mean, drawn.digits), text_anchor="end")
    # The bars as one path; the same height is the same share in every row.
    parts = []
    for value, many in sorted(_bars(row, space.step).items()):
        left, right = space.scale.at(value - HALF), space.scale.at(value + space.step - HALF)
        gap = 1.0 if right - left > 4 else 0.0
        high = (space.row - ABOVE) * float(Fraction(many, row.total) / space.highest)
        wide = max(right - left - gap, 0.5)
        parts.append(f"M{short(left)} {short(base)}v{short(-high)}h{short(wide)}v{short(high)}z")
    bars = element("path", d="".join(parts), fill="currentColor", fill_opacity=0.75)
    at = scale.at(median)
    mark = element("path", d=f"M{short(at)} {short(base + 1)}l4 6h-8z", class_="median")
    return group(
        tooltip(_seen(drawn, row, look)), name, line,
        group(bars, class_="series s1", color=series(0).colour), mark, mean, class_="row",
    )  # fmt: skip
