"""Draws a round of pods: byes, tables, seats, and how good the round is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from engines.messages import say
from tourney.domain.draws import Draw, EntrantId, Situation
from tourney.domain.errors import SearchFault
from tourney.formats.effort import Effort
from tourney.formats.seating import seated
from tourney.formats.splits import Split
from tourney.formats.swiss.annealing import SearchEnd, annealed
from tourney.formats.swiss.bounds import least_price, least_repeats
from tourney.formats.swiss.byes import bye_choices
from tourney.formats.swiss.exact import cheaper, is_round
from tourney.formats.swiss.figures import figures_of
from tourney.formats.swiss.options import SwissOptions
from tourney.formats.swiss.pricing import Pricing, Tables, priced

EXACT: Final = 24
"""Up to this number of entrants the cheapest round is computed exactly."""
LISTED: Final = {3: 300, 4: 300, 5: 64, 6: 36}
"""By the largest table: up to this number of entrants, lists of tables give a better bound."""
SECOND_TRIES: Final = 4
METHOD: Final = 2
"""The search for rounds of pods; to be raised with each change that draws other rounds."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of tables, its price, and a price that no round can be below.

    `solved` says that the solver chose the tables; `before` are the rounds on which the search
    would have ended if the solver had proven less, as another version of it may.
    """

    pricing: Pricing
    tables: Tables
    price: int
    bound: int
    solved: bool = False
    before: tuple[Tables, ...] = ()

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
    effort = Effort.of(situation.seconds)
    for byes in bye_choices(situation, plan.byes, options):
        playing = [one for one in situation.entrants if one not in byes]
        pricing = priced(situation, playing, plan.tables, options.meetings)
        found = best_round(pricing, f"{situation.seed} {situation.round}", effort)
        if situation.drawn is not None:
            found = _as_drawn(found, situation.drawn)
        if found.allowed:
            return finished(situation, found, byes, effort)
    raise SearchFault(say("formats.swiss-no-round", count=len(situation.entrants)), METHOD)


def _as_drawn(found: Round, drawn: Draw) -> Round:
    """The round as it was drawn, if this search may have ended with it elsewhere; else the found.

    Steps and lots are the same everywhere, but what a solver proves, and how near to the price its
    bound is, depends on its version and on the arithmetic of the machine. So it may be one of the
    rounds before the last, or a cheaper one. Its price is computed here, and no bound may exceed
    the price of a round that is known.
    """
    pricing = found.pricing
    at = {one: index for index, one in enumerate(pricing.entrants)}
    if any(one not in at for pod in drawn.pods for one in pod):
        return found
    tables = _sorted(tuple(at[one] for one in pod) for pod in drawn.pods)
    if not is_round(pricing, tables):
        return found
    price = pricing.total(tables)
    better = price < found.price or (price == found.price and found.solved)
    if not better and tables not in map(_sorted, (found.tables, *found.before)):
        return found
    known = drawn.bound if drawn.bound is not None else found.bound
    possible = least_price(pricing) <= known <= min(price, found.price)
    return Round(pricing, tables, price, known if possible else found.bound)


def _sorted(tables: Iterable[tuple[int, ...]]) -> Tables:
    return sorted(tuple(sorted(table)) for table in tables)


def best_round(pricing: Pricing, seed: object, effort: Effort) -> Round:
    """The cheapest round if that can be proven, otherwise the best found."""
    bound = least_price(pricing)
    tables = annealed(pricing, seed, steps(pricing), SearchEnd(bound, effort))
    price = pricing.total(tables)
    found = Round(pricing, tables, price, bound)
    count = len(pricing.entrants)
    if price == bound:
        return found
    if count <= EXACT:
        return _proven(found, seed, effort)
    return _bounded(found, effort.nodes) if count <= LISTED.get(max(pricing.sizes), 0) else found


def _bounded(found: Round, nodes: int) -> Round:
    """The round with a better bound, or a better round."""
    if not found.allowed:
        return found
    from tourney.formats.swiss.columns import bounded

    pricing = found.pricing
    verdict = bounded(pricing, found.tables, nodes)
    bound = max(found.bound, verdict.bound)
    if verdict.tables is None:
        return replace(found, bound=bound)
    before = (found.tables, verdict.before) if verdict.before else (found.tables,)
    return Round(pricing, verdict.tables, pricing.total(verdict.tables), bound, True, before)


def steps(pricing: Pricing) -> int:
    """How many exchanges the search tries."""
    count = len(pricing.entrants)
    return 6_000 if count <= EXACT else min(10_000 * count, 400_000 + 800 * count)


def _proven(found: Round, seed: object, effort: Effort) -> Round:
    """The cheapest round, if the solver can prove that it is.

    Of several cheapest rounds the solver's choice may depend on its version. So the search, which
    depends on the seed alone, tries again to reach the proven price; only if it does not, the round
    of the solver is taken.
    """
    pricing = found.pricing
    verdict = cheaper(pricing, min(found.price, pricing.forbidden), effort.nodes)
    if verdict.tables is None:
        return replace(found, bound=max(found.bound, verdict.bound))
    price, before = verdict.bound, (found.tables,)
    for number in range(SECOND_TRIES):
        tables = annealed(pricing, f"{seed} {number}", 2 * steps(pricing), SearchEnd(price, effort))
        if pricing.total(tables) == price:
            return Round(pricing, tables, price, price, before=before)
    return Round(pricing, verdict.tables, price, price, True, before)


def finished(situation: Situation, found: Round, byes: Sequence[EntrantId], effort: Effort) -> Draw:
    """The draw of a round, with seats and figures."""
    seed = f"{situation.seed} {situation.round}"
    pods = seated(
        found.pods, situation.met, situation.fixed, seed, new=situation.new_seats, turns=True
    )
    # Everything except repeats costs less than one repeat.
    fewest = max(found.bound // found.pricing.repeat, least_repeats(found.pricing))
    figures = figures_of(situation, pods, fewest)
    if effort.exceeded:
        figures["time limit"] = (Fraction(1), Fraction(0))
    return Draw(pods, tuple(byes), found.price, found.bound, figures, method=METHOD)
