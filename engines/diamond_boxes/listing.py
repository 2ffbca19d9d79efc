"""Diamond Boxes: the texts of the legal placements of rule 1, which has hundreds of them.

Each corner has four spots in the order of placements: wide and tall upright, then upside down.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import compress
from typing import Final

from engines.api import Lister, Seat, State
from engines.build import BUILD
from engines.diamond_boxes.board import CARD, CLASH, CORNER, WORD, Board
from engines.diamond_boxes.cards import NAMES, Move
from engines.diamond_boxes.notation import placement_text
from engines.diamond_boxes.position import OpenBoxesPosition

NEVER: Final = 1 << WORD
"""A bit of the word of a berth where a card would lie apart."""


SPOTS: Final[dict[int, tuple[str, ...]]] = {}
"""The four spots at a corner, as they end the text of a placement in quotes; entered when first
listed."""
MOST_CORNERS: Final = 4_000


def entered(corner: int) -> tuple[str, ...]:
    """Enter a corner in `SPOTS`."""
    if len(SPOTS) >= MOST_CORNERS:
        SPOTS.clear()
    found = [placement_text(1 << CARD | corner | turn) for turn in range(4)]
    spots = SPOTS[corner] = tuple([f'@{text.partition("@")[2]}"' for text in found])
    return spots


def one_by_one(card: int, words: list[int], texts: list[str]) -> list[str]:
    """The texts of the spots where a card fits, of all corners."""
    upright, turned = CLASH[2 * card] | NEVER, CLASH[2 * card + 1] | NEVER
    found: list[str] = []
    at = 0
    for berth in range(0, len(words), 2):
        wide, tall = words[berth], words[berth + 1]
        if not wide & upright:
            found.append(texts[at])
        if not tall & upright:
            found.append(texts[at + 1])
        if not wide & turned:
            found.append(texts[at + 2])
        if not tall & turned:
            found.append(texts[at + 3])
        at += 4
    return found


# The same in half the time of that in Python, and twice as long as it if that is compiled: the
# words of all berths are lanes of 64 bits of one number, so that one operation compares a card
# with all of them. The highest bit of a lane shows whether the card fits.

LANE: Final = 64


@lru_cache(maxsize=8)
def highest(lanes: int) -> int:
    """The highest bit of this many lanes."""
    return sum(1 << LANE * lane + LANE - 1 for lane in range(lanes))


class Clashes:
    """For each side of a card, the bits that no word must have, in as many lanes as needed."""

    def __init__(self, lanes: int) -> None:
        ones = highest(lanes) >> LANE - 1
        self.lanes = lanes
        self.sides = [(clash | NEVER) * ones for clash in CLASH]


_clashes: list[Clashes] = []
MORE: Final = 256
"""The table of clashes grows by this many lanes, if a board needs more than before."""


def clashes(lanes: int) -> list[int]:
    """At 2 * card + upside down: the bits that words must not have, in at least so many lanes."""
    if not _clashes or _clashes[0].lanes < lanes:
        _clashes[:] = [Clashes((lanes // MORE + 1) * MORE)]
    return _clashes[0].sides


def at_once(card: int, shown: int, texts: list[str]) -> list[str]:
    """The texts of the spots where a card fits, of the words in these lanes."""
    lanes = len(texts) >> 1
    high, sides = highest(lanes), clashes(lanes)
    # Without a clash nothing is taken from the highest bit.
    upright = high - (shown & sides[2 * card]) & high
    turned = high - (shown & sides[2 * card + 1]) & high
    fits = (upright | turned >> 8).to_bytes(lanes * 8, "little")
    both = array("H", bytes(2 * lanes))
    both[::2] = array("H", fits[7::8])
    both[1::2] = array("H", fits[6::8])
    return list(compress(texts, both.tobytes()))


class Placements(Lister[Move]):
    """Lists the placements of one seat in one match."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        # The berths of the last board. For its corners in the order of placements: the slots of
        # both berths, -1 for one that is not there, and the texts of the four spots.
        self._met: list[int] = []
        self._order: list[int] = []
        self._spots: list[str] = []
        # The spots for each card of the hand.
        self._found: list[tuple[int, list[str]]] = []

    def count(self, state: State[Move]) -> int:
        assert isinstance(state, OpenBoxesPosition)
        board = state.board
        if board.berths != self._met:
            self._meet(board)
        words = [*board.words, NEVER]
        words = [words[slot] for slot in self._order]
        hand = state.hands[self._seat]
        if BUILD == "compiled":
            self._found = [(card, one_by_one(card, words, self._spots)) for card in hand]
        else:
            shown = int.from_bytes(array("Q", words).tobytes(), "little")
            self._found = [(card, at_once(card, shown, self._spots)) for card in hand]
        return sum([len(found) for _, found in self._found])

    def _meet(self, board: Board) -> None:
        """Put the berths of a board in order, those of a corner side by side."""
        self._met = board.berths[:]
        order: list[int] = []
        spots: list[str] = []
        wide = -1
        for berth in sorted(self._met):
            slot = board.slots[berth]
            if berth == wide + 1:
                order[-1] = slot
                continue
            if berth & 1:
                order.append(-1)
                order.append(slot)
            else:
                order.append(slot)
                order.append(-1)
                wide = berth
            corner = berth & CORNER
            spots.extend(SPOTS.get(corner) or entered(corner))
        self._order, self._spots = order, spots

    def moves(self) -> str:
        parts = []
        for card, found in self._found:
            if found:
                start = f'"{NAMES[card]}'
                parts.append(start + f",{start}".join(found))
        return ",".join(parts)
