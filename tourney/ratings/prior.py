"""How strong players are likely to be, given the strengths of those they met.

Estimates without a prior are fair to each player, but of many uncertain ones the highest are mostly
lucky. For the order of players and the places that they may have in truth, a strength is therefore
expected to differ from the mean of those whom the player met by a normal amount (an intrinsic
autoregression), apart from what newcomers may differ by together. Its variance differs from club to
club, so it is estimated for each group of players who met (empirical Bayes), as if `WEIGHT` more of
them had a variance of `USUAL`. Groups that few matches join are hardly drawn together.

In several games the strength of a player is a common part, plus a part of its own in each game. The
shares of both in the variance are fixed.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from tourney.ratings.design import RatingDesign
from tourney.ratings.fit import SEAT, WIDE, RatingFit, anchor, inverse
from tourney.ratings.kinds import Floats, Ints

COMMON: Final = 0.75
"""Share of the common part in the variance..."""
OWN: Final = 0.25
"""... and of the part of each game."""
WEIGHT: Final = 1.0
USUAL: Final = 0.03
LEAST: Final = 0.0005
MOST: Final = 25.0
"""Bounds of the variance."""
ALIKE: Final = 0.01
"""Variances closer than this share of them are equal."""
EXPERIENCE: Final = 1.0
"""Standard deviation of what 2.7 times as many matches say about a strength, as a share of that of
strengths."""
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
    count = len(parts)
    ends = (parts, np.arange(count))
    members = csr_array((np.ones(count), ends), shape=(int(parts.max(initial=0)) + 1, count))
    means = (members @ rows) / np.bincount(parts).reshape(-1, *(1,) * (rows.ndim - 1))
    return np.asarray(rows - means[parts])


def _variances(moves: Floats, parts: Ints) -> Floats:
    """The variances of strengths less their mean; `moves` are the rows of the covariance, centred.

    The columns have the mean subtracted where that is needed, on the diagonal.
    """
    sums = np.zeros(len(parts))
    for part, size in enumerate(np.bincount(parts)):
        inside = parts == part
        sums[inside] = moves[np.ix_(inside, inside)].sum(axis=1) / size
    return np.asarray(np.diag(moves) - sums)


def in_one_game(found: RatingFit) -> Knowledge:
    """The strengths of a fit, relative to the mean of each part."""
    units = len(found.parts)
    to_seats = found.curvature[:units, units:]
    of_seats = found.curvature[units:, units:] + np.eye(to_seats.shape[1]) / SEAT
    information = found.curvature[:units, :units] - to_seats @ np.linalg.solve(of_seats, to_seats.T)
    information[np.diag_indices(units)] += WIDE

    def reach() -> Reach:
        moves = centred(found.inverse[:units], found.parts)
        assumed = (moves[:, units:] ** 2).sum(axis=1) / SEAT
        assumed += WIDE * np.einsum("ij,ij->i", moves[:, :units], moves[:, :units])
        variances = _variances(moves[:, :units], found.parts)
        return Reach(found.inverse[:units, :units], found.inverse[:units], variances, assumed)

    return Knowledge(
        centred(found.values[:units], found.parts),
        information,
        lambda strengths: np.concatenate([strengths, found.values[units:]]),
        reach,
    )


def in_all_games(found: RatingFit, place: Ints, parts: Ints, variance: Floats) -> Knowledge:
    """The common parts of strengths, given how much strengths vary, by player.

    `place` has the number of the player of each unit, and `parts` that of the part of each player.
    """
    units, size = len(place), len(found.values)
    own = 1 / (OWN * variance[place])
    with_seats = found.curvature.copy()
    with_seats[np.diag_indices(size)] += np.where(np.arange(size) < units, WIDE, 1 / SEAT)
    whole = with_seats.copy()
    whole[np.arange(units), np.arange(units)] += own
    of_players = np.zeros((len(parts), size))
    of_players[place, np.arange(units)] = own
    spread = inverse(whole)
    carried = of_players @ spread
    information = np.diag(of_players.sum(axis=1)) - carried @ of_players.T
    fixed = information.copy()
    anchor(fixed, parts)
    covariance = inverse(fixed)
    rows = centred(covariance, parts)
    moves, pull = rows @ carried, with_seats @ found.values

    def reach() -> Reach:
        variances = _variances(rows, parts)
        luck = np.einsum("ij,ij->i", moves @ found.curvature, moves)
        return Reach(covariance, covariance @ carried, variances, np.maximum(variances - luck, 0))

    return Knowledge(
        moves @ pull, information, lambda strengths: spread @ (pull + strengths @ of_players), reach
    )


def closeness(design: RatingDesign, place: Ints, parts: Ints) -> Floats:
    """The precision of strengths around those of the players who were met, for a variance of 1.

    A meeting counts by the mean of its shares in the meetings of both players. So a group that met
    others in three of its hundred matches is hardly drawn to them. Players who met the others less
    often may all be weaker or stronger: the slope by the logarithm of the number of matches is
    unknown. `place` has the number of the player of each unit, `parts` that of the part of each
    player.
    """
    count = int(place.max()) + 1
    pairs, weights = [], []
    for group in design.groups:
        players = place[group.players]
        first, second = np.triu_indices(players.shape[1], 1)
        pairs.append((players[:, first] * count + players[:, second]).ravel())
        weights.append(np.full(len(pairs[-1]), 1 / (players.shape[1] - 1)))
    sums = np.bincount(np.concatenate(pairs), np.concatenate(weights), minlength=count * count)
    meetings: Floats = np.asarray(sums, dtype=np.float64).reshape(count, count)
    meetings = meetings + meetings.T
    own = meetings.sum(axis=1)
    meetings *= (1 / own[:, None] + 1 / own) / -2
    np.fill_diagonal(meetings, -meetings.sum(axis=1))
    experience = centred(np.log(np.bincount(place, design.matches[: design.units])), parts)
    for part in range(int(parts.max(initial=0)) + 1):
        inside = np.flatnonzero(parts == part)
        pulled = meetings[np.ix_(inside, inside)] @ experience[inside]
        total = float(1 / EXPERIENCE**2 + experience[inside] @ pulled)
        meetings[np.ix_(inside, inside)] -= np.outer(pulled, pulled / total)
    return np.asarray(meetings)


def believed(
    known: Knowledge, near: Floats, parts: Ints, noise: float, start: Floats, share: float
) -> LikelyStrengths:
    """Likely strengths with the variance of the prior that results suggest.

    `near` is the precision of the prior for a variance of 1, `noise` by how much results vary more
    than the model expects, `start` a first variance by player, and `share` that of these strengths
    in the variance.
    """
    sizes, variance = np.bincount(parts), start * share
    pull = known.information @ known.strengths / noise
    for _ in range(MOST_STEPS):
        precision = _precision(known, near, parts, noise, variance)
        covariance = inverse(precision)
        strengths = covariance @ pull
        # MacKay's rule: squares divided by how many of them the results determine.
        squares = np.bincount(parts, strengths * (near @ strengths))
        assumed = np.bincount(parts, np.einsum("ij,ij->i", near, covariance) / variance)
        likely = (WEIGHT * USUAL + squares) / (WEIGHT + sizes - 1 - assumed)
        old, variance = variance, np.clip(likely, LEAST, MOST)[parts]
        if np.all(np.abs(variance - old) < ALIKE * old):
            break
    return LikelyStrengths(centred(strengths, parts), precision, variance / share)


def _precision(
    known: Knowledge, near: Floats, parts: Ints, noise: float, variance: Floats
) -> Floats:
    found = known.information / noise
    scale = 1 / np.sqrt(variance)
    prior = near * scale
    prior *= scale[:, None]
    found += prior
    anchor(found, parts)
    return np.asarray(found)
