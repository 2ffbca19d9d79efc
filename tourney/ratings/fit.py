"""The most probable strengths and seat effects, given results and a prior: Newton's method.

The log-likelihood is concave and the prior makes the maximum unique and finite, also for a player
who always won.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from tourney.ratings.design import RatingDesign, zeros
from tourney.ratings.kinds import Floats
from tourney.ratings.likelihood import (
    PairSums,
    add_curvature,
    by_parameter,
    log_likelihood,
    scores,
)
from tourney.ratings.prior import likely_variance, precision

CLOSE: Final = 1e-7
"""The largest last step, in natural logarithms of odds; a rating point is 0.0058."""
SLOW: Final = 0.2
"""A curvature is used again while each step is shorter than this share of the step before."""
SAFE: Final = 0.1
"""Steps up to this length cannot go past the maximum by much."""
ENOUGH: Final = 3000
"""Matches from which the prior is estimated."""
ALIKE: Final = 1e-3
"""Variances of the prior closer than this share of them are equal."""
MOST_STEPS: Final = 200


@dataclass(frozen=True, slots=True)
class RatingFit:
    """The values of the parameters and the curvature of the log-likelihood there, without prior.

    `precision` is that of the prior, whose strengths have `variance`; `inverse` is the covariance
    that the model expects.
    """

    values: Floats
    curvature: Floats
    precision: Floats
    inverse: Floats
    variance: float


def fit(design: RatingDesign) -> RatingFit:
    """Fit the parameters of a design, and the variance of the prior."""
    sample = _sample(design)
    found = _fit(sample, zeros(design.size), 1.0)
    for _ in range(MOST_STEPS):
        old = found.variance
        variance = likely_variance(design, found.values, found.inverse, old)
        if abs(variance - old) < ALIKE * old:
            break
        found = _fit(sample, found.values, variance, found.curvature)
    return found if sample is design else _fit(design, found.values, found.variance)


def _fit(
    design: RatingDesign, start: Floats, variance: float, curved: Floats | None = None
) -> RatingFit:
    """The fit with a prior; `curved` is the curvature at the start if it is known."""
    prior = precision(design, variance)
    values = _climbed(design, prior, start, curved)
    curved = curvature(design, values)
    inverse = cho_solve(cho_factor(curved + prior), np.eye(design.size))
    return RatingFit(values, curved, prior, inverse, variance)


def _sample(design: RatingDesign) -> RatingDesign:
    """Enough matches to estimate the prior and to start near the maximum."""
    step = sum(len(group.blocks) for group in design.groups) // ENOUGH
    if step < 2:
        return design
    return replace(design, groups=[group.every(step) for group in design.groups])


def _climbed(
    design: RatingDesign, precision: Floats, values: Floats, curved: Floats | None
) -> Floats:
    """The values at the maximum, found from other values."""
    factor = None if curved is None else cho_factor(curved + precision)
    before = np.inf
    for _ in range(MOST_STEPS):
        if factor is None:
            factor = cho_factor(curvature(design, values) + precision)
        step = cho_solve(factor, slope(design, values) - precision @ values)
        far = float(np.abs(step).max(initial=0.0))
        values = _moved(design, precision, values, step)
        if far < CLOSE:
            break
        factor, before = (None, np.inf) if far > SLOW * before else (factor, far)
    return values


def _moved(design: RatingDesign, precision: Floats, values: Floats, step: Floats) -> Floats:
    """The values after a step, which is made shorter if it goes past the maximum."""
    if np.abs(step).max(initial=0.0) > SAFE:
        start = height(design, precision, values)
        while height(design, precision, values + step) < start:
            step = step / 2
    return values + step


def height(design: RatingDesign, precision: Floats, values: Floats) -> float:
    """The logarithm of the probability of the values, without constants."""
    found = sum(log_likelihood(group, values) for group in design.groups)
    return float(found - values @ precision @ values / 2)


def slope(design: RatingDesign, values: Floats) -> Floats:
    """The first derivatives of the log-likelihood."""
    found = zeros(design.size)
    for group in design.groups:
        found += by_parameter(group, scores(group, values), design.size)
    return found


def curvature(design: RatingDesign, values: Floats) -> Floats:
    """The negative second derivatives of the log-likelihood."""
    sums = PairSums(design.size)
    for group in design.groups:
        add_curvature(group, values, sums)
    return sums.both()
