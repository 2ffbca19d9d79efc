"""Log-likelihood, scores and curvature of a group of matches, for all matches at once.

A seat belongs to two parameters, its player and its place at the table; the strength of a side is
the mean over its seats. Since only differences of strengths matter, the curvature is a sum over
pairs of seats: weight times (x - y)(x - y)', where x and y mark the parameters of the two seats.
"""

from typing import NamedTuple

import numpy as np

from tourney.ratings.finishes import FinishGroup
from tourney.ratings.kinds import Floats, Ints
from tourney.ratings.symmetric import add_transpose


class Draws(NamedTuple):
    """The worth of each side of each match, and of each set of sides that was left."""

    strength: Floats
    worth: Floats
    left: Floats


def draws(group: FinishGroup, values: Floats) -> Draws:
    """The worth of sides and sets at these values of the parameters."""
    strength = values[group.players] + values[group.seats]
    if not group.alone:
        strength = strength @ group.share
    worth = np.exp(strength)
    return Draws(strength, worth, worth @ group.members.T)


def log_likelihood(group: FinishGroup, values: Floats) -> float:
    """The log-likelihood of the matches of a group."""
    found = draws(group, values)
    return float(found.strength.sum() - (np.log(found.left) @ group.weights).sum())


def scores(group: FinishGroup, values: Floats) -> Floats:
    """The slope of the log-likelihood of each match, by seat in the order of finish."""
    found = draws(group, values)
    expected = found.worth * ((group.weights / found.left) @ group.members)
    return np.asarray(1 - expected if group.alone else (1 - expected) @ group.share.T)


def corrections(group: FinishGroup, values: Floats, covariance: Floats) -> Floats:
    """The slope of half the log-determinant of the curvature, by seat, from the inverse curvature.

    Added to the scores, it takes away the bias of most probable strengths, which are too far
    apart (Firth 1993). Of two players it counts half a win for each.
    """
    found = draws(group, values)
    apart = _variances_apart(group, covariance)
    slopes = np.zeros_like(found.worth)
    for members, weight, left in zip(group.members, group.weights, found.left.T, strict=True):
        chance = found.worth * members / left[:, None]
        leverage = chance * np.einsum("mij,mj->mi", apart, chance)
        slopes += weight / 2 * (leverage - chance * leverage.sum(axis=1)[:, None])
    return np.asarray(slopes if group.alone else slopes @ group.share.T)


def _variances_apart(group: FinishGroup, covariance: Floats) -> Floats:
    """The variance of the difference of every two sides, for each match."""
    rows = (group.players, group.seats)
    seats = group.players.shape[1]
    first, second = np.triu_indices(seats)
    upper = sum(covariance[one[:, first], two[:, second]] for one in rows for two in rows)
    of_sides = np.empty((len(group.players), seats, seats))
    of_sides[:, first, second] = of_sides[:, second, first] = upper
    if not group.alone:
        of_sides = group.share.T @ of_sides @ group.share
    own = np.einsum("mii->mi", of_sides)
    return np.asarray(own[:, :, None] + own[:, None, :] - 2 * of_sides)


def cumulants(group: FinishGroup, values: Floats) -> tuple[Floats, Floats]:
    """The second and third cumulants of the scores, by seat.

    Each set of sides that was left is a draw of one of them.
    """
    found = draws(group, values)
    second, third = np.zeros_like(found.worth), np.zeros_like(found.worth)
    for members, weight, left in zip(group.members, group.weights, found.left.T, strict=True):
        chance = found.worth * members / left[:, None]
        spread = weight * chance * (1 - chance)
        second += spread
        third += spread * (1 - 2 * chance)
    if group.alone:
        return second, third
    return np.asarray(second @ (group.share**2).T), np.asarray(third @ (group.share**3).T)


def by_parameter(group: FinishGroup, by_seat: Floats, size: int) -> Floats:
    """The sums of values of seats over the parameters of the seats."""
    flat = by_seat.ravel()
    of_players = np.bincount(group.players.ravel(), flat, minlength=size)
    return np.asarray(of_players + np.bincount(group.seats.ravel(), flat, minlength=size))


def add_curvature(group: FinishGroup, values: Floats, sums: "PairSums") -> None:
    """Add the negative second derivatives of the log-likelihood, one triangle of the matrix."""
    seats = group.players.shape[1]
    first, second = np.triu_indices(seats, 1)
    weights = _pair_weights(group, values)
    total = np.zeros((len(weights), seats))
    for number, (one, two) in enumerate(zip(first, second, strict=True)):
        total[:, one] += weights[:, number]
        total[:, two] += weights[:, number]
    rows = (group.players, group.seats)
    sums.add(*rows, total)
    for row in rows:
        sums.add(row, row, total / 2)
        for column in rows:
            sums.add(row[:, first], column[:, second], -weights)


class PairSums:
    """Sums over pairs of parameters, collected so that few large sums are computed."""

    LARGE = 1 << 18

    def __init__(self, size: int) -> None:
        self._size = size
        self._sums = np.zeros(size * size)
        self._waiting: list[tuple[Ints, Floats]] = []
        self._count = 0

    def add(self, rows: Ints, columns: Ints, weights: Floats) -> None:
        """Add weights to pairs of parameters."""
        self._waiting.append(((rows * self._size + columns).ravel(), weights.ravel()))
        self._count += weights.size
        if self._count > self.LARGE:
            self._flush()

    def both(self) -> Floats:
        """The matrix of the sums plus its transpose; nothing can be added afterwards."""
        self._flush()
        square = self._sums.reshape(self._size, self._size)
        add_transpose(square)
        return square

    def _flush(self) -> None:
        if self._waiting:
            places, weights = map(np.concatenate, zip(*self._waiting, strict=True))
            if len(places) > len(self._sums):
                self._sums += np.bincount(places, weights, minlength=len(self._sums))
            else:
                np.add.at(self._sums, places, weights)
        self._waiting, self._count = [], 0


def _pair_weights(group: FinishGroup, values: Floats) -> Floats:
    """The weights of all pairs of seats, for each match."""
    found = draws(group, values)
    first, second = np.triu_indices(group.share.shape[1], 1)
    both = group.members[:, first] * group.members[:, second]
    weights = found.worth[:, first] * found.worth[:, second]
    weights = weights * ((group.weights / found.left**2) @ both)
    return weights if group.alone else np.asarray(weights @ _of_seats(group.share, first, second))


def _of_seats(share: Floats, first: Ints, second: Ints) -> Floats:
    """How the weight of each pair of sides spreads over the pairs of their seats.

    Partners have a negative weight: what one contributes, the other contributes as well.
    """
    one, two = np.triu_indices(len(share), 1)
    apart = share[:, first] - share[:, second]
    return np.asarray(-(apart[one] * apart[two]).T)
