"""What cards of Diam's are worth in hand, by how many turns are left to use them.

Tables only: no position, no moves. The weights were found by playing heuristics against each other.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from engines.diams.cards import VALUE

Row: TypeAlias = tuple[float, ...]
Rows: TypeAlias = tuple[Row, ...]

STAGES: Final = 6  # 0: the last turn; each further one is a turn to come, the last for 5 and more


class Weights(NamedTuple):
    """Shares of a collection's points that cards in hand stand for, one per stage."""

    one: Row = (0.0, 0.06, 0.10, 0.13, 0.16, 0.18)
    two: Row = (0.0, 0.25, 0.35, 0.40, 0.45, 0.48)
    full: Row = (0.0, 0.95, 0.93, 0.92, 0.91, 0.90)
    more: Row = (0.0, 0.20, 0.30, 0.40, 0.45, 0.45)  # of what an extension adds
    height: Row = (0.20, 0.12, 0.08, 0.08, 0.10, 0.12)  # per quality: hand bonus, price of a sum
    special: Row = (0.0, 1.0, 1.5, 2.0, 2.0, 2.0)
    star_vault: float = 1.2
    star_hand: float = 0.7
    deny: float = 0.06  # of a collection's points, per card that others do not get
    slot: float = 0.4  # a place in the hand made free
    surplus: float = 0.8  # a card over the hand limit
    theft: float = 0.35  # of what a victim loses
    reveal: Row = (1.5, 1.5, 1.5, 1.5, 1.5, 1.5)  # reveal when no play is worth as much
    crowd: float = 0.0  # added to that for every card in hand


class Worth(NamedTuple):
    """The weights unfolded: `hand[stage][stored][quality][held]`."""

    weights: Weights
    hand: tuple[tuple[Rows, ...], ...]
    deny: Row


def unfold(weights: Weights) -> Worth:
    """The tables that the weights stand for."""
    hand = tuple(
        tuple(
            tuple(
                tuple(_held(weights, stage, stored, quality, n) for n in range(6))
                for quality in range(11)
            )
            for stored in range(6)
        )
        for stage in range(STAGES)
    )
    return Worth(weights, hand, tuple(weights.deny * VALUE[quality][3] for quality in range(11)))


def _held(weights: Weights, stage: int, stored: int, quality: int, n: int) -> float:
    if n == 0:
        return 0.0
    values = VALUE[quality]
    height = weights.height[stage] * quality * n
    if stored >= 3:
        total = min(5, stored + n)
        return height + weights.more[stage] * (values[total] - values[stored])
    if n >= 3:
        return height + weights.full[stage] * values[n]
    share = weights.one if n == 1 else weights.two
    return height + share[stage] * values[3]


WEIGHTS: Final = Weights()
