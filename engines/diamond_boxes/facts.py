"""Diamond Boxes: what entries of the log reveal, and the decisions a position remembers."""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.api import Fact, Seat

COVERED: Final = tuple((Fact("covered", (cells,)),) for cells in range(7))

REASONS: Final = ("no other colour", "no card can be placed", "five rounds of passes")
"""Why a match of rule 2 is drawn (DJ2-R12, DJ2-R13)."""
NO_COLOUR: Final = 0
STUCK: Final = 1
FIVE_ROUNDS: Final = 2


def drawn_match(reason: str) -> tuple[Fact, ...]:
    """That a match is drawn, and why: words as their characters' numbers."""
    return Fact("draw", ()), Fact("reason", tuple(map(ord, reason)))


class Event(NamedTuple):
    """A decision since the deal, newest first."""

    before: Event | None
    seat: Seat
    move: int


def chronicle(newest: Event | None) -> list[tuple[Seat, int]]:
    """Seats and moves, oldest first."""
    found = []
    while newest is not None:
        found.append((newest.seat, newest.move))
        newest = newest.before
    found.reverse()
    return found
