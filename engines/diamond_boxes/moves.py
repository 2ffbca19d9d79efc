"""Diamond Boxes: what a move is, and what may be waited for.

A move of a seat is one number: a pass, a colour or a placement (see `spots`). A move of the
dealer is an order: of the seats, or of the cards, which the spots of the first two may follow.
"""

from typing import Final, TypeAlias

Move: TypeAlias = int | tuple[int, ...]

PASS: Final = 0
CHOOSE: Final = 1
"""CHOOSE + colour specifies a colour."""
PLACEMENTS: Final = 6
"""From here on every move is a placement."""

STARTING: Final = 0  # rule 2: chance says who begins
DEALING: Final = 1
CHOOSING: Final = 2  # rule 2: a seat chooses the specified colour
PLAYING: Final = 3
OVER: Final = 4
PHASES: Final = ("start", "deal", "colour", "play", "over")
"""Their names, by number."""
