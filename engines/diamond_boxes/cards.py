"""Diamond Boxes: the 50 cards by their numbers, their names, colours and diamonds.

Knows nothing of boards or turns. Diamonds are six bits, bit i for cell i of the unturned card in
reading order, set for white; upside down the six bits stand the other way round.
"""

from typing import Final

COLOURS: Final = "rygbp"
COLOUR_WORDS: Final = ("red", "yellow", "green", "blue", "purple")

# DJ1-R3, row by row, unturned.
PATTERNS: Final = (
    *("BBBWWW", "BBWBWW", "BBWWBW", "BBWWWB", "BWBBWW"),
    *("BWBWBW", "BWBWWB", "BWWBBW", "WBBBWW", "WBBWBW"),
)

DECK: Final = tuple(range(1, 51))
"""Card numbers (DJ1-R4): ten of each colour, by pattern."""

HAND: Final = 5  # DJ1-R8, DJ2-R3
UNKNOWN: Final = 51  # only in records: `?`
BELIEVED: Final = 64  # only in records: added to a card written with a `?` behind it

NAMES: Final = (
    "-",
    *(f"{letter}{pattern}" for letter in COLOURS for pattern in range(1, 11)),
    "?",
)
NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(NAMES) if number}

COLOUR: Final = (0, *((card - 1) // 10 for card in DECK))
"""Colour of a card; there is no card 0."""


def _bits(pattern: str) -> int:
    return sum(1 << cell for cell, diamond in enumerate(pattern) if diamond == "W")


WHITE: Final = (
    *(0, 0),
    *(_bits(PATTERNS[(card - 1) % 10][::step]) for card in DECK for step in (1, -1)),
)
"""White diamonds at 2 * card, and at 2 * card + 1 those of the card upside down."""
