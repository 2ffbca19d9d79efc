"""Diamonds: what a move is."""

from typing import Final, TypeAlias

Move: TypeAlias = int | tuple[int, ...]
"""A card; ANNOUNCE + n; the cards passed, sorted; what the dealer lays out, in order."""

ANNOUNCE: Final = 100
"""An announcement is this and how many cards are to be passed."""

MOST: Final = 3
"""So many cards may be passed."""

# DM-Q21: one, two or three cards are announced, never none
ANNOUNCEMENTS: Final = tuple(ANNOUNCE + count for count in range(1, MOST + 1))
