"""Draws a round of pods: byes, tables, seats, and how good the round is."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tourney.domain.errors import UsageFault
from tourney.domain.events import Draw, EntrantId, Situation
from tourney.formats.seating import seated
from tourney.formats.splits import Split
from tourney.formats.swiss.annealing import SearchEnd, annealed
from tourney.formats.swiss.bounds import least_price, least_repeats
from tourney.formats.swiss.byes import bye_choices
from tourney.formats.swiss.exact import cheaper
from tourney.formats.swiss.figures import figures_of
from tourney.formats.swiss.messages import NO_ROUND
from tourney.formats.swiss.options import SwissOptions
from tourney.formats.swiss.pricing import Pricing, Tables, priced
from tourney.formats.swiss.search_time import SearchTime

EXACT: Final = 24
"""Up to this number of entrants the cheapest round is computed exactly."""
LISTED: Final = {3: 300, 4: 300, 5: 64, 6: 36}
"""By the largest table: up to this number of entrants, lists of tables give a better bound."""
SECOND_TRIES: Final = 4


@dataclass(frozen=True, slots=True)
class Round:
    """A round of tables, its price, and a price that no round can be below."""

    pricing: Pricing
    tables: Tables
    price: int
    bound: int

    @property
    def allowed(self) -> bool:
        """Whether the round keeps all restrictions."""
        return self.price < self.pricing.forbidden

    @property
    def pods(self) -> list[tuple[EntrantId, ...]]:
        """The entrants of each table, the table of the leader first."""
        tables = sorted(tuple(sorted(table)) for table in self.tables)
        return [tuple([self.pricing.entrants[one] for one in table]) for table in tables]


def draw_pods(situation: Situation, plan: Split, options: SwissOptions) -> Draw:
    """Draw a round with tables of more than two."""
    clock = SearchTime(situation.seconds)
    for byes in bye_choices(situation, plan.byes, options):
        playing = [one for one in situation.entrants if one not in byes]
        pricing = priced(situation, playing, plan.tables, options.meetings)
        found = best_round(pricing, f"{situation.seed} {situation.round}", clock)
        if found.allowed:
            return finished(situation, found, byes, clock)
    raise UsageFault(NO_ROUND(count=len(situation.entrants)))


def best_round(pricing: Pricing, seed: object, clock: SearchTime) -> Round:
    """The cheapest round if it can be proven in time, otherwise the best found."""
    bound = least_price(pricing)
    tables = annealed(pricing, seed, steps(pricing), SearchEnd(bound, clock))
    price = pricing.total(tables)
    found = Round(pricing, tables, price, bound)
    count = len(pricing.entrants)
    if price == bound:
        return found
    if count <= EXACT:
        return _proven(found, seed, clock)
    return _bounded(found, clock) if count <= LISTED.get(max(pricing.sizes), 0) else found


def _bounded(found: Round, clock: SearchTime) -> Round:
    """The round with a better bound, or a better round."""
    if not found.allowed:
        return found
    from tourney.formats.swiss.columns import bounded

    verdict = bounded(found.pricing, found.tables, clock)
    tables = verdict.tables or found.tables
    price = found.pricing.total(tables)
    return Round(found.pricing, tables, price, max(found.bound, verdict.bound))


def steps(pricing: Pricing) -> int:
    """How many exchanges the search tries."""
    count = len(pricing.entrants)
    return 6_000 if count <= EXACT else min(10_000 * count, 400_000 + 800 * count)


def _proven(found: Round, seed: object, clock: SearchTime) -> Round:
    """The cheapest round, if the solver can prove that it is.

    Of several cheapest rounds the solver's choice may depend on its version. So the search, which
    depends on the seed alone, tries again to reach the proven price; only if it does not, the round
    of the solver is taken.
    """
    pricing = found.pricing
    verdict = cheaper(pricing, min(found.price, pricing.forbidden), clock)
    if verdict.tables is None:
        return Round(pricing, found.tables, found.price, max(found.bound, verdict.bound))
    price = verdict.bound
    for number in range(SECOND_TRIES):
        tables = annealed(pricing, f"{seed} {number}", 2 * steps(pricing), SearchEnd(price, clock))
        if pricing.total(tables) == price:
            return Round(pricing, tables, price, price)
    return Round(pricing, verdict.tables, price, price)


def finished(
    situation: Situation, found: Round, byes: Sequence[EntrantId], clock: SearchTime
) -> Draw:
    """The draw of a round, with seats and figures."""
    seed = f"{situation.seed} {situation.round}"
    pods = seated(found.pods, situation.met, situation.fixed, seed, new=situation.new_seats)
    # Everything except repeats costs less than one repeat.
    fewest = max(found.bound // found.pricing.repeat, least_repeats(found.pricing))
    figures = figures_of(situation, pods, fewest)
    if clock.exceeded:
        figures["time limit"] = (Fraction(1), Fraction(0))
    return Draw(pods, tuple(byes), found.price, found.bound, figures)
