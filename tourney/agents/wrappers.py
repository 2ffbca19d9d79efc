"""Agents around an agent: one repeats and stores decisions, one writes the conversation down.

A `JournalAgent` makes it possible to continue a match in another process, or from an earlier
decision: the cards follow from its seed, and the decisions are read instead of made. A built-in bot
has no memory, and its random numbers follow from the number of the decision, so it is not asked
again. Other bots are asked again, so that they know what happened, but the stored decision counts.

`traced` writes one JSON object per line, in the words of the line protocol, with the seat that it
went `to` or came `from`. For a process these are the real lines, with its stderr between them; for
other agents the equivalent ones. It does not change the match: no text from a bot can make writing
fail, and its time does not count for the bot.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple

from engines.api import Game, NotationError, Outcome, Seat, seat_letter
from engines.messages import Sentence
from tourney.agents.inprocess import BuiltIn
from tourney.agents.programs import ProcessAgent
from tourney.agents.protocol import option_object, result_fields
from tourney.domain.errors import Conflict, TourneyError
from tourney.domain.match_values import MatchDecision
from tourney.domain.observation import Observation
from tourney.play.agent import Agent, AgentFault, Seating
from tourney.play.clock import NO_CLOCK, Clock
from tourney.play.referee import RUNNER, clocked, guarded

DECISIONS_UNFIT: Final = Sentence("agents.decisions-unfit")


class ThroughReferee(KeyboardInterrupt):
    """Carries an error that is not a fault of an agent past the referee."""

    # The referee takes every other exception of an agent for its fault.
    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class Journal:
    """The decisions of a match in order: those stored before, then new ones."""

    def __init__(
        self,
        game: Game[Any],
        stored: Sequence[MatchDecision],
        save: Callable[[int, MatchDecision], None],
    ) -> None:
        """Begin with the first stored decision; new ones are saved with their number from 1."""
        self.game = game
        self.decisions = list(stored)
        self._save = save
        self._read = 0

    def next(self) -> MatchDecision | None:
        """The next stored decision; None if all have been repeated."""
        if self._read == len(self.decisions):
            return None
        self._read += 1
        return self.decisions[self._read - 1]

    def add(self, decision: MatchDecision) -> None:
        """Save a new decision."""
        try:
            self._save(len(self.decisions) + 1, decision)
        except Exception as error:  # of the database
            raise ThroughReferee(error) from error
        self.decisions.append(decision)
        self._read += 1

    def last_of(self, seat: Seat) -> int | None:
        """The number of decisions before the last one of a seat; None if it has made none."""
        made = [at for at, old in enumerate(self.decisions) if old.seat == seat and not old.fault]
        return made[-1] if made else None


class JournalAgent:
    """An agent whose decisions are in a journal.

    A failure outside its decisions counts at its next decision, so that it is stored, too.
    """

    keeps_time = True  # a late answer must be stored as a fault

    def __init__(
        self,
        agent: Agent,
        journal: Journal,
        repeated: Callable[[Observation[Any]], None] | None = None,
        clock: Clock = NO_CLOCK,
    ) -> None:
        """Wrap an agent; `repeated` is called instead of the agent for each stored decision.

        If `clock` is limited, it takes the place of the clock of the match for this agent.
        """
        self._clock = clock
        self.version = agent.version
        self.listens = agent.listens
        self.trusted = agent.trusted
        self._agent = agent
        self._journal = journal
        self._repeated = repeated
        self._seating: Seating
        self._choose: Callable[[Observation[Any]], Any]
        self._failed: AgentFault | None = None

    @property
    def info(self) -> str | None:
        """What the agent wrote about its last move."""
        return self._agent.info

    def start(self, seating: Seating) -> None:
        """Start the agent."""
        if self._clock.limited:
            seating = seating._replace(clock=self._clock)
        self._seating = seating
        try:
            guarded(self._agent.start, seating)
        except AgentFault as fault:
            code = "startup" if fault.code == "crash" else fault.code
            self._failed = AgentFault(code, fault.evidence, fault.detail)
            return
        self._choose = clocked(self._agent, seating.clock)

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Pass on an entry of the log."""
        if self._failed is None:
            try:
                guarded(self._agent.event, number, seat, text)
            except AgentFault as fault:
                self._failed = fault

    def choose(self, observation: Observation[Any]) -> Any:
        """The stored decision, or a new one, which is saved."""
        stored, seat = self._journal.next(), observation.seat
        if stored is None:
            try:
                if self._failed is not None:
                    raise self._failed
                move = guarded(self._decide, observation)
            except AgentFault as fault:
                if fault.code == RUNNER:  # no decision: the match can be continued later
                    raise ThroughReferee(TourneyError(fault.evidence)) from fault
                self._journal.add(MatchDecision(seat, "", fault.code, fault.evidence))
                raise
            self._journal.add(MatchDecision(seat, self._journal.game.move_text(move)))
            return move
        if stored.seat != seat:
            raise ThroughReferee(Conflict(DECISIONS_UNFIT()))
        # Let the agent follow the stored decision.
        if self._repeated is not None:
            self._repeated(observation)
        elif not isinstance(self._agent, BuiltIn) and self._failed is None:
            with suppress(AgentFault):  # the stored decision counts
                guarded(self._choose, observation)
        if stored.fault:
            raise AgentFault(stored.fault, stored.evidence)
        try:
            move = self._journal.game.parse_move(stored.move)
        except NotationError:
            raise ThroughReferee(Conflict(DECISIONS_UNFIT())) from None
        # The referee checks the legality of moves of untrusted agents.
        if self.trusted and observation.refusal(move, Random()) is not None:
            raise ThroughReferee(Conflict(DECISIONS_UNFIT()))
        return move

    def _decide(self, observation: Observation[Any]) -> Any:
        # A built-in bot begins each decision afresh, so that it need not repeat those before.
        if isinstance(self._agent, BuiltIn):
            number = len(self._journal.decisions)
            self._agent.start(self._seating._replace(luck=self._seating.luck.at(number)))
            return self._agent.choose(observation)
        return self._choose(observation)

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Pass on its own fault."""
        self._agent.blamed(fault, out)

    def end(self, outcome: Outcome) -> None:
        """Pass on the result."""
        self._agent.end(outcome)


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
            return _json_line({"t": "stderr", "from": self.letter, "text": text})
        try:
            fields = json.loads(self.line)
            return _json_line({"t": fields.pop("t", None), self.way: self.letter, **fields})
        except (ValueError, AttributeError, TypeError, RecursionError):
            line = self.line.decode("utf-8", "backslashreplace")
            return _json_line({self.way: self.letter, "line": line})


def _json_line(fields: dict[str, Any]) -> str:
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

    def _write_line(self, kind: str, **fields: Any) -> None:
        way = "from" if kind == "move" else "to"
        self._write(_json_line({"t": kind, way: seat_letter(self._seat), **fields}))

    def start(self, seating: Seating) -> None:
        """Write the match down and pass it on."""
        self._seat, self._game = seating.seat, seating.game
        self._write_line(
            "match",
            bot=self._name,
            version=self.version,
            rules=f"{seating.game.name}/{seating.game.version}",
            options=option_object(seating.game, seating.options),
            seat=seating.seat,
            seats=seating.seats,
        )
        self._agent.start(seating)
        self._choose = clocked(self._agent, seating.clock)

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Write it down; pass it on only to an agent that listens."""
        self._write_line("event", n=number, seat=seat, text=text)
        if self._agent.listens:
            self._agent.event(number, seat, text)

    def choose(self, observation: Observation[Any]) -> Any:
        """Write down the request and the answer."""
        self._asked += 1
        legal = [self._game.move_text(move) for move in observation.legal()]
        self._write_line(
            "act", id=self._asked, phase=observation.phase(), view=observation.view(), legal=legal
        )
        move = self._choose(observation)
        self.info = self._agent.info
        more = {"info": self.info} if self.info else {}
        self._write_line("move", id=self._asked, move=self._game.move_text(move), **more)
        return move

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Write the fault down and pass it on."""
        self._write_line("error", id=self._asked, code=fault.code, got=fault.evidence)
        self._agent.blamed(fault, out)

    def end(self, outcome: Outcome) -> None:
        """Write the result down and pass it on."""
        self._write_line("end", **result_fields(outcome))
        self._agent.end(outcome)
