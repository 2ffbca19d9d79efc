"""How far estimates and places may be from the truth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from scipy.linalg import solve_triangular
from scipy.sparse import csr_array
from scipy.special import ndtri, stdtrit

from tourney.ratings.design import ALIKE, POINTS, Floats, Ints, RatingDesign
from tourney.ratings.fit import RatingFit, factor, row_blocks, scores
from tourney.ratings.prior import LikelyStrengths

# How far estimates may be from the truth.
#
# The scores of whole blocks (matches with the same cards, else single matches) vary, and this
# variation is carried over to the estimates (the sandwich estimator). So matches of one deal need
# not be independent, nor need the model be right in how much luck there is. Where blocks are few,
# the measured variance is itself uncertain: it counts together with `PSEUDO` blocks that vary as
# all do, and at least as the model expects, and Student's t replaces the normal distribution (the
# moderated t of Smyth 2004).

LEVEL: Final = 0.95
PSEUDO: Final = 10.0
TINY: Final = 1e-12


@dataclass(frozen=True, slots=True)
class EstimateErrors:
    """Variances of estimates: as measured, as the model expects it, and what is no luck of results.

    `blocks` are about the numbers of blocks that show how much each estimate varies.
    """

    measured: Floats
    expected: Floats
    known: Floats
    blocks: Floats

    def halves(self) -> Floats:
        """Half the widths of the 95 % intervals."""
        degrees = PSEUDO + np.maximum(self.blocks - 1, 0)
        usual = PSEUDO * max(self.ratio(), 1.0)
        data = (usual * self.expected + self.blocks * self.measured) / degrees
        share = np.divide(data, data + self.known, out=np.ones_like(data), where=data > 0)
        quantile = stdtrit(degrees / np.maximum(share, 1e-3) ** 2, (1 + LEVEL) / 2)
        return np.asarray(np.sqrt(data + self.known) * quantile)

    def longer(self) -> Floats:
        """By how much the intervals are longer than those of a normal error with `noise`."""
        usual = np.sqrt(self.noise() * self.expected + self.known)
        return np.asarray(self.halves() / np.maximum(ndtri((1 + LEVEL) / 2) * usual, TINY))

    def noise(self) -> float:
        """By how much results vary more than the model expects; few blocks say little about it."""
        blocks = float(self.blocks.sum())
        return (PSEUDO + blocks * self.ratio()) / (PSEUDO + blocks)

    def ratio(self) -> float:
        """The mean ratio of the measured to the expected variance; estimates count by blocks."""
        known = (self.expected > 0) & (self.blocks > 0)
        if not known.any():
            return 1.0
        ratios = self.measured[known] / self.expected[known]
        return float(np.average(ratios, weights=self.blocks[known]))


class BlockScores:
    """The scores of all blocks: what luck moves estimates by."""

    def __init__(self, design: RatingDesign, found: RatingFit) -> None:
        slopes, rows, columns = [], [], []
        for group in design.groups:
            slope = scores(group, found.values).ravel()
            block = np.repeat(group.blocks, group.players.shape[1])
            for parameters in (group.players, group.seats):
                slopes.append(slope)
                rows.append(block)
                columns.append(parameters.ravel())
        places = (np.concatenate(rows), np.concatenate(columns))
        of_blocks = csr_array(
            (np.concatenate(slopes), places), shape=(design.blocks, design.size)
        )  # adds the slopes of a block
        self._products: Any = of_blocks.T @ of_blocks
        blocks = np.bincount(of_blocks.indices, minlength=design.size)
        # Of blocks whose result was nearly certain, only the rare surprises would show how results
        # vary. An even match of two has an information of a quarter.
        self.blocks: Floats = np.minimum(blocks, 4 * np.diag(found.curvature))

    def errors(
        self, moves: Iterable[Floats], variances: Floats, assumed: Floats, blocks: Floats
    ) -> EstimateErrors:
        """The errors of estimates that the scores of parameters move as the rows of `moves` say.

        The rows come in any number of matrices.

        `variances` are those if the model is right, `assumed` the parts that are no luck.
        """
        measured = np.concatenate(
            [np.einsum("ij,ij->i", rows @ self._products, rows) for rows in moves]
        )
        return EstimateErrors(measured, np.maximum(variances - assumed, 0), assumed, blocks)


# The places that players may have in truth, each with 95 % probability.
#
# Strengths are drawn from what is believed about them after the results; in each draw every
# player has a place. Places count within a part of players who met, because others cannot be
# compared.

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
