"""Tie-breaks, which separate players with equal points: names, meanings, values, needs."""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import combinations
from typing import Final, NamedTuple

from engines.messages import Sentence, say
from tourney.domain.errors import UsageFault, quoted
from tourney.scoring import fide
from tourney.scoring.fide import half_up, mean_rating
from tourney.scoring.ledger import Ledger, PlayedRound, PlayerTables, PlayerValue
from tourney.scoring.points import POINT_SYSTEMS, PointSystem

# Why a player is above the next one, the names and meanings of tie-breaks, and what they lack.

BREAKS: Final[Mapping[str, Sentence]] = {
    "head-to-head": Sentence("scoring.head-to-head"),
    "even": Sentence("scoring.even"),
    "wins": Sentence("scoring.wins"),
    "score": Sentence("scoring.score"),
    "chips": Sentence("scoring.chips"),
    "seconds": Sentence("scoring.seconds"),
    "thirds": Sentence("scoring.thirds"),
    "opponents": Sentence("scoring.opponents"),
    "opponents-cut1": Sentence("scoring.opponents-cut1"),
    "sonneborn-berger": Sentence("scoring.sonneborn-berger"),
    "beaten": Sentence("scoring.beaten"),
    "table-share": Sentence("scoring.table-share"),
    "margin": Sentence("scoring.margin"),
    "performance": Sentence("scoring.performance"),
    "BH": Sentence("scoring.BH"),
    "BH-C1": Sentence("scoring.BH-C1"),
    "BH-C2": Sentence("scoring.BH-C2"),
    "BH-M1": Sentence("scoring.BH-M1"),
    "BH-M2": Sentence("scoring.BH-M2"),
    "FB": Sentence("scoring.FB"),
    "AOB": Sentence("scoring.AOB"),
    "SB": Sentence("scoring.SB"),
    "SB-C1": Sentence("scoring.SB-C1"),
    "DE": Sentence("scoring.DE"),
    "PS": Sentence("scoring.PS"),
    "KS": Sentence("scoring.KS"),
    "WIN": Sentence("scoring.WIN"),
    "WON": Sentence("scoring.WON"),
    "BPG": Sentence("scoring.BPG"),
    "BWG": Sentence("scoring.BWG"),
    "REP": Sentence("scoring.REP"),
    "ARO": Sentence("scoring.ARO"),
    "TPR": Sentence("scoring.TPR"),
    "lots": Sentence("scoring.lots"),
}
"""The name of every tie-break in reasons."""


# What every tie-break means, one sentence each.

HEADS: Final[Mapping[str, Sentence]] = {
    "head-to-head": Sentence("scoring.meaning-head-sums"),
    "opponents": Sentence("scoring.meaning-head-tables"),
    "BH": Sentence("scoring.meaning-head-duels"),
}
"""The heading above a tie-break."""

MEANINGS: Final[Mapping[str, Sentence]] = {
    "head-to-head": Sentence("scoring.meaning-head-to-head"),
    "even": Sentence("scoring.meaning-even"),
    "wins": Sentence("scoring.meaning-wins"),
    "score": Sentence("scoring.meaning-score"),
    "chips": Sentence("scoring.meaning-chips"),
    "seconds": Sentence("scoring.meaning-seconds"),
    "thirds": Sentence("scoring.meaning-thirds"),
    "opponents": Sentence("scoring.meaning-opponents"),
    "opponents-cut1": Sentence("scoring.meaning-opponents-cut1"),
    "sonneborn-berger": Sentence("scoring.meaning-sonneborn-berger"),
    "beaten": Sentence("scoring.meaning-beaten"),
    "table-share": Sentence("scoring.meaning-table-share"),
    "margin": Sentence("scoring.meaning-margin"),
    "performance": Sentence("scoring.meaning-performance"),
    "BH": Sentence("scoring.meaning-BH"),
    "BH-C1": Sentence("scoring.meaning-BH-C1"),
    "BH-C2": Sentence("scoring.meaning-BH-C2"),
    "BH-M1": Sentence("scoring.meaning-BH-M1"),
    "BH-M2": Sentence("scoring.meaning-BH-M2"),
    "FB": Sentence("scoring.meaning-FB"),
    "AOB": Sentence("scoring.meaning-AOB"),
    "SB": Sentence("scoring.meaning-SB"),
    "SB-C1": Sentence("scoring.meaning-SB-C1"),
    "DE": Sentence("scoring.meaning-DE"),
    "PS": Sentence("scoring.meaning-PS"),
    "KS": Sentence("scoring.meaning-KS"),
    "WIN": Sentence("scoring.meaning-WIN"),
    "WON": Sentence("scoring.meaning-WON"),
    "BPG": Sentence("scoring.meaning-BPG"),
    "BWG": Sentence("scoring.meaning-BWG"),
    "REP": Sentence("scoring.meaning-REP"),
    "ARO": Sentence("scoring.meaning-ARO"),
    "TPR": Sentence("scoring.meaning-TPR"),
    "lots:SEED": Sentence("scoring.meaning-lots"),
}
"""The meaning of every tie-break by its name."""

NOTES: Final[tuple[Sentence, ...]] = (
    Sentence("scoring.meaning-order"),
    Sentence("scoring.meaning-per-match"),
    Sentence("scoring.meaning-points"),
    Sentence("scoring.meaning-unplayed"),
)
"""What holds for all of them, in paragraphs."""


# Tie-breaks for matches of any number of seats. All values are per match of the player.
#
# Opponents are the players of other sides. Does not depend on the order of tie-breaks.


def mean(values: list[Fraction]) -> Fraction:
    """The mean of values; 0 without any."""
    return sum(values, Fraction(0)) / (len(values) or 1)


def opponents(low: int = 0) -> PlayerValue:
    """The mean over matches of the opponents' mean points per match, without the `low` least.

    An unplayed round counts as a match against opponents with the player's own mean, but not more
    than the mean of all players.
    """

    def value(tables: PlayerTables, player: str) -> Fraction:
        rows = [
            mean([tables.means[opponent] for opponent, _ in row.opponents()])
            for row in tables.played(player)
        ]
        missed = len(tables.rounds(player)) - len(rows)
        if missed:
            rows += [min(tables.means[player], tables.usual)] * missed
        return mean(sorted(rows)[low:])

    return value


def sonneborn_berger(tables: PlayerTables, player: str) -> Fraction:
    """The mean over matches of the opponents' points per match, as far as they were beaten.

    An opponent who was beaten counts whole, an equal one half; each match is divided by the number
    of opponents.
    """
    return mean([_beaten_strength(tables, row) for row in tables.played(player)])


def _beaten_strength(tables: PlayerTables, row: PlayedRound) -> Fraction:
    beaten = [_part(row, end.first) * tables.means[name] for name, end in row.opponents()]
    return mean(beaten)


def _part(row: PlayedRound, first: int) -> Fraction:
    """1 for an opponent further down, ½ for one on the same place, 0 for one above."""
    return Fraction((row.end.first < first) + (row.end.first <= first), 2)


def beaten(tables: PlayerTables, player: str) -> Fraction:
    """The number of different opponents above whom the player finished at least once."""
    below = {
        opponent
        for row in tables.played(player)
        for opponent, end in row.opponents()
        if row.end.first < end.first
    }
    return Fraction(len(below))


def table_share(tables: PlayerTables, player: str) -> Fraction:
    """The mean share of the scores of all sides of a match.

    If a score is negative, or the lowest wins, scores are counted from the lowest of the match.
    """
    return mean([_share(row) for row in tables.played(player)])


def _share(row: PlayedRound) -> Fraction:
    scores = _side_scores(row)
    base = min(Fraction(0), *scores)
    total = sum(scores, Fraction(0)) - base * len(scores)
    return (row.end.score - base) / total if total else Fraction(1, len(scores))


def margin(tables: PlayerTables, player: str) -> Fraction:
    """The mean distance of the score from the mean score of all sides of the match."""
    return mean([row.end.score - mean(_side_scores(row)) for row in tables.played(player)])


def _side_scores(row: PlayedRound) -> list[Fraction]:
    """The score of each side; partners have one score. A higher one is better."""
    result = row.match.result
    sides = result.sides or range(len(result.players))
    scores = {side: end.score for side, end in zip(sides, row.match.ends, strict=True)}
    return [Fraction(score) for score in scores.values()]


# Rating performance: the rating at which the points that a player made would be expected.
#
# Between two players the expectation is that of the table of the FIDE Handbook B.02 art. 8.1;
# with more seats it follows from the Plackett-Luce model, in which a player with 400 points more
# is ten times as likely to be ahead of another.

FAR: Final = 800
"""Distance from the ratings of opponents when all or no points are won."""

_STEPS: Final = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163,
    171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375,
    392, 412, 433, 457, 485, 518, 560, 620, 736,
)  # fmt: skip
"""The least difference of ratings with an expected score of 51, 52, … 100 percent."""

_DIFFERENCES: Final = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, FAR,
)  # fmt: skip
"""The difference of ratings that belongs to a score of 50, 51, … 100 percent."""


def expected_percent(difference: int) -> int:
    """The expected score against an opponent rated lower by this difference, in percent."""
    above = bisect_right(_STEPS, abs(difference))
    return 50 + above if difference > 0 else 50 - above


def fide_performance(tables: PlayerTables, player: str) -> Fraction:
    """TPR, C.07 art. 10.2: mean rating of opponents plus the difference of the percentage."""
    rows = tables.played(player)
    # Half points: two for a win, one for a draw.
    halves = Fraction(sum((row.end.last == 1) + (row.end.first == 1) for row in rows))
    percent = half_up(100 * halves / 2 / len(rows)) if rows else 50
    sign = 1 if percent >= 50 else -1
    return mean_rating(tables, player) + sign * _DIFFERENCES[abs(percent - 50)]


def performance(tables: PlayerTables, player: str) -> Fraction:
    """The least whole rating at which the points of the played matches would be expected.

    Between two players this is PTP, C.07 art. 10.3. Who made no more than the points of last places
    has the lowest rating of an opponent less 800, who made all points the highest plus 800.
    """
    rows = tables.played(player)
    fields = [_field(tables, row) for row in rows]
    if not fields:
        return Fraction(0)
    made = sum((row.points for row in rows), Fraction(0))
    ratings = [rating for field in fields for rating in field]
    ends = [_ends(tables.system, len(field) + 1) for field in fields]
    if made <= sum(least for least, _ in ends):
        return Fraction(min(ratings) - FAR)
    if made >= sum(most for _, most in ends) and any(len(field) > 1 for field in fields):
        return Fraction(max(ratings) + FAR)
    return Fraction(_least_rating(tables.system, fields, made))


def _ends(system: PointSystem, sides: int) -> tuple[Fraction, Fraction]:
    places = system.of_places(sides)
    return min(places), max(places)


def _field(tables: PlayerTables, row: PlayedRound) -> tuple[int, ...]:
    """The ratings of the opponents of a match."""
    if row.end.sides != len(row.match.ends):
        raise UsageFault(say("scoring.no-teams"))
    return tuple(sorted(tables.rating(opponent) for opponent, _ in row.opponents()))


def _least_rating(system: PointSystem, fields: Sequence[tuple[int, ...]], made: Fraction) -> int:
    ratings = [rating for field in fields for rating in field]
    low, high = min(ratings) - FAR - 1, max(ratings) + FAR
    while high - low > 1:
        middle = (low + high) // 2
        enough = sum(_expected(system, middle, field) for field in fields) >= made
        low, high = (low, middle) if enough else (middle, high)
    return high


@lru_cache(maxsize=4096)
def _expected(system: PointSystem, rating: int, field: tuple[int, ...]) -> Fraction:
    """The expected points of a match, rounded to a billionth, so that they are comparable."""
    points = system.of_places(len(field) + 1)
    if len(field) == 1:
        share = Fraction(expected_percent(rating - field[0]), 100)
        return points[1] + share * (points[0] - points[1])
    chances = place_chances([rating, *field])
    mean = sum(float(each) * chance for each, chance in zip(points, chances, strict=True))
    return Fraction(round(mean * 10**9), 10**9)


def place_chances(ratings: Sequence[int]) -> list[float]:
    """The probability of every place of the first of several players under Plackett-Luce."""
    top = max(ratings)
    own, *others = [10 ** ((rating - top) / 400) for rating in ratings]
    ahead = {frozenset[int](): 1.0}
    found = []
    for size in range(len(others) + 1):
        found.append(sum(p * own / (own + _left(others, set_)) for set_, p in ahead.items()))
        ahead = _next_ahead(ahead, own, others, size + 1)
    return found


def _left(weights: Sequence[float], taken: frozenset[int]) -> float:
    return sum(weight for at, weight in enumerate(weights) if at not in taken)


def _next_ahead(
    ahead: dict[frozenset[int], float], own: float, weights: Sequence[float], size: int
) -> dict[frozenset[int], float]:
    """The probability of every set of this size to have the first places."""
    return {
        frozenset(group): sum(
            ahead[rest] * weights[last] / (own + _left(weights, rest))
            for last in group
            for rest in [frozenset(group) - {last}]
        )
        for group in combinations(range(len(weights)), size)
    }


# Tie-breaks, which separate players with equal points, and what each of them needs.
#
# Each gives a value to every player of a group of equals, higher being better, or None if it does
# not apply. Values of sums are per match, so that players with different numbers of matches
# compare fairly: a missed round counts as a match, a bye from the pairing does not. Does not
# depend on the order in which tie-breaks are applied.

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
    "opponents": _each(opponents()),
    "opponents-cut1": _each(opponents(low=1)),
    "sonneborn-berger": _each(sonneborn_berger),
    "beaten": _each(beaten, whole=True),
    "table-share": _each(table_share),
    "margin": _each(margin),
    "performance": _each(performance, whole=True, by_place=True, rated=True),
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
    "TPR": _fide(fide_performance, whole=True, rated=True),
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
