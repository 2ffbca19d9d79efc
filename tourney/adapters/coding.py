"""Encodes decisions as action numbers and positions as numbers, for any game.

A decision is spelled as one action or as a sequence of actions. The coding here works for every
game: a decision is its index in the canonical list. A game for training agents has its own coding,
in which a number always has the same meaning.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from engines.api import Game, Seat, State
from tourney.adapters.features import Features, SeatKnowledge, hashed

Spelling: TypeAlias = tuple[int, ...]


class Coding:
    """Decisions as indices in the list of legal moves: works for any game, but cannot be learned.

    The same number means another move in every position.
    """

    actions: int = 1 << 17
    """Upper limit of action numbers; asserted."""
    steps: int = 1
    """Most actions that spell one decision."""
    items: int = 64
    """Upper limit of the numbers of items that the dealer orders."""
    learnable: bool = False
    """Whether an action number has the same meaning in every position."""

    def spell(self, seat: Seat, seats: int, moves: Sequence[Any]) -> list[Spelling]:
        """The spelling of each legal move; none is a prefix of another."""
        assert len(moves) <= self.actions, "more legal moves than action numbers"
        return [(place,) for place in range(len(moves))]

    def word(self, action: int) -> str:
        """The text of an action that does not complete a decision."""
        return str(action)

    def held_back(self, state: State[Any]) -> Mapping[int, int]:
        """Items that the dealer may not put before an index of the order, with that index."""
        return {}

    def memory(self, state: State[Any], seat: Seat, history: str) -> Any:
        """What a seat remembers beyond its view, computed from its history."""
        return None

    def features(self, look: SeatKnowledge) -> Features:
        """The position as a seat sees it, as named vectors of fixed length."""
        return [("seat", look.seat_hot(0)), ("view", hashed(look.view))]

    def decisions(self, game: Game[Any], options: Any, seats: int) -> int:
        """An upper bound on the decisions of a match; silent answers are not logged."""
        return game.max_plies(options, seats) * (seats if game.silent is not None else 1)

    def draws(self, game: Game[Any], options: Any, seats: int) -> int:
        """An upper bound on the items that the dealer orders in a match."""
        return game.max_plies(options, seats) * self.items
