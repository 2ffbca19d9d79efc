"""Strengths and seat effects without a prior on strengths: Firth's estimate, by Newton's method.

The most probable strengths alone are infinite for a player who always won and too far apart for
everybody else. Firth's estimate maximises the log-likelihood plus half the log-determinant of the
information. It is finite, nearly unbiased, and assumes nothing about how strong players are; so it
takes nothing from one group of players to another that hardly met it.
"""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_solve

from tourney.ratings.design import RatingDesign, zeros
from tourney.ratings.groups import connected
from tourney.ratings.kinds import Floats, Ints
from tourney.ratings.likelihood import (
    PairSums,
    add_curvature,
    by_parameter,
    corrections,
    log_likelihood,
    scores,
)
from tourney.ratings.symmetric import add_products, factor, inverse_of_factor

SEAT: Final = 0.25
"""Variance of the effect of a seat before the results."""
WIDE: Final = 0.01
"""Precision of a strength before the results, 1,700 points to each side; partners who never play
apart would have none."""
CLOSE: Final = 1e-6
"""The largest last step, in natural logarithms of odds; a rating point is 0.0058."""
STALE: Final = 0.05
"""A curvature is used again as long as the values have moved by less than this..."""
FRESH: Final = 1e-3
"""... and in the end by less than this."""
NEAR: Final = 1e-4
"""How much the correction may be wrong because values have moved since it was computed."""
SAFE: Final = 0.3
"""Steps up to this length cannot go past the maximum by much."""
FAR: Final = 2.0
"""The longest step."""
ENOUGH: Final = 10_000
"""Matches from which the start is found."""
MOST_STEPS: Final = 200


@dataclass(frozen=True, slots=True)
class Curve:
    """Values of the parameters and the curvature of the log-likelihood.

    `parts` are the groups of players who met, by unit.
    """

    values: Floats
    curvature: Floats
    parts: Ints


@dataclass(frozen=True, slots=True)
class RatingFit(Curve):
    """The values that explain the results best.

    `inverse` is the inverse of the curvature with what fixes the rest: the prior of seat effects, a
    hardly noticeable one of strengths, and for each part a constant that keeps its mean at 0.
    """

    inverse: Floats


class _Place(NamedTuple):
    """Values with curvature, its inverse, the correction, and the logarithm that is maximised."""

    values: Floats
    curvature: Floats
    inverse: Floats
    correction: Floats
    height: float


def fit(design: RatingDesign) -> RatingFit:
    """Fit the parameters of a design."""
    parts = connected(design, np.arange(design.units))
    here = _corrected(design, _place(design, parts, _start(design, parts)))
    values, moved, drift, before = here.values, 0.0, 0.0, np.inf
    # The correction is left out of the curvature. In a match that alone decides a strength it
    # counts as much as the likelihood, so a whole step would go as far past the maximum as it
    # started before it. Shorter steps come closer every time.
    matches = np.maximum(design.matches, 1)
    share, least = 2 / (2 + 1 / matches), int(matches[: design.units].min(initial=1))
    for _ in range(MOST_STEPS):
        rise = slope(design, values) + here.correction - _pull(parts, values)
        step = share * (here.inverse @ rise)
        far = float(np.abs(step).max(initial=0.0))
        if far > before / 2:
            share = np.minimum(share, 2 / 3)
        if far > SAFE:
            start, height = here.values, here.height
            del here  # two large matrices less while others are computed
            here = _corrected(design, _higher(design, parts, start, height, step))
            values, moved, drift, before = here.values, 0.0, 0.0, far
            continue
        values = values + step
        moved, drift, before = moved + far, drift + far, far
        done = far < CLOSE
        if moved > (FRESH if done else STALE) or drift > NEAR * least:
            correction = here.correction
            del here
            here, moved = _place(design, parts, values, correction), 0.0
            if drift > NEAR * least:
                here, drift = _corrected(design, here), 0.0
        elif done:
            break
    return RatingFit(values, here.curvature, parts, here.inverse)


def newton_step(design: RatingDesign, parts: Ints, values: Floats) -> Curve:
    """What a fit would be if the likelihood were normal with its slope and curvature at values."""
    curved = curvature(design, values)
    rise = slope(design, values) - _pull(parts, values)
    lower = factor(_fixed(curved.copy(), parts))
    return Curve(values + cho_solve((lower, True), rise), curved, parts)


def _start(design: RatingDesign, parts: Ints) -> Floats:
    """Values near the maximum: the most probable ones, from some of the matches, with a prior."""
    step = sum(len(group.blocks) for group in design.groups) // ENOUGH
    some = design
    if step > 1:
        some = replace(design, groups=[one.part(slice(None, None, step)) for one in design.groups])
    values = zeros(design.size)
    for _ in range(MOST_STEPS):
        matrix = _fixed(curvature(some, values), parts)
        matrix[np.diag_indices(design.size)] += 1
        lower = factor(matrix)
        moved = cho_solve((lower, True), slope(some, values) - _pull(parts, values) - values)
        values = values + moved
        if np.abs(moved).max(initial=0.0) < SAFE:
            break
    return values


def _place(
    design: RatingDesign, parts: Ints, values: Floats, correction: Floats | None = None
) -> _Place:
    """The place of values; its correction is one from near it, or still to be found."""
    curved = curvature(design, values)
    lower = factor(_fixed(curved.copy(), parts))
    height = sum(log_likelihood(group, values) for group in design.groups)
    height += np.log(np.diag(lower)).sum() - values @ _pull(parts, values) / 2
    old = zeros(design.size) if correction is None else correction
    return _Place(values, curved, inverse_of_factor(lower), old, float(height))


def _corrected(design: RatingDesign, here: _Place) -> _Place:
    """The place with its correction."""
    found = zeros(design.size)
    for group in design.groups:
        by_seat = corrections(group, here.values, here.inverse)
        found += by_parameter(group, by_seat, design.size)
    return here._replace(correction=found)


def _higher(
    design: RatingDesign, parts: Ints, start: Floats, height: float, step: Floats
) -> _Place:
    """The place after a step, which is made shorter if it goes past the maximum."""
    while True:
        far = float(np.abs(step).max())
        step = step * min(1.0, FAR / far)
        try:
            there = _place(design, parts, start + step)
        except LinAlgError:  # so far out that nothing is known there
            step = step / 2
            continue
        if there.height >= height or far < SAFE / 30:
            return there
        del there
        step = step / 2


def _fixed(curved: Floats, parts: Ints) -> Floats:
    """A curvature, changed in place, with what fixes means and effects of seats."""
    units = len(parts)
    anchor(curved[:units, :units], parts)
    curved[np.arange(units), np.arange(units)] += WIDE
    curved[units:, units:] += np.eye(len(curved) - units) / SEAT
    return curved


def _pull(parts: Ints, values: Floats) -> Floats:
    """The product of the matrix that `_fixed` adds with values."""
    units = len(parts)
    means = np.bincount(parts, values[:units]) / np.bincount(parts)
    return np.concatenate([means[parts] + WIDE * values[:units], values[units:] / SEAT])


def anchor(matrix: Floats, parts: Ints) -> None:
    """Add to a matrix of strengths what fixes the mean of each part."""
    add_products(matrix, 1 / np.sqrt(np.bincount(parts)[parts]), parts)


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
