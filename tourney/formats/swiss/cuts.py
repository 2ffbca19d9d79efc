"""Cuts that every matching must cross: what they prove about the cheapest matching.

Nodes stand at levels. If an odd number of nodes stands above a cut between two levels, some pair of
every matching crosses it, which an assignment does not know. So the price of crossing is taken off
the pairs and counted once for the cut: a matching costs at least what the cheapest assignment costs
then, and these prices. How much of the price is taken off decides how good the bound is.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers: TypeAlias = NDArray[np.int64]

HALVINGS: Final = 8
"""How many prices of crossing are tried, each nearer to the one before it."""


@dataclass(frozen=True, slots=True)
class Cuts:
    """The level of every node, and the least price of a pair that crosses each cut.

    Cut 0 is between levels 0 and 1. The price is 0 where the number of nodes above is even. A pair
    that crosses several cuts costs at least as much as their prices together.
    """

    levels: "Integers"
    prices: "Integers"

    @classmethod
    def none(cls, count: int) -> "Cuts":
        """Nodes without cuts."""
        return cls(np.zeros(count, dtype=np.int64), np.zeros(0, dtype=np.int64))

    def lowered(self, matrix: "Integers", prices: "Integers") -> "Integers":
        """The prices of pairs without these prices of the cuts that they cross."""
        height = np.concatenate([[0], prices.cumsum()])[self.levels]
        lower: Integers = matrix - np.abs(height[:, None] - height[None, :])
        return lower

    def crossings(self, partner: "Integers") -> "Integers":
        """How often an assignment crosses each cut; a matching crosses it twice for each pair."""
        ends = np.sort(np.stack([self.levels, self.levels[partner]]), axis=0)
        change = np.zeros(len(self.prices) + 1, dtype=np.int64)
        np.add.at(change, ends[0], 1)
        np.add.at(change, ends[1], -1)
        found: Integers = change.cumsum()[:-1]
        return found

    def nearer(self, prices: "Integers", partner: "Integers", halving: int) -> "Integers":
        """Prices that make the next assignment cross each cut about as often as one pair does."""
        wrong = np.sign(2 - self.crossings(partner))
        near: Integers = np.clip(prices + wrong * (self.prices >> halving), 0, self.prices)
        return near
