"""Diamond Boxes: a score sheet: the cards left at the end, in both rule sets."""

from engines.api import Outcome, SheetColumn, SheetResult, SheetRow
from engines.diamond_boxes import scoring
from engines.diamond_boxes.messages import LEFT_IN_DECK, LEFT_IN_HAND

HAND = SheetColumn("hand", LEFT_IN_HAND(), 0, 50)
DECK = SheetColumn("deck", LEFT_IN_DECK(), 0, 50)


def result(rule: int, row: SheetRow) -> SheetResult:
    """The result; by rule 1 the smallest number in hand decides between equal counts."""
    if rule == 2:
        left = [a + b for a, b in zip(row["hand"], row["deck"], strict=True)]
        return SheetResult(over=True, outcome=scoring.by_rest(left))
    counts = tuple(row["hand"])
    places = tuple(
        0 if counts.count(own) > 1 else 1 + sum(other < own for other in counts) for own in counts
    )
    return SheetResult(over=True, outcome=Outcome(counts, places))
