"""The information with which a seat decides: its view, its legal moves, possible worlds.

Gives no access to the state itself, so that a bot cannot use hidden information.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from engines.api import Game, Seat, State, View

M = TypeVar("M")


class Observation(Generic[M]):
    """One decision owed by one seat."""

    __slots__ = ("_state", "game", "seat")

    def __init__(self, game: Game[M], state: State[M], seat: Seat) -> None:
        self.game = game
        self.seat = seat
        self._state = state

    def view(self) -> View:
        """The seat's view of the position."""
        return self._state.view(self.seat)

    def phase(self) -> str:
        """The kind of decision."""
        return self._state.phase()

    def legal(self) -> Sequence[M]:
        """The legal moves in canonical order."""
        return self._state.legal_moves(self.seat)

    def sample(self, rng: Random) -> M:
        """A legal move drawn uniformly."""
        return self._state.sample(self.seat, rng)

    def resample(self, rng: Random) -> State[M]:
        """A random full state that is consistent with the knowledge of the seat."""
        return self.game.resample(self._state, self.seat, rng)


class Bot(Protocol):
    """A built-in bot: chooses a legal move from an observation."""

    def choose(self, look: Observation[Any], rng: Random) -> Any:
        """A legal move of the observing seat."""
