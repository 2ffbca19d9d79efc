"""Fits a value function: logistic regression on the pairs of seats of each position.

A pair is one observation: the first seat ended before the second (1), behind (0) or with it (1/2),
and its utility less the other's is the logit. That is the model of `bots.values`, so the fit is the
maximum of a concave likelihood, found by Newton's method, with a ridge that keeps weights small
where the data say nothing. All is summed over pieces, so memory does not grow with the matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tourney.training.self_play import HELD_OUT, Positions

Floats = npt.NDArray[np.float64]
Pieces = Callable[[], Iterable[Positions]]
"""Gives the pieces from the start, as often as it is called."""

RIDGE: Final = 10.0  # observations that say that a standardized weight is 0
DIGITS: Final = 4  # significant digits of a weight
STEPS: Final = 30
SETTLED: Final = 1e-7  # the largest change of a standardized weight at the end
STEEPEST: Final = 30.0
TINY: Final = 1e-9
SURE: Final = 1e-4  # a share is said to be between this and 1 less this


class FittedWeights(NamedTuple):
    """The weights for one number of seats, by feature: at the start of a match, and the change."""

    start: list[float]
    change: list[float]


class Losses(NamedTuple):
    """Mean cross entropies of the shares of held-out positions: lower is better."""

    positions: int
    nothing: float
    """Of equal shares."""
    value: float
    playout: float
    """Of one playout of the game's heuristic; nan for a game without one."""


def doubled(positions: Positions) -> Floats:
    """By position and seat: the features, then the features times the stage."""
    rows = positions.features.astype(np.float64)
    return np.concatenate([rows, rows * positions.stage[:, None, None]], axis=2)


def fitted(pieces: Pieces, matches: int) -> FittedWeights:
    """The fit to the positions of the matches that are not held out, up to a number of a match."""
    scale = _scale(pieces, matches)
    weights: Floats = np.zeros(len(scale))
    for _ in range(STEPS):
        slope, bend = RIDGE * weights, RIDGE * np.eye(len(scale))
        for rows, shares in _training(pieces, matches):
            for one in range(rows.shape[1]):
                for other in range(one):
                    x = (rows[:, one] - rows[:, other]) / scale
                    # Of two seats the one with the higher share ended before the other.
                    y = (np.sign(shares[:, one] - shares[:, other]) + 1) / 2
                    p = logistic(x @ weights)
                    slope = slope + x.T @ (p - y)
                    bend = bend + (x * (p * (1 - p))[:, None]).T @ x
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < SETTLED:
            break
    weights = weights / scale
    half = len(weights) // 2
    # The order in which a machine adds numbers must not show in the digest of the weights.
    start, change = (
        [float(f"{weight:.{DIGITS}g}") for weight in part]
        for part in (weights[:half], weights[half:])
    )
    return FittedWeights(start, change)


def losses(pieces: Pieces, fit: FittedWeights) -> Losses:
    """How well the shares of held-out matches are foretold."""
    weights = np.array([*fit.start, *fit.change])
    count, sums = 0, np.zeros(3)
    for piece in pieces():
        held = piece.match % HELD_OUT == 0
        if not held.any():
            continue
        # Where a match has ended there is nothing to foretell: there is no playout either.
        foretold = held & np.isfinite(piece.playout).all(axis=1)
        part = piece.where(foretold if foretold.any() else held)
        utility = doubled(part) @ weights
        chances = logistic(utility[:, :, None] - utility[:, None, :])
        shares = (chances.sum(axis=2) - 0.5) / (utility.shape[1] - 1)
        # By way, position and seat.
        told = np.stack([np.full_like(shares, 0.5), shares, part.playout.astype(np.float64)])
        sure, truth = np.clip(told, SURE, 1 - SURE), part.shares.astype(np.float64)
        entropy = -(truth * np.log(sure) + (1 - truth) * np.log(1 - sure))
        count += len(shares)
        sums += entropy.mean(axis=2).sum(axis=1)
    nothing, value, playout = (float(x) for x in sums / max(count, 1))
    return Losses(count, nothing, value, playout)


def differing(pieces: Pieces) -> set[int]:
    """The places of the features that are not the same for all seats in every position."""
    found = set[int]()
    for piece in pieces():
        rows = piece.features
        found.update(np.flatnonzero((rows != rows[:, :1]).any(axis=(0, 1))).tolist())
    return found


def logistic(x: Floats) -> Floats:
    """1 / (1 + exp(-x))."""
    found: Floats = 1 / (1 + np.exp(-np.clip(x, -STEEPEST, STEEPEST)))
    return found


def _training(pieces: Pieces, matches: int) -> Iterator[tuple[Floats, Floats]]:
    for piece in pieces():
        used = (piece.match % HELD_OUT != 0) & (piece.match <= matches)
        if used.any():
            part = piece.where(used)
            yield doubled(part), part.shares.astype(np.float64)


def _scale(pieces: Pieces, matches: int) -> Floats:
    """The standard deviation of each number; 1 for one that is always the same."""
    count, first, second = 0, np.zeros(1), np.zeros(1)
    for rows, _ in _training(pieces, matches):
        flat = rows.reshape(-1, rows.shape[2])
        count += len(flat)
        first = first + flat.sum(axis=0)
        second = second + (flat * flat).sum(axis=0)
    mean = first / max(count, 1)
    deviation: Floats = np.sqrt(np.maximum(second / max(count, 1) - mean * mean, 0))
    # What differs by rounding only is always the same.
    return np.where(deviation > TINY * (1 + np.abs(mean)), deviation, 1.0)
