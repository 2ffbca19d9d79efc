"""The interface between the referee and the agent at a seat.

An agent may be a bot in this process, another process or a person; the referee knows only this
protocol. Agents never see a State: they get an `Observation`, and events redacted for their seat.
"""

from typing import Any, Final, NamedTuple, Protocol

from engines.api import Game, Outcome, Seat
from tourney.domain.observation import Observation
from tourney.play.clock import NO_CLOCK, Clock
from tourney.play.luck import NO_LUCK, BotLuck

PLAYS_ON: Final = ("illegal", "timeout")
"""Faults after which a bot can still be asked for its next move."""


class AgentFault(Exception):
    """A fault for which the agent at a seat is to blame.

    `code` is illegal, timeout, crash, protocol, startup, oom, flood or resigned. `evidence` is
    one line, the same whenever it happens again; `detail` is any further output.
    """

    def __init__(self, code: str, evidence: str, detail: str = "") -> None:
        super().__init__(code, evidence, detail)
        self.code = code
        self.evidence = evidence
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code}: {self.evidence}"


class Seating(NamedTuple):
    """What an agent gets before the match."""

    game: Game[Any]
    options: Any
    seat: Seat
    seats: int
    luck: BotLuck = NO_LUCK
    clock: Clock = NO_CLOCK

    @property
    def names(self) -> list[str]:
        """The players by seat, as far as a bot may know them."""
        return ["you" if seat == self.seat else "?" for seat in range(self.seats)]


class Agent(Protocol):
    """Chooses the moves of one seat in one match.

    `start`, `event` and `choose` may raise AgentFault; anything else they raise is a crash.
    """

    version: str
    """Its version, part of the seed of its random generator."""
    listens: bool
    """Whether it wants events; their texts are made only for such agents."""
    trusted: bool
    """Whether its moves always come from the legal list; other moves are checked."""
    keeps_time: bool
    """Whether it measures its own time; other untrusted agents are timed by the referee."""

    @property
    def info(self) -> str | None:
        """What it wrote about its last move, empty for nothing; None if it never writes."""

    def start(self, seating: Seating) -> None:
        """Start a match."""

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Receive entry `number` of the log, as this seat may see it."""

    def choose(self, observation: Observation[Any]) -> Any:
        """Choose a move."""

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Receive its own fault; `out` if it is not asked again in this match."""

    def end(self, outcome: Outcome) -> None:
        """Receive the result of the match; not called if the agent is out."""
