"""Diamond Boxes: scores and places in both rule sets."""

from collections.abc import Sequence

from engines.api import Outcome


# DJ1-R18, DJ1-Q9: fewest cards first, then the smallest number in hand; no place is shared
def by_hand(hands: Sequence[Sequence[int]]) -> Outcome:
    """Outcome of rule 1; hands are sorted."""
    marks = [(len(hand), hand[0] if hand else 0) for hand in hands]
    places = tuple(1 + sum(other < mark for other in marks) for mark in marks)
    return Outcome(tuple(len(hand) for hand in hands), places)


# DJ2-R14: fewest cards in hand and deck first, equal numbers share a place; a draw is shared by all
def by_rest(left: Sequence[int], drawn: str | None = None) -> Outcome:
    """Outcome of rule 2; `drawn` is the reason if the match is drawn."""
    scores = tuple(left)
    if drawn is not None:
        return Outcome(scores, (1,) * len(scores), drawn)
    return Outcome(scores, tuple(1 + sum(other < own for other in scores) for own in scores))
