"""A chart of distributions, one below the other on one scale: how often each value occurred."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from engines.messages import Message, say
from tourney.pictures.axes import BELOW, LinearScale, below, round_step, words_below
from tourney.pictures.look import (
    SMALL,
    SOFT,
    ChartLook,
    ChartWords,
    chart,
    group,
    heading,
    name_label,
    rule,
    series,
    tooltip,
    warned,
    widest,
)
from tourney.pictures.svg import decimal, element, label, short

ROW: Final = 52
TIGHT_ROW: Final = 36
FEW: Final = 8
"""With more rows than this, rows are tight."""
ABOVE: Final = 10
"""Height of a row above its highest bar."""
MOST: Final = 60
MARK: Final = 6
"""Height of the mark of the median, below the base line of its row."""
GAP: Final = 16
HALF: Final = 0.5
"""A bar reaches from half a value below its first value to half a value above its last one."""
BAR: Final = 14
"""The width that a bar should have."""


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
    shown = known[:MOST]
    words = warned(drawn.words, len(shown), len(known))
    top = heading(words, look)
    seen = [_seen(drawn, row, look) for row in known]
    if not shown:
        return chart(look, top.height, words, seen, top.elements)
    start = top.height + 14
    space = _space(drawn, shown, look)
    bases = [start + space.row * (number + 1) for number in range(len(shown))]
    bottom = bases[-1]
    rows = [_row(drawn, row, space, y, look) for row, y in zip(shown, bases, strict=True)]
    axis = below(space.scale, start, bottom + MARK, whole=True)
    head = label(look.right, start, look.text(drawn.mean_label), text_anchor="end",
                 font_size=SMALL, fill_opacity=SOFT)  # fmt: skip
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
    high_row = ROW if len(rows) <= FEW else TIGHT_ROW
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


def _row(
    drawn: DistributionChart, row: Distribution, space: _Space, base: float, look: ChartLook
) -> str:
    """A row: bars on a base line, a tick at the median, and the mean in figures."""
    scale, median = space.scale, row.quantile(Fraction(1, 2))
    line = rule(scale.start, base, scale.end, base, stroke_opacity=0.3)
    name = name_label(look.left, base - 6, look.text(row.name), space.names)
    mean = label(look.right, base - 6, decimal(row.mean, drawn.digits), text_anchor="end")
    bars = element("path", d=_outline(row, space, base), fill="currentColor", fill_opacity=0.75)
    at = scale.at(median)
    mark = element("path", d=f"M{short(at)} {short(base + 1)}l4 6h-8z", class_="median")
    return group(
        tooltip(_seen(drawn, row, look)), name, line,
        group(bars, class_="series s1", color=series(0).colour), mark, mean, class_="row",
    )  # fmt: skip


def _outline(row: Distribution, space: _Space, base: float) -> str:
    """The bars as one path; the same height is the same share in every row."""
    parts = []
    for value, many in sorted(_bars(row, space.step).items()):
        left, right = space.scale.at(value - HALF), space.scale.at(value + space.step - HALF)
        gap = 1.0 if right - left > 4 else 0.0
        high = (space.row - ABOVE) * float(Fraction(many, row.total) / space.highest)
        wide = max(right - left - gap, 0.5)
        parts.append(f"M{short(left)} {short(base)}v{short(-high)}h{short(wide)}v{short(high)}z")
    return "".join(parts)
