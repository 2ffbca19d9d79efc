"""Labels at the ends of curves, moved apart where curves end close together."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tourney.pictures.lettering import name_label, widest
from tourney.pictures.look import ChartLook, group, series
from tourney.pictures.numbers import short
from tourney.pictures.scales import LinearScale
from tourney.pictures.svg import element, label

APART: Final = 17
"""The least distance of two labels."""
LEADER: Final = 16
"""The room of the line from a curve to its label."""
SHARE: Final = 0.34
"""The part of the width that labels take at most."""


class EndLabel(NamedTuple):
    """The name and the last value of a curve, and where it ends."""

    number: int
    name: str
    value: str
    y: float


def label_room(labels: Sequence[EndLabel], look: ChartLook) -> float:
    """The width that labels need or may have."""
    needed = LEADER + _values(labels) + widest(one.name for one in labels) + 2
    return min(needed, max(SHARE * look.inside, LEADER + _values(labels) + 40))


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
    places = _within(places, gap, low, high)
    found = [0.0] * len(wanted)
    for number, place in zip(order, places, strict=True):
        found[number] = place
    return found


def _within(places: list[float], gap: float, low: float, high: float) -> list[float]:
    """Places in rising order, pushed inside from both ends."""
    for at in range(len(places)):
        places[at] = max(places[at], low + gap * at)
    for at in range(len(places)):
        places[-1 - at] = min(places[-1 - at], high - gap * at)
    return places


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
