"""Diamonds: 60 cards as integers, four suits of fifteen ranks, in the order of a sorted hand."""

from typing import Final

SUITS: Final = "DHSC"
RANKS: Final = 15
UNKNOWN: Final = 60  # only in records: `?`; then `D?` … `C?`, then `?1` … `?15`
OF_SUIT: Final = 61
OF_RANK: Final = 65
TENTATIVE: Final = 128  # only in records: added to a card written with a `?` behind it

NAMES: Final[tuple[str, ...]] = (
    *(f"{suit}{rank}" for suit in SUITS for rank in range(1, RANKS + 1)),
    "?",
    *(f"{suit}?" for suit in SUITS),
    *(f"?{rank}" for rank in range(1, RANKS + 1)),
)
NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(NAMES)}
SUIT: Final[tuple[int, ...]] = tuple(card // RANKS for card in range(60))

DIAMOND: Final = 0
HEART: Final = 1
SPADE: Final = 2
CLUB: Final = 3

# DM-R13: highest rank in a reduced deck, by seats.
PERFECT_RANKS: Final = {2: 8, 3: 9, 4: 13, 5: 15, 6: 15}
HAND: Final = 10  # DM-R3
ROUNDS: Final = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}  # DM-R10
SHOWROOM: Final = 3  # DM-R2, DM-Q14


DECKS: Final = {
    ranks: tuple(RANKS * suit + rank for suit in range(4) for rank in range(ranks))
    for ranks in (*PERFECT_RANKS.values(), RANKS)
}


def deck(ranks: int) -> tuple[int, ...]:
    """All cards up to a rank, sorted."""
    return DECKS[ranks]
