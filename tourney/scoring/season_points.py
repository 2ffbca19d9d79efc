"""A season: points from several events, of which the best count.

    season([SeasonEvent("May", rows), SeasonEvent("June", rows)], "10,6,4,3", best=1)

Does not depend on where standings come from.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from engines.messages import Message, say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import Standing
from tourney.scoring.order import decimals
from tourney.scoring.points import Finish, scaled, shared_mean


class SeasonEvent(NamedTuple):
    """An event of a season and its standings, in order."""

    name: str
    rows: Sequence[Standing]


class SeasonRow(NamedTuple):
    """A player of a season: all points, and those of every event.

    `counted` are the names of the events that count. `points` includes the points for taking part.
    """

    place: int
    player: str
    points: Fraction
    events: Mapping[str, Fraction]
    counted: frozenset[str]
    why: Message | None = None


Gains = Mapping[str, Fraction]  # the points of every player of an event

NUMBERS: Final = re.compile(r"\d{1,6}(?:\.\d{1,3})?(?:,\d{1,6}(?:\.\d{1,3})?){0,99}", re.ASCII)


def season(
    events: Iterable[SeasonEvent],
    worth: str = "scaled",
    *,
    best: int | None = None,
    participation: Fraction = Fraction(0),
) -> list[SeasonRow]:
    """The table of a season.

    `worth` is what a place in an event brings: `scaled` gives 4 points to the first and 0 to the
    last place in equal steps, `points` those of the event, and numbers such as `10,6,4` the points
    of the first places, of which those who share places get the mean. The `best` results of a
    player count, all by default; every event adds `participation`. Equal totals are separated by
    the best result, then the second best and so on.
    """
    if best is not None and best < 1:
        raise UsageFault(say("scoring.season-best", best=best))
    points = event_points(worth)
    gains = {event.name: points(event.rows) for event in events}
    players = sorted({player for found in gains.values() for player in found})
    rows = []
    for player in players:
        own = {name: found[player] for name, found in gains.items() if player in found}
        counted = sorted(own, key=lambda name: own[name], reverse=True)[:best]
        total = sum((own[name] for name in counted), participation * len(own))
        rows.append(SeasonRow(0, player, total, own, frozenset(counted)))
    rows.sort(key=_height, reverse=True)
    placed: list[SeasonRow] = []
    for at, row in enumerate(rows):
        same = at > 0 and _height(rows[at - 1]) == _height(row)
        place = placed[-1].place if same else at + 1
        why = _why(row, rows[at + 1]) if at + 1 < len(rows) else None
        placed.append(row._replace(place=place, why=why))
    return placed


def event_points(worth: str) -> Callable[[Sequence[Standing]], Gains]:
    """What every player of an event gains for a season; UsageFault for an unknown way."""
    if worth == "points":
        return lambda rows: {row.player: row.points for row in rows}
    if worth == "scaled":
        return lambda rows: _by_place(rows, scaled)
    if not NUMBERS.fullmatch(worth):
        raise UsageFault(say("scoring.unknown-season-points", name=quoted(worth)))
    table = tuple(map(Fraction, worth.split(",")))

    def listed(end: Finish) -> Fraction:
        padded = table + (Fraction(0),) * (end.last - len(table))
        return shared_mean(padded, end.first, end.last)

    return lambda rows: _by_place(rows, listed)


def _by_place(rows: Sequence[Standing], points: Callable[[Finish], Fraction]) -> Gains:
    found: dict[str, Fraction] = {}
    for place, equal in groupby(rows, key=lambda row: row.place):
        names = [row.player for row in equal]
        end = Finish(len(rows), place, place + len(names) - 1, 0)
        found |= dict.fromkeys(names, points(end))
    return found


def _height(row: SeasonRow) -> tuple[Fraction, tuple[Fraction, ...]]:
    """What decides: the total, then the results that count, best first."""
    return row.points, tuple(sorted((row.events[name] for name in row.counted), reverse=True))


def _why(row: SeasonRow, below: SeasonRow) -> Message:
    if row.points != below.points:
        high, low = decimals(row.points, below.points)
        return say("scoring.over", what=say("scoring.points"), high=high, low=low)
    pairs = zip(_height(row)[1], _height(below)[1], strict=False)
    first = next((pair for pair in pairs if pair[0] != pair[1]), None)
    if first is None:
        same = len(row.counted) == len(below.counted)
        return say("scoring.shared") if same else say("scoring.best-results")
    high, low = decimals(*first)
    return say("scoring.over", what=say("scoring.best-results"), high=high, low=low)
