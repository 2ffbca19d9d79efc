"""Low Card: the cards as numbers, their names, and how a hand is logged."""

from typing import Final, TypeAlias

from engines.api import Fact, Ply, Seat

Move: TypeAlias = int | tuple[int, ...]
"""The number of a played card, or the dealer's order of all cards."""

# LC-R1: thirty cards
CARDS: Final = tuple(range(1, 31))

UNKNOWN: Final = 0
"""A card that a record does not show, written `?`."""

NUMBERS: Final[dict[str, int]] = {
    "?": UNKNOWN,
    **{f"{card}{doubt}": card for card in CARDS for doubt in ("", "?")},
}
"""Written card -> number; `7?` is a tentative card."""


def name(card: int) -> str:
    """The name of a card."""
    return str(card) if card else "?"


def hand_shown(seat: Seat, cards: tuple[int, ...]) -> Ply[Move]:
    """The log entry of a dealt hand; only its owner sees the cards."""
    return Ply(seat, None, (Fact("hand", cards, (seat,)),), cards)
