"""Low Card: the cards as numbers, their names, and how a hand is logged."""

from typing import Final, TypeAlias

from engines.api import Fact, Ply, Seat

Move: TypeAlias = int | tuple[int, ...]
"""The card played; all cards as the dealer lays them out, in order."""

# LC-R1: thirty cards
CARDS: Final = tuple(range(1, 31))

UNKNOWN: Final = 0
"""A card that a record does not show, written `?`."""

NUMBERS: Final[dict[str, int]] = {
    "?": UNKNOWN,
    **{f"{card}{doubt}": card for card in CARDS for doubt in ("", "?")},
}
"""By how it is written: the card; `7?` is one that somebody believes to have seen."""


def name(card: int) -> str:
    """A card's name."""
    return str(card) if card else "?"


def hand_shown(seat: Seat, cards: tuple[int, ...]) -> Ply[Move]:
    """The entry of a hand; its owner alone sees the cards."""
    return Ply(seat, None, (Fact("hand", cards, (seat,)),), cards)
