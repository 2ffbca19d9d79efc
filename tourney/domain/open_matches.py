"""Matches with people that are being played, as plain values: seats, settings, decisions."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from engines.api import Seat

PRACTICE: Final = ("stage", "practice")
"""The header of a record whose result counts nowhere."""


class MatchDecision(NamedTuple):
    """The answer of one seat: the text of its move, or the code and evidence of a fault."""

    seat: Seat
    move: str
    fault: str = ""
    evidence: str = ""


class SeatHolder(NamedTuple):
    """Who plays at a seat: a bot with target, version and hash of its files, or a person."""

    name: str
    target: str = ""
    version: str = ""
    content: str = ""

    @property
    def person(self) -> bool:
        """Whether it is a person."""
        return not self.target


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """The settings that, with the decisions, determine a match with people.

    Cards follow from `seed` and `deal`, random numbers of bots from `bot_seed`. `origin` is the
    match of a run whose deal is played, empty for a new deal. `practice`: a hint was asked for or
    a move was taken back. `move_ms` is the time limit of a move, 0 for none. `headers` are those of
    the record that name its place in an event.
    """

    name: str
    game: str
    rules: int
    options: tuple[tuple[str, str], ...]
    holders: tuple[SeatHolder, ...]
    seed: str
    bot_seed: str
    deal: int = 0
    origin: str = ""
    move_ms: int = 0
    practice: bool = False
    id: int = 0
    date: str = ""
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(holder.name for holder in self.holders)
