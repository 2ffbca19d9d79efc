"""The built-in bots.

A bot is a class with `choose(observation, rng) -> move` and a declared `version`, which changes
whenever the bot could play differently. Settings in a target (`search:iterations=200`) are passed
to the class as keyword arguments, as text. A bot whose choices depend on a clock declares
`reproducible = False`.
"""

from typing import Any, Protocol

from tourney.bots.greedy import GreedyBot
from tourney.bots.random import RandomBot
from tourney.bots.search import SearchBot
from tourney.domain.observation import Bot


class BotClass(Protocol):
    """Creates a bot for each seat of each match."""

    version: str

    def __call__(self, *args: Any, **settings: Any) -> Bot:
        """Create a bot with these settings."""


BOTS: dict[str, BotClass] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "search": SearchBot,
}
