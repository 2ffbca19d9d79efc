"""Diamond Boxes: the table, stored so that finding where a card fits needs no search.

Every berth near the cards (see `spots`) has a number, its *word*, for what is visible under it. The
word has seven fields of six bits, one bit for each cell that a card would cover there:

    bits 0 to 5      cells that show a white diamond
    bits 6 to 11     cells that show a black diamond
    bits 12 to 17    cells that show red; then six bits each for yellow, green, blue, purple

Cells are in the order of the card's own cells when it is turned by 0 or 90 degrees, so one mask per
card (`CLASH`) shows whether it fits. An empty cell sets no bit. Placing a card changes only the
words of the berths around it; the changes are in tables, computed when a card is first placed with
that turn. Does not depend on turns or hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from engines.diamond_boxes.cards import COLOUR, DECK, WHITE
from engines.diamond_boxes.spots import BERTH, CARD, CELLS, COLUMN, CORNER, ROW, STEPS

BLACK: Final = 6  # lowest bit of the black diamonds
COLOURED: Final = 12  # lowest bit of the colours
SIX: Final = 63  # six bits: all cells of a card
ALL: Final = (1 << COLOURED + 30) - 1
DIAMONDS: Final = (1 << COLOURED) - 1

SHOWS: Final = tuple(SIX << COLOURED + 6 * colour for colour in range(5))
"""Per colour: its bits in a word."""

COUNT: Final = tuple(cells.bit_count() for cells in range(64))

# DJ1-R12, DJ1-Q11: equal diamonds and another colour in each cell, compared with what is visible
CLASH: Final = (
    *(0, 0),
    *(
        SIX - WHITE[side] | WHITE[side] << BLACK | SIX << COLOURED + 6 * COLOUR[side >> 1]
        for side in range(2, 2 * len(DECK) + 2)
    ),
)
"""At 2 * card + upside down: the bits that the word of its berth must not have."""


def covered(under: int) -> int:
    """Number of cells that a card covers on a berth with this word."""
    return COUNT[(under | under >> BLACK) & SIX]


# -- changes around a card

Effects: TypeAlias = tuple[tuple[int, int, int], ...]
"""Berths that overlap a card: step from its corner, bits of their words to keep, bits to set."""


def _step(row: int, column: int) -> int:
    return row * (1 << ROW) + column * (1 << COLUMN)


def _around() -> list[tuple[int, list[tuple[int, int]]]]:
    """Berths near a card at 0,0: the step to each and its six cells."""
    found = []
    for shape in (0, 1):
        for row in range(-4, 5):
            for column in range(-4, 5):
                theirs = [(row + r, column + c) for r, c in CELLS[shape]]
                found.append((_step(row, column) + shape, theirs))
    return found


def _effects(card: int, turn: int) -> Effects:
    """The effects of a card with this turn on the berths that overlap it."""
    own = CELLS[turn & 1]
    white = WHITE[2 * card + (turn >> 1)]
    found = []
    for step, theirs in _around():
        met = shown = 0
        for bit, cell in enumerate(theirs):
            if cell in own:
                met |= 1 << bit
                diamond = 0 if white >> own.index(cell) & 1 else BLACK
                shown |= 1 << diamond + bit | 1 << COLOURED + 6 * COLOUR[card] + bit
        if met:
            kept = ALL ^ sum(met << field for field in range(0, COLOURED + 30, 6))
            found.append((step, kept, shown))
    return tuple(found)


# DJ1-R13, DJ1-Q3, DJ1-Q4: a card that covers nothing must share an edge with another card
def _ring(shape: int) -> tuple[int, ...]:
    """Steps to the berths that share an edge with a card and do not overlap it."""
    own = set(CELLS[shape])
    beside = {(r + a, c + b) for r, c in own for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} - own
    return tuple(
        step
        for step, theirs in _around()
        if own.isdisjoint(theirs) and not beside.isdisjoint(theirs)
    )


EFFECTS: Final[list[Effects]] = [()] * (4 * len(DECK) + 4)
"""At 4 * card + turn: cached result of `effects`, empty before."""
_RINGS: Final[list[tuple[int, ...]]] = [(), ()]


def effects(placement: int) -> Effects:
    """The effects of a placement on the berths around; computed once per card and turn."""
    number = placement >> CARD << 2 | placement & 3
    EFFECTS[number] = EFFECTS[number] or _effects(placement >> CARD, placement & 3)
    return EFFECTS[number]


def ring(shape: int) -> tuple[int, ...]:
    """Steps to the berths that touch a wide (0) or tall (1) card; computed once."""
    _RINGS[shape] = _RINGS[shape] or _ring(shape)
    return _RINGS[shape]


class Board:
    """The table in rule 1, where a card must overlap or touch the others.

    `words` has every berth that does so; `frontier` is a list of the same berths to draw from.
    """

    __slots__ = ("frontier", "words")

    def __init__(self) -> None:
        self.words: dict[int, int] = {}
        self.frontier: list[int] = []

    def under(self, placement: int) -> int:
        """The word of the berth that a placement covers."""
        return self.words.get(placement & BERTH, 0)

    # DJ1-R15: from then on the card's six cells are visible there
    def lay(self, placement: int) -> int:
        """Place a card; the word of what it covers."""
        words = self.words
        frontier = self.frontier
        under = words.get(placement & BERTH, 0)
        corner = placement & CORNER
        near = EFFECTS[placement >> CARD << 2 | placement & 3] or effects(placement)
        for step, kept, shown in near:
            berth = corner + step
            if berth in words:
                words[berth] = words[berth] & kept | shown
            else:
                words[berth] = shown
                frontier.append(berth)
        for step in _RINGS[placement & 1] or ring(placement & 1):
            berth = corner + step
            if berth not in words:
                words[berth] = 0
                frontier.append(berth)
        return under

    def clone(self) -> Board:
        """An independent copy."""
        twin = Board.__new__(Board)
        twin.words = self.words.copy()
        twin.frontier = self.frontier[:]
        return twin


@lru_cache(maxsize=64)
def opened(placement: int) -> Board:
    """A board with one card, cached to be cloned, because there are few ways to begin."""
    board = Board()
    board.lay(placement)
    return board


# -- cell by cell

FACES: Final = tuple(
    tuple(COLOUR[card] << 1 | WHITE[2 * card] >> cell & 1 for cell in range(6))
    for card in range(len(DECK) + 1)
)
"""Per card: the face of each cell: 2 * colour, plus 1 for a white diamond."""


# DJ1-R11: in each cell the colour and diamond of the topmost card count
def visible(placed: Sequence[int]) -> dict[int, int]:
    """For every covered cell (as a corner) its visible face, as in `FACES`.

    Computed from the placements in order, not from the words.
    """
    top: dict[int, int] = {}
    for placement in placed:
        corner = placement & CORNER
        # Written out: views of every position need it, and a loop takes twice as long.
        a, b, c, d, e, f = STEPS[placement & 3]
        faces = FACES[placement >> CARD]
        top[corner + a], top[corner + b], top[corner + c] = faces[:3]
        top[corner + d], top[corner + e], top[corner + f] = faces[3:]
    return top
