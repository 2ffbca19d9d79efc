"""The bot that plays soundly without looking ahead.

What is sound it takes from the game's guide; a game without one it plays at random.
"""

from random import Random
from typing import Any, ClassVar

from tourney.bots.heuristics import HEURISTICS
from tourney.domain.observation import Observation


class GreedyBot:
    """Takes what is best as far as it sees."""

    version: ClassVar[str] = "2"

    def choose(self, observation: Observation[Any], rng: Random) -> Any:
        """The move that the heuristic of the game advises."""
        heuristic = HEURISTICS.get(observation.game.name)
        return (
            observation.sample(rng) if heuristic is None else heuristic.advice(observation.view())
        )
