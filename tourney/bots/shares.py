"""The expected reward of a seat: the share of the other seats that it beats."""

from collections.abc import Sequence
from math import exp
from typing import Final

STEEPEST: Final = 30.0


def likely(values: Sequence[float], spread: float) -> list[float]:
    """Shares from an estimate per seat, higher being better; `spread` is their typical error."""
    others = len(values) - 1
    return [
        (sum(1 / (1 + exp(min(STEEPEST, (other - own) / spread))) for other in values) - 0.5)
        / others
        for own in values
    ]


def by_places(places: Sequence[int]) -> list[float]:
    """1 for a seat ahead of all others, 0 for a seat behind them all; ties count half."""
    others = len(places) - 1 or 1
    return [
        (sum((own < other) + (own == other) / 2 for other in places) - 0.5) / others
        for own in places
    ]
