"""Diamond Boxes: who comes where."""

from collections.abc import Sequence

from engines.api import Outcome


def by_hand(hands: Sequence[Sequence[int]]) -> Outcome:
    """Fewest cards first, then the smallest number held (DJ1-R17, DJ1-R18); hands are sorted."""
    marks = [(len(hand), hand[0] if hand else 0) for hand in hands]
    places = tuple(1 + sum(other < mark for other in marks) for mark in marks)
    return Outcome(tuple(len(hand) for hand in hands), places)


def by_rest(left: Sequence[int]) -> Outcome:
    """Fewest cards in hand and deck first, equal numbers share a place (DJ2-R14)."""
    scores = tuple(left)
    return Outcome(scores, tuple(1 + sum(other < own for other in scores) for own in scores))


def drawn(left: Sequence[int], reason: str) -> Outcome:
    """All share the first place (DJ2-R14)."""
    return Outcome(tuple(left), (1,) * len(left), reason)
