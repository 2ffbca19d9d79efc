"""Tie-breaks, which separate players with equal points, and what each of them needs.

Each gives a value to every player of a group of equals, higher being better, or None if it does not
apply. Values of sums are per match, so that players with different numbers of matches compare
fairly: a missed round counts as a match, a bye from the pairing does not. Does not depend on the
order in which tie-breaks are applied.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from engines.messages import say
from tourney.domain.errors import UsageFault, quoted
from tourney.scoring import fide, performance, pods
from tourney.scoring.ledger import Ledger
from tourney.scoring.points import POINT_SYSTEMS, PointSystem
from tourney.scoring.tables import PlayerTables, PlayerValue

Values = Mapping[str, Fraction]


class Need(IntEnum):
    """What a tie-break is computed from; each includes the ones before."""

    SUMS = 0
    MATCHES = 1
    DUELS = 2
    ROUNDS = 3


class TieBreak(NamedTuple):
    """A tie-break. `whole` values are whole numbers.

    The values of a `relative` one depend on which players are equal. One `by_place` needs a point
    system that depends on places alone, a `rated` one the ratings of players.
    """

    values: Callable[[PlayerTables, Sequence[str]], Values | None]
    need: Need = Need.SUMS
    whole: bool = False
    relative: bool = False
    by_place: bool = False
    rated: bool = False


def head_to_head(tables: PlayerTables, level: Sequence[str]) -> Values | None:
    """The sum over the other players of the share of common matches finished above them.

    Applies only if every two of the group met as opponents. In matches with more than two seats
    each pair counts separately.
    """
    values = {}
    for player in level:
        shares = [tables.ledger.share(player, other) for other in level if other != player]
        if None in shares:
            return None
        values[player] = sum((share for share in shares if share is not None), Fraction(0))
    return values


def _per_match(system: PointSystem) -> TieBreak:
    """A point system as a tie-break: its mean per match."""

    def values(tables: PlayerTables, level: Sequence[str]) -> Values:
        return {player: tables.ledger.records[player].mean(system) for player in level}

    return TieBreak(values)


def _place(place: int) -> TieBreak:
    """How often a place was held."""

    def values(tables: PlayerTables, level: Sequence[str]) -> Values:
        return {player: tables.ledger.records[player].place_share(place) for player in level}

    return TieBreak(values)


def _lots(seed: str) -> TieBreak:
    """Lots drawn from a seed; a lot depends on the seed and the player's name alone."""

    def values(tables: PlayerTables, level: Sequence[str]) -> Values:
        drawn = sorted(level, key=lambda player: sha256(f"{seed}\0{player}".encode()).digest())
        return {player: Fraction(lot) for lot, player in enumerate(drawn, start=1)}

    return TieBreak(values, whole=True, relative=True)


def _each(
    value: PlayerValue,
    need: Need = Need.MATCHES,
    *,
    whole: bool = False,
    by_place: bool = False,
    rated: bool = False,
) -> TieBreak:
    """A tie-break whose value for a player does not depend on who is equal."""

    def values(tables: PlayerTables, level: Sequence[str]) -> Values:
        return {player: tables.value(value, player) for player in level}

    return TieBreak(values, need, whole, by_place=by_place, rated=rated)


def _fide(
    value: PlayerValue, need: Need = Need.DUELS, *, whole: bool = False, rated: bool = False
) -> TieBreak:
    return _each(value, need, whole=whole, by_place=True, rated=rated)


TIEBREAKS: Final[Mapping[str, TieBreak]] = {
    "head-to-head": TieBreak(head_to_head, relative=True),
    "even": _per_match(POINT_SYSTEMS["even"]),
    "wins": _per_match(POINT_SYSTEMS["wins"]),
    "score": _per_match(POINT_SYSTEMS["score"]),
    "chips": _per_match(POINT_SYSTEMS["chips"]),
    "seconds": _place(2),
    "thirds": _place(3),
    "opponents": _each(pods.opponents()),
    "opponents-cut1": _each(pods.opponents(low=1)),
    "sonneborn-berger": _each(pods.sonneborn_berger),
    "beaten": _each(pods.beaten, whole=True),
    "table-share": _each(pods.table_share),
    "margin": _each(pods.margin),
    "performance": _each(performance.performance, whole=True, by_place=True, rated=True),
    "BH": _fide(fide.BUCHHOLZ),
    "BH-C1": _fide(fide.buchholz(1)),
    "BH-C2": _fide(fide.buchholz(2)),
    "BH-M1": _fide(fide.buchholz(1, 1)),
    "BH-M2": _fide(fide.buchholz(2, 2)),
    "FB": _fide(fide.buchholz(fore=True), Need.ROUNDS),
    "AOB": _fide(fide.opponents_buchholz),
    "SB": _fide(fide.sonneborn_berger()),
    "SB-C1": _fide(fide.sonneborn_berger(1)),
    "DE": TieBreak(fide.direct_encounter, Need.DUELS, relative=True, by_place=True),
    "PS": _fide(fide.progressive_score, Need.ROUNDS),
    "KS": _fide(fide.koya),
    "WIN": _fide(fide.rounds_won, whole=True),
    "WON": _fide(fide.games_won, whole=True),
    "BPG": _fide(fide.games_with_black, whole=True),
    "BWG": _fide(fide.wins_with_black, whole=True),
    "REP": _fide(fide.rounds_elected, whole=True),
    "ARO": _fide(fide.mean_rating, whole=True, rated=True),
    "TPR": _fide(performance.fide_performance, whole=True, rated=True),
}
"""All tie-breaks by name, except lots, whose name contains a seed."""

_NAMES: Final = {name.casefold(): name for name in TIEBREAKS}
_LOTS: Final = re.compile(r"lots:([\w.-]{1,40})")


def tiebreak(name: str) -> TieBreak:
    """The tie-break of that name, in upper or lower case; `lots:SEED` draws lots."""
    found = _NAMES.get(name.casefold())
    if found is not None:
        return TIEBREAKS[found]
    lots = _LOTS.fullmatch(name)
    if lots is not None:
        return _drawn(lots[1])
    if name.partition(":")[0] == "lots":
        raise UsageFault(say("scoring.lots-seed", name=quoted(name)))
    known = f"{', '.join(TIEBREAKS)}, lots:SEED"
    raise UsageFault(say("scoring.unknown-break", name=quoted(name), known=known))


_drawn = lru_cache(maxsize=64)(_lots)


def canonical(name: str) -> str:
    """The name of a tie-break as tables show it."""
    return _NAMES.get(name.casefold(), name)


def require(
    names: Sequence[str], ledger: Ledger, system: PointSystem, ratings: Mapping[str, int]
) -> None:
    """UsageFault if a tie-break is unknown, or needs what there is not."""
    for name in names:
        found = tiebreak(name)
        if found.by_place and not system.by_place:
            raise UsageFault(say("scoring.not-by-place", name=quoted(name)))
        if found.need:
            _require_matches(name, found.need, ledger)
        if found.rated and not ratings:
            raise UsageFault(say("scoring.needs-ratings", name=quoted(name)))


def require_plan(names: Sequence[str], system: PointSystem, seats: Sequence[int]) -> None:
    """UsageFault if points or a tie-break cannot be computed in an event with these tables.

    `seats` are the numbers of seats that its tables may have. An event has no ratings, so
    tie-breaks that need them can only be given to its standings.
    """
    for size in seats:
        system.of_places(size)
    for name in names:
        found = tiebreak(name)
        if found.by_place and not system.by_place:
            raise UsageFault(say("scoring.not-by-place", name=quoted(name)))
        if found.need >= Need.DUELS and max(seats) > 2:
            raise UsageFault(say("scoring.not-a-duel", name=quoted(name), seats=max(seats)))
        if found.rated:
            raise UsageFault(say("scoring.needs-ratings", name=quoted(name)))


def _require_matches(name: str, need: Need, ledger: Ledger) -> None:
    if ledger.history is None:
        known = [each for each, found in TIEBREAKS.items() if not found.need]
        raise UsageFault(say("scoring.only-sums", name=quoted(name), known=", ".join(known)))
    for match in ledger.history.matches:
        if need >= Need.DUELS and (len(match.ends), match.ends[0].sides) != (2, 2):
            raise UsageFault(say("scoring.not-a-duel", name=quoted(name), seats=len(match.ends)))
        if need >= Need.ROUNDS and match.round is None:
            raise UsageFault(say("scoring.round-unknown", name=quoted(name)))
