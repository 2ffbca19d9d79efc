"""Diamond Boxes: the representation of moves, and the phases of a match.

A move of a seat is one number: a pass, a colour or a placement (see `spots`). A move of the dealer
is an order of the seats, or of the cards; the spots of the first two cards may follow the cards.
"""

from typing import Final, TypeAlias

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
