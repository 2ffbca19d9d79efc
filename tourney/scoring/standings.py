"""Standings: the order of players, and the reason for each step.

Players are ordered by points per match or unplayed round, which equals the order by points if all
had the same number of them, or by all points. Tie-breaks are applied in the given order to players
with equal points; players who are still equal share the place. Does not depend on intervals or on
how a table looks.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

from engines.messages import Message, say
from tourney.domain.matches import Standing
from tourney.scoring.ledger import Ledger
from tourney.scoring.messages import BREAKS
from tourney.scoring.points import point_system
from tourney.scoring.tables import NO_RATINGS, PlayerTables
from tourney.scoring.tiebreaks import TieBreak, Values, canonical, require, tiebreak

DEFAULT_TIEBREAKS = ("head-to-head", "even", "wins", "score", "chips")


def tiebreak_names(text: str | None) -> tuple[str, ...]:
    """The tie-breaks in a text such as "wins,score"; the default ones without a text."""
    if text is None:
        return DEFAULT_TIEBREAKS
    names = (name.strip() for name in text.split(","))
    return tuple(name for name in names if name not in ("", "none"))


"""`even` before the others: first places and chips are easier to get at small tables."""

Breaks = Sequence[tuple[str, TieBreak]]
Noted = Mapping[str, Mapping[str, Fraction]]
"""The values of tie-breaks by player and name."""


class _Group(NamedTuple):
    """Players equal so far, their tie-break values, and why they are above the next group."""

    players: tuple[str, ...]
    values: Noted
    why: Message | None = None


def standings(
    ledger: Ledger,
    by: str = "scaled",
    tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS,
    ratings: Mapping[str, int] = NO_RATINGS,
    *,
    total: bool = False,
    totals: Mapping[str, Fraction] | None = None,
    only: Collection[str] | None = None,
) -> list[Standing]:
    """The standings of a ledger under a point system and an ordered list of tie-breaks.

    With `total` all points count instead of points per match, as in an event in which a missed
    round costs its points; `totals` are points that do not follow from single matches, such as
    comparisons with other tables. With `only` the others have no place, and nobody is equal to
    them: they are there as opponents. Players who share a place are in the order of their names.
    If the ledger keeps matches, every row has the value of every tie-break that does not depend on
    who is equal.
    """
    system = point_system(by)
    require(tiebreaks, ledger, system, ratings)
    breaks = [(canonical(name), tiebreak(name)) for name in tiebreaks]
    tables = PlayerTables(ledger, system, ratings, totals)
    missed = any(record.unplayed for record in ledger.records.values())
    word = (
        say("scoring.points")
        if total
        else say("scoring.per-round")
        if missed
        else say("scoring.per-match")
    )
    heights = tables.totals if total else tables.means
    ranked = tuple(player for player in heights if only is None or player in only)
    groups = _split(ranked, heights, word)
    known = _known(tables, breaks)
    rows: list[Standing] = []
    for group in _resolve(tables, groups, breaks):
        rows.extend(_rows(tables, group, known, place=len(rows) + 1))
    return rows


def _known(tables: PlayerTables, breaks: Breaks) -> Noted:
    """The values that every row of an event has."""
    players = tuple(tables.ledger.records)
    if tables.ledger.history is None:
        return {player: {} for player in players}
    found = {
        name: tiebreak.values(tables, players) or {}
        for name, tiebreak in breaks
        if not tiebreak.relative
    }
    return {player: {name: found[name][player] for name in found} for player in players}


def _rows(tables: PlayerTables, group: _Group, known: Noted, place: int) -> list[Standing]:
    players = sorted(group.players)
    return [
        Standing(
            place=place,
            player=player,
            matches=tables.ledger.records[player].matches,
            points=tables.totals[player],
            tiebreaks=tuple({**group.values.get(player, {}), **known[player]}.items()),
            why=group.why if player == players[-1] else say("scoring.shared"),
        )
        for player in players
    ]


def _split(players: Sequence[str], values: Values, name: Message, least: int = 2) -> list[_Group]:
    """Groups of equal value, best first; each but the last has the reason why it is above."""
    ordered = sorted(players, key=lambda player: values[player], reverse=True)
    groups = [tuple(group) for _, group in groupby(ordered, key=lambda player: values[player])]
    heights = [values[group[0]] for group in groups]
    whys = [_why(name, high, low, least) for high, low in pairwise(heights)]
    return [_Group(group, {}, why) for group, why in zip(groups, [*whys, None], strict=False)]


def _why(name: Message, high: Fraction, low: Fraction, least: int) -> Message:
    more, less = decimals(high, low, least)
    return say("scoring.over", what=name, high=more, low=less)


def _resolve(tables: PlayerTables, groups: Sequence[_Group], breaks: Breaks) -> list[_Group]:
    return [part for group in groups for part in _untie(tables, group, breaks)]


def _untie(tables: PlayerTables, group: _Group, breaks: Breaks) -> list[_Group]:
    """Apply tie-breaks to one group of equals; the last part keeps the group's own reason."""
    if len(group.players) == 1 or not breaks:
        return [group]
    (name, tiebreak), *later = breaks
    values = tiebreak.values(tables, group.players)
    if values is None:
        return _untie(tables, group, later)
    again = name in group.values.get(group.players[0], {})
    noted = group.values if again else _noted(group, name, values)
    word = BREAKS[name.partition(":")[0]]()
    least = 0 if tiebreak.whole else 2
    parts = _split(group.players, values, say("scoring.again", what=word) if again else word, least)
    if len(parts) == 1:
        return _untie(tables, group._replace(values=noted), later)
    # The same tie-break is applied again within each part: a mini-table of fewer players may
    # separate them. The noted value is the first one, by which the whole group was split.
    parts = [part._replace(values=noted) for part in parts]
    parts[-1] = parts[-1]._replace(why=group.why)
    return _resolve(tables, parts, breaks)


def _noted(group: _Group, name: str, values: Values) -> Noted:
    return {p: {**group.values.get(p, {}), name: values[p]} for p in group.players}


def decimals(high: Fraction, low: Fraction, least: int = 2) -> tuple[str, str]:
    """Two numbers with enough decimals to show their difference, at least `least`."""
    for digits in range(least, 12):
        texts = f"{float(high):.{digits}f}", f"{float(low):.{digits}f}"
        if texts[0] != texts[1]:
            break
    return texts
