"""Ratings between two fits: each result moves the players of its match at once.

One step of Newton's method for each player, with the other strengths as they are (an extended
Kalman filter that keeps variances only). It is an estimate: later results do not change the weight
of earlier ones, as they do in a fit.
"""

from collections.abc import Mapping, Sequence
from math import exp
from typing import NamedTuple

from tourney.ratings.terms import terms


class Belief(NamedTuple):
    """A strength in natural logarithms of odds, and its variance."""

    mean: float
    variance: float


class LiveRatings:
    """Strengths that follow results one by one; unknown players start with the prior."""

    def __init__(
        self,
        beliefs: Mapping[int, Belief] | None = None,
        seats: Mapping[tuple[int, int], float] | None = None,
        variance: float = 1.0,
    ) -> None:
        """`seats` has the effect of a seat for the number of seats and the seat.

        `variance` is that of an unknown strength.
        """
        self.beliefs = dict(beliefs or {})
        self._unknown = Belief(0.0, variance)
        self._seats = dict(seats or {})

    def add(self, order: Sequence[Sequence[tuple[int, int]]], ties: tuple[int, ...]) -> None:
        """Add a match: players and seats of each side in the order of finish.

        `ties` are the numbers of sides that share each place.
        """
        count = sum(map(len, order))
        worth = [exp(self._strength(side, count)) for side in order]
        slopes, curves = _derivatives(worth, ties)
        for side, slope, curve in zip(order, slopes, curves, strict=True):
            for player, _ in side:
                mean, variance = self.beliefs.get(player, self._unknown)
                sharper = 1 / (1 / variance + curve / len(side) ** 2)
                self.beliefs[player] = Belief(mean + sharper * slope / len(side), sharper)

    def _strength(self, side: Sequence[tuple[int, int]], seats: int) -> float:
        values = [
            self.beliefs.get(player, self._unknown).mean + self._seats.get((seats, seat), 0.0)
            for player, seat in side
        ]
        return sum(values) / len(values)


def _derivatives(worth: list[float], ties: tuple[int, ...]) -> tuple[list[float], list[float]]:
    """Slope and negative curvature of the log-likelihood of a match by the strength of a side."""
    slopes, curves = [1.0] * len(worth), [0.0] * len(worth)
    members, weights = terms(ties)
    for inside, weight in zip(members, weights, strict=True):
        left = sum([w for w, there in zip(worth, inside, strict=True) if there])
        for side, there in enumerate(inside):
            if there:
                chance = worth[side] / left
                slopes[side] -= weight * chance
                curves[side] += weight * chance * (1 - chance)
    return slopes, curves
