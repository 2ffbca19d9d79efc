"""Diam's: the facts that log entries reveal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.api import Fact, Seat
from engines.diams.cards import END
from engines.diams.moves import SEATS

# DI-Q22: only the owner sees a card drawn or stored, only owner and thief a card given
HIDDEN_DRAW: Final = tuple(
    tuple((Fact("draw", (card,), (seat,)),) for card in range(END)) for seat in range(SEATS)
)
NOTHING_DRAWN: Final = (Fact("draw", ()),)
MISS: Final = (Fact("miss", ()),)
CLOSING: Final = Fact("end", ())


def revealed(laid: Sequence[int], special: Sequence[int], ended: bool) -> tuple[Fact, ...]:
    """The facts of a reveal: diamonds, special cards, the closing card."""
    facts: tuple[Fact, ...] = (Fact("reveal", tuple(laid)),)
    if special:
        facts = (*facts, Fact("special", tuple(special)))
    return (*facts, CLOSING) if ended else facts


def laid_out(
    name: str, laid: Sequence[int], out: Sequence[int], ended: bool = False
) -> tuple[Fact, ...]:
    """The facts of filling the market; `name` is "market" or "refill"."""
    facts = (Fact(name, tuple(laid)), Fact("out", tuple(out)))
    return (*facts, CLOSING) if ended else facts


def dealt_hand(seat: Seat, cards: tuple[int, ...]) -> tuple[Fact, ...]:
    """The hand that a seat was dealt."""
    return (Fact("hand", cards, (seat,)),)
