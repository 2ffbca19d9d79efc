"""The substitute for a missing heuristic: all moves are equal, playouts are random."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

from engines.api import Game, Seat, State
from tourney.bots.shares import by_places
from tourney.domain.observation import Observation, playout


class NoHeuristic:
    """A heuristic for any game, which uses only the game's contract."""

    exploration: ClassVar[float] = 0.5
    prior_visits: ClassVar[float] = 12.0

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def ranked(
        self,
        state: State[Any],
        seat: Seat,
        worlds: Callable[[int], Sequence[State[Any]]] | None = None,
    ) -> Sequence[tuple[float, Any]]:
        """Every legal move, none better than another."""
        return [(0.0, move) for move in state.legal_moves(seat)]

    def world(
        self, observation: Observation[Any], rng: Random, known: Sequence[State[Any]]
    ) -> State[Any]:
        """A random possible state for the seat."""
        return observation.resample(rng)

    def settled(self, state: State[Any], start: State[Any]) -> bool:
        """Whether the match is over."""
        return not state.pending()

    def playout(self, state: State[Any], start: State[Any], rng: Random) -> Sequence[float]:
        """Play at random to the end; the share of others that each seat beats, ties count half."""
        return by_places(playout(self._game, state, rng).places)
