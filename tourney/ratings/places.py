"""The places that players may have in truth, right for all players together with 95 % probability.

Differences of all pairs are compared with the largest one, in standard errors, that luck alone
causes (max-T). It is found by a multiplier bootstrap with normal weights: resampled sums of the
scores of blocks are then normal with the measured covariance, from which they are drawn. Nothing is
said about players who never met, directly or over others.
"""

from typing import Final, NamedTuple

import numpy as np
from scipy.special import ndtri

from tourney.ratings.errors import LEVEL, EstimateErrors
from tourney.ratings.kinds import Bools, Floats, Ints

MOST_DRAWS: Final = 2000
LEAST_DRAWS: Final = 400
WORK: Final = 30_000_000
"""About how many differences are drawn in total."""
SEED: Final = 1


class PossiblePlaces(NamedTuple):
    """The best and the worst place of each player."""

    best: Ints
    worst: Ints


def possible_places(values: Floats, found: EstimateErrors, met: Bools) -> PossiblePlaces:
    """The places of players with these strengths; `met` says for which pairs data speak."""
    count = len(values)
    pairs = int(np.triu(met, 1).sum())
    error, factor = found.apart(pairs)
    reach = _reach(found.measured + found.prior, met, pairs) * factor * error
    gap = values[None, :] - values[:, None]
    better, worse = ((met & (sign * gap > reach)).sum(axis=1) for sign in (1, -1))
    return PossiblePlaces(1 + better, count - worse)


def _reach(covariance: Floats, met: Bools, pairs: int) -> float:
    """The distance in standard errors that no pair exceeds in 95 % of all draws."""
    if not pairs:
        return 0.0
    count = len(covariance)
    number = int(np.clip(WORK / pairs, LEAST_DRAWS, MOST_DRAWS))
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0))
    drawn = np.random.default_rng(SEED).standard_normal((number, count)) @ root.T
    own = np.diag(covariance)
    largest = np.zeros(number)
    for player in range(count - 1):
        others = player + 1 + np.flatnonzero(met[player, player + 1 :])
        variance = own[player] + own[others] - 2 * covariance[player, others]
        others, variance = others[variance > 0], variance[variance > 0]
        apart = np.abs(drawn[:, others] - drawn[:, [player]]) / np.sqrt(variance)
        np.maximum(largest, apart.max(axis=1, initial=0.0), out=largest)
    single = float(ndtri((1 + LEVEL) / 2))
    return max(float(np.quantile(largest, LEVEL)), single)
