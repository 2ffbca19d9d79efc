"""The best round of tables of two in which two entrants play each other."""

from typing import Final

import numpy as np

from tourney.domain.draws import Draw, EntrantId, Situation
from tourney.formats.matching import Pairs, matched, price
from tourney.formats.swiss.alternative import Alternative
from tourney.formats.swiss.duels import Duels, duels
from tourney.formats.swiss.options import SwissOptions

EXACT: Final = 200
"""Up to this number of entrants a round is drawn again, in less than a tenth of a second."""


def together_in_pairs(
    situation: Situation, draw: Draw, both: tuple[EntrantId, EntrantId], options: SwissOptions
) -> Alternative:
    """The cheapest round for few entrants; for many, their two opponents play each other."""
    prices = duels(situation, draw.byes or None, options)
    at = {one: index for index, one in enumerate(prices.entrants)}
    now = [_pair(at[pod[0]], at[pod[1]]) for pod in draw.pods]
    now += [(at[one], len(at)) for one in draw.byes]
    fixed = _pair(at[both[0]], at[both[1]])
    exact = len(prices.matrix) <= EXACT
    pairs = _redrawn(prices, fixed) if exact else _exchanged(now, fixed)
    change = price(prices.matrix, pairs or ()) - price(prices.matrix, now)
    if pairs is None or any(prices.matrix[two] >= prices.forbidden for two in pairs):
        return Alternative(None, change, exact)
    names = prices.entrants
    pods = [(names[one], names[two]) for one, two in sorted(pairs) if two < len(names)]
    return Alternative(pods, change, exact)


def _pair(one: int, two: int) -> tuple[int, int]:
    return (min(one, two), max(one, two))


def _redrawn(prices: Duels, fixed: tuple[int, int]) -> Pairs | None:
    """The cheapest matching with this pair."""
    rest = [one for one in range(len(prices.matrix)) if one not in fixed]
    if not rest:
        return [fixed]
    found = matched(prices.matrix[np.ix_(rest, rest)], prices.forbidden)
    return found and [fixed, *((rest[one], rest[two]) for one, two in found.pairs)]


def _exchanged(pairs: Pairs, fixed: tuple[int, int]) -> Pairs:
    """The matching after two pairs have exchanged partners."""
    broken = [two for two in pairs if set(two) & set(fixed)]
    left = [one for two in broken for one in two if one not in fixed]
    return [*(two for two in pairs if two not in broken), fixed, _pair(*left)]
