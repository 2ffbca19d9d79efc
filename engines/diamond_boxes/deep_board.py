"""Diamond Boxes, rule 2: the table, on which a card must cover at least four cells.

Most berths are too shallow for a card and are stored separately; a table maps the diamonds of a
word to the patterns that fit. Words and berths are those of `board`.
"""

from __future__ import annotations

from typing import Final

from engines.diamond_boxes.board import BLACK, CLASH, COUNT, DIAMONDS, EFFECTS, SIX, effects
from engines.diamond_boxes.spots import BERTH, CARD, CORNER

LEAST: Final = 4
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
            if COUNT[cells_covered] >= LEAST:
                for white in range(SIX + 1):
                    if white & ~cells_covered == 0:
                        found = white | (cells_covered ^ white) << BLACK
                        _FITTING[found] = _patterns(found)
    return _FITTING


def _patterns(diamonds: int) -> int:
    return DEEP | sum(1 << side for side in range(20) if not diamonds & CLASH[side + 2] & DIAMONDS)


class DeepBoard:
    """The table in rule 2.

    `words` has the berths where a card would cover at least four cells, `shallow` those where it
    would cover fewer.
    """

    __slots__ = ("shallow", "words")

    def __init__(self) -> None:
        self.words: dict[int, int] = {}
        self.shallow: dict[int, int] = {}

    def under(self, placement: int) -> int:
        """The word of the berth that a placement covers."""
        berth = placement & BERTH
        return self.words.get(berth, 0) or self.shallow.get(berth, 0)

    def lay(self, placement: int) -> int:
        """Place a card; the word of what it covers."""
        words = self.words
        shallow = self.shallow
        depth = fitting()
        under = self.under(placement)
        corner = placement & CORNER
        near = EFFECTS[placement >> CARD << 2 | placement & 3] or effects(placement)
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
        """An independent copy."""
        twin = DeepBoard.__new__(DeepBoard)
        twin.words = self.words.copy()
        twin.shallow = self.shallow.copy()
        return twin
