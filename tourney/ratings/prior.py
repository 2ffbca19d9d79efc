"""How strong players are likely to be, given the strengths of those they met.

Estimates without a prior are fair to each player, but of many uncertain ones the highest are mostly
lucky. For the order of players and the places that they may have in truth, a strength is therefore
expected to differ from the mean of those whom the player met by a normal amount (an intrinsic
autoregression), apart from what newcomers may differ by together. Its variance differs from club to
club, so it is estimated for each group of players who met (empirical Bayes), as if `USUAL_PLAYERS`
more of them had a variance of `USUAL_VARIANCE`. Groups that few matches join are hardly drawn
together.

In several games the strength of a player is a common part, plus a part of its own in each game. The
shares of both in the variance are fixed.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from tourney.ratings.design import Floats, Ints, RatingDesign
from tourney.ratings.fit import SEAT, WIDE, Curve, add_products, anchor, inverse, row_blocks

COMMON: Final = 0.75  # share of the common part in the variance
OWN: Final = 0.25  # ... and of the part of each game
USUAL_PLAYERS: Final = 1.0
USUAL_VARIANCE: Final = 0.03
LEAST_VARIANCE: Final = 0.0005
MOST_VARIANCE: Final = 25.0  # bounds of the variance
SAME_VARIANCE: Final = 0.01  # variances closer than this share of them are equal
# Standard deviation of what 2.7 times as many matches say about a strength, as a share of that of
# strengths.
EXPERIENCE: Final = 1.0
MOST_STEPS: Final = 100


class Reach(NamedTuple):
    """How luck moves strengths: `moves` is how the scores of parameters move them, mean and all.

    `inverse` is their covariance, with a constant for each part, `variances` are those of strengths
    relative to the mean of their part if the model is right, and `assumed` the parts of them that
    do not come from luck.
    """

    inverse: Floats
    moves: Floats
    variances: Floats
    assumed: Floats


class Knowledge(NamedTuple):
    """What results say about players without a prior: strengths relative to the mean of a part.

    `information` is the inverse of their covariance. `parameters` gives all parameters of a fit for
    other strengths.
    """

    strengths: Floats
    information: Floats
    parameters: Callable[[Floats], Floats]
    reach: Callable[[], Reach]


class LikelyStrengths(NamedTuple):
    """Likely strengths, the precision of their errors, and the variance of strengths by player."""

    strengths: Floats
    precision: Floats
    variance: Floats


def centred(rows: Floats, parts: Ints) -> Floats:
    """Rows less the mean row of their part."""
    return np.asarray(rows - _part_means(rows, parts)[parts])


def centred_rows(rows: Floats, parts: Ints) -> Iterator[Floats]:
    """Rows less the mean row of their part, some at a time."""
    means = _part_means(rows, parts)
    return (rows[some] - means[parts[some]] for some in row_blocks(len(parts)))


def _part_means(rows: Floats, parts: Ints) -> Floats:
    count = len(parts)
    ends = (parts, np.arange(count))
    members = csr_array((np.ones(count), ends), shape=(int(parts.max(initial=0)) + 1, count))
    sums = members @ rows
    return np.asarray(sums / np.bincount(parts).reshape(-1, *(1,) * (rows.ndim - 1)))


def _variances(covariance: Floats, parts: Ints) -> Floats:
    """The variances of strengths less the mean of their part."""
    found = []
    for some, rows in zip(row_blocks(len(parts)), centred_rows(covariance, parts), strict=True):
        same = parts[some, None] == parts
        found.append(np.diagonal(rows, some.start) - (rows * same).sum(axis=1) / same.sum(axis=1))
    return np.concatenate(found)


def in_one_game(at: Curve, covariance: Floats) -> Knowledge:
    """The strengths at a curve, relative to the mean of each part.

    `covariance` is that of all parameters of the fit.
    """
    parts, units = at.parts, len(at.parts)
    to_seats, effects = at.curvature[:units, units:], at.values[units:]
    of_seats = at.curvature[units:, units:] + np.eye(to_seats.shape[1]) / SEAT
    # What remains about strengths if the effects of seats are unknown (the Schur complement).
    over_seats = np.linalg.solve(of_seats, to_seats.T)
    information = at.curvature[:units, :units].copy()
    for some in row_blocks(units):
        information[some] -= to_seats[some] @ over_seats
    information[np.diag_indices(units)] += WIDE

    def reach() -> Reach:
        assumed = [
            (rows[:, units:] ** 2).sum(axis=1) / SEAT + WIDE * (rows[:, :units] ** 2).sum(axis=1)
            for rows in centred_rows(covariance[:units], parts)
        ]
        own = covariance[:units, :units]
        return Reach(own, covariance[:units], _variances(own, parts), np.concatenate(assumed))

    return Knowledge(
        centred(at.values[:units], parts),
        information,
        lambda strengths: np.concatenate([strengths, effects]),
        reach,
    )


def in_all_games(found: Curve, place: Ints, parts: Ints, variance: Floats) -> Knowledge:
    """The common parts of strengths, given how much strengths vary, by player.

    `place` has the number of the player of each unit, and `parts` that of the part of each player.
    """
    units, size = len(place), len(found.values)
    own = 1 / (OWN * variance[place])
    with_seats = found.curvature.copy()
    with_seats[np.diag_indices(size)] += np.where(np.arange(size) < units, WIDE, 1 / SEAT)
    whole = with_seats.copy()
    whole[np.arange(units), np.arange(units)] += own
    # Each unit is a common part of its player plus an own part, of this precision. The own parts
    # are taken away as the effects of seats are in a single game.
    of_players = np.zeros((len(parts), size))
    of_players[place, np.arange(units)] = own
    spread = inverse(whole)
    carried = of_players @ spread
    information = np.diag(of_players.sum(axis=1)) - carried @ of_players.T
    fixed = information.copy()
    anchor(fixed, parts)
    covariance = inverse(fixed)
    moves, pull = centred(covariance, parts) @ carried, with_seats @ found.values

    def reach() -> Reach:
        variances = _variances(covariance, parts)
        luck = np.einsum("ij,ij->i", moves @ found.curvature, moves)
        return Reach(covariance, covariance @ carried, variances, np.maximum(variances - luck, 0))

    return Knowledge(
        moves @ pull, information, lambda strengths: spread @ (pull + strengths @ of_players), reach
    )


class Closeness(NamedTuple):
    """The precision of strengths around those of players who were met, for a variance of 1.

    It has the values `weights` for the pairs of `rows` and `columns`, less the products of every
    two entries of `slopes` in the same part.
    """

    rows: Ints
    columns: Ints
    weights: Floats
    slopes: Floats
    parts: Ints

    def squares(self, strengths: Floats) -> Floats:
        """What each player adds to the square of strengths in this precision."""
        pulls = np.bincount(self.rows, self.weights * strengths[self.columns], len(strengths))
        along = np.bincount(self.parts, self.slopes * strengths)[self.parts]
        return np.asarray(strengths * (pulls - self.slopes * along))

    def shares(self, covariance: Floats) -> Floats:
        """The sums of the products of each row with that of a covariance."""
        meetings = self.weights * covariance[self.rows, self.columns]
        found = np.bincount(self.rows, meetings, len(covariance))
        for some in row_blocks(len(covariance)):
            same = self.parts[some, None] == self.parts
            found[some] -= self.slopes[some] * ((covariance[some] * same) @ self.slopes)
        return np.asarray(found)


def closeness(design: RatingDesign, place: Ints, parts: Ints) -> Closeness:
    """How close strengths are to those of the players who were met.

    A meeting counts by the mean of its shares in the meetings of both players. So a group that met
    others in three of its hundred matches is hardly drawn to them. Players who met the others less
    often may all be weaker or stronger: the slope by the logarithm of the number of matches is
    unknown. `place` has the number of the player of each unit, `parts` that of the part of each
    player.
    """
    count = len(parts)
    meetings = csr_array((count, count))
    for group in design.groups:
        players = place[group.players]
        first, second = np.triu_indices(players.shape[1], 1)
        ends = (players[:, first].ravel(), players[:, second].ravel())
        shares = np.full(len(ends[0]), 1 / (players.shape[1] - 1))
        meetings = meetings + csr_array((shares, ends), shape=(count, count))
    meetings = (meetings + meetings.T).tocoo()
    (one, two), own = meetings.coords, meetings.sum(axis=1)
    shares = meetings.data * (1 / own[one] + 1 / own[two]) / 2
    every = np.arange(count)
    rows, columns = np.concatenate([one, every]), np.concatenate([two, every])
    weights = np.concatenate([-shares, np.bincount(one, shares, count)])
    # Integrating over the unknown slope takes one direction away from the precision.
    experience = centred(np.log(np.bincount(place, design.matches[: design.units])), parts)
    pulls = np.bincount(rows, weights * experience[columns], count)
    totals = 1 / EXPERIENCE**2 + np.bincount(parts, experience * pulls)
    return Closeness(rows, columns, weights, pulls / np.sqrt(totals)[parts], parts)


def believed(
    known: Knowledge, near: Closeness, parts: Ints, noise: float, start: Floats, share: float
) -> LikelyStrengths:
    """Likely strengths with the variance of the prior that results suggest.

    `near` is the precision of the prior, `noise` by how much results vary more
    than the model expects, `start` a first variance by player, and `share` that of these strengths
    in the variance.
    """
    sizes, variance = np.bincount(parts), start * share
    pull = known.information @ known.strengths / noise
    for _ in range(MOST_STEPS):
        precision = known.information / noise
        # Add to a precision what this one is for these variances, by player.
        scale = 1 / np.sqrt(variance)
        precision[near.rows, near.columns] += near.weights * scale[near.rows] * scale[near.columns]
        add_products(precision, near.slopes * scale, near.parts, -1.0)
        anchor(precision, parts)
        covariance = inverse(precision.copy())
        strengths = covariance @ pull
        # MacKay's rule: squares divided by how many of them the results determine.
        squares = np.bincount(parts, near.squares(strengths))
        assumed = np.bincount(parts, near.shares(covariance) / variance)
        del covariance  # a large matrix less while the next ones are computed
        likely = (USUAL_PLAYERS * USUAL_VARIANCE + squares) / (USUAL_PLAYERS + sizes - 1 - assumed)
        old, variance = variance, np.clip(likely, LEAST_VARIANCE, MOST_VARIANCE)[parts]
        if np.all(np.abs(variance - old) < SAME_VARIANCE * old):
            break
    return LikelyStrengths(centred(strengths, parts), precision, variance / share)
