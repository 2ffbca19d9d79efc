"""Agents that run in this process: the built-in bots and Python classes of a user.

A user's class gets texts and its seat's view, never a State or a Game. Knows nothing of where a
bot comes from; `loader` does.
"""

import inspect
from collections.abc import Callable
from random import Random
from typing import Any

from engines.api import Game, NotationError, Outcome, Seat
from tourney.bots.look import Bot, Look
from tourney.play.agent import AgentFault, Seating


class BuiltIn:
    """A built-in bot: it looks for itself, and chooses from the legal list."""

    listens = False
    trusted = True
    keeps_time = False

    def __init__(self, bot: Bot, version: str) -> None:
        self.version = version
        self._bot = bot
        self._rng: Random

    def start(self, seating: Seating) -> None:
        """Take the bot's own luck."""
        self._rng = seating.rng

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Nothing: the view tells a built-in bot enough."""

    def choose(self, look: Look[Any]) -> Any:
        """What the bot chooses."""
        return self._bot.choose(look, self._rng)

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Nothing: there is nobody to tell."""

    def end(self, outcome: Outcome) -> None:
        """Nothing: a bot plays one match."""


class PythonClass:
    """A user's class with `choose(view, legal)`; one instance plays one match."""

    trusted = False
    keeps_time = False

    def __init__(self, make: Callable[[], Any], version: str, listens: bool) -> None:
        self.version = version
        self.listens = listens
        self._make = make
        self._bot: Any = None
        self._game: Game[Any]

    def start(self, seating: Seating) -> None:
        """Make the bot; its `start`, if it has one, hears the game, the seat and the rules."""
        self._game = seating.game
        self._bot = self._make()
        start = getattr(self._bot, "start", None)
        if start is not None:
            rules = f"{seating.game.name}/{seating.game.version}"
            luck = {"rng": seating.rng} if _takes(start, "rng") else {}
            start(seating.game.name, seating.seat, seating.seats, rules, **luck)

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Pass on an entry of the log."""
        self._bot.event({"n": number, "seat": seat, "text": text})

    def choose(self, look: Look[Any]) -> Any:
        """The move that the bot's answer names."""
        moves = {self._game.move_text(move): move for move in look.legal()}
        answer = self._bot.choose(look.view(), list(moves))
        if not isinstance(answer, str):
            words = f"answered {type(answer).__name__} instead of the text of a move"
            raise AgentFault("illegal", words)
        return moves[answer] if answer in moves else _parsed(self._game, answer)

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Nothing: a class has no ear for that."""

    def end(self, outcome: Outcome) -> None:
        """Tell the result, if the bot wants to know."""
        end = getattr(self._bot, "end", None)
        if end is not None:
            places, scores = list(outcome.places), list(outcome.scores)
            end({"places": places, "scores": scores, "reason": outcome.reason})


def _parsed(game: Game[Any], answer: str) -> Any:
    try:
        return game.parse_move(answer)
    except NotationError as error:
        raise AgentFault("illegal", f"{answer[:80]!r} is no move: {error}") from None


def _takes(call: Callable[..., Any], name: str) -> bool:
    parameters = inspect.signature(call).parameters.values()
    return any(p.name == name or p.kind is p.VAR_KEYWORD for p in parameters)
