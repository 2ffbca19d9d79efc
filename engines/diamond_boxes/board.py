"""Diamond Boxes: what lies on the table, kept so that no search is needed for where a card fits.

For every berth near the cards (see `spots`) one number, its *word*, says what is visible under
it. It has a bit for each of the six cells a card would cover there, seven times over:

    bits 0 to 5      cells that show a white diamond
    bits 6 to 11     cells that show a black diamond
    bits 12 to 17    cells that show red; then six bits each for yellow, green, blue, purple

Cells are in the order of the card's own cells if it lies turned by 0 or 90 degrees, so that one
mask per card tells whether it fits (`CLASH`). A cell where nothing lies has no bit at all. Laying
a card changes the words of the berths around it and no others; how, is looked up in tables that
are made when a card first lies turned that way. Knows no turns and no hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from engines.diamond_boxes.cards import COLOUR, DECK, WHITE
from engines.diamond_boxes.spots import BERTH, CARD, CELLS, COLUMN, CORNER, ROW, STEPS

BLACK: Final = 6  # the lowest bit of the black diamonds …
COLOURED: Final = 12  # … and of the colours
SIX: Final = 63  # six bits, of all cells of a card
ALL: Final = (1 << COLOURED + 30) - 1
DIAMONDS: Final = (1 << COLOURED) - 1

SHOWS: Final = tuple(SIX << COLOURED + 6 * colour for colour in range(5))
"""Per colour: the bits of a word that stand for it."""

COUNT: Final = tuple(cells.bit_count() for cells in range(64))

# DJ1-R12, DJ1-Q11: equal diamonds and another colour, cell by cell, looking at what is visible
CLASH: Final = (
    *(0, 0),
    *(
        SIX - WHITE[side] | WHITE[side] << BLACK | SIX << COLOURED + 6 * COLOUR[side >> 1]
        for side in range(2, 2 * len(DECK) + 2)
    ),
)
"""At 2 * card + upside down: the bits that a word may not have where the card is laid."""


def covered(under: int) -> int:
    """How many cells a card covers on a berth with this word."""
    return COUNT[(under | under >> BLACK) & SIX]


# -- what changes around a card

Effects: TypeAlias = tuple[tuple[int, int, int], ...]
"""Berths that overlap a card: what to add to its corner, bits of their words to keep, to set."""


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
    """What a card shows on the berths that overlap it."""
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


# DJ1-R13, DJ1-Q3, DJ1-Q4: a card that covers nothing lies edge to edge with another card
def _ring(shape: int) -> tuple[int, ...]:
    """Steps to the berths that touch a card with an edge and do not overlap it."""
    own = set(CELLS[shape])
    beside = {(r + a, c + b) for r, c in own for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} - own
    return tuple(
        step
        for step, theirs in _around()
        if own.isdisjoint(theirs) and not beside.isdisjoint(theirs)
    )


EFFECTS: Final[list[Effects]] = [()] * (4 * len(DECK) + 4)
"""At 4 * card + turn: what `effects` found, empty before."""
_RINGS: Final[list[tuple[int, ...]]] = [(), ()]


def effects(placement: int) -> Effects:
    """What laying a card does to the berths around; worked out once per card and turn."""
    number = placement >> CARD << 2 | placement & 3
    EFFECTS[number] = EFFECTS[number] or _effects(placement >> CARD, placement & 3)
    return EFFECTS[number]


def ring(shape: int) -> tuple[int, ...]:
    """Steps to the berths that touch a wide or a tall card; worked out once."""
    _RINGS[shape] = _RINGS[shape] or _ring(shape)
    return _RINGS[shape]


class Board:
    """The table by rule 1, where a card has to overlap or touch the others.

    `words` has every berth where it would; `frontier` has the same berths in a list to draw from.
    """

    __slots__ = ("frontier", "words")

    def __init__(self) -> None:
        self.words: dict[int, int] = {}
        self.frontier: list[int] = []

    def under(self, placement: int) -> int:
        """The word of what a placement covers."""
        return self.words.get(placement & BERTH, 0)

    # DJ1-R15: from then on the card's six cells are what is visible there
    def lay(self, placement: int) -> int:
        """Put a card down; returns the word of what it covers."""
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
        """A board of its own."""
        twin = Board.__new__(Board)
        twin.words = self.words.copy()
        twin.frontier = self.frontier[:]
        return twin


@lru_cache(maxsize=64)
def opened(placement: int) -> Board:
    """A board with one card, to be cloned: there are few ways to begin."""
    board = Board()
    board.lay(placement)
    return board


# -- cell by cell

FACES: Final = tuple(
    tuple(COLOUR[card] << 1 | WHITE[2 * card] >> cell & 1 for cell in range(6))
    for card in range(len(DECK) + 1)
)
"""Per card: what its cells show, 2 * colour, and 1 more for a white diamond."""


# DJ1-R11: what counts is the topmost card's colour and diamond, cell by cell
def visible(placed: Sequence[int]) -> dict[int, int]:
    """Every cell with a card on it, as a corner, to what it shows, as in `FACES`.

    Read off the placements in their order, not off the words.
    """
    top: dict[int, int] = {}
    for placement in placed:
        corner = placement & CORNER
        faces = FACES[placement >> CARD]
        for step, face in zip(STEPS[placement & 3], faces, strict=True):
            top[corner + step] = face
    return top
