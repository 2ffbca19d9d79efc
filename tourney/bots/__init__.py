"""The built-in bots.

A bot is a class with `choose(observation, rng) -> move` and a declared `version`, which changes
whenever the bot could play differently. Settings in a target (`search:iterations=200`) are passed
to the class as keyword arguments, as text. A bot whose choices depend on a clock declares
`reproducible = False`.
"""

from random import Random
from typing import Any, ClassVar, Protocol

from tourney.bots.champion import ChampionBot
from tourney.bots.guide import GuideBot
from tourney.bots.heuristics import HEURISTICS
from tourney.bots.search import SearchBot
from tourney.domain.observation import Bot, Observation


class RandomBot:
    """Chooses uniformly among the legal moves: the baseline for all other bots."""

    version: ClassVar[str] = "1"

    choose = staticmethod(Observation[Any].sample)
    """A random legal move; without a method of its own, as this is called for every decision."""


class GreedyBot:
    """Chooses the move that the game's heuristic rates best, without looking ahead.

    In a game without a heuristic it plays at random.
    """

    version: ClassVar[str] = "2"

    def choose(self, observation: Observation[Any], rng: Random) -> Any:
        """The move that the heuristic advises."""
        heuristic = HEURISTICS.get(observation.game.name)
        if heuristic is None:
            return observation.sample(rng)
        return heuristic.advice(observation.view())


class BotClass(Protocol):
    """Creates a bot for each seat of each match."""

    version: str

    def __call__(self, *args: Any, **settings: Any) -> Bot:
        """Create a bot with these settings."""


BOTS: dict[str, BotClass] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "guide": GuideBot,
    "search": SearchBot,
    "champion": ChampionBot,
}
