"""What is assumed about strengths before the results, and the common strength over several games.

Strengths are natural logarithms of odds. The strength of a player in a game is a common part, the
same in all games, plus a part of its own in each game; both are normal around 0. How far players
are apart differs from club to club, so the sum of both variances is estimated from the results
(empirical Bayes): as if `WEIGHT` more strengths with a variance of 1 were known. The shares of both
parts are fixed.
"""

from typing import Final

import numpy as np

from tourney.ratings.design import RatingDesign
from tourney.ratings.kinds import Floats

COMMON: Final = 0.75
"""Share of the common part in the variance..."""
OWN: Final = 0.25
"""... and of the part of each game."""
WEIGHT: Final = 4.0
LEAST: Final = 0.01
MOST: Final = 25.0
"""Bounds of the variance."""
SEAT: Final = 0.25
"""Variance of the effect of a seat."""


def precision(design: RatingDesign, variance: float) -> Floats:
    """The inverse covariance of the parameters before the results."""
    same = design.player[:, None] == design.player[None, :]
    games = same.sum(axis=1)
    units = (np.eye(design.units) - same * (COMMON / (OWN + games * COMMON))[:, None]) / OWN
    found = np.diag(np.full(design.size, 1 / SEAT))
    found[: design.units, : design.units] = units / variance
    return found


def likely_variance(design: RatingDesign, values: Floats, inverse: Floats, old: float) -> float:
    """The variance of strengths that fits estimates and their covariance, found with another one.

    MacKay's rule: squares of estimates, divided by how many of them the results determine.
    """
    part = slice(design.units)
    units = precision(design, 1.0)[part, part]
    strengths, covariance = values[part], inverse[part, part]
    determined = design.units - float((units * covariance).sum()) / old
    squares = float(strengths @ units @ strengths)
    return float(np.clip((WEIGHT + squares) / (WEIGHT + determined), LEAST, MOST))


def common_parts(design: RatingDesign, variance: float) -> tuple[Floats, Floats]:
    """The expected common part of each player, from strengths, and the variance that remains.

    The first is a matrix with a row for each player of the design, in their order, and a column for
    each unit.
    """
    players, place = np.unique(design.player, return_inverse=True)
    games = np.bincount(place)
    found = np.zeros((len(players), design.units))
    found[place, np.arange(design.units)] = (COMMON / (OWN + games * COMMON))[place]
    return found, np.asarray(variance * COMMON * OWN / (OWN + games * COMMON), dtype=np.float64)
