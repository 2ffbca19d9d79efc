"""Diam's: what entries of the log reveal, and the events a position remembers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engines.api import Fact, Seat
from engines.diams.cards import END, KINDS
from engines.diams.moves import Move

HIDDEN_DRAW: Final = tuple(
    tuple((Fact("draw", (card,), (seat,)),) for card in range(END)) for seat in range(5)
)
SHOWN_DRAW: Final = tuple(
    tuple((Fact("reveal", (a, b)),) for b in range(KINDS)) for a in range(KINDS)
)
NOTHING_DRAWN: Final = (Fact("draw", ()),)
MISS: Final = (Fact("miss", ()),)
CLOSING: Final = Fact("end", ())


class Event(NamedTuple):
    """What happened since the deal, newest first: a move and what it brought to light.

    `cards`: the index in the deck of a card drawn unseen, the specials met while revealing,
    1 for a safecracker that hits, what a forced sale made the victim show. `taken`: what came
    from the market to the hand.
    """

    before: Event | None
    seat: Seat
    move: Move
    cards: tuple[int, ...]
    taken: tuple[int, ...]


def revealed(laid: Sequence[int], special: Sequence[int], ended: bool) -> tuple[Fact, ...]:
    """What revealing two brought to light."""
    facts: tuple[Fact, ...] = (Fact("reveal", tuple(laid)),)
    if special:
        facts = (*facts, Fact("special", tuple(special)))
    return (*facts, CLOSING) if ended else facts
