"""Sums over a stream of results, per player and per pair, and the matches of an event."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, Final, Generic, NamedTuple, Protocol, Self, TypeAlias

from engines.messages import say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.match_values import P, ResultOf
from tourney.scoring.points import Finish, PointSystem, finishes

# The single matches and unplayed rounds of an event, which many tie-breaks need.
#
# Runs keep only sums. Does not depend on point systems or tie-breaks.


class UnplayedKind(NamedTuple):
    """A reason why a player did not play a round.

    A round is `voluntary` if the player chose or caused not to play it, `paired` if there was an
    opponent (FIDE C.07 art. 16.2).
    """

    voluntary: bool
    paired: bool = False


# Kinds of unplayed rounds: a bye from the pairing or on request, a round before a late entry or
# after leaving, not appearing, an opponent who does not appear, and a round that the format draws
# without the player.
UNPLAYED: Final[Mapping[str, UnplayedKind]] = {
    "bye": UnplayedKind(voluntary=False),
    "requested": UnplayedKind(voluntary=True),
    "late": UnplayedKind(voluntary=True),
    "absent": UnplayedKind(voluntary=True),
    "no-show": UnplayedKind(voluntary=True, paired=True),
    "walkover": UnplayedKind(voluntary=False, paired=True),
    "out": UnplayedKind(voluntary=False),
}


class CountedMatch(NamedTuple, Generic[P]):
    """A match that counts, the finishes of its seats, and its round if that is known.

    A `walkover` was not played: one of two players did not appear.
    """

    round: int | None
    result: ResultOf[P]
    ends: tuple[Finish, ...]
    walkover: bool = False


class UnplayedRound(NamedTuple, Generic[P]):
    """A round that a player did not play, and the points for it.

    `opponent` is the player who was paired with this one, if there was one.
    """

    round: int
    kind: str
    points: Fraction
    opponent: P | None = None

    @property
    def voluntary(self) -> bool:
        """Whether the player chose or caused not to play."""
        return UNPLAYED[self.kind].voluntary

    @property
    def paired(self) -> bool:
        """Whether there was an opponent."""
        return self.opponent is not None or UNPLAYED[self.kind].paired


@dataclass(slots=True)
class History(Generic[P]):
    """All matches and unplayed rounds, by player, in the order in which they were added."""

    matches: list[CountedMatch[P]] = field(default_factory=list)
    # The seat of each player in each match.
    played: dict[P, list[tuple[int, CountedMatch[P]]]] = field(default_factory=dict)
    unplayed: dict[P, list[UnplayedRound[P]]] = field(default_factory=dict)

    def add(self, match: CountedMatch[P]) -> None:
        """Add a match."""
        self.matches.append(match)
        for seat, player in enumerate(match.result.players):
            self.played.setdefault(player, []).append((seat, match))

    def miss(self, player: P, missed: UnplayedRound[P]) -> None:
        """Add an unplayed round; ValueError for an unknown kind."""
        if missed.kind not in UNPLAYED:
            raise ValueError(f"unknown kind {missed.kind!r}; use {', '.join(UNPLAYED)}")
        self.unplayed.setdefault(player, []).append(missed)


# Sums over a stream of results, per player and per pair.
#
# Memory grows with the number of players, not of matches, unless the ledger of an event keeps the
# matches as well. Does not depend on intervals.

Span = tuple[int, int, int]  # sides in the match, first and last of the places held


@dataclass(slots=True)
class Record:
    """One player's number of each finish, sums of scores, and forfeits.

    `scored` sums the scores of the game, `score` the same with the sign of their worth: negative in
    a game that the lowest score wins. `unplayed` counts byes and other rounds without a match,
    `missed` those of them that the player chose or caused, `awarded` sums the points for them all.
    """

    matches: int = 0
    score: int = 0
    scored: int = 0
    forfeits: int = 0
    spans: Counter[Span] = field(default_factory=Counter)
    unplayed: int = 0
    missed: int = 0
    awarded: Fraction = Fraction(0)

    def points(self, system: PointSystem) -> Fraction:
        """The points of all matches of the player under a point system."""
        if not system.by_place:
            return Fraction(self.score)
        worth = (system(Finish(*span, 0)) * times for span, times in self.spans.items())
        return sum(worth, Fraction(0))

    def total(self, system: PointSystem) -> Fraction:
        """The points of all matches and unplayed rounds."""
        return self.points(system) + self.awarded

    def mean(self, system: PointSystem) -> Fraction:
        """Points of matches per match; 0 before the first.

        A missed round counts as a match without points, so that nobody gains by leaving. A bye from
        the pairing, or an opponent who did not appear, is nobody's fault and counts for nothing.
        """
        points = self.points(system)
        # A negative mean, in a game that the lowest score wins, must not become better either.
        counted = self._counted() if points > 0 else self.matches
        return points / (counted or 1)

    def _counted(self) -> int:
        """The number of matches, and of the rounds that count as a match without points."""
        return self.matches + self.missed

    def rounds(self) -> int:
        """The number of matches and unplayed rounds."""
        return self.matches + self.unplayed

    def place_share(self, place: int) -> Fraction:
        """How often the player had a place, per match or missed round.

        Each side of a tie has every shared place for its part.
        """
        held = [
            Fraction(times, last - first + 1)
            for (_, first, last), times in self.spans.items()
            if first <= place <= last
        ]
        return sum(held, Fraction(0)) / (self._counted() or 1)

    def mean_score(self) -> Fraction:
        """The mean score as the game gives it; 0 before the first match."""
        return Fraction(self.scored, self.matches or 1)

    def finished(self, place: int) -> int:
        """Matches that ended in this place, shared or not."""
        return sum(times for (_, first, _), times in self.spans.items() if first == place)


@dataclass(slots=True)
class Pair:
    """Two opponents: matches against each other, and half matches won by the first one."""

    matches: int = 0
    halves: int = 0


class Ledger(Generic[P]):
    """Sums of results, added one at a time in any order.

    With `keep` it has the matches themselves in `history`, as tie-breaks of events need them. An
    event is `scheduled` if all its pairings were fixed before it began, as in a round robin.
    """

    def __init__(
        self,
        results: Iterable[ResultOf[P]] = (),
        *,
        keep: bool = False,
        scheduled: bool = False,
    ) -> None:
        self.records: dict[P, Record] = {}
        self.scheduled = scheduled
        self.history: History[P] | None = History() if keep else None
        self._pairs: dict[tuple[P, P], Pair] = {}
        for result in results:
            self.add(result)

    def add(
        self,
        result: ResultOf[P],
        times: int = 1,
        round: int | None = None,
        *,
        walkover: bool = False,
    ) -> tuple[Finish, ...]:
        """Add a match, of a round of an event; returns the finishes of its seats.

        With `times` the result represents as many matches that differ only in their scores, which
        it sums; a ledger that keeps matches needs them one by one. A `walkover` counts as a match
        of two, but tie-breaks know that it was not played.
        """
        ends = finishes(result)
        if self.history is not None:
            assert times == 1
            self.history.add(CountedMatch(round, result, ends, walkover))
        for player, end, scored in zip(result.players, ends, result.scores, strict=True):
            record = self._record(player)
            record.matches += times
            record.score += end.score
            record.scored += scored
            record.spans[end[:3]] += times
        for seat in result.forfeits:
            self.records[result.players[seat]].forfeits += times
        # Every two opponents count as if they had met alone; partners are no opponents.
        sides = result.sides or range(len(ends))
        seats = zip(result.players, sides, ends, strict=True)
        for (a, side_a, end_a), (b, side_b, end_b) in combinations(seats, 2):
            if side_a != side_b:
                # Halves of a match that the first of two has won: 2, 1 or 0.
                even = end_a.first == end_b.first
                self._add_pair(a, b, 2 if end_a.first < end_b.first else int(even), times)
        return ends

    def enter(self, player: P) -> None:
        """Give a player a row, also before the first match."""
        self._record(player)

    def _record(self, player: P) -> Record:
        found = self.records.get(player)
        if found is None:
            found = self.records[player] = Record()
        return found

    def unplayed(
        self,
        player: P,
        round: int,
        kind: str,
        points: Fraction | int,
        *,
        opponent: P | None = None,
    ) -> None:
        """Add a round that a player did not play, and the points for it.

        `kind` is one of `UNPLAYED`. `opponent` is the player who was paired with this one: the one
        who did not appear for a walkover, the one who waited for a no-show.
        """
        worth = Fraction(points)
        if self.history is not None:
            self.history.miss(player, UnplayedRound(round, kind, worth, opponent))
        record = self._record(player)
        record.unplayed += 1
        record.missed += UNPLAYED[kind].voluntary
        record.awarded += worth

    def _add_pair(self, a: P, b: P, halves: int, times: int) -> None:
        """Add matches between two players; the first has won `halves` halves of each."""
        if b < a:
            a, b, halves = b, a, 2 - halves
        pair = self._pairs.get((a, b))
        if pair is None:
            pair = self._pairs[a, b] = Pair()
        pair.matches += times
        pair.halves += halves * times

    def sides(self) -> set[int]:
        """The numbers of sides of all matches."""
        return {span[0] for record in self.records.values() for span in record.spans}

    def common(self, a: P, b: P) -> int:
        """Number of matches in which two players were opponents, not partners."""
        pair = self._pairs.get((min(a, b), max(a, b)))
        return pair.matches if pair else 0

    def share(self, a: P, b: P) -> Fraction | None:
        """Share of common matches in which `a` finished above `b`, a shared place counting half.

        None if they never were opponents.
        """
        pair = self._pairs.get((min(a, b), max(a, b)))
        if pair is None:
            return None
        share = Fraction(pair.halves, 2 * pair.matches)
        return 1 - share if b < a else share

    def packed(self) -> list[Any]:
        """All sums as plain lists, for storing."""
        records = [
            [name, r.matches, r.score, r.scored, r.forfeits, [[*s, n] for s, n in r.spans.items()]]
            for name, r in self.records.items()
        ]
        return [records, [[*names, p.matches, p.halves] for names, p in self._pairs.items()]]

    @classmethod
    def unpacked(cls, sums: list[Any]) -> Self:
        """The inverse of `packed`."""
        found = cls()
        records, pairs = sums
        for name, matches, worth, scored, forfeits, spans in records:
            held = Counter({(sides, first, last): n for sides, first, last, n in spans})
            found.records[name] = Record(matches, worth, scored, forfeits, held)
        for a, b, matches, halves in pairs:
            found._pairs[a, b] = Pair(matches, halves)
        return found


# What tie-breaks read: the points of every player, and what happened in each of its rounds.
#
# Does not depend on single tie-breaks or on the order in which they are applied.

NO_RATINGS: Final[Mapping[Any, int]] = {}


class PlayedRound(NamedTuple, Generic[P]):
    """A match of a player: its seat, and the points for it."""

    round: int | None
    points: Fraction
    seat: int
    match: CountedMatch[P]

    @property
    def end(self) -> Finish:
        """The finish of the player."""
        return self.match.ends[self.seat]

    @property
    def opponent(self) -> P:
        """The other player of a match between two."""
        return self.match.result.players[1 - self.seat]

    def opponents(self) -> list[tuple[P, Finish]]:
        """The players of other sides, with their finishes."""
        result = self.match.result
        sides = result.sides or range(len(result.players))
        rows = zip(result.players, self.match.ends, sides, strict=True)
        return [(player, end) for player, end, side in rows if side != sides[self.seat]]


PlayerRound: TypeAlias = PlayedRound[P] | UnplayedRound[P]


class PlayerTables(Generic[P]):
    """The points and rounds of the players of a ledger under one point system.

    `ratings` are those of players, as far as they are known. `totals` replace the points that
    follow from the point system.
    """

    def __init__(
        self,
        ledger: Ledger[P],
        system: PointSystem,
        ratings: Mapping[P, int] = NO_RATINGS,
        totals: Mapping[P, Fraction] | None = None,
    ) -> None:
        self.ledger: Ledger[P] = ledger
        self.system = system
        self._ratings: Mapping[P, int] = ratings
        self._given: Mapping[P, Fraction] | None = totals
        self._rounds: dict[P, tuple[PlayerRound[P], ...]] = {}
        self._values: dict[tuple[PlayerValue, P], Fraction] = {}

    @cached_property
    def totals(self) -> Mapping[P, Fraction]:
        """All points of every player, with those for unplayed rounds."""
        if self._given is not None:
            nothing = Fraction(0)
            return {name: self._given.get(name, nothing) for name in self.ledger.records}
        return {name: record.total(self.system) for name, record in self.ledger.records.items()}

    @cached_property
    def means(self) -> Mapping[P, Fraction]:
        """Points per match or unplayed round of every player."""
        records = self.ledger.records
        return {name: total / (records[name].rounds() or 1) for name, total in self.totals.items()}

    @cached_property
    def usual(self) -> Fraction:
        """The mean of all players' means."""
        return sum(self.means.values(), Fraction(0)) / (len(self.means) or 1)

    def rounds(self, player: P) -> tuple[PlayerRound[P], ...]:
        """The matches and unplayed rounds of a player, in the order of rounds."""
        found = self._rounds.get(player)
        if found is None:
            history = self.ledger.history
            assert history is not None, "a ledger of sums knows no rounds"
            rows: list[PlayerRound[P]] = []
            for seat, match in history.played.get(player, ()):
                points = self.system(match.ends[seat])
                if not match.walkover:
                    rows.append(PlayedRound(match.round, points, seat, match))
                    continue
                # One of the two did not appear.
                gone, other = seat in match.result.forfeits, match.result.players[1 - seat]
                kind, worth = ("no-show", Fraction(0)) if gone else ("walkover", points)
                rows.append(UnplayedRound(match.round or 0, kind, worth, other))
            rows += history.unplayed.get(player, ())
            found = self._rounds[player] = tuple(sorted(rows, key=lambda row: row.round or 0))
        return found

    def played(self, player: P) -> list[PlayedRound[P]]:
        """The matches of a player, in the order of rounds."""
        return [row for row in self.rounds(player) if isinstance(row, PlayedRound)]

    def value(self, of: "PlayerValue", player: P) -> Fraction:
        """A value of a player, computed once."""
        found = self._values.get((of, player))
        if found is None:
            found = self._values[of, player] = of(self, player)
        return found

    @cached_property
    def last_round(self) -> int:
        """The number of rounds; without numbers, the largest number of matches of a player."""
        rows = [row for player in self.ledger.records for row in self.rounds(player)]
        most = max((record.rounds() for record in self.ledger.records.values()), default=0)
        return max([row.round or 0 for row in rows], default=0) or most

    @cached_property
    def draw(self) -> Fraction:
        """The points of each side of a drawn match between two."""
        return self.system(Finish(2, 1, 2, 0))

    @cached_property
    def win(self) -> Fraction:
        """The points of the winner of a match between two."""
        return self.system(Finish(2, 1, 1, 0))

    def rating(self, player: P) -> int:
        """The rating of a player; UsageFault if it is unknown."""
        if player not in self._ratings:
            raise UsageFault(say("scoring.no-rating", player=quoted(player)))
        return self._ratings[player]


class PlayerValue(Protocol):
    """A value that each player has, such as a tie-break."""

    def __call__(self, tables: PlayerTables[P], player: P) -> Fraction:
        """The value of a player."""
