"""A sequential test of two means: the generalised likelihood ratio over block scores.

The values that blocks had are taken as a multinomial distribution. It is fitted twice, once with
each mean, and the test stops when the logarithm of the ratio of the two likelihoods leaves the
bounds of Wald's test. This is how chess runners test (M. Van den Bergh, "Comments on normalized
Elo", proposition 1.1): with two seats in two matches a block has five values, and the test is
their pentanomial one. It needs no independence within a block.
"""

from collections.abc import Iterable, Mapping
from math import log, log1p
from typing import NamedTuple

PRIOR = 1e-3
"""The count, in blocks, of possible values that did not occur; keeps the fits possible."""


class Bounds(NamedTuple):
    """Between them the test continues; `low` accepts the first mean, `high` the second."""

    low: float
    high: float


def bounds(alpha: float, beta: float) -> Bounds:
    """Wald's bounds: `alpha` is the error probability of the second mean, `beta` of the first."""
    return Bounds(log(beta / (1 - alpha)), log((1 - beta) / alpha))


def ratio(
    counts: Mapping[float, float], first: float, second: float, possible: Iterable[float] = ()
) -> float:
    """The log-likelihood ratio of the second mean against the first.

    `counts` is the number of blocks by value; `possible` adds values that count a thousandth of a
    block if no block had them. Both means must lie strictly between the least and the greatest of
    all these values.
    """
    seen = dict.fromkeys(possible, PRIOR) | dict(counts)
    total = sum(seen.values())
    cells = [(value, count / total) for value, count in seen.items()]
    return total * (_likeliest(cells, first) - _likeliest(cells, second))


Cells = list[tuple[float, float]]


def _likeliest(cells: Cells, mean: float) -> float:
    """The loss of log-likelihood per block if the fit must have this mean."""
    shifted = [(value - mean, share) for value, share in cells]
    theta = _theta(shifted)
    return sum(share * log1p(theta * value) for value, share in shifted)


def _theta(shifted: Cells) -> float:
    """The multiplier of the fit: the root of sum p a / (1 + theta a), which falls in theta.

    Newton's method, with bisection where a step leaves the bracket.
    """
    values = [value for value, _ in shifted]
    low, high = -1 / max(values), -1 / min(values)
    theta = 0.0
    while True:
        slope = height = 0.0
        for value, share in shifted:
            part = value / (1 + theta * value)
            height += share * part
            slope += share * part * part
        low, high = (theta, high) if height > 0 else (low, theta)
        step = theta + height / slope
        after = step if low < step < high else (low + high) / 2
        if abs(after - theta) <= 1e-15 * (1 + abs(theta)) or after in (low, high):
            return after
        theta = after
