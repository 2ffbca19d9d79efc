"""The single matches and unplayed rounds of an event, which many tie-breaks need.

Runs keep only sums. Does not depend on point systems or tie-breaks.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from tourney.domain.matches import MatchResult
from tourney.scoring.points import Finish


class UnplayedKind(NamedTuple):
    """A reason why a player did not play a round.

    A round is `voluntary` if the player chose or caused not to play it, `paired` if there was an
    opponent (FIDE C.07 art. 16.2).
    """

    voluntary: bool
    paired: bool = False


UNPLAYED: Final[Mapping[str, UnplayedKind]] = {
    "bye": UnplayedKind(voluntary=False),
    "requested": UnplayedKind(voluntary=True),
    "late": UnplayedKind(voluntary=True),
    "absent": UnplayedKind(voluntary=True),
    "no-show": UnplayedKind(voluntary=True, paired=True),
    "walkover": UnplayedKind(voluntary=False, paired=True),
    "out": UnplayedKind(voluntary=False),
}
"""Kinds of unplayed rounds: a bye from the pairing or on request, a round before a late entry or
after leaving, not appearing, an opponent who does not appear, and a round that the format draws
without the player."""


class CountedMatch(NamedTuple):
    """A match that counts, the finishes of its seats, and its round if that is known.

    A `walkover` was not played: one of two players did not appear.
    """

    round: int | None
    result: MatchResult
    ends: tuple[Finish, ...]
    walkover: bool = False


class UnplayedRound(NamedTuple):
    """A round that a player did not play, and the points for it.

    `opponent` is the player who was paired with this one, if there was one.
    """

    round: int
    kind: str
    points: Fraction
    opponent: str | None = None

    @property
    def voluntary(self) -> bool:
        """Whether the player chose or caused not to play."""
        return UNPLAYED[self.kind].voluntary

    @property
    def paired(self) -> bool:
        """Whether there was an opponent."""
        return self.opponent is not None or UNPLAYED[self.kind].paired


@dataclass(slots=True)
class History:
    """All matches and unplayed rounds, by player, in the order in which they were added."""

    matches: list[CountedMatch] = field(default_factory=list)
    played: dict[str, list[tuple[int, CountedMatch]]] = field(default_factory=dict)
    """The seat of each player in each match."""
    unplayed: dict[str, list[UnplayedRound]] = field(default_factory=dict)

    def add(self, match: CountedMatch) -> None:
        """Add a match."""
        self.matches.append(match)
        for seat, player in enumerate(match.result.players):
            self.played.setdefault(player, []).append((seat, match))

    def miss(self, player: str, missed: UnplayedRound) -> None:
        """Add an unplayed round; ValueError for an unknown kind."""
        if missed.kind not in UNPLAYED:
            raise ValueError(f"unknown kind {missed.kind!r}; use {', '.join(UNPLAYED)}")
        self.unplayed.setdefault(player, []).append(missed)
