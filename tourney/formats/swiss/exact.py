"""The cheapest round of pods, by set partitioning over all tables that could be part of it.

The relaxation to a linear program gives everyone a share of the price. With integers: no round is
cheaper than the sum of the shares, rounded down, and a table that costs much more than the shares
of its entrants cannot be part of a round below the limit. The solver chooses among the few tables
that are left, and what it returns is checked and priced with integers.
"""

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from tourney.formats.swiss.pricing import Pricing, Tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.int64]

FINE: Final = 1 << 16
"""Shares of a price are rounded down to this part of one, so that bounds are exact."""
MOST_TABLES: Final = 150_000
"""More candidate tables than this are not given to the solver."""
MOST_NODES: Final = 2_000
"""Nodes of the solver's search tree; more means that optimality is not proven."""


class Verdict(NamedTuple):
    """A proven lower bound, and the cheapest round if it is proven and below the limit."""

    bound: int
    tables: Tables | None


def cheaper(
    pricing: Pricing, limit: int, seconds: float, *, together: tuple[int, ...] = ()
) -> Verdict:
    """The cheapest of all rounds with a price below the limit, with some entrants at one table.

    If there is none, the bound is the limit.
    """
    candidates = _candidates(pricing, limit)
    if candidates is None:
        return Verdict(0, None)
    apart = range(1, len(together))
    candidates = [one for one in candidates if len(set(together) & set(one)) not in apart]
    return _solved(pricing, candidates, limit, seconds) if candidates else Verdict(limit, None)


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


class _Master:
    """The choice of tables as a linear program: everyone once, and so many tables of each size."""

    def __init__(self, pricing: Pricing, candidates: Tables) -> None:
        import numpy as np
        from scipy.sparse import csc_array

        count = len(pricing.entrants)
        sizes = sorted(set(pricing.sizes))
        self.prices = np.array([pricing.table(table) for table in candidates], dtype=np.int64)
        self.needed = np.array(
            [1] * count + [pricing.sizes.count(size) for size in sizes], dtype=np.int64
        )
        self.tables = len(pricing.sizes)
        rows = [row for one in candidates for row in (*one, count + sizes.index(len(one)))]
        starts = np.cumsum([0, *(len(one) + 1 for one in candidates)])
        ones = np.ones(len(rows), dtype=np.int64)
        self.matrix = csc_array((ones, rows, starts), (len(self.needed), len(candidates)))

    def duals(self) -> "Vector | None":
        """Shares of the price by entrant and size, times `FINE`; None if there is no round."""
        import numpy as np
        from scipy.optimize import linprog

        result = linprog(
            self.prices, A_eq=self.matrix, b_eq=self.needed, bounds=(0, None), method="highs-ds"
        )
        if result.status != 0:
            return None
        found: Vector = np.floor(result.eqlin.marginals * FINE).astype(np.int64)
        return found

    def reduced(self, duals: "Vector") -> "Vector":
        """How much each table costs beyond the shares of its entrants, times `FINE`."""
        found: Vector = FINE * self.prices - self.matrix.T @ duals
        return found

    def bound(self, duals: "Vector", reduced: "Vector") -> int:
        """Times `FINE`, a price that no round of these tables can be below."""
        return int(duals @ self.needed) + self.tables * min(0, int(reduced.min()))

    def chosen(self, kept: "Vector", seconds: float) -> tuple[bool, list[int] | None]:
        """Whether the solver has proven its answer, and the tables of the cheapest round."""
        import numpy as np
        from scipy.optimize import Bounds, LinearConstraint, milp

        result = milp(
            self.prices[kept].astype(float),
            integrality=np.ones(len(kept)),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(self.matrix[:, kept], self.needed, self.needed),
            options={"mip_rel_gap": 0.0, "node_limit": MOST_NODES, "time_limit": seconds},
        )
        if result.x is None:
            return result.status == 2, None
        return result.status == 0, [int(one) for one in kept[result.x > 0.5]]


def _solved(pricing: Pricing, candidates: Tables, limit: int, seconds: float) -> Verdict:
    """Drop all tables that the linear program excludes, then let the solver choose."""
    import numpy as np

    master = _Master(pricing, candidates)
    duals = master.duals()
    if duals is None:
        return Verdict(limit, None)
    reduced = master.reduced(duals)
    bound = master.bound(duals, reduced)
    kept = np.nonzero(reduced < FINE * limit - bound)[0]
    if bound > FINE * (limit - 1) or len(kept) == 0:
        return Verdict(limit, None)
    proven, chosen = master.chosen(kept, seconds)
    tables = None if chosen is None else [candidates[one] for one in chosen]
    if tables is not None and is_round(pricing, tables) and pricing.total(tables) < limit:
        price = pricing.total(tables)
        return Verdict(price if proven else -(-bound // FINE), tables if proven else None)
    return Verdict(limit if proven else -(-bound // FINE), None)


def is_round(pricing: Pricing, tables: Tables) -> bool:
    """Whether everyone sits at exactly one table and the tables have the right sizes."""
    everyone = sorted(one for table in tables for one in table)
    sizes = sorted((len(table) for table in tables), reverse=True)
    return everyone == list(range(len(pricing.entrants))) and sizes == list(pricing.sizes)
