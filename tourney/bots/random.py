"""The random bot: every legal move is equally likely.

The baseline for all other bots; it uses only the list of legal moves.
"""

from typing import Any, ClassVar

from tourney.domain.observation import Observation


class RandomBot:
    """Chooses uniformly among the legal moves."""

    version: ClassVar[str] = "1"

    choose = staticmethod(Observation[Any].sample)
    """A random legal move; without a method of its own, as this is called for every decision."""
