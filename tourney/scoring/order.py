"""Standings: the order of players, the reason for each step, and who goes on."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final, Generic, NamedTuple, TypeAlias

from engines.api import Seat
from engines.messages import Message, say
from tourney.domain.errors import UsageFault
from tourney.domain.match_values import P, ResultOf, Standing, StandingOf
from tourney.domain.names import names_of
from tourney.scoring.ledger import NO_RATINGS, Ledger, PlayerTables
from tourney.scoring.points import point_system
from tourney.scoring.tiebreaks import TieBreak, Values, require, tiebreak

# Points for tables with the same cards: every seat is compared with the same seat elsewhere.
#
# As in duplicate bridge, the strength of the cards does not count: who holds bad cards is
# compared with those who held the same ones.

TOP: Final = 4  # the points of a seat that is ahead of the same seat at all other tables


def comparison(results: Sequence[ResultOf[P]]) -> list[tuple[Fraction, ...]]:
    """The points of every seat of every table, from 0 to 4.

    A seat has one part for each other table with as many seats at which the same seat did worse,
    and half a part for each at which it did equally well. A table without such another one gives
    the mean, 2, to all its seats.
    """
    found = []
    for at, result in enumerate(results):
        size = len(result.players)
        others = [one for n, one in enumerate(results) if n != at and len(one.players) == size]
        if not others:
            found.append((Fraction(TOP, 2),) * size)
            continue
        # In half parts: two for a worse seat, one for an equal one.
        mine = [_worth(result, seat) for seat in range(size)]
        halves = [
            sum((own > _worth(one, seat)) + (own >= _worth(one, seat)) for one in others)
            for seat, own in enumerate(mine)
        ]
        found.append(tuple(Fraction(TOP * half, 2 * len(others)) for half in halves))
    return found


def _worth(result: ResultOf[P], seat: Seat) -> tuple[bool, int]:
    """The higher, the better; a forfeit is below every score."""
    gone = seat in result.forfeits
    score = -result.scores[seat] if result.fewer_wins else result.scores[seat]
    return not gone, 0 if gone else score


# The line below the last place that goes on, and who shares it.
#
# Does not draw lots: a line among equals stays open until the organiser orders lots or a
# play-off.


@dataclass(frozen=True, slots=True)
class CutResult:
    """The players above and below the line; `shared` are equals of whom only `free` can go on."""

    inside: tuple[str, ...]
    shared: tuple[str, ...]
    outside: tuple[str, ...]
    free: int
    place: int  # the place that the equals share

    def warning(self) -> Message | None:
        """That the line falls among equals, and how to decide; None if it does not."""
        if not self.shared:
            return None
        first = len(self.inside) + self.free
        return say(
            "scoring.cut-among-equals",
            top=first,
            place=self.place,
            players=self.shared,
            free=self.free,
        )


def cut_line(rows: Sequence[Standing], top: int) -> CutResult:
    """Who is among the first `top` rows of the standings, which are in order; UsageFault below 1.

    If there are no more than `top` players, all of them are inside.
    """
    if top < 1:
        raise UsageFault(say("scoring.cut-too-low", top=top))
    place = rows[top - 1].place if top < len(rows) else 0
    split = top < len(rows) and rows[top].place == place
    inside = [r for r in rows[:top] if not (split and r.place == place)]
    shared = [r.player for r in rows if split and r.place == place]
    return CutResult(
        inside=tuple(row.player for row in inside),
        shared=tuple(shared),
        outside=tuple(row.player for row in rows[len(inside) + len(shared) :]),
        free=top - len(inside) if split else 0,
        place=place,
    )


# Standings: the order of players, and the reason for each step.
#
# Players are ordered by points per match or unplayed round, which equals the order by points if
# all had the same number of them, or by all points. Tie-breaks are applied in the given order to
# players with equal points; players who are still equal share the place. Does not depend on
# intervals or on how a table looks.

# `even` before the others: first places and chips are easier to get at small tables.
DEFAULT_TIEBREAKS = ("head-to-head", "even", "wins", "score", "chips")


def tiebreak_names(text: str | None) -> tuple[str, ...]:
    """The tie-breaks in a text such as "wins,score"; the default ones without a text."""
    if text is None:
        return DEFAULT_TIEBREAKS
    return tuple(name for name in names_of(text) if name != "none")


Noted: TypeAlias = Mapping[P, Mapping[str, Fraction]]  # the values of tie-breaks by player and name


class _Group(NamedTuple, Generic[P]):
    """Players equal so far, their tie-break values, and why they are above the next group."""

    players: tuple[P, ...]
    values: Noted[P]
    why: Message | None = None


def standings(
    ledger: Ledger[P],
    by: str = "scaled",
    tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS,
    ratings: Mapping[P, int] = NO_RATINGS,
    *,
    total: bool = False,
    totals: Mapping[P, Fraction] | None = None,
    only: Collection[P] | None = None,
) -> list[StandingOf[P]]:
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
    breaks = [tiebreak(name) for name in tiebreaks]
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
    # The values that every row of an event has.
    everybody = tuple(ledger.records)
    known = {
        one.name: one.values(tables, everybody) or {}
        for one in breaks
        if ledger.history is not None and not one.relative
    }
    rows: list[StandingOf[P]] = []
    for group in _resolved(tables, _split(ranked, heights, word), breaks):
        place, players = len(rows) + 1, sorted(group.players)
        for player in players:
            own = {name: values[player] for name, values in known.items()}
            rows.append(
                StandingOf(
                    place=place,
                    player=player,
                    matches=ledger.records[player].matches,
                    points=tables.totals[player],
                    tiebreaks=tuple({**group.values.get(player, {}), **own}.items()),
                    why=group.why if player == players[-1] else say("scoring.shared"),
                )
            )
    return rows


def _split(
    players: Sequence[P], values: Values[P], name: Message, least: int = 2
) -> list[_Group[P]]:
    """Groups of equal value, best first; each but the last has the reason why it is above."""
    ordered = sorted(players, key=lambda player: values[player], reverse=True)
    groups = [tuple(group) for _, group in groupby(ordered, key=lambda player: values[player])]
    whys: list[Message | None] = []
    for one, other in pairwise(groups):
        high, low = decimals(values[one[0]], values[other[0]], least)
        whys.append(say("scoring.over", what=name, high=high, low=low))
    return [_Group(group, {}, why) for group, why in zip(groups, [*whys, None], strict=False)]


def _resolved(
    tables: PlayerTables[P], groups: Iterable[_Group[P]], breaks: Sequence[TieBreak]
) -> list[_Group[P]]:
    """The groups after the tie-breaks; the last part of each keeps its reason."""
    found: list[_Group[P]] = []
    for group in groups:
        left = list(breaks) if len(group.players) > 1 else []
        while left:
            one = left.pop(0)
            values = one.values(tables, group.players)
            if values is None:
                continue
            again = one.name in group.values.get(group.players[0], {})
            noted = group.values
            if not again:
                noted = {p: {**noted.get(p, {}), one.name: values[p]} for p in group.players}
            word = say("scoring.again", what=one.word) if again else one.word
            parts = _split(group.players, values, word, 0 if one.whole else 2)
            group = group._replace(values=noted)
            if len(parts) > 1:
                # It is applied again within each part, then the later ones: a mini-table of fewer
                # players may separate them. The noted value is the first one, by which the whole
                # group was split.
                parts = [part._replace(values=noted) for part in parts]
                parts[-1] = parts[-1]._replace(why=group.why)
                found += _resolved(tables, parts, [one, *left])
                break
        else:
            found.append(group)
    return found


def decimals(high: Fraction, low: Fraction, least: int = 2) -> tuple[str, str]:
    """Two numbers with enough decimals to show their difference, at least `least`."""
    for digits in range(least, 12):
        texts = f"{float(high):.{digits}f}", f"{float(low):.{digits}f}"
        if texts[0] != texts[1]:
            break
    return texts
