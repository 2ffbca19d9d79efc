"""A chart of places: who stood where after each round, one line for each player.

A line goes from round to round through the order of the standings, so that lines never lie on each
other, also where a place is shared. The first players have colours, dashes and a marker.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from engines.messages import Message, say
from tourney.pictures.axes import BELOW, ticks_below
from tourney.pictures.look import (
    SERIES,
    SMALL,
    TEXT_OPACITY,
    ChartLook,
    ChartWords,
    chart,
    element,
    group,
    heading,
    label,
    name_label,
    series,
    tooltip,
    warned,
    widest,
)

MOST: Final = 40  # players that are drawn
HIGH: Final = 22  # the distance of two lines
CLOSE: Final = 17  # the same with more than 24 players
NAMES: Final = 0.42  # the part of the width that names take at most
FAINT: Final = 0.3  # opacity of the lines without a colour


class PlaceRow(NamedTuple):
    """A player, and the place after each round; None for a round before the player came."""

    name: str
    places: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class PlaceChart:
    """Places of all players, in the order of the last standings; `rounds` name the columns."""

    words: ChartWords
    rounds: Sequence[Message | str]
    rows: Sequence[PlaceRow]


def place_chart(drawn: PlaceChart, look: ChartLook) -> str:
    """The chart as SVG."""
    rows = drawn.rows[:MOST]
    words = warned(drawn.words, len(rows), len(drawn.rows))
    top = heading(words, look)
    seen = [_seen(row, look) for row in rows]
    if not rows:
        return chart(look, top.height, words, seen, top.elements)
    high = HIGH if len(rows) <= 24 else CLOSE
    places = [widest(str(row.places[at]) for row in rows if row.places[at]) for at in (0, -1)]
    left = look.left + places[0] + 8
    names = min(widest(row.name for row in rows) + places[1] + 16, NAMES * look.inside)
    right = look.right - names
    step = (right - left) / max(len(drawn.rounds) - 1, 1)
    # Where each player stands in each column: in the order of places, then of the last standings.
    lines: list[list[tuple[float, float] | None]] = [[] for _ in rows]
    for column in range(len(drawn.rounds)):
        known = [(row.places[column], at) for at, row in enumerate(rows)]
        order = [at for place, at in sorted((p, at) for p, at in known if p is not None)]
        for at in range(len(rows)):
            y = top.height + high * (order.index(at) + 0.5) if at in order else None
            lines[at].append(None if y is None else (left + step * column, y))
    parts = [*top.elements]
    bottom = top.height + high * len(rows)
    texts = [look.text(one) for one in drawn.rounds]
    marks = [(left + step * at, text) for at, text in enumerate(texts)]
    parts.append(ticks_below(marks, top.height, bottom, (look.left, look.right)))
    for at in reversed(range(len(rows))):
        parts.append(_line(rows[at], lines[at], at, seen[at]))
    for row, line in zip(rows, lines, strict=True):
        first, last = line[0], line[-1]
        if first is not None:
            place = label(look.left, first[1] + 4.5, str(row.places[0]), font_size=SMALL,
                          fill_opacity=TEXT_OPACITY)  # fmt: skip
            parts.append(place)
        if last is not None:
            x = last[0] + 10
            place = label(x + places[1], last[1] + 4.5, str(row.places[-1]), text_anchor="end")
            name_at = x + places[1] + 6
            parts.append(place + name_label(name_at, last[1] + 4.5, row.name, look.right - name_at))
    return chart(look, bottom + BELOW, words, seen, parts)


def _seen(row: PlaceRow, look: ChartLook) -> str:
    known = ", ".join("–" if place is None else str(place) for place in row.places)
    return look.text(say("pictures.places-of", name=row.name, places=known))


def _line(
    row: PlaceRow, points: Sequence[tuple[float, float] | None], number: int, said: str
) -> str:
    """The line of a player; a round that the player missed is a gap."""
    known = [one for one in points if one is not None]
    coloured = number < len(SERIES)
    style = series(number)
    steps = "".join(
        f"M{_at(one)}C{_at(((one[0] + two[0]) / 2, one[1]))} {_at(((one[0] + two[0]) / 2, two[1]))}"
        f" {_at(two)}"
        for one, two in pairwise(points)
        if one is not None and two is not None
    )
    path = element(
        "path",
        d=steps,
        fill="none",
        stroke="currentColor",
        stroke_width=2.5 if coloured else 1.5,
        stroke_dasharray=style.dashes if coloured else None,
    )
    dots = [
        element("path", d=style.marker, fill="currentColor",
                transform=f"translate({x:.4g} {y:.4g})")
        for x, y in known
        if coloured
    ]  # fmt: skip
    whole = (tooltip(said), path if steps else "", *dots)
    if coloured:
        return group(*whole, class_=f"series s{number % len(SERIES) + 1}", color=style.colour)
    return group(*whole, class_="other", stroke_opacity=FAINT)


def _at(point: tuple[float, float]) -> str:
    return f"{point[0]:.4g} {point[1]:.4g}"
