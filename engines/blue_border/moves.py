"""Blue Border: the moves by name.

A diver's move is a number; a dealer's move is an order of cards or seats. Piles are counted
from 1.
"""

from __future__ import annotations

from typing import Final, TypeAlias

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
