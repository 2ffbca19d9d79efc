"""Writes down the whole conversation of a match with its agents.

One JSON object per line, in the words of the line protocol, with the seat that it went `to` or came
`from`. For a process these are the real lines, for other agents the equivalent ones. What a process
writes to stderr stands between them, as lines of the kind `stderr`. Does not
change the match: no text from a bot can make writing fail, and its time does not count for the bot.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from engines.api import Game, Outcome, Seat, seat_letter
from tourney.agents.process import ProcessAgent
from tourney.agents.protocol import option_object
from tourney.domain.observation import Observation
from tourney.play.agent import Agent, AgentFault, Seating
from tourney.play.referee import clocked


def traced(agent: Agent, seat: Seat, name: str, write: Callable[[object], object]) -> Agent:
    """An agent whose conversation is passed to `write` line by line; `str` of a line is its text.

    `write` must not fail and should only store the line, because a clock may be running.
    """
    if not isinstance(agent, ProcessAgent):
        return TracedAgent(agent, name, write)
    letter = seat_letter(seat)

    def spy(way: str, line: bytes) -> None:
        write(TraceLine(way, letter, line))

    agent.spy = spy
    return agent


class TraceLine(NamedTuple):
    """A line of the protocol with the seat that it went `to` or came `from`, or of its stderr."""

    way: str
    letter: str
    line: bytes

    def __str__(self) -> str:
        """A JSON object with the seat; any other line becomes its field `line`."""
        if self.way == "stderr":
            text = self.line.decode("utf-8", "backslashreplace")
            return _text({"t": "stderr", "from": self.letter, "text": text})
        try:
            fields = json.loads(self.line)
            return _text({"t": fields.pop("t", None), self.way: self.letter, **fields})
        except (ValueError, AttributeError, TypeError, RecursionError):
            line = self.line.decode("utf-8", "backslashreplace")
            return _text({self.way: self.letter, "line": line})


def _text(fields: dict[str, Any]) -> str:
    """One line of JSON; a lone surrogate, which no file can contain, stays escaped."""
    line = json.dumps(fields, ensure_ascii=False) + "\n"
    return line.encode("utf-8", "backslashreplace").decode()


class TracedAgent:
    """Wraps an agent in this process and writes down its conversation with the referee."""

    listens = True
    trusted = False

    def __init__(self, agent: Agent, name: str, write: Callable[[object], object]) -> None:
        self.version = agent.version
        self.keeps_time = True
        self._agent = agent
        self.info = agent.info
        self._choose: Callable[[Observation[Any]], Any]
        self._name = name
        self._write = write
        self._seat: Seat = 0
        self._game: Game[Any]
        self._asked = 0

    def _line(self, kind: str, **fields: Any) -> None:
        way = "from" if kind == "move" else "to"
        self._write(_text({"t": kind, way: seat_letter(self._seat), **fields}))

    def start(self, seating: Seating) -> None:
        """Write the match down and pass it on."""
        self._seat, self._game = seating.seat, seating.game
        rules = f"{seating.game.name}/{seating.game.version}"
        options = option_object(seating.game, seating.options)
        self._line(
            "match",
            bot=self._name,
            version=self.version,
            rules=rules,
            options=options,
            seat=seating.seat,
            seats=seating.seats,
        )
        self._agent.start(seating)
        agent, clock = self._agent, seating.clock
        ours = agent.trusted or agent.keeps_time or not clock.limited
        self._choose = agent.choose if ours else clocked(agent.choose, clock)

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Write it down; pass it on only to an agent that listens."""
        self._line("event", n=number, seat=seat, text=text)
        if self._agent.listens:
            self._agent.event(number, seat, text)

    def choose(self, observation: Observation[Any]) -> Any:
        """Write down the request and the answer."""
        self._asked += 1
        legal = [self._game.move_text(move) for move in observation.legal()]
        self._line(
            "act", id=self._asked, phase=observation.phase(), view=observation.view(), legal=legal
        )
        move = self._choose(observation)
        self.info = self._agent.info
        more = {"info": self.info} if self.info else {}
        self._line("move", id=self._asked, move=self._game.move_text(move), **more)
        return move

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Write the fault down and pass it on."""
        self._line("error", id=self._asked, code=fault.code, got=fault.evidence)
        self._agent.blamed(fault, out)

    def end(self, outcome: Outcome) -> None:
        """Write the result down and pass it on."""
        places, scores = list(outcome.places), list(outcome.scores)
        self._line("end", places=places, scores=scores, reason=outcome.reason)
        self._agent.end(outcome)
