"""Blue Border: the blue cards, the points of a line, and the shades that players can distinguish.

A card is represented by its number, 1 for the lightest; 0 means no card.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

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


# The moves by name.
#
# A diver's move is a number; a dealer's move is an order of cards or seats. Piles are counted
# from 1.

Move: TypeAlias = int | tuple[int, ...]

PILES: Final = (1, 2, 3, 4)

TAKE: Final = 0  # + pile
DECK: Final = 5
PASS: Final = 5  # + pile
CALL: Final = 10
NO: Final = 11
REWARD_TAKE: Final = 11  # + pile
REWARD_DECK: Final = 16
REWARD_NONE: Final = 17
REWARD_DISCARD: Final = 100  # + the number of the card
