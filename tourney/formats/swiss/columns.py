"""A bound for rounds of more entrants than can be solved over all tables, by generating columns.

The linear program of `master` begins with the cheapest tables of everyone. Then tables whose price
is below the shares of their entrants are added until there are none: the sum of the shares is a
bound for all tables, also those that were never listed. While entrants are not too many, the solver
also chooses the cheapest round of the first tables, and proves the cheapest of all if it can list
every table that such a round may have.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from tourney.formats.swiss.exact import Verdict, is_round
from tourney.formats.swiss.master import DEAREST, FINE, Master
from tourney.formats.swiss.pricing import Pricing, Tables

if TYPE_CHECKING:
    from tourney.formats.swiss.master import Vector

WINDOW: Final = {2: 60, 3: 24, 4: 14, 5: 11, 6: 10}
"""By size: how many cheapest others the first tables are chosen from."""
FIRST: Final = 60
"""How many tables every entrant begins with."""
NEAREST: Final = {2: 1000, 3: 180, 4: 60, 5: 44, 6: 31}
"""By size: among how many others everyone's tables are searched; more mean no bound."""
PASSES: Final = 30
MORE: Final = 12
"""Tables that everyone adds in a pass, at most."""
MOST_LEFT: Final = 2_500
"""More remaining tables than this are not given to the solver."""
MOST_AROUND: Final = 400
"""More remaining tables around one entrant than this are not listed."""
SOLVED: Final = 64
"""More entrants than this are not given to the solver, because it takes too long."""


class Listing(NamedTuple):
    """Tables found, the least that one costs beyond the shares, and whether none was left out.

    `whole` says that everyone's tables were looked at, `fullest` how many somebody has.
    """

    tables: Tables
    least: int
    whole: bool
    fullest: int


@cache
def _choices(count: int, size: int) -> "Vector":
    """All ways to choose `size` of `count` numbers, one a row."""
    found = list(combinations(range(count), size))
    return np.array(found, dtype=np.int64).reshape(len(found), size)


class Columns:
    """The prices of pairs as a matrix, with prices that no cheap round can have cut off."""

    def __init__(self, pricing: Pricing, limit: int) -> None:
        self._pricing = pricing
        self._sizes = sorted(set(pricing.sizes))
        self.count = len(pricing.entrants)
        self._pair = np.array([[min(p, limit) for p in row] for row in pricing.pair])
        self._single = {
            size: np.array([min(p, limit) for p in pricing.single[size]]) for size in self._sizes
        }

    def first(self) -> Iterator[tuple[int, ...]]:
        """The cheapest tables of everyone with the cheapest others, the next ranks first."""
        ranks = np.arange(self.count)
        for size in self._sizes:
            steps = _choices(min(WINDOW[size], self.count - 1), size - 1)
            for one in range(self.count):
                near = np.lexsort(((ranks - one) % self.count, self._pair[one]))
                others = near[near != one][steps]
                price = self._pair[one, others].sum(axis=1)
                for a, b in combinations(range(size - 1), 2):
                    price = price + self._pair[others[:, a], others[:, b]]
                price = price + self._single[size][others].sum(axis=1)
                best = np.argsort(price, kind="stable")[:FIRST]
                yield from (tuple(sorted((one, *row))) for row in others[best].tolist())

    def below(self, duals: "Vector", room: int, most: int) -> Listing:
        """Tables that cost less than the shares of their entrants plus `room`.

        Around everyone at most so many, the cheapest first.
        """
        found: set[tuple[int, ...]] = set()
        least, whole, fullest = room, True, 0
        for kind, size in enumerate(self._sizes):
            share = duals[: self.count] - FINE * self._single[size]
            weight = (size - 1) * FINE * self._pair - share[:, None] - share[None, :]
            np.fill_diagonal(weight, np.iinfo(np.int64).max // 16)
            top = (size - 1) * (room + int(duals[self.count + kind]))
            for one in range(self.count):
                tables, price, all_ = _around(weight, one, size, top, most)
                found.update(tables)
                whole, fullest = whole and all_, max(fullest, len(tables))
                if tables:
                    least = min(least, room - -(-(top - price) // (size - 1)))
        return Listing(sorted(found), least, whole, fullest)


def _around(weight: "Vector", one: int, size: int, top: int, most: int) -> tuple[Tables, int, bool]:
    """Tables in which the weights of an entrant are at most its part of `top`.

    Every table whose pairs weigh less than `top` together is found around one of its entrants,
    because everyone's weights add up to twice those of the pairs.
    """
    row = weight[one]
    order = np.argsort(row, kind="stable")
    values = row[order]
    part = -(-2 * top // size)
    near = int(np.searchsorted(values, part - int(values[: size - 2].sum())))
    if near < size - 1:
        return [], 0, True
    whole = near <= NEAREST[size]
    chosen = _choices(min(near, NEAREST[size]), size - 1)
    sums = values[chosen].sum(axis=1)
    chosen, sums = chosen[sums < part], sums[sums < part]
    others = order[chosen]
    for a, b in combinations(range(size - 1), 2):
        sums = sums + weight[others[:, a], others[:, b]]
    good = np.nonzero(sums < top)[0]
    best = good[np.argsort(sums[good], kind="stable")[:most]]
    tables = [tuple(sorted((one, *row))) for row in others[best].tolist()]
    return tables, int(sums[best[0]]) if tables else 0, whole


def bounded(pricing: Pricing, tables: Tables, nodes: int) -> Verdict:
    """A bound for all rounds, and a cheaper round than this one if the solver finds it.

    The bound is 0 if the linear program could not be solved for all tables.
    """
    first = [*Columns(pricing, pricing.total(tables)).first(), *map(_sorted, tables)]
    better = _best_of(pricing, sorted(set(first)), pricing.total(tables), nodes)
    limit = pricing.total(better or tables)
    columns = Columns(pricing, limit)
    pool = {*first, *map(_sorted, better or ())}
    for _ in range(PASSES):
        master = Master(pricing, sorted(pool))
        duals = master.duals()
        if duals is None:
            break
        more = columns.below(duals, 0, MORE)
        if set(more.tables) <= pool or more.least > -FINE // 64:
            if not more.whole:
                break
            bound = int(duals @ master.needed) + len(tables) * min(0, more.least)
            verdict = _finished(columns, pricing, (duals, bound), (limit, nodes))
            return Verdict(verdict.bound, verdict.tables or better, better)
        pool.update(more.tables)
    return Verdict(0, better)


def _sorted(table: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(table))


def _best_of(pricing: Pricing, tables: Tables, limit: int, nodes: int) -> Tables | None:
    """The cheapest round of these tables if it is below the limit and can be proven in time."""
    if len(pricing.entrants) > SOLVED or limit > DEAREST:
        return None
    master = Master(pricing, tables)
    duals = master.duals()
    if duals is None:
        return None
    reduced = master.reduced(duals)
    kept = np.nonzero(reduced < FINE * limit - master.bound(duals, reduced))[0]
    if not 0 < len(kept) <= MOST_LEFT:
        return None
    proven, found = master.chosen(kept, nodes, lots=True)
    return found if proven and _below(pricing, found, limit) else None


def _below(pricing: Pricing, tables: Tables | None, limit: int) -> bool:
    return tables is not None and is_round(pricing, tables) and pricing.total(tables) < limit


def _finished(
    columns: Columns, pricing: Pricing, shares: "tuple[Vector, int]", end: tuple[int, int]
) -> Verdict:
    """The bound of the linear program, or the cheapest round if few tables are left."""
    (duals, bound), (limit, nodes) = shares, end
    rounded = min(-(-bound // FINE), limit)
    if rounded == limit or columns.count > SOLVED or limit > DEAREST:
        return Verdict(rounded, None)
    left = columns.below(duals, FINE * limit - bound, MOST_AROUND)
    if not left.whole or left.fullest >= MOST_AROUND or not 0 < len(left.tables) <= MOST_LEFT:
        return Verdict(rounded, None)
    master = Master(pricing, left.tables)
    proven, found = master.chosen(np.arange(len(left.tables)), nodes, lots=True)
    if not proven:
        return Verdict(rounded, None)
    if found is None or not _below(pricing, found, limit):
        return Verdict(limit, None)
    return Verdict(pricing.total(found), found)
