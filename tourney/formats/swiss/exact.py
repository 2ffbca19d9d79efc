"""The cheapest round of pods, by set partitioning over all tables that could be part of it.

The relaxation to a linear program gives everyone a share of the price. With integers: no round is
cheaper than the sum of the shares, rounded down, and a table that costs much more than the shares
of its entrants cannot be part of a round below the limit. The solver chooses among the few tables
that are left, and what it returns is checked and priced with integers.
"""

from typing import Final, NamedTuple

from tourney.formats.swiss.master import DEAREST, FINE, Master
from tourney.formats.swiss.pricing import Pricing, Tables

MOST_TABLES: Final = 150_000
"""More candidate tables than this are not given to the solver."""


class Verdict(NamedTuple):
    """A proven lower bound, and the cheapest round if it is proven and below the limit.

    `before` is the round on which a solver that proves less would end.
    """

    bound: int
    tables: Tables | None
    before: Tables | None = None


def cheaper(pricing: Pricing, limit: int, nodes: int, *, together: tuple[int, ...] = ()) -> Verdict:
    """The cheapest of all rounds with a price below the limit, with some entrants at one table.

    If there is none, the bound is the limit.
    """
    candidates = _candidates(pricing, limit)
    if candidates is None:
        return Verdict(0, None)
    apart = range(1, len(together))
    candidates = [one for one in candidates if len(set(together) & set(one)) not in apart]
    return _solved(pricing, candidates, limit, nodes) if candidates else Verdict(limit, None)


def _candidates(pricing: Pricing, limit: int) -> Tables | None:
    """All tables that a round below the limit may have; None if there are too many.

    Everyone at other tables pays at least half of what the cheapest opponents cost. So a table is
    no candidate if its price and these shares reach the limit.
    """
    shares = _shares(pricing)
    room = 2 * limit - sum(shares)
    found: Tables = []
    for size in sorted(set(pricing.sizes)):
        single = pricing.single[size]
        gain = [2 * price - share for price, share in zip(single, shares, strict=True)]
        _grow(pricing, (gain, size, room), (), 0, found)
        if len(found) > MOST_TABLES:
            return None
    return found


def _shares(pricing: Pricing) -> list[int]:
    """Twice what everyone pays at least: the cheapest opponents at the smallest table."""
    partners = min(pricing.sizes) - 1
    found = []
    for one, row in enumerate(pricing.pair):
        others = sorted(row[:one] + row[one + 1 :])
        found.append(sum(others[:partners]))
    return found


Frame = tuple[list[int], int, int]
"""What an entrant adds to twice the price beyond its share, the size, the room for all of it."""


def _grow(
    pricing: Pricing, frame: Frame, table: tuple[int, ...], price: int, found: Tables
) -> None:
    """Add every table that extends this one by entrants of lower rank and stays in the room."""
    gain, size, room = frame
    missing = size - len(table)
    if missing == 0:
        found.append(table)
        return
    if len(found) > MOST_TABLES:
        return
    # A share may exceed what an entrant pays here, so those who are still missing may lower it.
    relief = missing * min(0, *gain)
    for one in range(table[-1] + 1 if table else 0, len(gain)):
        row = pricing.pair[one]
        more = price + gain[one] + 2 * sum([row[two] for two in table])
        if more + relief < room and not any(row[two] >= pricing.forbidden for two in table):
            _grow(pricing, frame, (*table, one), more, found)


def _solved(pricing: Pricing, candidates: Tables, limit: int, nodes: int) -> Verdict:
    """Drop all tables that the linear program excludes, then let the solver choose."""
    import numpy as np

    master = Master(pricing, candidates)
    duals = master.duals()
    if duals is None:
        return Verdict(limit, None)
    reduced = master.reduced(duals)
    bound = master.bound(duals, reduced)
    kept = np.nonzero(reduced < FINE * limit - bound)[0]
    if bound > FINE * (limit - 1) or len(kept) == 0:
        return Verdict(limit, None)
    proven, tables = master.chosen(kept, nodes, lots=limit <= DEAREST)
    if not proven:
        return Verdict(-(-bound // FINE), None)
    if tables is None or not is_round(pricing, tables) or pricing.total(tables) >= limit:
        return Verdict(limit, None)
    return Verdict(pricing.total(tables), tables)


def is_round(pricing: Pricing, tables: Tables) -> bool:
    """Whether everyone sits at exactly one table and the tables have the right sizes."""
    everyone = sorted(one for table in tables for one in table)
    sizes = sorted((len(table) for table in tables), reverse=True)
    return everyone == list(range(len(pricing.entrants))) and sizes == list(pricing.sizes)
