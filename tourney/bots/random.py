"""The bot that knows nothing: every legal move is equally likely.

The floor that any other bot is measured against; it looks at nothing but the list of moves.
"""

from random import Random
from typing import Any, ClassVar

from tourney.domain.observation import Observation


class RandomBot:
    """Draws uniformly among the legal moves."""

    version: ClassVar[str] = "1"

    def choose(self, observation: Observation[Any], rng: Random) -> Any:
        """Any legal move, all equally likely."""
        return observation.sample(rng)
