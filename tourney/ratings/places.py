"""The places that players may have in truth, each with 95 % probability.

Strengths are drawn from what is believed about them after the results; in each draw every player
has a place. Places count within a part of players who met, because others cannot be compared.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from scipy.linalg import solve_triangular

from tourney.ratings.errors import LEVEL
from tourney.ratings.kinds import Floats, Ints
from tourney.ratings.prior import LikelyStrengths
from tourney.ratings.scale import ALIKE, POINTS
from tourney.ratings.symmetric import factor, row_blocks

DRAWS: Final = 1000
SEED: Final = 1


class PossiblePlaces(NamedTuple):
    """The most likely, the best and the worst place of each player."""

    likely: Ints
    best: Ints
    worst: Ints


def possible_places(
    found: LikelyStrengths, longer: Floats, parts: Ints, order: Sequence[int]
) -> PossiblePlaces:
    """The places of players; numbers are drawn for them in this order.

    `longer` is by how much errors are larger than believed because results are few.
    """
    count = len(parts)
    sorted_parts, strengths = parts[order], found.strengths[order]
    lower = factor(found.precision[np.ix_(order, order)])
    normal = np.random.default_rng(SEED).standard_normal((count, DRAWS))
    # Sorted by part first: places start anew in each of them.
    before = np.searchsorted(np.sort(parts), sorted_parts)
    ranks = np.empty((DRAWS, count), dtype=np.int32)
    for at in row_blocks(DRAWS):
        errors = solve_triangular(lower, normal[:, at], lower=True, trans="T")
        drawn = strengths[:, None] + longer[order][:, None] * errors
        falling = np.argsort(sorted_parts * 1e6 - drawn.T, axis=1)
        ranks[at] = np.argsort(falling, axis=1) - before
    tail = (1 - LEVEL) / 2
    found_ends = np.quantile(ranks, (tail, 1 - tail), axis=0, method="inverted_cdf")
    best, worst, likely = (np.zeros(count, dtype=np.int64) for _ in range(3))
    best[order], worst[order] = 1 + found_ends.astype(np.int64)
    for part in range(int(parts.max(initial=0)) + 1):
        here = parts == part
        points = POINTS * found.strengths[here]
        likely[here] = 1 + (points[None, :] > points[:, None] + ALIKE).sum(axis=1)
    return PossiblePlaces(likely, np.minimum(best, likely), np.maximum(worst, likely))
