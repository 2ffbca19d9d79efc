"""Diamonds: the cards as numbers, in the order of a sorted hand.

A card is 15 * suit + rank - 1: 0 to 14 are D1 to D15, then hearts, spades and clubs. The numbers
from 60 on occur only in records, for cards that are not completely known.
"""

from typing import Final, TypeAlias

from engines.messages import Sentence

SUIT_WORDS: Final = (
    Sentence("diamonds.diamonds"),
    Sentence("diamonds.hearts"),
    Sentence("diamonds.spades"),
    Sentence("diamonds.clubs"),
)


LEADS: Final = (
    Sentence("diamonds.diamond"),
    Sentence("diamonds.heart"),
    Sentence("diamonds.spade"),
    Sentence("diamonds.club"),
)


SUITS: Final = "DHSC"
DIAMOND: Final = 0
HEART: Final = 1
SPADE: Final = 2
CLUB: Final = 3
RANKS: Final = 15

# DM-R1: sixty cards, four suits of fifteen ranks
CARDS: Final = len(SUITS) * RANKS

UNKNOWN: Final = CARDS  # `?`
OF_SUIT: Final = UNKNOWN + 1  # from here on `D?` … `C?`
OF_RANK: Final = OF_SUIT + len(SUITS)  # from here on `?1` … `?15`
TENTATIVE: Final = 128  # only in records: added to a card that is followed by `?`

NAMES: Final[tuple[str, ...]] = (
    *(f"{suit}{rank}" for suit in SUITS for rank in range(1, RANKS + 1)),
    "?",
    *(f"{suit}?" for suit in SUITS),
    *(f"?{rank}" for rank in range(1, RANKS + 1)),
)
NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(NAMES)}
SUIT: Final[tuple[int, ...]] = tuple(card // RANKS for card in range(CARDS))
"""The suit of each card."""


def deck(ranks: int) -> tuple[int, ...]:
    """All cards up to a rank, sorted."""
    return _DECKS[ranks]


_DECKS: Final = tuple(
    tuple(RANKS * suit + rank for suit in range(len(SUITS)) for rank in range(ranks))
    for ranks in range(RANKS + 1)
)


# The representation of moves.

Move: TypeAlias = int | tuple[int, ...]
"""A card played; ANNOUNCE + n; the cards passed, sorted; the dealer's order of seats or cards."""

ANNOUNCE: Final = 100
"""An announcement is this plus the number of cards to pass."""

MAX_PASSED: Final = 3
"""The largest number of cards to pass."""

# DM-Q21: one, two or three cards are announced, never none
ANNOUNCEMENTS: Final = tuple(ANNOUNCE + count for count in range(1, MAX_PASSED + 1))
