"""Diamond Boxes, rule 2: what lies on the table, where a card has to cover at least four cells.

Most berths cannot take a card by rule 2, so they are kept apart, and a table tells from the
diamonds of a word at once which patterns fit. Words and berths are those of `board`.
"""

from __future__ import annotations

from typing import Final

from engines.diamond_boxes.board import BLACK, CLASH, COUNT, DIAMONDS, EFFECTS, SIX, effects
from engines.diamond_boxes.spots import BERTH, CARD, CORNER

LEAST: Final = 4
"""Cells that have to be covered at least."""

SIDES: Final = tuple(1 << 2 * ((card - 1) % 10) for card in range(51))
"""Per card: the lower of the two bits that stand for its pattern upright and upside down."""

DEEP: Final = 1 << 20
"""Stands in `fitting` where at least four cells are covered, whatever fits."""

_FITTING: Final[list[int]] = []


def fitting() -> list[int]:
    """By the twelve diamond bits of a word: the patterns that fit, 0 for fewer than four cells.

    Bit 2 * pattern for the pattern upright, the next one for upside down; worked out once.
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
    """The table by rule 2.

    `words` has the berths where a card would cover four cells or more, `shallow` those where it
    would cover fewer.
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
        """Put a card down; returns the word of what it covers."""
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
        """A board of its own."""
        twin = DeepBoard.__new__(DeepBoard)
        twin.words = self.words.copy()
        twin.shallow = self.shallow.copy()
        return twin
