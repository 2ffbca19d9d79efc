"""What the referee talks to at a seat.

An agent may be a bot in this process, another process or a person; the referee knows only this
protocol. Agents never see a State: they get a `Observation`, and events redacted for their seat.
"""

from typing import Any, Final, NamedTuple, Protocol

from engines.api import Game, Outcome, Seat
from tourney.domain.observation import Observation
from tourney.play.clock import NO_CLOCK, Clock
from tourney.play.luck import NO_LUCK, BotLuck

PLAYS_ON: Final = ("illegal", "timeout")
"""Faults after which a bot can still be asked for its next move."""


class AgentFault(Exception):
    """Something went wrong behind a seat, and the seat is to blame.

    `code` is illegal, timeout, crash, protocol, startup, oom, flood or resigned. `evidence` is
    one line, the same whenever it happens again; `detail` is whatever else was seen.
    """

    def __init__(self, code: str, evidence: str, detail: str = "") -> None:
        super().__init__(code, evidence, detail)
        self.code = code
        self.evidence = evidence
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code}: {self.evidence}"


class Seating(NamedTuple):
    """What an agent is told before the first card."""

    game: Game[Any]
    options: Any
    seat: Seat
    seats: int
    luck: BotLuck = NO_LUCK
    clock: Clock = NO_CLOCK

    @property
    def names(self) -> list[str]:
        """Who sits where, as far as a bot may know."""
        return ["you" if seat == self.seat else "?" for seat in range(self.seats)]


class Agent(Protocol):
    """What chooses the moves of one seat in one match.

    `start`, `event` and `choose` may raise AgentFault; anything else they raise is a crash.
    """

    version: str
    """What it is, for its own luck."""
    listens: bool
    """Whether it wants events; texts are only made for those who do."""
    trusted: bool
    """Whether its moves come from the legal list unchanged; other moves are tested."""
    keeps_time: bool
    """Whether it measures its own time; others that are not trusted are measured from outside."""

    def start(self, seating: Seating) -> None:
        """The match begins."""

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Entry `number` of the log, as this seat may see it."""

    def choose(self, observation: Observation[Any]) -> Any:
        """A move for the position."""

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """It is held to blame for `fault`; `out` says that it is not asked again in this match."""

    def end(self, outcome: Outcome) -> None:
        """The match is over; not told to those who are out."""
