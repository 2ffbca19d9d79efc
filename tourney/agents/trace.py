"""The whole conversation of a match with those who play it, written down.

One JSON object per line, in the words of the line protocol, with the seat it went `to` or came
`from`. For a process these are the lines themselves, for anything else what they would be.
Changes nothing of what is played: no text that a bot sends can make writing fail, and the time that
it takes is not the bot's.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from engines.api import Game, Outcome, Seat, seat_letter
from tourney.agents.process import ProcessAgent
from tourney.domain.observation import Observation
from tourney.play.agent import Agent, AgentFault, Seating
from tourney.play.referee import clocked


def traced(agent: Agent, seat: Seat, name: str, write: Callable[[object], object]) -> Agent:
    """An agent whose conversation is noted, a line at a time; the text of it is what `str` gives.

    `write` must not fail, and should do no more than keep what it is given: a clock may be running.
    """
    if not isinstance(agent, ProcessAgent):
        return TracedAgent(agent, name, write)
    letter = seat_letter(seat)

    def spy(way: str, line: bytes) -> None:
        write(TraceLine(way, letter, line))

    agent.spy = spy
    return agent


class TraceLine(NamedTuple):
    """A line of the protocol with the seat it went `to` or came `from`."""

    way: str
    letter: str
    line: bytes

    def __str__(self) -> str:
        """As an object with the seat in it; a line that is no JSON object as it is."""
        try:
            said = json.loads(self.line)
            return _text({"t": said.pop("t", None), self.way: self.letter, **said})
        except (ValueError, AttributeError, TypeError, RecursionError):
            line = self.line.decode("utf-8", "backslashreplace")
            return _text({self.way: self.letter, "line": line})


def _text(fields: dict[str, Any]) -> str:
    """One line of JSON; half a character, which no file can hold, stays escaped as in JSON."""
    line = json.dumps(fields, ensure_ascii=False) + "\n"
    return line.encode("utf-8", "backslashreplace").decode()


class TracedAgent:
    """Stands between the referee and an agent in this process."""

    listens = True
    trusted = False

    def __init__(self, agent: Agent, name: str, write: Callable[[object], object]) -> None:
        self.version = agent.version
        self.keeps_time = True
        self._agent = agent
        self._choose: Callable[[Observation[Any]], Any]
        self._name = name
        self._write = write
        self._seat: Seat = 0
        self._game: Game[Any]
        self._asked = 0

    def _line(self, kind: str, **fields: Any) -> None:
        self._write(_text({"t": kind, "to": seat_letter(self._seat), **fields}))

    def start(self, seating: Seating) -> None:
        """Pass on, once the seat is known."""
        self._seat, self._game = seating.seat, seating.game
        rules = f"{seating.game.name}/{seating.game.version}"
        options = seating.game.options_text(seating.options)
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
        """Write it down; pass it on only to an agent that wanted it."""
        self._line("event", n=number, seat=seat, text=text)
        if self._agent.listens:
            self._agent.event(number, seat, text)

    def choose(self, observation: Observation[Any]) -> Any:
        """Write down what is asked and what is answered."""
        self._asked += 1
        legal = [self._game.move_text(move) for move in observation.legal()]
        self._line(
            "act", id=self._asked, phase=observation.phase(), view=observation.view(), legal=legal
        )
        move = self._choose(observation)
        self._line("move", id=self._asked, move=self._game.move_text(move))
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
