"""Diamonds: the representation of moves."""

from typing import Final, TypeAlias

Move: TypeAlias = int | tuple[int, ...]
"""A card played; ANNOUNCE + n; the cards passed, sorted; the dealer's order of seats or cards."""

ANNOUNCE: Final = 100
"""An announcement is this plus the number of cards to pass."""

MOST: Final = 3
"""The largest number of cards to pass."""

# DM-Q21: one, two or three cards are announced, never none
ANNOUNCEMENTS: Final = tuple(ANNOUNCE + count for count in range(1, MOST + 1))
