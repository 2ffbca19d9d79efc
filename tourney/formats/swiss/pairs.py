"""Draws a round of tables of two: the bye, the pairs, the seats, and how good the round is."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from engines.messages import say
from tourney.domain.draws import Draw, EntrantId, Situation
from tourney.domain.errors import SearchFault
from tourney.formats.matching import Pairs, matched, price
from tourney.formats.seating import seated
from tourney.formats.splits import Split
from tourney.formats.swiss.byes import eligible_for_bye
from tourney.formats.swiss.duels import Duels, duels
from tourney.formats.swiss.figures import figures_of
from tourney.formats.swiss.options import SwissOptions
from tourney.formats.swiss.pricing import points_of

BYE_GROUPS: Final = 10
"""How many groups of equal points are tried for the bye until the restrictions can be kept."""

METHOD: Final = 5
"""The search for rounds of tables of two; to be raised with each change that draws other rounds."""


def draw_pairs(situation: Situation, plan: Split, options: SwissOptions) -> Draw:
    """Draw a round with tables of two."""
    for candidates in _bye_groups(situation, plan.byes, options):
        prices = duels(situation, candidates, options)
        lots = f"pairs {situation.seed} {situation.round}"
        found = matched(prices.matrix, prices.forbidden, prices.ladder, lots)
        if found is not None:
            return _finished(situation, prices, found.pairs, found.bound)
    raise SearchFault(say("formats.swiss-no-round", count=len(situation.entrants)), METHOD)


def _bye_groups(
    situation: Situation, needed: int, options: SwissOptions
) -> Iterator[list[EntrantId] | None]:
    """Groups of equal points one of whom has the bye, the lowest first; None without a bye."""
    if needed == 0:
        yield None
        return
    eligible = eligible_for_bye(situation, needed, options)
    groups = groupby(eligible, key=lambda one: points_of(situation, one))
    for _, (_, group) in zip(range(BYE_GROUPS), groups, strict=False):
        yield list(group)


def _finished(situation: Situation, prices: Duels, pairs: Pairs, bound: int) -> Draw:
    order = prices.entrants
    tables = [(order[one], order[two]) for one, two in sorted(pairs) if two < len(order)]
    byes = tuple([order[one] for one, two in pairs if two == len(order)])
    pods = seated(
        tables,
        situation.met,
        situation.fixed,
        f"{situation.seed} {situation.round}",
        new=situation.new_seats,
        turns=True,
    )
    figures = figures_of(situation, pods, bound // prices.repeat)
    return Draw(pods, byes, price(prices.matrix, pairs), bound, figures, method=METHOD)
