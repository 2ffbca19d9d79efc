"""The cheapest round of pods, by a linear and an integer program over tables that may be in it.

The linear program gives every entrant and every size of table a share of the price. The shares are
rounded down to integers, so that what follows from them is exact: no round is cheaper than their
sum, and a table that costs much more than the shares of its entrants is in no round below a limit.
The solver chooses among the few tables that are left, and its choice is checked and priced with
integers.

For many entrants there are too many tables. Then the solver first chooses among the cheapest ones
of everyone, which proves nothing, but lowers the limit.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

from tourney.formats.swiss_pricing import Pricing, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.int64]

MOST_TABLES: Final = 150_000  # more candidate tables than this are not given to the linear program
MOST_LISTED: Final = 40_000  # as many for `improved`, which has more entrants
# And so many of them to the integer program, which then proves the cheapest round.
MOST_PROVEN: Final = 4_000
MOST_CHOSEN: Final = 2_500  # as many where it only chooses among some of all tables
# By size: among how many cheapest others everyone's cheapest tables are looked for.
WINDOW: Final = {2: 60, 3: 40, 4: 22, 5: 16, 6: 13}
# How many of the cheapest tables everyone has, and up to which number all tables are tried.
STAGES: Final = ((0, 20_000), (30, 20_000), (60, 20_000), (120, MOST_LISTED))
FINE: Final = 1 << 16  # shares of a price are rounded down to this part of one
# At higher prices the solver's arithmetic is not exact enough for lots between equal rounds.
DEAREST: Final = 1 << 20
LOTS: Final = 1 << 10  # lots of tables are below this number


class Verdict(NamedTuple):
    """A proven lower bound, and a cheaper round than was known.

    `before` are the rounds on which a solver that proves less would have ended.
    """

    bound: int
    tables: Tables | None
    before: tuple[Tables, ...] = ()


def cheaper(pricing: Pricing, limit: int, nodes: int, *, together: tuple[int, ...] = ()) -> Verdict:
    """The cheapest of all rounds with a price below the limit, with some entrants at one table.

    If there is none, the bound is the limit; if it cannot be proven, there are no tables.
    """
    candidates = _candidates(pricing, limit, MOST_TABLES)
    if candidates is None:
        return Verdict(0, None)
    apart = range(1, len(together))
    candidates = [one for one in candidates if len(set(together) & set(one)) not in apart]
    return _solved(pricing, candidates, limit, nodes, MOST_TABLES)


def improved(pricing: Pricing, tables: Iterable[Iterable[int]], nodes: int) -> Verdict:
    """A cheaper round than this one, if the solver finds one, and a bound, or 0."""
    rounds = [[tuple(sorted(table)) for table in tables]]
    bound = 0
    for count, most in STAGES:
        limit = pricing.total(rounds[-1])
        if count:
            some = sorted({*_cheapest(pricing, limit, count), *rounds[-1]})
            better = _solved(pricing, some, limit, nodes, MOST_CHOSEN).tables
            if better is not None:
                rounds.append(better)
            elif most < MOST_LISTED:
                continue
        limit = pricing.total(rounds[-1])
        candidates = _candidates(pricing, limit, most)
        if candidates is not None:
            best = _solved(pricing, candidates, limit, nodes, MOST_PROVEN)
            bound = max(bound, best.bound)
            if best.tables is not None:
                rounds.append(best.tables)
            if best.tables is not None or bound == limit:
                break
    return Verdict(bound, rounds[-1] if rounds[1:] else None, tuple(rounds[:-1]))


def _cheapest(pricing: Pricing, limit: int, most: int) -> Iterator[tuple[int, ...]]:
    """The cheapest tables of everyone with the cheapest others, the next ranks first."""
    count = len(pricing.entrants)
    pair = np.array([[min(price, limit) for price in row] for row in pricing.pair])
    ranks = np.arange(count)
    for size in sorted(set(pricing.sizes)):
        single = np.array([min(price, limit) for price in pricing.single[size]])
        ways = np.array(list(combinations(range(min(WINDOW[size], count - 1)), size - 1)))
        for one in range(count):
            near = np.lexsort(((ranks - one) % count, pair[one]))
            others = near[near != one][ways]
            price = pair[one, others].sum(axis=1) + single[others].sum(axis=1)
            for a, b in combinations(range(size - 1), 2):
                price = price + pair[others[:, a], others[:, b]]
            best = np.argsort(price, kind="stable")[:most]
            yield from (tuple(sorted((one, *row))) for row in others[best].tolist())


class _Frame(NamedTuple):
    """What an entrant adds to twice the price beyond its share, the size of a table, the room for
    all of it, and how many tables are enough.
    """

    gain: list[int]
    size: int
    room: int
    most: int


def _candidates(pricing: Pricing, limit: int, most: int) -> Tables | None:
    """All tables that a round below the limit may have; None if there are more than `most`.

    Everyone at other tables pays at least half of what the cheapest opponents cost. So a table is
    no candidate if its price and these shares reach the limit.
    """
    partners = min(pricing.sizes) - 1
    # Twice what everyone pays at least: the cheapest opponents at the smallest table.
    shares = [
        sum(sorted(row[:one] + row[one + 1 :])[:partners]) for one, row in enumerate(pricing.pair)
    ]
    found: Tables = []
    for size in sorted(set(pricing.sizes)):
        single = pricing.single[size]
        gain = [2 * price - share for price, share in zip(single, shares, strict=True)]
        _grow(pricing, _Frame(gain, size, 2 * limit - sum(shares), most), (), 0, found)
        if len(found) > most:
            return None
    return found


def _grow(
    pricing: Pricing, frame: _Frame, table: tuple[int, ...], price: int, found: Tables
) -> None:
    """Add every table that extends this one by entrants of lower rank and stays in the room."""
    gain, size, room, most = frame
    missing = size - len(table)
    if missing == 0:
        found.append(table)
        return
    if len(found) > most:
        return
    # A share may exceed what an entrant pays here, so those who are still missing may lower it.
    relief = missing * min(0, *gain)
    for one in range(table[-1] + 1 if table else 0, len(gain)):
        row = pricing.pair[one]
        more = price + gain[one] + 2 * sum([row[two] for two in table])
        if more + relief < room and not any(row[two] >= pricing.forbidden for two in table):
            _grow(pricing, frame, (*table, one), more, found)


def _solved(pricing: Pricing, candidates: Tables, limit: int, nodes: int, most: int) -> Verdict:
    """The cheapest round of these tables below the limit; if there is none, the bound is the limit.

    If the linear program leaves more than `most` of them, only its bound is known.
    """
    from scipy.optimize import Bounds, LinearConstraint, linprog, milp
    from scipy.sparse import csc_array

    if not candidates:
        return Verdict(limit, None)
    # Everyone sits once, and there are so many tables of each size.
    count, sizes = len(pricing.entrants), sorted(set(pricing.sizes))
    prices = np.array([pricing.table(table) for table in candidates], dtype=np.int64)
    needed = np.array([1] * count + [pricing.sizes.count(size) for size in sizes], dtype=np.int64)
    rows = [row for one in candidates for row in (*one, count + sizes.index(len(one)))]
    starts = np.cumsum([0, *(len(one) + 1 for one in candidates)])
    # HiGHS of scipy 1.11 reads indices of 32 bits only.
    places = np.array(rows, dtype=np.int32), starts.astype(np.int32)
    matrix = csc_array(
        (np.ones(len(rows), dtype=np.int64), *places), (len(needed), len(candidates))
    )
    relaxed = linprog(prices, A_eq=matrix, b_eq=needed, bounds=(0, None), method="highs-ds")
    if relaxed.status == 2:  # there is no round of these tables
        return Verdict(limit, None)
    # Any shares give a valid bound, so those of an unfinished computation may be 0.
    shares = relaxed.eqlin.marginals if relaxed.status == 0 else 0 * needed
    duals: Vector = np.floor(shares * FINE).astype(np.int64)
    reduced: Vector = FINE * prices - matrix.T @ duals
    bound = int(duals @ needed) + len(pricing.sizes) * min(0, int(reduced.min()))
    kept = np.nonzero(reduced < FINE * limit - bound)[0]
    if bound > FINE * (limit - 1) or len(kept) == 0:
        return Verdict(limit, None)
    if len(kept) > most:
        return Verdict(-(-bound // FINE), None)
    weights = prices[kept].astype(float)
    if limit <= DEAREST:
        # Each table has a lot that follows from its entrants, and of equally cheap rounds the one
        # with the smallest sum of lots is chosen: it does not depend on the solver.
        drawn = [crc32(repr(candidates[one]).encode()) % LOTS for one in kept]
        weights = weights * LOTS * len(pricing.sizes) + np.array(drawn)
    result = milp(
        weights,
        integrality=np.ones(len(kept)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix[:, kept], needed, needed),
        # More nodes of its search tree mean that nothing is proven: no clock ends it.
        options={"mip_rel_gap": 0.0, "node_limit": nodes},
    )
    if result.status == 2:
        return Verdict(limit, None)
    if result.x is None or result.status != 0:
        return Verdict(-(-bound // FINE), None)
    tables = [candidates[one] for one in kept[result.x > 0.5]]
    price = pricing.total(tables)
    return (
        Verdict(price, tables)
        if pricing.is_round(tables) and price < limit
        else Verdict(limit, None)
    )
