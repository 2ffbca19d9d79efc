"""Blue Border: the blue cards, the points of a line, and the shades that players can distinguish.

A card is represented by its number, 1 for the lightest; 0 means no card.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

# BB-R1: the cards are numbered from 1, the lightest, to 32, the darkest.
CARDS: Final = 32

# BB-R2: the points A to G of a diver's line.
POINT_NAMES: Final = "ABCDEFG"
POINTS: Final = len(POINT_NAMES)


# BB-R5, BB-Q23: everybody sees the shades of cards, but their numbers only once they are opened.
def band(card: int, sight: int) -> int:
    """The shade of a card: 1 for the numbers from 1 to `sight`, 2 for as many after them …"""
    return -(-card // sight)


@lru_cache(maxsize=CARDS + 1)
def bands(sight: int) -> tuple[int, ...]:
    """The shade of each card, a table indexed by card; 0 for no card."""
    return tuple(band(card, sight) for card in range(CARDS + 1))
