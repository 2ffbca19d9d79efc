"""Strengths and seat effects without a prior on strengths, from all results."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, lapack
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import LinearOperator, eigsh
from scipy.special import gammaln, xlog1py, xlogy

from tourney.ratings.design import Bools, FinishGroup, Floats, Ints, RatingDesign

# Large symmetric matrices, changed in place: one of 2,000 players takes 32 MB.

BATCH: Final = 256  # rows that are computed at a time


def row_blocks(count: int) -> Iterator[slice]:
    """All rows of a matrix, some at a time."""
    return (slice(start, min(start + BATCH, count)) for start in range(0, count, BATCH))


def add_products(matrix: Floats, vector: Floats, parts: Ints, sign: float = 1.0) -> None:
    """Add the products of every two entries of a vector that are in the same part."""
    if not parts.any():
        for at in row_blocks(len(matrix)):
            matrix[at] += sign * vector[at, None] * vector
        return
    for part in range(int(parts.max()) + 1):
        inside = np.flatnonzero(parts == part)
        own = vector[inside]
        matrix[np.ix_(inside, inside)] += sign * own[:, None] * own


def factor(matrix: Floats) -> Floats:
    """The lower Cholesky factor of a positive definite matrix, in its place."""
    lower, _ = cho_factor(matrix.T, lower=True, overwrite_a=True)  # the order of LAPACK
    return np.asarray(lower)


def inverse(matrix: Floats) -> Floats:
    """The inverse of a positive definite matrix, in its place."""
    return inverse_of_factor(factor(matrix))


def inverse_of_factor(lower: Floats) -> Floats:
    """The inverse of a matrix, in the place of its Cholesky factor."""
    made, _ = lapack.dpotri(lower, lower=1, overwrite_c=1)
    for at in row_blocks(len(made)):  # LAPACK leaves one triangle undefined
        made[: at.start, at] = made[at, : at.start].T
        own = np.tril(made[at, at])
        made[at, at] = own + np.tril(own, -1).T
    return np.asarray(made.T)


# Log-likelihood, scores and curvature of a group of matches, for all matches at once.
#
# A seat belongs to two parameters, its player and its place at the table; the strength of a side
# is the mean over its seats. Since only differences of strengths matter, the curvature is a sum
# over pairs of seats: weight times (x - y)(x - y)', where x and y mark the parameters of the two
# seats.


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
    # The variance of the difference of every two sides, for each match.
    rows = (group.players, group.seats)
    seats = group.players.shape[1]
    first, second = np.triu_indices(seats)
    upper = sum(covariance[one[:, first], two[:, second]] for one in rows for two in rows)
    of_sides = np.empty((len(group.players), seats, seats))
    of_sides[:, first, second] = of_sides[:, second, first] = upper
    if not group.alone:
        of_sides = group.share.T @ of_sides @ group.share
    own = np.einsum("mii->mi", of_sides)
    apart = own[:, :, None] + own[:, None, :] - 2 * of_sides
    found = draws(group, values)
    slopes = np.zeros_like(found.worth)
    for members, weight, left in zip(group.members, group.weights, found.left.T, strict=True):
        chance = found.worth * members / left[:, None]
        leverage = chance * np.einsum("mij,mj->mi", apart, chance)
        slopes += weight / 2 * (leverage - chance * leverage.sum(axis=1)[:, None])
    return np.asarray(slopes if group.alone else slopes @ group.share.T)


def cumulants(group: FinishGroup, values: Floats) -> tuple[Floats, Floats]:
    """The second and third cumulants of the scores, by seat.

    Each set of sides that was left is a draw of one of them.
    """
    found = draws(group, values)
    second, third = np.zeros_like(found.worth), np.zeros_like(found.worth)
    for members, weight, left in zip(group.members, group.weights, found.left.T, strict=True):
        chance = found.worth * members / left[:, None]
        # Of a draw that succeeds with probability p: p (1 - p) and p (1 - p) (1 - 2 p).
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
    # The weights of all pairs of sides: how often each is drawn instead of the other.
    found = draws(group, values)
    one, two = np.triu_indices(group.share.shape[1], 1)
    weights = found.worth[:, one] * found.worth[:, two]
    both = group.members[:, one] * group.members[:, two]
    weights = weights * ((group.weights / found.left**2) @ both)
    seats = group.players.shape[1]
    first, second = np.triu_indices(seats, 1)
    if not group.alone:
        # The weight of two sides spreads over the pairs of their seats. Partners have a negative
        # weight: what one contributes, the other contributes as well.
        apart = group.share[:, one] - group.share[:, two]
        weights = np.asarray(weights @ -(apart[first] * apart[second]).T)
    total = np.zeros((len(weights), seats))
    for number, ends in enumerate(zip(first, second, strict=True)):
        for seat in ends:
            total[:, seat] += weights[:, number]
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
        for at in row_blocks(self._size):
            for to in row_blocks(at.stop):
                sums = square[at, to] + square[to, at].T
                square[at, to], square[to, at] = sums, sums.T
        return square

    def _flush(self) -> None:
        if self._waiting:
            places, weights = map(np.concatenate, zip(*self._waiting, strict=True))
            if len(places) > len(self._sums):
                self._sums += np.bincount(places, weights, minlength=len(self._sums))
            else:
                np.add.at(self._sums, places, weights)
        self._waiting, self._count = [], 0


# Which players can be compared: groups who never met, and groups that few matches join.

LEAST_WEIGHT: Final = 1e-12
# A group is apart if at most this share of what is known about its players comes from others.
LEAK: Final = 0.2


def connected(design: RatingDesign, place: Ints) -> Ints:
    """The groups of players who met, over others or directly; the largest has number 0.

    `place` has the number of the player of each unit.
    """
    rows, columns = [], []
    for group in design.groups:
        seats = place[group.players]
        rows.append(np.repeat(seats[:, :1], seats.shape[1] - 1, axis=1).ravel())
        columns.append(seats[:, 1:].ravel())
    ends = (np.concatenate(rows), np.concatenate(columns))
    count = int(place.max()) + 1
    edges = csr_array((np.ones(len(ends[0])), ends), shape=(count, count))
    _, labels = connected_components(edges, directed=False)
    ranks = np.argsort(np.argsort(-np.bincount(labels), kind="stable"))
    return np.asarray(ranks[labels], dtype=np.int64)


class Cut(NamedTuple):
    """Two groups of players, the one with fewer players marked by `first`, the other by `second`.

    `deviation` is the standard deviation of the difference of their mean strengths.
    """

    first: Bools
    second: Bools
    deviation: float


def weak_cuts(information: Floats, covariance: Floats, parts: Ints, least: float) -> list[Cut]:
    """Groups of two players or more that met others so rarely that `least` is exceeded.

    `information` has what matches say about every two players, negative beside the diagonal. Each
    part of players who met is cut in two where the cut takes away least of it (a sweep over the
    second eigenvector of the normalised Laplacian), and so are both sides again.
    """
    found = []
    waiting = [np.flatnonzero(parts == part) for part in range(int(parts.max(initial=0)) + 1)]
    while waiting:
        inside = waiting.pop()
        weights = information[np.ix_(inside, inside)]
        np.negative(weights, out=weights)
        first = _weakest_cut(np.maximum(weights, 0, out=weights))
        if first is None:
            continue
        sides = [inside[first], inside[~first]]
        # The difference of the means of both sides, as weights of strengths.
        signs = np.zeros(len(parts))
        signs[sides[0]], signs[sides[1]] = 1 / len(sides[0]), -1 / len(sides[1])
        deviation = float(signs @ covariance @ signs) ** 0.5
        if deviation > least:
            marks = [np.isin(np.arange(len(parts)), side) for side in sorted(sides, key=len)]
            found.append(Cut(marks[0], marks[1], deviation))
            waiting += sides
    return found


def _weakest_cut(weights: Floats) -> Bools | None:
    """One side of the cut that takes away the least share of a side's weights; None above LEAK."""
    count = len(weights)
    if count < 4:
        return None
    np.fill_diagonal(weights, 0)
    sums = np.maximum(weights.sum(axis=1), LEAST_WEIGHT)
    root = np.sqrt(sums)

    # The second eigenvector of the Laplacian: the first is known and taken away.
    def left(vector: Floats) -> Floats:
        return np.asarray(weights @ (vector / root) / root - root * (root @ vector) / sums.sum())

    begin = np.random.default_rng(0).standard_normal(count)
    laplacian = LinearOperator((count, count), matvec=left, dtype=np.float64)
    _, vectors = eigsh(laplacian, k=1, which="LA", v0=begin, tol=1e-3)
    order = np.argsort(vectors[:, 0] / root, kind="stable")
    # The weights across the cut after each player: those it adds, less those it takes inside.
    inside = np.concatenate(
        [
            np.tril(weights[np.ix_(order[at], order)], at.start - 1).sum(axis=1)
            for at in row_blocks(count)
        ]
    )
    across = np.cumsum(sums[order] - 2 * inside)
    volume = np.cumsum(sums[order])
    leaks = across / np.maximum(np.minimum(volume, volume[-1] - volume), LEAST_WEIGHT)
    at = 2 + int(np.argmin(leaks[1 : count - 2]))
    if leaks[at - 1] > LEAK:
        return None
    return np.isin(np.arange(count), order[:at])


# Strengths and seat effects without a prior on strengths: Firth's estimate, by Newton's method.
#
# The most probable strengths alone are infinite for a player who always won and too far apart for
# everybody else. Firth's estimate maximises the log-likelihood plus half the log-determinant of
# the information. It is finite, nearly unbiased, and assumes nothing about how strong players
# are; so it takes nothing from one group of players to another that hardly met it.

SEAT: Final = 0.25  # variance of the effect of a seat before the results
# Precision of a strength before the results, 1,700 points to each side; partners who never play
# apart would have none.
WIDE: Final = 0.01
# The largest last step, in natural logarithms of odds; a rating point is 0.0058.
LAST_STEP: Final = 1e-6
STALE: Final = 0.05  # a curvature is used again as long as the values have moved by less than this
FRESH: Final = 1e-3  # ... and in the end by less than this
# How much the correction may be wrong because values have moved since it was computed.
MOST_DRIFT: Final = 1e-4
SAFE_STEP: Final = 0.3  # steps up to this length cannot go past the maximum by much
LONGEST_STEP: Final = 2.0  # the longest step
START_MATCHES: Final = 10_000  # matches from which the start is found
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
        if far > SAFE_STEP:
            start, height = here.values, here.height
            del here  # two large matrices less while others are computed
            here = _corrected(design, _place_after(design, parts, start, height, step))
            values, moved, drift, before = here.values, 0.0, 0.0, far
            continue
        values = values + step
        moved, drift, before = moved + far, drift + far, far
        done = far < LAST_STEP
        if moved > (FRESH if done else STALE) or drift > MOST_DRIFT * least:
            correction = here.correction
            del here
            here, moved = _place(design, parts, values, correction), 0.0
            if drift > MOST_DRIFT * least:
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
    step = sum(len(group.blocks) for group in design.groups) // START_MATCHES
    some = design
    if step > 1:
        some = replace(design, groups=[one.part(slice(None, None, step)) for one in design.groups])
    values = np.zeros(design.size)
    for _ in range(MOST_STEPS):
        matrix = _fixed(curvature(some, values), parts)
        matrix[np.diag_indices(design.size)] += 1
        lower = factor(matrix)
        moved = cho_solve((lower, True), slope(some, values) - _pull(parts, values) - values)
        values = values + moved
        if np.abs(moved).max(initial=0.0) < SAFE_STEP:
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
    old = np.zeros(design.size) if correction is None else correction
    return _Place(values, curved, inverse_of_factor(lower), old, float(height))


def _corrected(design: RatingDesign, here: _Place) -> _Place:
    found = np.zeros(design.size)
    for group in design.groups:
        by_seat = corrections(group, here.values, here.inverse)
        found += by_parameter(group, by_seat, design.size)
    return here._replace(correction=found)


def _place_after(
    design: RatingDesign, parts: Ints, start: Floats, height: float, step: Floats
) -> _Place:
    """The place after a step, which is made shorter if it goes past the maximum."""
    while True:
        far = float(np.abs(step).max())
        step = step * min(1.0, LONGEST_STEP / far)
        try:
            there = _place(design, parts, start + step)
        except LinAlgError:  # so far out that nothing is known there
            step = step / 2
            continue
        if there.height >= height or far < SAFE_STEP / 30:
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
    found = np.zeros(design.size)
    for group in design.groups:
        found += by_parameter(group, scores(group, values), design.size)
    return found


def curvature(design: RatingDesign, values: Floats) -> Floats:
    """The negative second derivatives of the log-likelihood."""
    sums = PairSums(design.size)
    for group in design.groups:
        add_curvature(group, values, sums)
    return sums.both()


# What bias Firth's estimate has after few results.
#
# Somebody who has lost all of three matches may be a little weaker than the others or much
# weaker; every finite estimate is between. So until players have won and lost some matches, weak
# ones are rated too high on average and strong ones too low. For one of them this hardly matters,
# but a club of newcomers moves the mean, and with it all ratings.
#
# The results of a player against opponents who are well known are about those of a binomial
# distribution with the same second and third cumulant of the score. There Firth's estimate is
# log((won + 1/2) / (lost + 1/2)), and its mean is a sum. If opponents are not well known, the
# bias is shared with them.

# Trials of a distribution; with more, and as many on the rarer side, the bias is the same.
MOST_TRIALS: Final = 60
# Information of players who have no bias to speak of: that of 120 even matches of two.
ENOUGH_KNOWN: Final = 30.0
LEAST_INFORMATION: Final = 1e-9


def less_bias(design: RatingDesign, found: RatingFit, likely: Floats) -> RatingFit:
    """The fit without the bias that it has if the likely values of the parameters are the truth.

    At the values of the fit the bias would depend on the luck of each player.
    """
    units = slice(0, design.units)
    information = np.maximum(np.diag(found.curvature), LEAST_INFORMATION)
    few = information < ENOUGH_KNOWN
    few[design.units :] = False
    if not few.any():
        return found
    groups = [group.part(np.asarray(few[group.players].any(axis=1))) for group in design.groups]
    variances, skews, alone = (np.zeros(design.size) for _ in range(3))
    spreads = []
    for group in groups:
        spread, skew = cumulants(group, likely)
        spreads.append(spread)
        variances += by_parameter(group, spread, design.size)
        skews += by_parameter(group, skew, design.size)
    information = np.where(few, np.maximum(variances, LEAST_INFORMATION), information)
    for group, spread in zip(groups, spreads, strict=True):
        own = information[group.players]
        shares = own[:, None, :] / (own[:, :, None] + own[:, None, :])
        known = (shares.sum(axis=2) - 0.5) / (own.shape[1] - 1)
        alone += by_parameter(group, spread * known, design.size)
    own, values = information[units], found.values.copy()
    bias = alone[units] / own * binomial_bias(own, skews[units] / own)
    values[units] -= np.where(few[units], bias, 0)
    return replace(found, values=values)


def binomial_bias(variances: Floats, skews: Floats) -> Floats:
    """The bias of log((won + 1/2) / (lost + 1/2)).

    `variances` are those of the numbers of wins, `skews` the chances of a loss less those of a win.
    Numbers of trials that are not whole are interpolated.
    """
    products = np.maximum((1 - np.minimum(skews**2, 1)) / 4, variances / MOST_TRIALS)
    products = np.minimum(products, 0.25)
    wins = (1 - np.copysign(np.sqrt(1 - 4 * products), skews)) / 2
    trials = variances / products
    below = np.floor(trials)
    part = trials - below
    expected = (1 - part) * _mean_log_odds(below, wins) + part * _mean_log_odds(below + 1, wins)
    return np.asarray(expected - np.log(wins / (1 - wins)))


def _mean_log_odds(trials: Floats, wins: Floats) -> Floats:
    """The mean of log((won + 1/2) / (lost + 1/2)) after so many trials with this chance to win."""
    won, n, p = np.arange(MOST_TRIALS + 2), trials[:, None], wins[:, None]
    lost = np.maximum(n - won, 0)
    chances = np.exp(
        gammaln(n + 1) - gammaln(won + 1) - gammaln(lost + 1) + xlogy(won, p) + xlog1py(lost, -p)
    )
    return np.asarray((np.where(won <= n, chances, 0) * np.log((won + 0.5) / (lost + 0.5))).sum(1))
