"""The bot that makes the best move by the game's heuristic, without looking ahead.

In a game without a heuristic it plays at random.
"""

from random import Random
from typing import Any, ClassVar

from tourney.bots.heuristics import HEURISTICS
from tourney.domain.observation import Observation


class GreedyBot:
    """Chooses the move that the game's heuristic rates best."""

    version: ClassVar[str] = "2"

    def choose(self, observation: Observation[Any], rng: Random) -> Any:
        """The move that the heuristic advises."""
        heuristic = HEURISTICS.get(observation.game.name)
        return (
            observation.sample(rng) if heuristic is None else heuristic.advice(observation.view())
        )
