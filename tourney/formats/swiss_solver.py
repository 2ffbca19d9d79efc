"""The cheapest round of pods, and bounds, by a linear and an integer program.

The linear program gives every entrant and every size of table a share of the price. The shares are
rounded down to integers, so that the bounds which follow from them are exact.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

from tourney.formats.swiss_pricing import Pricing, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.int64]

FINE: Final = 1 << 16
"""Shares of a price are rounded down to this part of one."""
DEAREST: Final = 1 << 20
"""At higher prices the solver's arithmetic is not exact enough for lots between equal rounds."""
LOTS: Final = 1 << 10
"""Lots of tables are below this number."""


class Master:
    """The choice of tables as a linear program: everyone once, and so many tables of each size."""

    def __init__(self, pricing: Pricing, candidates: Tables) -> None:
        from scipy.sparse import csc_array

        self._tables = candidates
        count = len(pricing.entrants)
        sizes = sorted(set(pricing.sizes))
        self.prices = np.array([pricing.table(table) for table in candidates], dtype=np.int64)
        self.needed = np.array(
            [1] * count + [pricing.sizes.count(size) for size in sizes], dtype=np.int64
        )
        self._count = len(pricing.sizes)
        rows = [row for one in candidates for row in (*one, count + sizes.index(len(one)))]
        starts = np.cumsum([0, *(len(one) + 1 for one in candidates)])
        ones = np.ones(len(rows), dtype=np.int64)
        # HiGHS of scipy 1.11 reads indices of 32 bits only.
        places = np.array(rows, dtype=np.int32), starts.astype(np.int32)
        self.matrix = csc_array((ones, *places), (len(self.needed), len(candidates)))

    def duals(self) -> "Vector | None":
        """Shares of the price by entrant and size, times `FINE`; None if there is no round."""
        from scipy.optimize import linprog

        result = linprog(
            self.prices, A_eq=self.matrix, b_eq=self.needed, bounds=(0, None), method="highs-ds"
        )
        if result.status == 2:
            return None
        # Any shares give a valid bound, so those of an unfinished computation may be 0.
        shares = result.eqlin.marginals if result.status == 0 else 0 * self.needed
        found: Vector = np.floor(shares * FINE).astype(np.int64)
        return found

    def reduced(self, duals: "Vector") -> "Vector":
        """How much each table costs beyond the shares of its entrants, times `FINE`."""
        found: Vector = FINE * self.prices - self.matrix.T @ duals
        return found

    def bound(self, duals: "Vector", reduced: "Vector") -> int:
        """Times `FINE`, a price that no round of these tables can be below."""
        return int(duals @ self.needed) + self._count * min(0, int(reduced.min()))

    def chosen(
        self, kept: "Vector", nodes: int, *, lots: bool = False
    ) -> tuple[bool, Tables | None]:
        """Whether the solver has proven its answer, and the tables of the cheapest round.

        More `nodes` of its search tree mean that nothing is proven: no clock ends it. With lots,
        each table has a lot that follows from its entrants, and of equally cheap rounds the one
        with the smallest sum of lots is chosen: it does not depend on the solver.
        """
        from scipy.optimize import Bounds, LinearConstraint, milp

        prices = self.prices[kept].astype(float)
        if lots:
            drawn = [crc32(repr(self._tables[one]).encode()) % LOTS for one in kept]
            prices = prices * LOTS * self._count + np.array(drawn)
        result = milp(
            prices,
            integrality=np.ones(len(kept)),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(self.matrix[:, kept], self.needed, self.needed),
            options={"mip_rel_gap": 0.0, "node_limit": nodes},
        )
        if result.x is None:
            return result.status == 2, None
        return result.status == 0, [self._tables[one] for one in kept[result.x > 0.5]]


# The cheapest round of pods, by set partitioning over all tables that could be part of it.
#
# The relaxation to a linear program gives everyone a share of the price. With integers: no round is
# cheaper than the sum of the shares, rounded down, and a table that costs much more than the shares
# of its entrants cannot be part of a round below the limit. The solver chooses among the few tables
# that are left, and what it returns is checked and priced with integers.

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
    if tables is None or not pricing.is_round(tables) or pricing.total(tables) >= limit:
        return Verdict(limit, None)
    return Verdict(pricing.total(tables), tables)


# A bound for rounds of more entrants than can be solved over all tables, by generating columns.
#
# The linear program of `master` begins with the cheapest tables of everyone. Then tables whose
# price is below the shares of their entrants are added until there are none: the sum of the shares
# is a bound for all tables, also those that were never listed. While entrants are not too many,
# the solver also chooses the cheapest round of the first tables, and proves the cheapest of all if
# it can list every table that such a round may have.

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
    return tables is not None and pricing.is_round(tables) and pricing.total(tables) < limit


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
