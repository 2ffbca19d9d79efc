"""How decisions become action numbers and positions become numbers, for any game.

A decision is spelled as one action or as several, one after the other. What stands here serves
every game: a decision is its place in the canonical list. A game for which agents are to be
trained has a coding of its own, in which a number always means the same.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from engines.api import Game, Seat, State
from tourney.adapters.features import Features, SeatKnowledge, hashed

Spelling: TypeAlias = tuple[int, ...]


class Coding:
    """Decisions as places in the list of legal moves: right for any game, to be learnt in none.

    The same number means another move in every position.
    """

    actions: int = 1 << 17
    """Action numbers stay below; asserted."""
    steps: int = 1
    """Actions that spell one decision at most."""
    items: int = 64
    """What the dealer orders stays below."""
    learnable: bool = False
    """Whether an action number means the same in every position."""

    def spell(self, seat: Seat, seats: int, moves: Sequence[Any]) -> list[Spelling]:
        """The spelling of each legal move; none is the beginning of another."""
        assert len(moves) <= self.actions, "more legal moves than action numbers"
        return [(place,) for place in range(len(moves))]

    def word(self, action: int) -> str:
        """What an action says that does not settle the decision yet."""
        return str(action)

    def held_back(self, state: State[Any]) -> Mapping[int, int]:
        """Items that the dealer may not put before some place of the order, with that place."""
        return {}

    def memory(self, state: State[Any], seat: Seat, told: str) -> Any:
        """What a seat keeps in mind beyond its view, made of what it was told."""
        return None

    def features(self, look: SeatKnowledge) -> Features:
        """The position as a seat sees it, in pieces of fixed length."""
        return [("seat", look.seat_hot(0)), ("view", hashed(look.view))]

    def decisions(self, game: Game[Any], options: Any, seats: int) -> int:
        """A bound on the decisions of a match; some are not logged where one may stay silent."""
        return game.max_plies(options, seats) * (seats if game.silent is not None else 1)

    def draws(self, game: Game[Any], options: Any, seats: int) -> int:
        """A bound on the items that the dealer lays down in a match."""
        return game.max_plies(options, seats) * self.items
