"""Diamond Boxes: places on the grid, and the table on which cards lie."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from engines.diamond_boxes.cards import COLOUR, DECK, WHITE

# The places of cards on the grid and their orientation, as numbers.
#
# Does not depend on diamonds or on the rules of placement. A placement is one number, so a list
# of legal moves is a list of ints, and sorting it sorts by card, row, column and turn.
#
#     bits 20 and up   the card
#     bits 11 to 19    row of the top-left cell of the turned card, plus 256
#     bits 2 to 10     column of that cell, plus 256
#     bit 1            upside down: turned by 180 or 270 degrees
#     bit 0            tall: turned by 90 or 270 degrees; else wide
#
# Parts of it have names: a *spot* is a placement without its card; a *berth* is a spot without
# the bit "upside down": it determines which cells are covered; a *corner* is a berth without its
# shape: just a cell. Rows and columns are added and subtracted directly in this form, without
# overflow, because no card gets 200 cells away from the centre.

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


# The table, stored so that finding where a card fits needs no search.
#
# Every berth near the cards (see above) has a number, its *word*, for what is visible under it.
# The word has seven fields of six bits, one bit for each cell that a card would cover there:
#
#     bits 0 to 5      cells that show a white diamond
#     bits 6 to 11     cells that show a black diamond
#     bits 12 to 17    cells that show red; then six bits each for yellow, green, blue, purple
#
# Cells are in the order of the card's own cells when it is turned by 0 or 90 degrees, so one mask
# per card (`CLASH`) shows whether it fits. An empty cell sets no bit. Placing a card changes only
# the words of the berths around it; the changes are in tables, computed when a card is first
# placed with that turn. Does not depend on turns or hands.

BLACK: Final = 6  # lowest bit of the black diamonds
COLOURED: Final = 12  # lowest bit of the colours
SIX: Final = 63  # six bits: all cells of a card
WORD: Final = COLOURED + 30  # bits of a word; a berth above its word is one number of 62 bits
EVERY_BIT: Final = (1 << WORD) - 1
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


def _around() -> list[tuple[int, list[tuple[int, int]]]]:
    """Berths near a card at 0,0: the step to each and its six cells."""
    berths = []
    for shape in (0, 1):
        for row in range(-4, 5):
            for column in range(-4, 5):
                theirs = [(row + r, column + c) for r, c in CELLS[shape]]
                berths.append((row * (1 << ROW) + column * (1 << COLUMN) + shape, theirs))
    return berths


EFFECTS: Final[list[Effects]] = [()] * (4 * len(DECK) + 4)
"""At 4 * card + turn: cached result of `effects`, empty before."""
_RINGS: Final[list[tuple[int, ...]]] = [(), ()]


def effects(placement: int) -> Effects:
    """The effects of a placement on the berths around; computed once per card and turn."""
    card, turn = placement >> CARD, placement & 3
    number = card << 2 | turn
    if EFFECTS[number]:
        return EFFECTS[number]
    own = CELLS[turn & 1]
    white = WHITE[2 * card + (turn >> 1)]
    changes = []
    for step, theirs in _around():
        met = shown = 0
        for bit, cell in enumerate(theirs):
            if cell in own:
                met |= 1 << bit
                diamond = 0 if white >> own.index(cell) & 1 else BLACK
                shown |= 1 << diamond + bit | 1 << COLOURED + 6 * COLOUR[card] + bit
        if met:
            kept = EVERY_BIT ^ sum(met << field for field in range(0, WORD, 6))
            changes.append((step, kept, shown))
    EFFECTS[number] = tuple(changes)
    return EFFECTS[number]


# DJ1-R13, DJ1-Q3, DJ1-Q4: a card that covers nothing must share an edge with another card
def ring(shape: int) -> tuple[int, ...]:
    """Steps to the berths that touch a wide (0) or tall (1) card, not over it; computed once."""
    if not _RINGS[shape]:
        own = {*CELLS[shape]}
        sides = ((0, 1), (1, 0), (0, -1), (-1, 0))
        beside = {(row + r, column + c) for row, column in own for r, c in sides} - own
        around = (step for step, theirs in _around() if beside & {*theirs} and not own & {*theirs})
        _RINGS[shape] = tuple(around)
    return _RINGS[shape]


class Board:
    """The table in rule 1, where a card must overlap or touch the others.

    `berths` are all that do so, in the order in which they came up, and `words` their words in the
    same order; `slots` has the index in both by berth.
    """

    __slots__ = ("berths", "slots", "words")

    def __init__(self) -> None:
        self.berths: list[int] = []
        self.slots: dict[int, int] = {}
        self.words: list[int] = []

    def under(self, placement: int) -> int:
        """The word of the berth that a placement covers."""
        slot = self.slots.get(placement & BERTH, -1)
        return self.words[slot] if slot >= 0 else 0

    # DJ1-R15: from then on the card's six cells are visible there
    def lay(self, placement: int) -> int:
        """Place a card; the word of what it covers."""
        berths, slots, words = self.berths, self.slots, self.words
        under = self.under(placement)
        corner = placement & CORNER
        near = EFFECTS[placement >> CARD << 2 | placement & 3] or effects(placement)
        for step, kept, shown in near:
            berth = corner + step
            slot = slots.get(berth, -1)
            if slot >= 0:
                words[slot] = words[slot] & kept | shown
            else:
                slots[berth] = len(words)
                berths.append(berth)
                words.append(shown)
        for step in _RINGS[placement & 1] or ring(placement & 1):
            berth = corner + step
            if berth not in slots:
                slots[berth] = len(words)
                berths.append(berth)
                words.append(0)
        return under

    def clone(self) -> Board:
        """An independent copy."""
        twin = Board.__new__(Board)
        twin.berths = self.berths[:]
        twin.slots = self.slots.copy()
        twin.words = self.words[:]
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


# The table, on which a card must cover at least four cells.
#
# Most berths are too shallow for a card and are stored separately; a table maps the diamonds of a
# word to the patterns that fit. Words and berths are those of `board`.

LEAST_CELLS: Final = 4
"""The smallest number of cells that a card must cover."""

SIDES: Final = tuple(1 << 2 * ((card - 1) % 10) for card in range(51))
"""Per card: the bit of its pattern upright; the next bit is for upside down."""

DEEP: Final = 1 << 20
"""Bit set in `fitting` if at least four cells are covered, even if no pattern fits."""

_FITTING: Final[list[int]] = []


def fitting() -> list[int]:
    """Indexed by the twelve diamond bits of a word: the patterns that fit, 0 if too shallow.

    Bit 2 * pattern is for the pattern upright, the next bit for upside down. Computed once.
    """
    if not _FITTING:
        _FITTING.extend([0] * (DIAMONDS + 1))
        for cells_covered in range(SIX + 1):
            if COUNT[cells_covered] >= LEAST_CELLS:
                for white in range(SIX + 1):
                    if white & ~cells_covered == 0:
                        diamonds = white | (cells_covered ^ white) << BLACK
                        # A pattern fits unless it shows black where white lies, or the reverse.
                        sides = (s for s in range(20) if not diamonds & CLASH[s + 2] & DIAMONDS)
                        _FITTING[diamonds] = DEEP | sum(1 << side for side in sides)
    return _FITTING


class DeepBoard(Board):
    """The table in rule 2, without the berths that only touch a card.

    `deep` are the indices of berths where a card would cover at least four cells, in the order in
    which they became so deep.
    """

    __slots__ = ("deep",)

    def __init__(self) -> None:
        super().__init__()
        self.deep: list[int] = []

    def lay(self, placement: int) -> int:
        slots, words, depth = self.slots, self.words, fitting()
        under = self.under(placement)
        corner = placement & CORNER
        near = EFFECTS[placement >> CARD << 2 | placement & 3] or effects(placement)
        for step, kept, shown in near:
            slot = slots.get(corner + step, -1)
            before = 0
            if slot >= 0:
                before = words[slot]
                words[slot] = before & kept | shown
            else:
                slot = slots[corner + step] = len(words)
                self.berths.append(corner + step)
                words.append(shown)
            if not depth[before & DIAMONDS] and depth[words[slot] & DIAMONDS]:
                self.deep.append(slot)
        return under

    def clone(self) -> DeepBoard:
        twin = DeepBoard.__new__(DeepBoard)
        twin.berths = self.berths[:]
        twin.slots = self.slots.copy()
        twin.words = self.words[:]
        twin.deep = self.deep[:]
        return twin
