"""Agents that run in this process: the built-in bots and Python classes of a user.

A user's class gets texts and its seat's view, or an observation of a state that its seat considers
possible, never the state of the match. Does not know where a bot comes from; `loader` does.
"""

import inspect
from collections.abc import Callable, Collection
from random import Random
from typing import Any

from engines.api import NotationError, Outcome, Seat
from tourney.agents.call_watch import UnwatchedCalls
from tourney.agents.protocol import option_object
from tourney.domain.observation import Bot, Observation
from tourney.play.agent import AgentFault, Seating
from tourney.play.texts import MoveTexts, move_texts


class BuiltIn:
    """A built-in bot: reads the observation directly and chooses from the legal moves."""

    listens = False
    trusted = True
    keeps_time = False
    info = None

    def __init__(self, bot: Bot, version: str) -> None:
        self.version = version
        self.choose: Callable[[Observation[Any]], Any]
        """The bot's choice; set when the match starts."""
        self._bot = bot

    def start(self, seating: Seating) -> None:
        """Give the bot its random generator."""
        choose, rng = self._bot.choose, seating.luck.rng()
        # Called for every decision; a `partial` with a keyword takes twice as long.
        self.choose = lambda observation: choose(observation, rng)

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Do nothing: a built-in bot needs only the view."""

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Do nothing."""

    def end(self, outcome: Outcome) -> None:
        """Do nothing."""


class PythonClass:
    """A user's class with `choose(view, legal)`; one instance plays one match.

    `want` is what it receives, in the words of the line protocol.
    """

    trusted = False
    keeps_time = False

    def __init__(self, make: Callable[[], Any], version: str, want: Collection[str]) -> None:
        self.version = version
        self.listens = "events" in want
        self._make = make
        self._want = want
        self._bot: Any = None
        self._texts: MoveTexts
        self.watched = UnwatchedCalls()
        """The object that calls the class."""
        self.info = ""
        """What the bot's last answer says about its move."""

    def start(self, seating: Seating) -> None:
        """Create the bot; its `start`, if it has one, gets the game, the seat and the rules."""
        self._texts = move_texts(seating.game)
        self._bot = self.watched.call(self._make)
        start = getattr(self._bot, "start", None)
        if start is not None:
            game = seating.game
            rules = f"{game.name}/{game.version}"
            given = (game.name, seating.seat, seating.seats, rules)
            self.watched.call(start, *given, **_extras(start, seating))

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Pass on an entry of the log."""
        self.watched.call(self._bot.event, {"n": number, "seat": seat, "text": text})

    def choose(self, observation: Observation[Any]) -> Any:
        """The move that the bot's answer names."""
        view = observation.view() if "view" in self._want else None
        legal = None
        if "legal" in self._want:
            legal = [self._texts[move] for move in observation.legal()]
        answer, self.info = _with_info(self.watched.call(self._bot.choose, view, legal))
        if not isinstance(answer, str):
            words = f"answered {type(answer).__name__} instead of the text of a move"
            raise AgentFault("illegal", words)
        return _parsed(self._texts, answer)

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Do nothing: a class has no method for it."""

    def end(self, outcome: Outcome) -> None:
        """Pass the result to the bot's `end`, if it has one."""
        end = getattr(self._bot, "end", None)
        if end is not None:
            places, scores = list(outcome.places), list(outcome.scores)
            self.watched.call(end, {"places": places, "scores": scores, "reason": outcome.reason})


class SearchingClass(PythonClass):
    """A user's class with `decide(observation)`, which can look ahead in possible states.

    The observation is blind: it is made from a resampled state, so that nothing that can be reached
    from it depends on hidden cards.
    """

    def start(self, seating: Seating) -> None:
        """Create the bot, and the generator of the states that it is handed."""
        self._worlds = Random(f"observation {seating.luck.digits}")
        super().start(seating)

    def choose(self, observation: Observation[Any]) -> Any:
        """The legal move that the bot's answer is, or that it names."""
        given = self.watched.call(self._bot.decide, observation.blind(self._worlds))
        answer, self.info = _with_info(given)
        if isinstance(answer, str):
            return _parsed(self._texts, answer)
        moves = observation.legal()
        if answer not in moves:
            raise AgentFault("illegal", f"answered {_shown(answer)}, which is no legal move")
        return moves[moves.index(answer)]


def _with_info(answer: Any) -> tuple[Any, str]:
    """The move of an answer and what it says about it; no move contains a text."""
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], str):
        return answer
    return answer, ""


def _shown(answer: Any) -> str:
    """An answer as evidence; a bot's own classes are only named."""
    plain = isinstance(answer, int | tuple | None)
    return repr(answer)[:80] if plain else f"an object of type {type(answer).__name__}"


def _parsed(texts: MoveTexts, answer: str) -> Any:
    try:
        return texts.move(answer)
    except NotationError as error:
        raise AgentFault("illegal", f"{answer[:80]!r} is not a move: {error}") from None


def _extras(start: Callable[..., Any], seating: Seating) -> dict[str, Any]:
    """The optional arguments that a bot's `start` names as parameters."""
    clock = seating.clock
    times = {"move_ms": clock.move_ms, "bank_ms": clock.bank_ms}
    more = {
        "rng": seating.luck.rng(),
        "options": option_object(seating.game, seating.options),
        "names": seating.names,
        "clock": times if clock.limited else None,
    }
    parameters = inspect.signature(start).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return more
    return {p.name: more[p.name] for p in parameters if p.name in more}
