"""Diamond Boxes: a score sheet: the cards left at the end, in both rule sets."""

from collections.abc import Sequence

from engines.api import Outcome, SheetColumn, SheetResult, SheetRow
from engines.diamond_boxes import cards, scoring
from engines.messages import say


def columns(rule: int, seats: int) -> Sequence[SheetColumn]:
    """The hand; by rule 2 also the own deck, of which five cards are drawn at the start."""
    if rule == 1:
        return (
            SheetColumn(
                "hand", say("diamond-boxes.left-in-hand"), 0, scoring.open_limits(seats).high
            ),
        )
    deck = scoring.colour_limits(seats).high - cards.HAND
    return (
        SheetColumn("hand", say("diamond-boxes.left-in-hand"), 0, cards.HAND),
        SheetColumn("deck", say("diamond-boxes.left-in-deck"), 0, deck),
    )


def result(rule: int, row: SheetRow) -> SheetResult:
    """The result; by rule 1 the smallest number in hand decides between equal counts."""
    if rule == 2:
        left = [a + b for a, b in zip(row["hand"], row["deck"], strict=True)]
        if wrong := scoring.colour_fault(left, ()):
            return SheetResult(wrong.message)
        return SheetResult(over=True, outcome=scoring.by_rest(left))
    counts = tuple(row["hand"])
    if wrong := scoring.open_fault(counts):
        return SheetResult(wrong.message)
    places = tuple(
        0 if counts.count(own) > 1 else 1 + sum(other < own for other in counts) for own in counts
    )
    return SheetResult(over=True, outcome=Outcome(counts, places))
