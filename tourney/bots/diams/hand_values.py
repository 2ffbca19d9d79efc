"""The values of cards in hand in Diam's, by the number of turns left to use them.

Contains tables only. Greedy uses simple ones; those of the search were found by playing weights
against each other.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from engines.diams.cards import VALUE

Row: TypeAlias = tuple[float, ...]
Rows: TypeAlias = tuple[Row, ...]

STAGES: Final = 6  # the number of turns to come, 0 to 4, and 5 for all higher numbers


class DiamsWeights(NamedTuple):
    """Weights: for each stage the share of a collection's points per card in hand; and points."""

    one: Row
    two: Row
    full: Row
    more: Row  # of what an extension adds
    height: Row  # points per quality: the hand bonus, the price of a sum
    special: Row
    slot: float  # a free place in the hand
    star_vault: float = 0.0
    star_hand: float = 0.0
    tempo: float = 0.0  # a turn to come
    deny: float = 0.0  # share of a collection's points, per card that others do not get
    surplus: float = 0.0  # a card over the hand limit
    theft: float = 0.0  # share of a victim's loss
    reveal: float = 0.0  # with a small hand reveal if no play has this value


class HandValues(NamedTuple):
    """Tables made from weights: `hand[stage][stored][quality][held]`."""

    weights: DiamsWeights
    hand: tuple[tuple[Rows, ...], ...]
    deny: Row


def unfold(weights: DiamsWeights) -> HandValues:
    """Compute the tables from weights."""
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
    return HandValues(
        weights, hand, tuple(weights.deny * VALUE[quality][3] for quality in range(11))
    )


def _held(weights: DiamsWeights, stage: int, stored: int, quality: int, n: int) -> float:
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


# Rules of thumb of a human player, the same for every number of turns left.
SIMPLE: Final = DiamsWeights(
    one=(0.0, 0.1, 0.1, 0.1, 0.1, 0.1),
    two=(0.0, 0.4, 0.4, 0.4, 0.4, 0.4),
    full=(0.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    more=(0.0, 0.5, 0.5, 0.5, 0.5, 0.5),
    height=(0.3, 0.0, 0.0, 0.0, 0.0, 0.0),
    special=(0.0, 1.5, 1.5, 1.5, 1.5, 1.5),
    star_vault=2.0,
    star_hand=0.3,
    slot=0.5,
    theft=0.5,
)

# For choosing moves: found by playing weights against each other.
WEIGHTS: Final = DiamsWeights(
    one=(0.0, 0.08, 0.09, 0.12, 0.10, 0.14),
    two=(0.0, 0.23, 0.34, 0.42, 0.45, 0.47),
    full=(0.0, 1.5, 0.84, 1.05, 1.16, 1.08),
    more=(0.0, 0.70, 0.38, 0.44, 0.25, 0.43),
    height=(0.18, 0.24, 0.04, 0.0, 0.0, 0.03),
    special=(0.0, 1.5, 1.7, 1.7, 0.7, 1.4),
    star_vault=3.0,
    star_hand=0.31,
    slot=2.3,
    deny=0.027,
    surplus=0.7,
    theft=1.5,
    reveal=-4.5,
)

# For estimating results: fitted to the final points of rounds.
OUTLOOK: Final = DiamsWeights(
    one=(0.0, 0.0, 0.03, 0.05, 0.07, 0.08),
    two=(0.0, 0.0, 0.18, 0.23, 0.30, 0.36),
    full=(0.0, 0.93, 0.85, 0.92, 0.98, 1.1),
    more=(0.0, 0.12, 0.12, 0.15, 0.16, 0.5),
    height=(0.08, 0.02, 0.01, 0.0, 0.0, -0.02),
    special=(0.0, 0.5, 0.8, 0.8, 0.5, 0.3),
    slot=-0.2,
    tempo=2.0,
)
