"""Diamond Boxes: the board, kept so that where a card may lie is known without looking for it.

A *berth* is where a card could lie: a top-left cell, wide or tall. For every berth that meets the
board one word says what is to be seen under it: six bits each for white diamonds, black ones and
the five colours, in the order of the card's own cells, so that one mask tells whether a card
fits. Laying a card changes the words of the berths around it and of no others; how is looked up
in tables made when a card first comes to lie that way round. Knows no turns and no hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from engines.diamond_boxes.cards import COLOUR, DECK, WHITE

Effects: TypeAlias = tuple[tuple[int, int, int], ...]

# A placement is one number: card, then the row and column of its top-left cell, then a turn of 0,
# 90, 180 or 270 degrees. Without the card it is a spot, of which the lowest bit says tall or wide
# and the next one upside down; without that one it is a berth.
CARD: Final = 20
COLUMN: Final = 2
ROW: Final = 11
ORIGIN: Final = 256
SPOT: Final = (1 << CARD) - 1
BERTH: Final = SPOT - 2
ANCHOR: Final = SPOT - 3

WIDE: Final = tuple((row, column) for row in range(2) for column in range(3))
CELLS: Final = tuple(
    tuple(
        ((row, column), (column, 1 - row), (1 - row, 2 - column), (2 - column, row))[turn]
        for row, column in WIDE
    )
    for turn in range(4)
)
"""Per turn: where the six cells of a card come to lie (DJ1-R5)."""

BLACK: Final = 6
COLOURED: Final = 12
SIX: Final = 63
ALL: Final = (1 << COLOURED + 30) - 1

CLASH: Final = (
    *(0, 0),
    *(
        SIX - WHITE[side] | WHITE[side] << BLACK | SIX << COLOURED + 6 * COLOUR[side >> 1]
        for side in range(2, 2 * len(DECK) + 2)
    ),
)
"""At 2 * card + upside down: what may not lie under it (DJ1-R12)."""

SHOWS: Final = tuple(SIX << COLOURED + 6 * colour for colour in range(5))
"""Where a word shows a colour."""

COUNT: Final = tuple(cells.bit_count() for cells in range(64))


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


def covered(under: int) -> int:
    """How many cells a card on a berth with this word covers."""
    return COUNT[(under | under >> BLACK) & SIX]


def cells(placement: int) -> list[tuple[int, int]]:
    """Column and row of the six cells of a placement, in the order of the card's own cells."""
    x, y, turn = place(placement)
    return [(x + column, y + row) for row, column in CELLS[turn]]


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
    """Berths that meet this card: step from its top-left cell, bits that stay, bits it shows."""
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


def _ring(shape: int) -> tuple[int, ...]:
    """Berths that touch a card with an edge and do not meet it (DJ1-R13)."""
    own = set(CELLS[shape])
    beside = {(r + a, c + b) for r, c in own for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} - own
    return tuple(
        step
        for step, theirs in _around()
        if own.isdisjoint(theirs) and not beside.isdisjoint(theirs)
    )


_EFFECTS: Final[list[Effects]] = [()] * (4 * len(DECK) + 4)
_RINGS: Final[list[tuple[int, ...]]] = [(), ()]


def effects(placement: int) -> Effects:
    """What laying a card does to the berths around, kept for the next time."""
    card, turn = placement >> CARD, placement & 3
    found = _EFFECTS[4 * card + turn] = _effects(card, turn)
    return found


def ring(shape: int) -> tuple[int, ...]:
    """Steps to the berths that a wide or a tall card touches, kept for the next time."""
    found = _RINGS[shape] = _ring(shape)
    return found


class Board:
    """What lies on the table, where a card has to touch.

    `words` has all berths a card may come to, `frontier` the same in a row to draw from.
    """

    __slots__ = ("frontier", "words")

    def __init__(self) -> None:
        self.words: dict[int, int] = {}
        self.frontier: list[int] = []

    def under(self, placement: int) -> int:
        """The word of what a placement covers."""
        return self.words.get(placement & BERTH, 0)

    def lay(self, placement: int) -> int:
        """Put a card down; returns what was to be seen under it."""
        words = self.words
        frontier = self.frontier
        under = words.get(placement & BERTH, 0)
        corner = placement & ANCHOR
        near = _EFFECTS[placement >> CARD << 2 | placement & 3] or effects(placement)
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


DIAMONDS: Final = (1 << COLOURED) - 1
SIDES: Final = tuple(1 << 2 * ((card - 1) % 10) for card in range(51))
"""Per card: the lower of the two bits that stand for its pattern upright and upside down."""

_FITTING: Final[list[int]] = []


def fitting() -> list[int]:
    """By white and black bits of a word: the patterns that fit, 0 for fewer than four cells.

    Bit 2 * pattern for the pattern upright, the next one for upside down; worked out once.
    """
    if not _FITTING:
        _FITTING.extend([0] * (DIAMONDS + 1))
        for cells_covered in range(SIX + 1):
            if COUNT[cells_covered] >= 4:
                for white in range(SIX + 1):
                    if white & ~cells_covered == 0:
                        found = white | (cells_covered ^ white) << BLACK
                        _FITTING[found] = _patterns(found)
    return _FITTING


def _patterns(diamonds: int) -> int:
    return DEEP | sum(1 << side for side in range(20) if not diamonds & CLASH[side + 2] & DIAMONDS)


DEEP: Final = 1 << 20
"""Stands in `fitting` where four cells at least are covered, whatever fits."""


class DeepBoard:
    """What lies on the table, where a card has to cover four cells (DJ2-R6).

    `words` has the berths where it would, `shallow` those where it would cover fewer.
    """

    __slots__ = ("shallow", "words")

    def __init__(self) -> None:
        self.words: dict[int, int] = {}
        self.shallow: dict[int, int] = {}

    def under(self, placement: int) -> int:
        """The word of what a placement covers."""
        berth = placement & BERTH
        return self.words.get(berth, 0) or self.shallow.get(berth, 0)

    def lay(self, placement: int) -> int:
        """Put a card down; returns what was to be seen under it."""
        words = self.words
        shallow = self.shallow
        depth = fitting()
        under = self.under(placement)
        corner = placement & ANCHOR
        near = _EFFECTS[placement >> CARD << 2 | placement & 3] or effects(placement)
        for step, kept, shown in near:
            berth = corner + step
            if berth in words:
                words[berth] = words[berth] & kept | shown
                continue
            if berth in shallow:
                shown |= shallow[berth] & kept
            if depth[shown & DIAMONDS]:
                words[berth] = shown
                shallow.pop(berth, 0)
            else:
                shallow[berth] = shown
        return under

    def clone(self) -> DeepBoard:
        """A board of its own."""
        twin = DeepBoard.__new__(DeepBoard)
        twin.words = self.words.copy()
        twin.shallow = self.shallow.copy()
        return twin


STEPS: Final = tuple(
    tuple(row << ROW | column << COLUMN for row, column in CELLS[turn]) for turn in range(4)
)
"""Per turn: from the top-left cell of a card to its six cells, in their order."""

FACES: Final = tuple(
    tuple(COLOUR[card] << 1 | WHITE[2 * card] >> cell & 1 for cell in range(6))
    for card in range(len(DECK) + 1)
)
"""Per card: what its cells show, 2 * colour and 1 for a white diamond."""


def visible(placed: Sequence[int]) -> dict[int, int]:
    """Every cell with a card on it, as the spot of its corner, to what it shows, as in `FACES`.

    Read off the placements in their order, not off the words.
    """
    top: dict[int, int] = {}
    for placement in placed:
        corner = placement & ANCHOR
        faces = FACES[placement >> CARD]
        for step, face in zip(STEPS[placement & 3], faces, strict=True):
            top[corner + step] = face
    return top
