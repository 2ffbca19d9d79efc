"""Blue Border: which cards fit in a line."""

from __future__ import annotations

from typing import Final

from engines.api import Seat
from engines.blue_border.position import BlueBorderPosition

D: Final = 4
G: Final = 7


# BB-R6, BB-Q2, BB-Q3: darker up to D, then lighter, each step at most the borderline.
def fits(point: int, before: int, card: int, reach: int, bottoms: int) -> bool:
    """Whether a card may be at a point (1 to 7) after the previous card (0 at the first point)."""
    if point == 1:
        return card <= reach
    step = card - before if point <= D else before - card
    if not 0 < step <= reach:
        return False
    return not (point == D and card < bottoms) and not (point == G and card > reach)


# BB-Q6: only the last card is judged, against the one before it, whether that one fits or not.
def is_broken(position: BlueBorderPosition, seat: Seat) -> bool:
    """Whether the last card of a seat's line does not fit."""
    line = position.lines[seat]
    before = line[-2] if len(line) > 1 else 0
    return not fits(len(line), before, line[-1], position.borderline(), position.bottoms())
