"""The random bot: every legal move is equally likely.

The baseline for all other bots; it uses only the list of legal moves.
"""

from random import Random
from typing import Any, ClassVar

from tourney.domain.observation import Observation


class RandomBot:
    """Chooses uniformly among the legal moves."""

    version: ClassVar[str] = "1"

    def choose(self, observation: Observation[Any], rng: Random) -> Any:
        """A random legal move."""
        return observation.sample(rng)
