"""The last cards of a round of Diamonds for two: in a world both hands are known."""

from __future__ import annotations

from typing import Final

from engines.api import Seat
from engines.diamonds.position import PLAYING
from engines.diamonds.state import Diamonds

EXACT: Final = 3
"""With so many cards in the hand of the seat to move all ways are tried; they are a few dozen."""
VAULT: Final = 1 / 64
"""Of equal scores the fuller vault is better (DM-R11)."""
MOST: Final = 1000.0
"""More than any lead."""


def best_lead(state: Diamonds, low: float = -MOST, high: float = MOST) -> float:
    """The lead of the first seat, in points, at the end of the round if both play their best.

    Exact between `low` and `high`, bounds outside which nobody needs to know it (alpha-beta).
    """
    if state.step != PLAYING:
        (open_, other), (safe, hidden) = state.showroom, state.vault
        return open_ - other + (2 + VAULT) * (safe - hidden)
    seat = state.owing[0]
    best = MOST if seat else -MOST
    for card in unlike(state, seat):
        after = state.clone()
        after.apply(seat, card)
        lead = best_lead(after, low, high)
        if seat:
            best = min(best, lead)
            high = min(high, lead)
        else:
            best = max(best, lead)
            low = max(low, lead)
        if low >= high:
            break
    return best


def unlike(state: Diamonds, seat: Seat) -> list[int]:
    """The cards that a seat may play, of two that win against the same cards only the higher."""
    hand, other = state.hands[seat], state.hands[1 - seat]
    follow = state.laid > 0 and bool(hand[state.led])
    found: list[int] = []
    for suit in range(4):
        if follow and suit != state.led:
            continue
        above = -1
        for card in reversed(hand[suit]):
            apart = above < 0 or (state.laid > 0 and card < state.best < above)
            if not apart:
                for their in other[suit]:
                    if card < their < above:
                        apart = True
            if apart:
                found.append(card)
            above = card
    return found
