"""The information with which a seat decides: its view, its legal moves, possible worlds.

Its methods tell nothing that the seat cannot know. The built-in bots get it as it is; a user's
class gets a `BlindObservation`, which does not even contain what is hidden.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from engines.api import CHANCE, Game, Lister, Outcome, Refusal, Seat, State, Teller, View

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

    def told(self, teller: Teller[M]) -> View:
        """The view, by a teller of this seat."""
        return teller.view(self._state)

    def counted(self, lister: Lister[M]) -> int:
        """The number of legal moves, by a lister of this seat, which then knows them."""
        return lister.count(self._state)

    def refusal(self, move: M, rng: Random) -> Refusal | None:
        """Why a move is illegal; None if it is legal.

        The reason comes from a world that the seat considers possible, so it reveals nothing.
        """
        if self._state.is_legal(self.seat, move):
            return None
        return self.resample(rng).refusal(self.seat, move)

    def sample(self, rng: Random) -> M:
        """A legal move drawn uniformly."""
        return self._state.sample(self.seat, rng)

    def resample(self, rng: Random) -> State[M]:
        """A random full state that is consistent with the knowledge of the seat."""
        return self.game.resample(self._state, self.seat, rng)

    def playout(self, state: State[M], rng: Random) -> Outcome:
        """Play a state to its end with random moves."""
        return playout(self.game, state, rng)


class Changes:
    """What changes between the views that one seat is told of a match."""

    def __init__(self) -> None:
        self._fields: View = {}
        self._players: list[dict[str, Any]] = []

    def since(self, view: View) -> View | None:
        """The fields that are not as in the view before, of `players` those, by seat.

        None for the first view.
        """
        fields, before = self._fields, self._players
        players: list[dict[str, Any]] = view["players"]
        if not fields:
            # A teller changes the objects of players, so they are copied.
            self._fields, self._players = dict(view), [dict(player) for player in players]
            return None
        delta: View = {}
        for name, value in view.items():
            old = fields[name]
            if value is not old and value != old:
                delta[name] = fields[name] = value
        changed: dict[str, Any] = {}
        for seat, player in enumerate(players):
            if player != before[seat]:
                changed[str(seat)] = before[seat] = dict(player)
        if changed:
            delta["players"] = changed
        return delta


def playout(game: Game[M], state: State[M], rng: Random) -> Outcome:
    """Play a state to its end with random moves of all seats and of the dealer."""
    while True:
        state.play_on(rng)
        if not state.pending():
            break
        state.apply(CHANCE, game.shuffle(state, rng))
    outcome = state.outcome()
    assert outcome is not None, "no decision is pending, so the match is over"
    return outcome


class Bot(Protocol):
    """A built-in bot: chooses a legal move from an observation."""

    def choose(self, look: Observation[Any], rng: Random) -> Any:
        """A legal move of the observing seat."""
