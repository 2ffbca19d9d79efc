"""Standings: the order of players, and the reason for each step.

Players are ordered by points per match, which equals the order by points if all played the same
number of matches. Tie-breaks are applied in the given order to players with equal points; players
who are still equal share the place. Does not depend on intervals or on how a table looks.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

from engines.messages import Message
from tourney.domain.matches import Standing
from tourney.scoring.ledger import Ledger
from tourney.scoring.messages import AGAIN, BREAKS, OVER, PER_MATCH, SHARED
from tourney.scoring.points import PointSystem, point_system
from tourney.scoring.tiebreaks import TieBreak, Values, tiebreak

DEFAULT_TIEBREAKS = ("head-to-head", "wins", "score", "chips")


Breaks = Sequence[tuple[str, TieBreak]]


class _Group(NamedTuple):
    """Players equal so far, their tie-break values, and why they are above the next group."""

    players: tuple[str, ...]
    values: Mapping[str, Mapping[str, Fraction]]
    why: Message | None = None


def standings(
    ledger: Ledger, by: str = "scaled", tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS
) -> list[Standing]:
    """The standings of a ledger under a point system and an ordered list of tie-breaks.

    Players who share a place are in the order of their names.
    """
    system = point_system(by)
    breaks = [(name, tiebreak(name)) for name in tiebreaks]
    means = {player: record.mean(system) for player, record in ledger.records.items()}
    rows: list[Standing] = []
    for group in _resolve(ledger, _split(tuple(means), means, PER_MATCH()), breaks):
        rows.extend(_rows(ledger, system, group, place=len(rows) + 1))
    return rows


def _rows(ledger: Ledger, system: PointSystem, group: _Group, place: int) -> list[Standing]:
    rows = []
    players = sorted(group.players)
    for player in players:
        record = ledger.records[player]
        rows.append(
            Standing(
                place=place,
                player=player,
                matches=record.matches,
                points=record.points(system),
                tiebreaks=tuple(group.values.get(player, {}).items()),
                why=group.why if player == players[-1] else SHARED(),
            )
        )
    return rows


def _split(players: Sequence[str], values: Values, name: Message) -> list[_Group]:
    """Groups of equal value, best first; each but the last has the reason why it is above."""
    ordered = sorted(players, key=lambda player: values[player], reverse=True)
    groups = [tuple(group) for _, group in groupby(ordered, key=lambda player: values[player])]
    heights = [values[group[0]] for group in groups]
    whys = [_why(name, high, low) for high, low in pairwise(heights)]
    return [_Group(group, {}, why) for group, why in zip(groups, [*whys, None], strict=False)]


def _why(name: Message, high: Fraction, low: Fraction) -> Message:
    more, less = decimals(high, low)
    return OVER(what=name, high=more, low=less)


def _resolve(ledger: Ledger, groups: Sequence[_Group], breaks: Breaks) -> list[_Group]:
    return [part for group in groups for part in _untie(ledger, group, breaks)]


def _untie(ledger: Ledger, group: _Group, breaks: Breaks) -> list[_Group]:
    """Apply tie-breaks to one group of equals; the last part keeps the group's own reason."""
    if len(group.players) == 1 or not breaks:
        return [group]
    (name, tiebreak), *later = breaks
    values = tiebreak(ledger, group.players)
    if values is None:
        return _untie(ledger, group, later)
    again = name in group.values.get(group.players[0], {})
    noted = group.values if again else _noted(group, name, values)
    word = BREAKS[name]()
    parts = _split(group.players, values, AGAIN(what=word) if again else word)
    if len(parts) == 1:
        return _untie(ledger, group._replace(values=noted), later)
    # The same tie-break is applied again within each part: a mini-table of fewer players may
    # separate them. The noted value is the first one, by which the whole group was split.
    parts = [part._replace(values=noted) for part in parts]
    parts[-1] = parts[-1]._replace(why=group.why)
    return _resolve(ledger, parts, breaks)


def _noted(group: _Group, name: str, values: Values) -> Mapping[str, Mapping[str, Fraction]]:
    return {p: {**group.values.get(p, {}), name: values[p]} for p in group.players}


def decimals(high: Fraction, low: Fraction) -> tuple[str, str]:
    """Two numbers with enough decimals to show their difference."""
    for digits in range(2, 12):
        texts = f"{float(high):.{digits}f}", f"{float(low):.{digits}f}"
        if texts[0] != texts[1]:
            break
    return texts
