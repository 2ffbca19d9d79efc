"""The guide: looks one move ahead, with the learned value function of the game."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Final

from engines.api import State
from tourney.bots.heuristics import HEURISTICS, Heuristic, NoHeuristic
from tourney.bots.search import ROOT_MOVES, whole_number
from tourney.bots.values import Value, value_of
from tourney.domain.observation import Observation

WORLDS: Final = 16
MOST_WORLDS: Final = 100_000


class GuideBot:
    """Chooses the move after which its seat has the highest value, in the mean of some worlds.

    In a game without a value function it plays what the heuristic ranks first.
    """

    version: ClassVar[str] = "2"

    def __init__(self, worlds: str = "") -> None:
        """Set the number of worlds in which each move is tried."""
        self._worlds = whole_number("worlds", worlds or str(WORLDS), MOST_WORLDS)

    def choose(self, observation: Observation[Any], rng: Random) -> Any:
        """The move with the highest value."""
        moves = observation.legal()
        if len(moves) == 1:
            return moves[0]
        return best_by_value(observation, value_of(observation.game.name), rng, self._worlds)


def best_by_value(
    observation: Observation[Any], value: Value | None, rng: Random, worlds: int
) -> Any:
    """The best of the moves that the heuristic considers, by their mean value in some worlds.

    All moves are tried in the same worlds, so that only their differences count. Of equal ones it
    is the move that the heuristic ranks first.
    """
    heuristic: Heuristic = HEURISTICS.get(observation.game.name) or NoHeuristic(observation.game)
    seat = observation.seat
    drawn: list[State[Any]] = []

    def first(count: int) -> list[State[Any]]:
        while len(drawn) < count:
            drawn.append(heuristic.world(observation, rng, drawn))
        return drawn[:count]

    ranked = heuristic.ranked(first(1)[0], seat, first)[:ROOT_MOVES]
    moves = [move for _, move in ranked]
    if value is None or len(moves) == 1:
        return moves[0]
    totals = [0.0] * len(moves)
    for world in first(worlds):
        for index, move in enumerate(moves):
            state = world.clone()
            state.apply(seat, move)
            value.features.settle(state, rng)
            totals[index] += value.shares(state)[seat]
    return moves[totals.index(max(totals))]
