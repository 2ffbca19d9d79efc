"""How far estimates may be from the truth.

The variance of an estimate has two parts. That of the results is measured: the scores of whole
blocks (matches with the same cards, else single matches) vary, and this variation is carried over
to the estimates (the sandwich estimator). So it does not assume that matches of one deal are
independent, nor that the model is right. The part of the prior is known. Where blocks are few, the
measured part is itself uncertain; then at least a share of the variance that the model expects is
used, and Student's t instead of the normal distribution.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from scipy.sparse import csr_array
from scipy.special import ndtri, stdtrit

from tourney.ratings.design import RatingDesign
from tourney.ratings.fit import RatingFit
from tourney.ratings.kinds import Floats, Ints
from tourney.ratings.likelihood import PairSums, scores

LEVEL: Final = 0.95
FEW: Final = 3.0
"""Nothing that happened in none of n blocks is likely to be above 3/n."""


@dataclass(frozen=True, slots=True)
class EstimateErrors:
    """Covariances of estimates: as measured, as the model expects it, and that of the prior.

    `blocks` are the numbers of blocks that each estimate rests on.
    """

    measured: Floats
    expected: Floats
    prior: Floats
    blocks: Ints

    def of(self, matrix: Floats, blocks: Ints) -> "EstimateErrors":
        """The errors of sums of estimates, with a row of the matrix for each."""
        measured, expected, prior = (matrix @ one @ matrix.T for one in self._parts)
        return EstimateErrors(measured, expected, prior, blocks)

    def first(self, count: int) -> "EstimateErrors":
        """The errors of the first estimates."""
        measured, expected, prior = (one[:count, :count] for one in self._parts)
        return EstimateErrors(measured, expected, prior, self.blocks[:count])

    def centred(self) -> "EstimateErrors":
        """The errors of the differences of all estimates from their mean."""
        measured, expected, prior = map(_centred, self._parts)
        return EstimateErrors(measured, expected, prior, self.blocks)

    @property
    def _parts(self) -> tuple[Floats, Floats, Floats]:
        return self.measured, self.expected, self.prior

    def halves(self) -> Floats:
        """Half the widths of the 95 % intervals."""
        measured, expected, prior = map(np.diag, self._parts)
        data = self._data(measured, expected, self.blocks)
        return np.sqrt(data + prior) * _quantile(data, prior, self.blocks, LEVEL)

    def apart(self, pairs: int) -> tuple[Floats, Floats]:
        """The standard errors of all differences, and factors for few blocks.

        `pairs` is the number of differences that are looked at together.
        """
        measured, expected, prior = map(_of_differences, self._parts)
        fewer = np.minimum(self.blocks[:, None], self.blocks[None, :])
        data = self._data(measured, expected, fewer)
        return np.sqrt(data + prior), self._factors(1 - (1 - LEVEL) / max(pairs, 1))

    def _factors(self, level: float) -> Floats:
        """How much longer intervals of differences are because blocks are few.

        The larger factor of the two estimates is used.
        """
        measured, expected, prior = map(np.diag, self._parts)
        data = self._data(measured, expected, self.blocks)
        factors = _quantile(data, prior, self.blocks, level) / ndtri((1 + level) / 2)
        return np.asarray(np.maximum(factors[:, None], factors[None, :]))

    def _data(self, measured: Floats, expected: Floats, blocks: Ints) -> Floats:
        """The variances that come from the results."""
        unbiased = measured * blocks / np.maximum(blocks - 1, 1)
        least = np.maximum(self.ratio(), np.minimum(FEW / np.maximum(blocks, 1), 1.0))
        return np.asarray(np.maximum(unbiased, least * expected))

    def ratio(self) -> float:
        """The mean ratio of the measured to the expected variance; estimates count by blocks."""
        measured, expected = np.diag(self.measured), np.diag(self.expected)
        known = (expected > 0) & (self.blocks > 1)
        if not known.any():
            return 1.0
        return float(np.average(measured[known] / expected[known], weights=self.blocks[known]))


def _of_differences(covariance: Floats) -> Floats:
    own = np.diag(covariance)
    return np.maximum(own[:, None] + own[None, :] - 2 * covariance, 0)


def _centred(covariance: Floats) -> Floats:
    rows = covariance - covariance.mean(axis=0)
    return np.asarray(rows - rows.mean(axis=1)[:, None])


def _quantile(data: Floats, prior: Floats, blocks: Ints, level: float) -> Floats:
    """The quantile of Student's t with the degrees of freedom of a sum of two variances.

    The first has a degree less than blocks, the second is known.
    """
    share = np.divide(data, data + prior, out=np.zeros_like(data), where=data + prior > 0)
    degrees = np.maximum(blocks - 1, 1) / np.maximum(share, 1e-3) ** 2
    return np.asarray(stdtrit(degrees, (1 + level) / 2))


def errors(design: RatingDesign, found: RatingFit) -> EstimateErrors:
    """The errors of all parameters of a fit."""
    spread, blocks = _spread(design, found.values)
    measured, prior = (found.inverse @ one @ found.inverse for one in (spread, found.precision))
    return EstimateErrors(measured, found.inverse - prior, prior, blocks)


def _spread(design: RatingDesign, values: Floats) -> tuple[Floats, Ints]:
    """The sum over blocks of products of their scores, and the number of blocks by parameter."""
    slopes, rows, columns = [], [], []
    for group in design.groups:
        slope = scores(group, values).ravel()
        block = np.repeat(group.blocks, group.players.shape[1])
        for parameters in (group.players, group.seats):
            slopes.append(slope)
            rows.append(block)
            columns.append(parameters.ravel())
    places = (np.concatenate(rows), np.concatenate(columns))
    of_blocks = csr_array(
        (np.concatenate(slopes), places), shape=(design.blocks, design.size)
    )  # adds the slopes of a block
    return _products(of_blocks, design.size), np.bincount(of_blocks.indices, minlength=design.size)


def _products(of_blocks: Any, size: int) -> Floats:
    """The product of the transposed matrix with itself, over rows with as many entries at once."""
    sums = PairSums(size)
    lengths = np.diff(of_blocks.indptr)
    for length in np.unique(lengths[lengths > 0]):
        at = of_blocks.indptr[:-1][lengths == length][:, None] + np.arange(length)
        columns, values = of_blocks.indices[at].astype(np.int64), of_blocks.data[at]
        sums.add(columns, columns, values**2 / 2)
        for one in range(length - 1):
            others = slice(one + 1, None)
            sums.add(columns[:, [one]], columns[:, others], values[:, [one]] * values[:, others])
    return sums.both()
