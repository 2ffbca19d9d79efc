"""What tie-breaks read: the points of every player, and what happened in each of its rounds.

Does not depend on single tie-breaks or on the order in which they are applied.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from engines.messages import say
from tourney.domain.errors import UsageFault, quoted
from tourney.scoring.ledger import CountedMatch, History, Ledger, UnplayedRound
from tourney.scoring.points import Finish, PointSystem

NO_RATINGS: Final[Mapping[str, int]] = {}


class PlayedRound(NamedTuple):
    """A match of a player: its seat, and the points for it."""

    round: int | None
    points: Fraction
    seat: int
    match: CountedMatch

    @property
    def end(self) -> Finish:
        """The finish of the player."""
        return self.match.ends[self.seat]

    def opponents(self) -> list[tuple[str, Finish]]:
        """The players of other sides, with their finishes."""
        result = self.match.result
        sides = result.sides or range(len(result.players))
        rows = zip(result.players, self.match.ends, sides, strict=True)
        return [(player, end) for player, end, side in rows if side != sides[self.seat]]


PlayerRound = PlayedRound | UnplayedRound


def _not_played(match: CountedMatch, seat: int, points: Fraction) -> UnplayedRound:
    """The round of a player of two of whom one did not appear."""
    gone = seat in match.result.forfeits
    kind, worth = ("no-show", Fraction(0)) if gone else ("walkover", points)
    return UnplayedRound(match.round or 0, kind, worth, match.result.players[1 - seat])


class PlayerTables:
    """The points and rounds of the players of a ledger under one point system.

    `ratings` are those of players, as far as they are known. `totals` replace the points that
    follow from the point system.
    """

    def __init__(
        self,
        ledger: Ledger,
        system: PointSystem,
        ratings: Mapping[str, int] = NO_RATINGS,
        totals: Mapping[str, Fraction] | None = None,
    ) -> None:
        self.ledger = ledger
        self.system = system
        self._ratings = ratings
        self._given = totals
        self._rounds: dict[str, tuple[PlayerRound, ...]] = {}
        self._values: dict[tuple[PlayerValue, str], Fraction] = {}

    @cached_property
    def totals(self) -> Mapping[str, Fraction]:
        """All points of every player, with those for unplayed rounds."""
        if self._given is not None:
            nothing = Fraction(0)
            return {name: self._given.get(name, nothing) for name in self.ledger.records}
        return {name: record.total(self.system) for name, record in self.ledger.records.items()}

    @cached_property
    def means(self) -> Mapping[str, Fraction]:
        """Points per match or unplayed round of every player."""
        records = self.ledger.records
        return {name: total / (records[name].rounds() or 1) for name, total in self.totals.items()}

    @cached_property
    def usual(self) -> Fraction:
        """The mean of all players' means."""
        return sum(self.means.values(), Fraction(0)) / (len(self.means) or 1)

    def rounds(self, player: str) -> tuple[PlayerRound, ...]:
        """The matches and unplayed rounds of a player, in the order of rounds."""
        found = self._rounds.get(player)
        if found is None:
            history = self._history()
            missed = history.unplayed.get(player, ())
            rows: list[PlayerRound] = [*self._played(player), *missed]
            found = self._rounds[player] = tuple(sorted(rows, key=lambda row: row.round or 0))
        return found

    def played(self, player: str) -> list[PlayedRound]:
        """The matches of a player, in the order of rounds."""
        return [row for row in self.rounds(player) if isinstance(row, PlayedRound)]

    def _played(self, player: str) -> Iterable[PlayerRound]:
        for seat, match in self._history().played.get(player, ()):
            points = self.system(match.ends[seat])
            if match.walkover:
                yield _not_played(match, seat, points)
            else:
                yield PlayedRound(match.round, points, seat, match)

    def _history(self) -> History:
        assert self.ledger.history is not None
        return self.ledger.history

    def value(self, of: "PlayerValue", player: str) -> Fraction:
        """A value of a player, computed once."""
        found = self._values.get((of, player))
        if found is None:
            found = self._values[of, player] = of(self, player)
        return found

    @cached_property
    def most_matches(self) -> int:
        """The largest number of matches of a player."""
        return max((record.matches for record in self.ledger.records.values()), default=0)

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

    def rating(self, player: str) -> int:
        """The rating of a player; UsageFault if it is unknown."""
        if player not in self._ratings:
            raise UsageFault(say("scoring.no-rating", player=quoted(player)))
        return self._ratings[player]


PlayerValue = Callable[[PlayerTables, str], Fraction]
"""A value that each player has, such as a tie-break."""
