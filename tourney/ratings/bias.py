"""What bias Firth's estimate has after few results.

Somebody who has lost all of three matches may be a little weaker than the others or much weaker;
every finite estimate is between. So until players have won and lost some matches, weak ones are
rated too high on average and strong ones too low. For one of them this hardly matters, but a club
of newcomers moves the mean, and with it all ratings.

The results of a player against opponents who are well known are about those of a binomial
distribution with the same second and third cumulant of the score. There Firth's estimate is
log((won + 1/2) / (lost + 1/2)), and its mean is a sum. If opponents are not well known, the bias is
shared with them.
"""

from dataclasses import replace
from typing import Final

import numpy as np
from scipy.special import gammaln, xlog1py, xlogy

from tourney.ratings.design import RatingDesign, zeros
from tourney.ratings.fit import RatingFit
from tourney.ratings.kinds import Floats
from tourney.ratings.likelihood import by_parameter, cumulants

MOST: Final = 60
"""Trials of a distribution; with more, and as many on the rarer side, the bias is the same."""
MANY: Final = 30.0
"""Information of players who have no bias to speak of: that of 120 even matches of two."""
TINY: Final = 1e-9


def less_bias(design: RatingDesign, found: RatingFit, likely: Floats) -> RatingFit:
    """The fit without the bias that it has if the likely values of the parameters are the truth.

    At the values of the fit the bias would depend on the luck of each player.
    """
    units = slice(0, design.units)
    information = np.maximum(np.diag(found.curvature), TINY)
    few = information < MANY
    few[design.units :] = False
    if not few.any():
        return found
    groups = [group.part(np.asarray(few[group.players].any(axis=1))) for group in design.groups]
    variances, skews, alone = (zeros(design.size) for _ in range(3))
    spreads = []
    for group in groups:
        spread, skew = cumulants(group, likely)
        spreads.append(spread)
        variances += by_parameter(group, spread, design.size)
        skews += by_parameter(group, skew, design.size)
    information = np.where(few, np.maximum(variances, TINY), information)
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
    products = np.maximum((1 - np.minimum(skews**2, 1)) / 4, variances / MOST)
    products = np.minimum(products, 0.25)
    wins = (1 - np.copysign(np.sqrt(1 - 4 * products), skews)) / 2
    trials = variances / products
    below = np.floor(trials)
    part = trials - below
    expected = (1 - part) * _mean_log_odds(below, wins) + part * _mean_log_odds(below + 1, wins)
    return np.asarray(expected - np.log(wins / (1 - wins)))


def _mean_log_odds(trials: Floats, wins: Floats) -> Floats:
    """The mean of log((won + 1/2) / (lost + 1/2)) after so many trials with this chance to win."""
    won, n, p = np.arange(MOST + 2), trials[:, None], wins[:, None]
    lost = np.maximum(n - won, 0)
    chances = np.exp(
        gammaln(n + 1) - gammaln(won + 1) - gammaln(lost + 1) + xlogy(won, p) + xlog1py(lost, -p)
    )
    return np.asarray((np.where(won <= n, chances, 0) * np.log((won + 0.5) / (lost + 0.5))).sum(1))
