"""The choice of tables for a round of pods, as a linear and as an integer program.

The linear program gives every entrant and every size of table a share of the price. The shares are
rounded down to integers, so that the bounds which follow from them are exact.
"""

from typing import TYPE_CHECKING, Final, TypeAlias
from zlib import crc32

from tourney.formats.swiss.pricing import Pricing, Tables

if TYPE_CHECKING:
    import numpy as np
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
        import numpy as np
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
        import numpy as np
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
        import numpy as np
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
