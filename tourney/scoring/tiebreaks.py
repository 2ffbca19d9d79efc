"""Tie-breaks, which separate players with equal points: names, meanings, values, needs."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache, partial
from hashlib import sha256
from itertools import combinations
from typing import Final, Protocol

from engines.games import Registry, must_be, must_be_called
from engines.messages import Message, Sentence, say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import P
from tourney.scoring import fide
from tourney.scoring.fide import half_up, mean_rating
from tourney.scoring.ledger import Ledger, PlayedRound, PlayerTables, PlayerValue
from tourney.scoring.points import POINT_SYSTEMS, PointSystem

Values = Mapping[P, Fraction]


class LevelValues(Protocol):
    """The value of each of some players who are equal; None if the tie-break does not apply."""

    def __call__(self, tables: PlayerTables[P], level: Sequence[P]) -> Values[P] | None:
        """Higher is better."""


class Need(IntEnum):
    """What a tie-break is computed from; each includes the ones before."""

    SUMS = 0
    MATCHES = 1
    DUELS = 2
    ROUNDS = 3


@lru_cache(maxsize=64)
def _word(room: str, name: str) -> Message:
    return Sentence(f"{room}.break-{name}")()


@dataclass(frozen=True, slots=True)
class TieBreak:
    """What separates players with equal points. `whole` values are whole numbers.

    The values of a `relative` one depend on which players are equal. One `by_place` needs a point
    system that depends on places alone, a `rated` one the ratings of players. With a `head` the
    list of all tie-breaks has the heading of that name above this one. The catalogue of its `room`
    has its texts `break-NAME` and `meaning-NAME`.
    """

    name: str
    values: LevelValues
    need: Need = Need.SUMS
    whole: bool = False
    relative: bool = False
    by_place: bool = False
    rated: bool = False
    head: str = ""
    room: str = "scoring"

    @property
    def word(self) -> Message:
        """The name in reasons."""
        return _word(self.room, self.name.partition(":")[0])

    @property
    def meaning(self) -> Sentence:
        """One sentence about it."""
        return Sentence(f"{self.room}.meaning-{self.name.partition(':')[0]}")


# What holds for all of them, in paragraphs.
NOTES: Final[tuple[Sentence, ...]] = (
    Sentence("scoring.note-order"),
    Sentence("scoring.note-per-match"),
    Sentence("scoring.note-points"),
    Sentence("scoring.note-unplayed"),
)


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

    def value(tables: PlayerTables[P], player: P) -> Fraction:
        rows = [
            mean([tables.means[opponent] for opponent, _ in row.opponents()])
            for row in tables.played(player)
        ]
        missed = len(tables.rounds(player)) - len(rows)
        if missed:
            rows += [min(tables.means[player], tables.usual)] * missed
        return mean(sorted(rows)[low:])

    return value


def sonneborn_berger(tables: PlayerTables[P], player: P) -> Fraction:
    """The mean over matches of the opponents' points per match, as far as they were beaten.

    An opponent who was beaten counts whole, an equal one half; each match is divided by the number
    of opponents.
    """
    matches = []
    for row in tables.played(player):
        own = row.end.first
        halves = [(name, (own < end.first) + (own <= end.first)) for name, end in row.opponents()]
        matches.append(mean([Fraction(half, 2) * tables.means[name] for name, half in halves]))
    return mean(matches)


def beaten(tables: PlayerTables[P], player: P) -> Fraction:
    """The number of different opponents above whom the player finished at least once."""
    below = {
        opponent
        for row in tables.played(player)
        for opponent, end in row.opponents()
        if row.end.first < end.first
    }
    return Fraction(len(below))


def table_share(tables: PlayerTables[P], player: P) -> Fraction:
    """The mean share of the scores of all sides of a match.

    If a score is negative, or the lowest wins, scores are counted from the lowest of the match.
    """
    shares = []
    for row in tables.played(player):
        scores = _side_scores(row)
        base = min(Fraction(0), *scores)
        total = sum(scores, Fraction(0)) - base * len(scores)
        share = (row.end.score - base) / total if total else Fraction(1, len(scores))
        shares.append(share)
    return mean(shares)


def margin(tables: PlayerTables[P], player: P) -> Fraction:
    """The mean distance of the score from the mean score of all sides of the match."""
    return mean([row.end.score - mean(_side_scores(row)) for row in tables.played(player)])


def _side_scores(row: PlayedRound[P]) -> list[Fraction]:
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

FAR: Final = 800  # distance from the ratings of opponents when all or no points are won

# The least difference of ratings with an expected score of 51, 52, … 100 percent.
_STEPS: Final = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163,
    171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375,
    392, 412, 433, 457, 485, 518, 560, 620, 736,
)  # fmt: skip

# The difference of ratings that belongs to a score of 50, 51, … 100 percent.
_DIFFERENCES: Final = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, FAR,
)  # fmt: skip


def expected_percent(difference: int) -> int:
    """The expected score against an opponent rated lower by this difference, in percent."""
    above = bisect_right(_STEPS, abs(difference))
    return 50 + above if difference > 0 else 50 - above


def fide_performance(tables: PlayerTables[P], player: P) -> Fraction:
    """TPR, C.07 art. 10.2: mean rating of opponents plus the difference of the percentage."""
    rows = tables.played(player)
    # Half points: two for a win, one for a draw.
    halves = Fraction(sum((row.end.last == 1) + (row.end.first == 1) for row in rows))
    percent = half_up(100 * halves / 2 / len(rows)) if rows else 50
    sign = 1 if percent >= 50 else -1
    return mean_rating(tables, player) + sign * _DIFFERENCES[abs(percent - 50)]


def performance(tables: PlayerTables[P], player: P) -> Fraction:
    """The least whole rating at which the points of the played matches would be expected.

    Between two players this is PTP, C.07 art. 10.3. Who made no more than the points of last places
    has the lowest rating of an opponent less 800, who made all points the highest plus 800.
    """
    rows = tables.played(player)
    if any(row.end.sides != len(row.match.ends) for row in rows):
        raise UsageFault(say("scoring.no-teams"))
    # The ratings of the opponents of every match.
    fields = [tuple(sorted(tables.rating(name) for name, _ in row.opponents())) for row in rows]
    if not fields:
        return Fraction(0)
    made = sum((row.points for row in rows), Fraction(0))
    ratings = [rating for field in fields for rating in field]
    places = [tables.system.of_places(len(field) + 1) for field in fields]
    if made <= sum(map(min, places)):
        return Fraction(min(ratings) - FAR)
    if made >= sum(map(max, places)) and any(len(field) > 1 for field in fields):
        return Fraction(max(ratings) + FAR)
    # Expected points rise with the rating, so that the least one that is enough can be bisected.
    low, high = min(ratings) - FAR - 1, max(ratings) + FAR
    while high - low > 1:
        middle = (low + high) // 2
        enough = sum(_expected(tables.system, middle, field) for field in fields) >= made
        low, high = (low, middle) if enough else (middle, high)
    return Fraction(high)


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

    def left(taken: frozenset[int]) -> float:
        return sum(weight for at, weight in enumerate(others) if at not in taken)

    # The probability of every set of others to have the places before.
    ahead = {frozenset[int](): 1.0}
    found = []
    for size in range(1, len(others) + 2):
        found.append(sum(p * own / (own + left(group)) for group, p in ahead.items()))
        sets = map(frozenset, combinations(range(len(others)), size))
        ahead = {
            group: sum(
                ahead[group - {last}] * others[last] / (own + left(group - {last}))
                for last in sorted(group)
            )
            for group in sets
        }
    return found


# All tie-breaks.
#
# Each gives a value to every player of a group of equals. Values of sums are per match, so that
# players with different numbers of matches compare fairly: a missed round counts as a match, a bye
# from the pairing does not.


def head_to_head(tables: PlayerTables[P], level: Sequence[P]) -> Values[P] | None:
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


def _per_match(name: str) -> TieBreak:
    """The point system of this name as a tie-break: its mean per match."""
    system = POINT_SYSTEMS[name]

    def values(tables: PlayerTables[P], level: Sequence[P]) -> Values[P]:
        return {player: tables.ledger.records[player].mean(system) for player in level}

    return TieBreak(name, values)


def _place(name: str, place: int) -> TieBreak:
    """How often a place was held."""

    def values(tables: PlayerTables[P], level: Sequence[P]) -> Values[P]:
        return {player: tables.ledger.records[player].place_share(place) for player in level}

    return TieBreak(name, values)


@lru_cache(maxsize=64)
def lots(seed: str) -> TieBreak:
    """Lots drawn from a seed; a lot depends on the seed and the player alone."""

    def lot(player: object) -> bytes:
        # Entrants have drawn their lots with these words since the first event.
        word = f"#{player:05d}" if isinstance(player, int) else player
        return sha256(f"{seed}\0{word}".encode()).digest()

    def values(tables: PlayerTables[P], level: Sequence[P]) -> Values[P]:
        return {player: Fraction(n) for n, player in enumerate(sorted(level, key=lot), start=1)}

    return TieBreak(f"lots:{seed}", values, whole=True, relative=True)


def _each(
    name: str,
    value: PlayerValue,
    need: Need = Need.MATCHES,
    *,
    whole: bool = False,
    by_place: bool = False,
    rated: bool = False,
    head: str = "",
) -> TieBreak:
    """A tie-break whose value for a player does not depend on who is equal."""

    def values(tables: PlayerTables[P], level: Sequence[P]) -> Values[P]:
        return {player: tables.value(value, player) for player in level}

    return TieBreak(name, values, need, whole, by_place=by_place, rated=rated, head=head)


# A tie-break of FIDE, for matches between two.
_duel = partial(_each, need=Need.DUELS, by_place=True)


def _of_plugin(name: str, given: object) -> TieBreak:
    """A tie-break of a plugin, with its two texts."""
    found = must_be(TieBreak, given)
    must_be_called(name, found.name)
    found.word.text(), found.meaning.template("ja")  # LookupError without them
    return found


_BUILT_IN: Final = {
    found.name: found
    for found in (
        TieBreak("head-to-head", head_to_head, relative=True, head="sums"),
        _per_match("even"),
        _per_match("wins"),
        _per_match("score"),
        _per_match("chips"),
        _place("seconds", 2),
        _place("thirds", 3),
        _each("opponents", opponents(), head="tables"),
        _each("opponents-cut1", opponents(low=1)),
        _each("sonneborn-berger", sonneborn_berger),
        _each("beaten", beaten, whole=True),
        _each("table-share", table_share),
        _each("margin", margin),
        _each("performance", performance, whole=True, by_place=True, rated=True),
        _duel("BH", fide.BUCHHOLZ, head="duels"),
        _duel("BH-C1", fide.buchholz(1)),
        _duel("BH-C2", fide.buchholz(2)),
        _duel("BH-M1", fide.buchholz(1, 1)),
        _duel("BH-M2", fide.buchholz(2, 2)),
        _duel("FB", fide.buchholz(fore=True), need=Need.ROUNDS),
        _duel("AOB", fide.opponents_buchholz),
        _duel("SB", fide.sonneborn_berger()),
        _duel("SB-C1", fide.sonneborn_berger(1)),
        TieBreak("DE", fide.direct_encounter, Need.DUELS, relative=True, by_place=True),
        _duel("PS", fide.progressive_score, need=Need.ROUNDS),
        _duel("KS", fide.koya),
        _duel("WIN", fide.rounds_won, whole=True),
        _duel("WON", fide.games_won, whole=True),
        _duel("BPG", fide.games_with_black, whole=True),
        _duel("BWG", fide.wins_with_black, whole=True),
        _duel("REP", fide.rounds_elected, whole=True),
        _duel("ARO", fide.mean_rating, whole=True, rated=True),
        _duel("TPR", fide_performance, whole=True, rated=True),
    )
}

# All tie-breaks by name, except lots, whose name contains a seed. A new one is a line above and its
# two texts.
TIEBREAKS: Final[Registry[TieBreak]] = Registry(_BUILT_IN, "tiebreak", _of_plugin)
_NAMES: Final = {name.casefold(): name for name in _BUILT_IN}
_LOTS: Final = re.compile(r"lots:([\w.-]{1,40})")


def tiebreak(name: str) -> TieBreak:
    """The tie-break of that name, in upper or lower case; `lots:SEED` draws lots."""
    drawn = _LOTS.fullmatch(name)
    if drawn is not None:
        return lots(drawn[1])
    known = canonical(name)
    if known in TIEBREAKS:
        return TIEBREAKS[known]
    if name.partition(":")[0] == "lots":
        raise UsageFault(say("scoring.lots-seed", name=quoted(name)))
    listed = f"{', '.join(TIEBREAKS)}, lots:SEED"
    raise UsageFault(say("scoring.unknown-break", name=quoted(name), known=listed))


def canonical(name: str) -> str:
    """The name of a tie-break as tables show it."""
    known = _NAMES.get(name.casefold())
    if known is None and not name.startswith("lots:"):
        typed = name.casefold()
        known = next((one for one in TIEBREAKS.added() if one.casefold() == typed), None)
    return known or name


def require(
    names: Sequence[str], ledger: Ledger[P], system: PointSystem, ratings: Mapping[P, int]
) -> None:
    """UsageFault if a tie-break is unknown, or needs what there is not."""
    for name in names:
        found = tiebreak(name)
        if found.by_place and not system.by_place:
            raise UsageFault(say("scoring.not-by-place", name=quoted(name)))
        if found.need and ledger.history is None:
            known = [one.name for one in TIEBREAKS.values() if not one.need]
            raise UsageFault(say("scoring.only-sums", name=quoted(name), known=", ".join(known)))
        for match in ledger.history.matches if ledger.history and found.need else ():
            seats = len(match.ends)
            if found.need >= Need.DUELS and (seats, match.ends[0].sides) != (2, 2):
                raise UsageFault(say("scoring.not-a-duel", name=quoted(name), seats=seats))
            if found.need >= Need.ROUNDS and match.round is None:
                raise UsageFault(say("scoring.round-unknown", name=quoted(name)))
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
