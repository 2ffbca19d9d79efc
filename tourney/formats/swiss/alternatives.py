"""The best round in which two entrants sit at one table, to be compared with the round drawn.

For few entrants the round is drawn again with both at one table. For many, the best exchange of two
entrants is taken.
"""

from tourney.domain.draws import Draw, EntrantId, Situation
from tourney.formats.effort import Effort
from tourney.formats.swiss.alternative import Alternative
from tourney.formats.swiss.annealing import Annealing
from tourney.formats.swiss.exact import cheaper
from tourney.formats.swiss.options import SwissOptions
from tourney.formats.swiss.pair_alternatives import together_in_pairs
from tourney.formats.swiss.pods import EXACT
from tourney.formats.swiss.pricing import Pricing, Tables, priced


def together(situation: Situation, draw: Draw, one: EntrantId, other: EntrantId) -> Alternative:
    """The best known round with both at one table and the same byes."""
    options = SwissOptions.of(situation)
    if max(len(pod) for pod in draw.pods) == 2:
        return together_in_pairs(situation, draw, (one, other), options)
    sizes = sorted((len(pod) for pod in draw.pods), reverse=True)
    playing = [each for pod in draw.pods for each in pod]
    return _Pods(priced(situation, playing, sizes, options.meetings), draw, one, other).best(
        Effort.of(situation.seconds).nodes
    )


class _Pods:
    """A round of pods as indices, and the two who should sit together."""

    def __init__(self, pricing: Pricing, draw: Draw, one: EntrantId, other: EntrantId) -> None:
        self._pricing = pricing
        at = {each: index for index, each in enumerate(pricing.entrants)}
        self._tables: Tables = [tuple(at[each] for each in pod) for pod in draw.pods]
        self._one, self._other = at[one], at[other]
        self._price = pricing.total(self._tables)

    def best(self, nodes: int) -> Alternative:
        """The cheapest round for few entrants, the best exchange for many."""
        tables, change = self._exchanged()
        if len(self._pricing.entrants) > EXACT:
            return self._found(tables, change, exact=False)
        limit = min(self._price + change + 1, self._pricing.forbidden)
        both = (self._one, self._other)
        verdict = cheaper(self._pricing, limit, nodes, together=both)
        if verdict.tables is not None:
            return self._found(sorted(verdict.tables), verdict.bound - self._price, exact=True)
        return self._found(tables, change, exact=verdict.bound == limit)

    def _found(self, tables: Tables, change: int, *, exact: bool) -> Alternative:
        if self._price + change >= self._pricing.forbidden:
            return Alternative(None, change, exact)
        names = self._pricing.entrants
        return Alternative([[names[one] for one in pod] for pod in tables], change, exact)

    def _exchanged(self) -> tuple[Tables, int]:
        """The tables after the cheapest exchange that brings both to one table."""
        search = Annealing(self._pricing, self._tables)
        here, there = (
            next(table for table in self._tables if one in table)
            for one in (self._one, self._other)
        )
        ways = [(mate, self._other) for mate in here if mate != self._one]
        ways += [(self._one, mate) for mate in there if mate != self._other]
        change, (out, into) = min((search.change(*way), way) for way in ways)
        swap = {out: into, into: out}
        return [tuple(swap.get(one, one) for one in pod) for pod in self._tables], change
