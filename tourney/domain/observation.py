"""What a seat may use to decide: its view, its legal moves, worlds it could be in.

The state itself stays out of reach; everything here is blind to what the seat cannot know.
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
        """What is asked."""
        return self._state.phase()

    def legal(self) -> Sequence[M]:
        """The legal moves in canonical order."""
        return self._state.legal_moves(self.seat)

    def sample(self, rng: Random) -> M:
        """A legal move drawn uniformly."""
        return self._state.sample(self.seat, rng)

    def resample(self, rng: Random) -> State[M]:
        """A full state that this seat could be in."""
        return self.game.resample(self._state, self.seat, rng)


class Bot(Protocol):
    """A built-in bot: chooses among the legal moves of what it sees."""

    def choose(self, look: Observation[Any], rng: Random) -> Any:
        """A legal move of the seat that looks."""
