"""What the referee talks to at a seat.

An agent may be a bot in this process, another process or a person; the referee knows only this
protocol. Agents never see a State: they get a `Look`, and events redacted for their seat.
"""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from engines.api import Game, Outcome, Seat
from tourney.bots.look import Look


class NotAMove(Exception):
    """What came back from a seat is no move of the game; the message is the evidence."""


@dataclass(frozen=True, slots=True)
class Seating:
    """What an agent is told before the first card."""

    game: Game[Any]
    options: Any
    seat: Seat
    seats: int
    rng: Random


class Agent(Protocol):
    """What chooses the moves of one seat in one match."""

    version: str
    """What it is, for its own luck."""
    listens: bool
    """Whether it wants events; texts are only made for those who do."""
    trusted: bool
    """Whether its moves come from the legal list unchanged; other moves are tested."""

    def start(self, seating: Seating) -> None:
        """The match begins."""

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Entry `number` of the log, as this seat may see it."""

    def choose(self, look: Look[Any]) -> Any:
        """A move for the position; raises NotAMove for an answer that is none."""

    def end(self, outcome: Outcome) -> None:
        """The match is over."""
