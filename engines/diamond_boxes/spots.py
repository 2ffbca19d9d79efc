"""Diamond Boxes: the places of cards on the grid and their orientation, as numbers.

Does not depend on diamonds or on the rules of placement. A placement is one number, so a list of
legal moves is a list of ints, and sorting it sorts by card, row, column and turn.

    bits 20 and up   the card
    bits 11 to 19    row of the top-left cell of the turned card, plus 256
    bits 2 to 10     column of that cell, plus 256
    bit 1            upside down: turned by 180 or 270 degrees
    bit 0            tall: turned by 90 or 270 degrees; else wide

Parts of it have names: a *spot* is a placement without its card; a *berth* is a spot without the
bit "upside down": it determines which cells are covered; a *corner* is a berth without its shape:
just a cell. Rows and columns are added and subtracted directly in this form, without overflow,
because no card gets 200 cells away from the centre.
"""

from typing import Final

CARD: Final = 20  # lowest bit of the card
ROW: Final = 11  # lowest bit of the row
COLUMN: Final = 2  # lowest bit of the column
ORIGIN: Final = 256  # offset of rows and columns
SPOT: Final = (1 << CARD) - 1
BERTH: Final = SPOT - 2
CORNER: Final = SPOT - 3

UPRIGHT: Final = tuple((row, column) for row in range(2) for column in range(3))
"""Row and column of the six cells of an unturned card, in the order of its diamonds."""

# DJ1-R5: quarter turns clockwise; the place of a card is the top-left cell of the turned card
CELLS: Final = tuple(
    tuple(
        ((row, column), (column, 1 - row), (1 - row, 2 - column), (2 - column, row))[turn]
        for row, column in UPRIGHT
    )
    for turn in range(4)
)

STEPS: Final = tuple(
    tuple(row << ROW | column << COLUMN for row, column in CELLS[turn]) for turn in range(4)
)
"""For each turn: what to add to the corner of a card to get its six cells, in order."""


def spot(x: int, y: int, turn: int) -> int:
    """Number of a spot: column and row of the top-left cell, quarter turns clockwise."""
    return (y + ORIGIN) << ROW | (x + ORIGIN) << COLUMN | turn


def place(placement: int) -> tuple[int, int, int]:
    """Column, row and quarter turns of a placement or spot."""
    return (
        (placement >> COLUMN & 511) - ORIGIN,
        (placement >> ROW & 511) - ORIGIN,
        placement & 3,
    )


def cells(placement: int) -> list[int]:
    """The six cells of a placement or spot, as corners, in the order of the card's own cells."""
    corner = placement & CORNER
    return [corner + step for step in STEPS[placement & 3]]
