"""The built-in bots and what a bot may look at when it decides.

A bot is a class with `choose(look, rng) -> move` and a declared `version`, which changes whenever
it could play differently. Settings written in a target (`search:iterations=200`) come to the class
as keyword arguments, as text. A bot whose choices depend on a clock says `reproducible = False`.
"""

from typing import Any, Protocol

from tourney.bots.greedy import GreedyBot
from tourney.bots.random import RandomBot
from tourney.bots.search import SearchBot
from tourney.domain.observation import Bot


class BotClass(Protocol):
    """What makes a bot, one for each seat of each match."""

    version: str

    def __call__(self, *args: Any, **settings: Any) -> Bot:
        """A bot with these settings."""


BOTS: dict[str, BotClass] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "search": SearchBot,
}
