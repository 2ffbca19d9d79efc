"""A chart of curves: values over time or over deals, with labels at their ends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import inf, isfinite
from typing import Final, NamedTuple

from engines.messages import Message, Sentence, say
from tourney.pictures.axes import (
    BELOW,
    LinearScale,
    around,
    beside,
    centred,
    finite,
    kept_inside,
    room_beside,
    tick_count,
    ticks_below,
    words_below,
)
from tourney.pictures.look import (
    SMALL,
    ChartLook,
    ChartWords,
    chart,
    decimal,
    element,
    group,
    heading,
    label,
    name_label,
    rule,
    series,
    short,
    shortened,
    tooltip,
    warned,
    widest,
    width_of,
)

# Labels at the ends of curves, moved apart where curves end close together.

APART: Final = 17  # the least distance of two labels
LEADER: Final = 16  # the room of the line from a curve to its label
SHARE: Final = 0.34  # the part of the width that labels take at most


class EndLabel(NamedTuple):
    """The name and the last value of a curve, and where it ends."""

    number: int
    name: str
    value: str
    y: float


def _values(labels: Sequence[EndLabel]) -> float:
    """The width of the values and the gap after them."""
    return widest(one.value for one in labels) + 7


def spread_apart(wanted: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Places between `low` and `high` in the order of the wanted ones, at least so far apart.

    They move as little as possible: groups that would overlap are centred where their members
    want to be. Without enough room they are evenly spread.
    """
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    if not order:
        return []
    gap = min(least, (high - low) / max(len(wanted) - 1, 1))
    groups: list[list[float]] = []  # the wish for the first place, and the number of members
    for number in order:
        groups.append([wanted[number], 1])
        while len(groups) > 1 and groups[-2][0] + gap * groups[-2][1] > groups[-1][0]:
            (first, many), (second, more) = groups[-2:]
            start = (first * many + (second - gap * many) * more) / (many + more)
            groups[-2:] = [[start, many + more]]
    places = [start + gap * at for start, many in groups for at in range(int(many))]
    # Push the places inside from both ends; their order and the gaps stay.
    for at in range(len(places)):
        places[at] = max(places[at], low + gap * at)
    for at in range(len(places)):
        places[-1 - at] = min(places[-1 - at], high - gap * at)
    found = [0.0] * len(wanted)
    for number, place in zip(order, places, strict=True):
        found[number] = place
    return found


def end_labels(labels: Sequence[EndLabel], x: float, scale: LinearScale, look: ChartLook) -> str:
    """The labels to the right of `x`, each with a line from the end of its curve."""
    places = spread_apart([one.y for one in labels], APART, scale.end, scale.start)
    at = x + LEADER
    values = _values(labels)
    found = []
    for one, y in zip(labels, places, strict=True):
        leader = element("path", d=f"M{short(x + 6)} {short(one.y)}L{short(at - 3)} {short(y)}",
                         fill="none", stroke="currentColor", stroke_opacity=0.6,
                         color=series(one.number).colour)  # fmt: skip
        value = label(at + values - 7, y + 4.5, one.value, text_anchor="end")
        name = name_label(at + values, y + 4.5, one.name, look.right - at - values)
        found.append(group(leader, value, name, class_=f"label s{one.number % 6 + 1}"))
    return group(*found, class_="labels")


# A chart of curves with bands: how estimates change from deal to deal, round to round, day to
# day.
#
# Every curve has its name and last value at its end, its own dashes and its own marker.

TALL: Final = 260
SHORT: Final = 200
NAMED: Final = 12  # curves that have a name; the others are grey
BANDS: Final = 6  # with more curves than this, only the first `FEW_BANDS` have a band
FEW_BANDS: Final = 2
MARKED: Final = 14  # up to this number of points, each one has a marker
BAND: Final = 0.14
DOT: Final = "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z"
MOST_TICK: Final = 110  # the width of a text below the scale, such as the name of an event


class CurvePoint(NamedTuple):
    """A value and the ends of its interval at some `x`; None for what is not known."""

    x: float
    value: float | Fraction | None
    low: float | None = None
    high: float | None = None


class CurveSeries(NamedTuple):
    """A named curve; its points are in order."""

    name: Message | str
    points: Sequence[CurvePoint]


class CurveBound(NamedTuple):
    """A horizontal line at a value that matters, and what it means."""

    value: float
    text: Message | str


@dataclass(frozen=True, slots=True)
class CurveChart:
    """Curves, the most important first, with bands as far as intervals are known.

    `x_label` and `label` say what the numbers are. `x_ticks` are places and texts below, such as
    dates; without them there are round numbers. The scale of `difference`s has 0 in its middle; any
    other scale holds the data, the bounds and `include`.
    """

    words: ChartWords
    curves: Sequence[CurveSeries]
    label: Message | str
    x_label: Message | str = ""
    x_ticks: Sequence[tuple[float, str]] = ()
    digits: int = 2
    difference: bool = False
    include: Sequence[float] = ()
    bounds: Sequence[CurveBound] = ()

    def text(self, value: float | Fraction) -> str:
        """A number as it is written."""
        return decimal(value, self.digits, sign=self.difference)


class _Plane(NamedTuple):
    """The scales of a chart."""

    x: LinearScale
    y: LinearScale


def curve_chart(drawn: CurveChart, look: ChartLook) -> str:
    """The chart as SVG."""
    known = [one for one in drawn.curves if _last(one)]
    words = warned(drawn.words, NAMED, len(known), Sentence("pictures.grey"))
    top = heading(words, look)
    seen = [_seen(drawn, one, look) for one in known]
    if not known:
        return chart(look, top.height, words, seen, top.elements)
    said, height = words_below(look.text(drawn.label), look.left, look.right, top.height - 8)
    # The labels of the named curves, with their values in place of coordinates.
    labels = []
    for number, curve in enumerate(known[:NAMED]):
        last = _last(curve)
        if last and last.value is not None:
            value = float(last.value)
            labels.append(EndLabel(number, look.text(curve.name), drawn.text(value), value))
    plane = _plane(drawn, known, labels, top.height + height + 6, look)
    x, y = plane
    parts = [*top.elements, said, beside(y, x.start, x.end, sign=drawn.difference)]
    parts += [_axis(drawn, plane, look), *_bounds(drawn, plane, look)]
    parts += _curves(drawn, known, plane, look)
    parts.append(end_labels([one._replace(y=y.at(one.y)) for one in labels], x.end, y, look))
    words_x, low = words_below(look.text(drawn.x_label), x.start, look.right, y.start + BELOW)
    return chart(look, y.start + BELOW + low, words, seen, [*parts, words_x])


def _last(curve: CurveSeries) -> CurvePoint | None:
    """The last point with a finite value; None if there is none."""
    found = [one for one in curve.points if one.value is not None and isfinite(one.value)]
    return found[-1] if found else None


def _seen(drawn: CurveChart, curve: CurveSeries, look: ChartLook) -> str:
    values = [one for one in curve.points if one.value is not None]
    first, last = (drawn.text(one.value or 0.0) for one in (values[0], values[-1]))
    low, high = values[-1].low, values[-1].high
    known = low is not None and high is not None
    ends = {"low": drawn.text(low or 0.0), "high": drawn.text(high or 0.0)}
    return look.text(say("pictures.course", name=curve.name, first=first, last=last,
                            range=say("pictures.within", **ends) if known else ""))  # fmt: skip


def _plane(
    drawn: CurveChart,
    curves: Sequence[CurveSeries],
    labels: Sequence[EndLabel],
    top: float,
    look: ChartLook,
) -> _Plane:
    tall = max(TALL if look.width >= 480 else SHORT, 17 * len(labels))
    low, high = _ends(drawn, curves, tick_count(tall, 45))
    y = LinearScale(low, high, top + tall, top)
    left = look.left + room_beside(y, sign=drawn.difference)
    # Labels get what they need, but leave most of the width to the curves.
    fixed = LEADER + _values(labels)
    needed = fixed + widest(one.name for one in labels) + 2
    right = look.right - min(needed, max(SHARE * look.inside, fixed + 40))
    xs = [point.x for curve in curves for point in curve.points]
    first, last = (min(xs), max(xs)) if min(xs) < max(xs) else (xs[0] - 1, xs[0])
    return _Plane(LinearScale(first, last, left, right), y)


def _ends(drawn: CurveChart, curves: Sequence[CurveSeries], count: int) -> tuple[float, float]:
    numbers = finite(v for curve in curves for point in curve.points for v in point[1:])
    include = [*drawn.include, *(one.value for one in drawn.bounds if isfinite(one.value))]
    if drawn.difference:
        return centred([*numbers, *include], count)
    return around(numbers, count, include=include)


def _axis(drawn: CurveChart, plane: _Plane, look: ChartLook) -> str:
    x, y = plane
    ticks = drawn.x_ticks
    if not ticks:  # round whole numbers from the first point on; of a single point, its own
        first = min(point.x for curve in drawn.curves for point in curve.points)
        found = [int(at) for at in x.ticks(tick_count(x.end - x.start)) if at.denominator == 1]
        counts = [at for at in found if at >= first] or [round(x.high)]
        ticks = [(float(at), str(at)) for at in counts]
    shown = [(at, shortened(text, MOST_TICK, SMALL)) for at, text in ticks]
    ends = look.left, look.right
    return ticks_below(list(_apart(shown, x, ends)), y.start, y.start + 4, ends)


def _apart(
    ticks: Sequence[tuple[float, str]], scale: LinearScale, ends: tuple[float, float]
) -> Iterator[tuple[float, str]]:
    """The ticks whose texts do not touch the one before, and always the first."""
    free = -inf
    for value, text in ticks:
        at, half = scale.at(value), width_of(text, SMALL) / 2
        middle = kept_inside(at, text, ends)
        if middle - half > free:
            yield at, text
            free = middle + half + 8


def _bounds(drawn: CurveChart, plane: _Plane, look: ChartLook) -> Iterator[str]:
    x, y = plane
    if drawn.difference:
        yield rule(x.start, y.at(0), x.end, y.at(0), class_="zero", stroke_opacity=0.7)
    for bound in drawn.bounds:
        at = y.at(bound.value)
        below_line = at - y.end < 20
        text = shortened(look.text(bound.text), x.end - x.start, SMALL)
        words = label(x.start + 4, at + (14 if below_line else -5), text, font_size=SMALL)
        line = rule(x.start, at, x.end, at, stroke_dasharray="6 4", stroke_opacity=0.7)
        yield group(line, words, class_="bound")


def _curves(
    drawn: CurveChart, curves: Sequence[CurveSeries], plane: _Plane, look: ChartLook
) -> Iterator[str]:
    """Bands first, then grey curves, then named ones with the most important on top."""
    banded = len(curves) if len(curves) <= BANDS else FEW_BANDS
    for number, curve in enumerate(curves[:banded]):
        kind, colour = f"band s{number % 6 + 1}", series(number).colour
        yield group(*_band(curve, plane), fill_opacity=BAND, class_=kind, color=colour)
    for curve in curves[NAMED:]:
        marks = [tooltip(_seen(drawn, curve, look)), *_lines(curve, plane, 1)]
        if len(curve.points) == 1:  # no line would show it
            marks += _markers(curve, plane, DOT)
        grey = 0.25 if len(curves) < 60 else 0.12
        yield group(*marks, class_="other", stroke_opacity=grey, fill_opacity=grey)
    for number in reversed(range(len(curves[:NAMED]))):
        curve, style = curves[number], series(number)
        yield group(
            tooltip(_seen(drawn, curve, look)),
            *_lines(curve, plane, 2, style.dashes),
            *_markers(curve, plane, style.marker),
            class_=f"series s{number % 6 + 1}",
            color=style.colour,
        )


def _lines(
    curve: CurveSeries, plane: _Plane, wide: float, dashes: str | None = None
) -> Iterator[str]:
    # A point without a value is a gap; a part of a single point has no line.
    for known, points in groupby(curve.points, lambda one: one.value is not None):
        places = [(plane.x.at(one.x), plane.y.at(one.value or 0.0)) for one in points]
        if known and len(places) > 1:
            pen = {"stroke": "currentColor", "stroke_dasharray": dashes, "fill": "none"}
            pen |= {"stroke_linejoin": "round"}
            yield element("path", d=_path(places), stroke_width=wide, **pen)


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in places)


def _markers(curve: CurveSeries, plane: _Plane, outline: str) -> Iterator[str]:
    """A marker at the end, and at every point of a curve with few."""
    points = [one for one in curve.points if one.value is not None and isfinite(one.value)]
    for one in points if len(points) <= MARKED else points[-1:]:
        at = f"translate({short(plane.x.at(one.x))} {short(plane.y.at(one.value or 0.0))})"
        yield element("path", d=outline, fill="currentColor", transform=at)


def _band(curve: CurveSeries, plane: _Plane) -> Iterator[str]:
    """The intervals around a curve; one alone is a narrow bar."""
    for known, found in groupby(curve.points, lambda one: None not in one[1:]):
        points = list(found)
        if not known:
            continue
        if len(points) == 1:
            x, _, low, high = points[0]
            y = plane.y.at(high or 0.0)
            yield element("rect", x=plane.x.at(x) - 3, y=y, width=6,
                          height=plane.y.at(low or 0.0) - y, fill="currentColor")  # fmt: skip
            continue
        upper = [(plane.x.at(one.x), plane.y.at(one.high or 0.0)) for one in points]
        lower = [(plane.x.at(one.x), plane.y.at(one.low or 0.0)) for one in reversed(points)]
        yield element("path", d=_path([*upper, *lower]) + "z", fill="currentColor")
