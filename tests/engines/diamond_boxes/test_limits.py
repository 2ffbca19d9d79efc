"""By rule 1 the possible hands at the end are those that some course of turns leaves (DJ1-R10).

Every course of hands is followed, whatever the cards: five each, in turn one card less and up to
six more, until a hand or the deck is empty.
"""

from itertools import product

import pytest

from engines.diamond_boxes.scoring import open_fault, open_limits
from tests.examples import usual


def ends(seats: int) -> set[tuple[int, ...]]:
    """All hands with which a match can end."""
    found: set[tuple[int, ...]] = set()
    todo = [(48 - 5 * seats, (5,) * seats, seat) for seat in range(seats)]
    seen = set(todo)
    while todo:
        deck, hands, seat = todo.pop()
        for overhang in range(7):
            drawn = min(overhang, deck)
            after = (*hands[:seat], hands[seat] - 1 + drawn, *hands[seat + 1 :])
            if deck == drawn or not after[seat]:
                found.add(after)
                continue
            step = (deck - drawn, after, (seat + 1) % seats)
            if step not in seen:
                seen.add(step)
                todo.append(step)
    return found


@pytest.mark.parametrize("seats", usual([2], [2, 3]))
def test_possible_hands_are_those_that_some_turns_leave(seats: int) -> None:
    possible = ends(seats)
    most = max(map(max, possible))
    assert open_limits(seats).high == most
    accepted = {hands for hands in product(range(most + 1), repeat=seats) if not open_fault(hands)}
    assert accepted == possible
