"""Diamond Boxes: the 50 cards: numbers, names, colours and diamonds.

Does not depend on boards or turns. Every table represents a colour by its index in `COLOURS`.
"""

from typing import Final, TypeAlias

from engines.messages import Sentence

COLOUR_WORDS: Final = (
    Sentence("diamond-boxes.red"),
    Sentence("diamond-boxes.yellow"),
    Sentence("diamond-boxes.green"),
    Sentence("diamond-boxes.blue"),
    Sentence("diamond-boxes.purple"),
)


# DJ1-R1: ten patterns in each of five colours; every card has two rows of three diamonds
COLOURS: Final = "rygbp"

# DJ1-R2, DJ1-R3, DJ1-Q1: the ten patterns, unturned, upper row before lower row
PATTERNS: Final = (
    *("BBBWWW", "BBWBWW", "BBWWBW", "BBWWWB", "BWBBWW"),
    *("BWBWBW", "BWBWWB", "BWWBBW", "WBBBWW", "WBBWBW"),
)

# DJ1-R4, DJ1-Q2: numbers from 1 to 50, ten of each colour, by pattern
DECK: Final = tuple(range(1, 51))

HAND: Final = 5
"""Cards in a hand at the start, in both rule sets."""

UNKNOWN: Final = 51  # only in records: `?`
TENTATIVE: Final = 64  # only in records: added to a card that is followed by `?`

NAMES: Final = (
    "-",
    *(f"{letter}{pattern}" for letter in COLOURS for pattern in range(1, 11)),
    "?",
)
NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(NAMES) if number}

COLOUR: Final = (0, *((card - 1) // 10 for card in DECK))
"""Colour of a card; there is no card 0."""


WHITE: Final = (
    *(0, 0),
    *(
        sum(1 << cell for cell in range(6) if PATTERNS[(card - 1) % 10][::step][cell] == "W")
        for card in DECK
        for step in (1, -1)
    ),
)
"""White diamonds as six bits, bit i for cell i of the card in reading order, set for white.

Index 2 * card is the card upright, 2 * card + 1 the card upside down: its six cells in the opposite
order.
"""


# The representation of moves, and the phases of a match.
#
# A move of a seat is one number: a pass, a colour or a placement (see `board`). A move of the
# dealer is an order of the seats, or of the cards; the spots of the first two cards may follow
# the cards.

Move: TypeAlias = int | tuple[int, ...]

PASS: Final = 0
CHOOSE: Final = 1
"""CHOOSE + colour specifies a colour."""
PLACEMENTS: Final = 6
"""Every move from this number on is a placement."""

STARTING: Final = 0  # rule 2: chance decides who begins
DEALING: Final = 1
CHOOSING: Final = 2  # rule 2: a seat chooses the specified colour
PLAYING: Final = 3
OVER: Final = 4
PHASES: Final = ("start", "deal", "colour", "play", "over")
"""The names of the phases, by number."""
