"""Blue Border: the blue cards, the points of a line, and the shades that can be told apart.

A card is its number, from 1 for the lightest; 0 stands for no card.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

# BB-R1: the cards are numbered from 1, the lightest, to 32, the darkest.
CARDS: Final = 32

# BB-R2: the points A to G at which a diver's line is laid.
POINT_NAMES: Final = "ABCDEFG"
POINTS: Final = len(POINT_NAMES)


# BB-R5, BB-Q23: everybody sees shades, and numbers only once they are opened.
def band(card: int, sight: int) -> int:
    """The shade of a card: 1 for the numbers from 1 to `sight`, 2 for as many after them …"""
    return -(-card // sight)


@lru_cache(maxsize=CARDS + 1)
def bands(sight: int) -> tuple[int, ...]:
    """The shades of the cards, a table with the card as index; 0 for no card."""
    return tuple(band(card, sight) for card in range(CARDS + 1))
