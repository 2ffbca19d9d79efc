"""The expected rewards of the seats in a round of Diam's, between two turns.

Points are estimated for each seat from hand, vault and the turns to come; the probability that one
seat is ahead of another follows from the difference and the typical error of the estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from engines.api import Seat
from engines.diams.cards import KINDS, VALUE
from engines.diams.dealing import window
from engines.diams.state import Diams
from tourney.bots.diams.features import by_quality, turns_to_come
from tourney.bots.diams.hand_values import STAGES, HandValues

PURITY: Final = 4.8  # the bonus, reduced for ties
IN_HAND: Final = 0.3  # weight of a special-purity diamond in hand, relative to one in the vault


def counted(points: Sequence[int]) -> list[float]:
    """The share of other seats that each seat beat; a tie counts as a loss (DI-R15)."""
    others = len(points) - 1
    return [sum(own > other for other in points) / others for own in points]


def expected(state: Diams, worth: HandValues) -> list[float]:
    """The expected share of other seats that each seat beats in the end."""
    seats = range(state.seats)
    coming = [_coming(state, seat) for seat in seats]
    turns = sum(coming) / state.seats
    purity = _purity(state, turns)
    points = [_points(state, seat, coming[seat], worth) + purity[seat] for seat in seats]
    scale = _spread(turns, state.seats)
    others = state.seats - 1
    return [
        (sum(1 / (1 + exp((other - own) / scale)) for other in points) - 0.5) / others
        for own in points
    ]


def _purity(state: Diams, turns: float) -> list[float]:
    """The expected purity bonus of each seat: a lead counts more, the fewer turns are left."""
    lead = 0.5 + 3 / (turns + 0.2)
    chances = []
    for hand, vault in zip(state.hands, state.vaults, strict=True):
        stars: float = sum(card & 1 for card in vault)
        stars += IN_HAND * sum(card & 1 for card in hand if card < KINDS)
        chances.append(exp(lead * stars))
    whole = sum(chances)
    return [PURITY * chance / whole for chance in chances]


def _spread(turns: float, seats: int) -> float:
    """The scale of the logistic curve from a difference in points to the probability of a win."""
    return float((2.1 + 2 / seats) * (turns + 0.2) ** 0.5)


def _coming(state: Diams, seat: Seat) -> float:
    """The expected number of turns of a seat, at the start of a turn."""
    distance = (seat - state.turn) % state.seats
    if state.left:
        return 1.0 if distance < state.left else 0.0
    deck = len(state.order) - state.top
    return turns_to_come(deck, window(state.options, state.seats), state.seats, distance)


def _points(state: Diams, seat: Seat, coming: float, worth: HandValues) -> float:
    hand, vault = state.hands[seat], state.vaults[seat]
    weights = worth.weights
    stage = min(STAGES - 1, int(coming + 0.5))
    stored, held = by_quality(vault), by_quality(hand)
    table = worth.hand[stage]
    total = weights.tempo * coming - weights.slot * len(hand)
    total += weights.special[stage] * sum(card >= KINDS for card in hand)
    for quality in range(1, 11):
        now, n = stored[quality], held[quality]
        if now:
            total += VALUE[quality][min(now, 5)]
        if n:
            total += table[now][quality][min(n, 5)]
    return total
