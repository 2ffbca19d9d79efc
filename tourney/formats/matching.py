"""Pairs nodes at the smallest sum of prices, by the matching of rustworkx.

A price and a lot make the weight of a pair, so only one pairing is the best one, and every version
of the library finds it. Few pairs are given to the library as they are. Of many, it first gets the
nearest ones of every node. What it finds is a limit: a bound then says which other pairs a cheaper
round could have. If these are not too many either, the cheapest pairing of them is the cheapest of
all. If they are, the pairs of cheaper rounds join the nearest ones, until two tables can exchange
partners nowhere to save anything.

The bound is that of an assignment, in which everyone has a cheapest partner, but not mutually.
An assignment does not know that somebody of an odd score group must float. So nodes stand on a
ladder: where an odd number of them stands above a gap, some pair of every matching crosses it.
The price of that is taken off all pairs that cross the gap, and counted once.
"""

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers: TypeAlias = NDArray[np.int64]
    Flags: TypeAlias = NDArray[np.bool_]

# Lots between equally good pairings: so many bits that two of them practically never tie.
LOT_BITS: Final = 40
UNIT_BITS: Final = LOT_BITS + 16  # one unit of a price: more than the lots of 65,536 pairs together
# Up to this number of pairs, those of 316 nodes, all of them are matched at once.
MOST_AT_ONCE: Final = 50_000
# More pairs than this that a cheaper round could have are not matched, as it takes too long.
MOST_PROVEN: Final = 250_000
NEAR: Final = 10  # how many pairs of each node are matched first
# As many, by half, are those to each of its level and of so many levels above and below.
NEAR_LEVELS: Final = 2
EXCHANGES: Final = 10  # how many exchanges of each table are tried at a time
FAR: Final = 1 << 59  # the price of what is forbidden where a bound is computed

Pairs: TypeAlias = list[tuple[int, int]]


class Matched(NamedTuple):
    """Pairs of nodes, the lower first, and a price that no matching can be below."""

    pairs: Pairs
    bound: int


class Ladder(NamedTuple):
    """The level of each node, from 0 down, and its height: what odd gaps above it cost to cross."""

    levels: "Integers"
    heights: "Integers"


class _Edges(NamedTuple):
    """All pairs that are allowed, with prices and lots."""

    one: "Integers"
    two: "Integers"
    prices: "Integers"
    lots: "Integers"


def heaviest(count: int, edges: Iterable[tuple[int, int, int]]) -> Pairs:
    """Of the matchings with the most pairs, the one of the greatest weight, the lower node first.

    Nodes are counted from 0; edges have two nodes and a weight.
    """
    from rustworkx import PyGraph, max_weight_matching

    graph: PyGraph[int, int] = PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from(list(edges))
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(two), max(two)) for two in found)


def price(matrix: "Integers", pairs: Iterable[tuple[int, int]]) -> int:
    """The sum of the prices of pairs."""
    return sum(int(matrix[one, two]) for one, two in pairs)


def matched(
    matrix: "Integers", forbidden: int, ladder: Ladder | None = None, lots: object = ""
) -> Matched | None:
    """The cheapest matching of all nodes, or with very many a nearly cheapest; None without one.

    Of equally cheap ones, lots with this seed choose.
    """
    one, two = np.nonzero(np.triu(matrix < forbidden, 1))
    luck = Random(f"lots {lots}")
    drawn = np.array([luck.getrandbits(LOT_BITS) for _ in range(len(one))], dtype=np.int64)
    edges = _Edges(one, two, matrix[one, two], drawn)
    if len(one) <= MOST_AT_ONCE:
        pairs = _perfect(len(matrix), edges, np.arange(len(one)))
        return None if pairs is None else Matched(pairs, price(matrix, pairs))
    if ladder is None:
        ladder = Ladder(*np.zeros((2, len(matrix)), dtype=np.int64))
    beyond = _beyond(matrix, forbidden, ladder)
    if beyond is None:
        return None
    surplus, twice = beyond[0][one, two], beyond[1]
    most, pairs = NEAR, None
    while pairs is None:
        if most > len(matrix):
            return None
        near = _nearest(edges, surplus, ladder.levels, most)
        pairs = _perfect(len(matrix), edges, np.nonzero(near[one, two])[0])
        most *= 4
    while True:
        room = 2 * price(matrix, pairs) - twice
        possible = np.nonzero(surplus <= room)[0]
        if room > 1 and len(possible) <= MOST_PROVEN:
            pairs = _perfect(len(matrix), edges, possible) or pairs
            return Matched(pairs, price(matrix, pairs))
        better = _exchanged(matrix, pairs) if room > 1 else None
        if better is None:
            return Matched(pairs, -(-twice // 2))
        near = near | better
        pairs = _perfect(len(matrix), edges, np.nonzero(near[one, two])[0]) or pairs


def _perfect(count: int, edges: _Edges, some: "Integers") -> Pairs | None:
    """The cheapest matching with some of the edges; None if it leaves nodes over."""
    one, two, prices, lots = (values[some].tolist() for values in edges)
    weights = (-(price << UNIT_BITS) - lot for price, lot in zip(prices, lots, strict=True))
    pairs = heaviest(count, zip(one, two, weights, strict=True))
    return pairs if 2 * len(pairs) == count else None


def _beyond(matrix: "Integers", forbidden: int, ladder: Ladder) -> "tuple[Integers, int] | None":
    """Twice what each pair costs beyond the shares of both, and twice the sum of all shares.

    A matching with a pair costs at least the sum and what this pair costs beyond it. The shares
    are the greatest that are not positive for the second of a pair: they do not depend on the
    assignment that is found, of several cheapest ones.
    """
    from scipy.optimize import linear_sum_assignment

    count, (_, heights) = len(matrix), ladder
    lower = matrix - np.abs(heights[:, None] - heights[None, :])
    try:
        _, partner = linear_sum_assignment(np.where(matrix >= forbidden, np.inf, lower))
    except ValueError:  # nobody can be given partners like this
        return None
    own = lower[np.arange(count), partner]
    lower[matrix >= forbidden] = FAR
    second = np.zeros(count, dtype=np.int64)
    for _ in range(count):
        change = np.minimum(second, (lower + (second[partner] - own)[:, None]).min(axis=0))
        if np.array_equal(change, second):
            break
        second = change
    both = second + (lower - second[None, :]).min(axis=1)
    surplus = 2 * lower - both[:, None] - both[None, :]
    return surplus, int(both.sum()) + 2 * int(heights.max() - heights.min())


def _exchanged(matrix: "Integers", pairs: Pairs) -> "Flags | None":
    """Pairs of the cheaper rounds in which two tables exchange partners; None if there is none.

    For each table the best exchanges of either kind are taken.
    """
    one, two = np.array(pairs).T
    found = np.zeros(matrix.shape, dtype=bool)
    paid = matrix[one, two]
    for first, second in ((one, two), (two, one)):
        # Table i with table j: the two first players meet, and so do the two second ones.
        gain = paid[:, None] + paid[None, :]
        gain -= matrix[np.ix_(one, first)] + matrix[np.ix_(two, second)]
        np.fill_diagonal(gain, 0)
        best = np.argsort(-gain, axis=1, kind="stable")[:, :EXCHANGES]
        at, other = np.nonzero(np.take_along_axis(gain, best, axis=1) > 0)
        with_ = best[at, other]
        found[one[at], first[with_]] = found[two[at], second[with_]] = True
    return found | found.T if found.any() else None


def _nearest(edges: _Edges, surplus: "Integers", levels: "Integers", near: int) -> "Flags":
    """The edges that are nearest for one of their nodes: among all, and to the levels around."""
    count = len(levels)
    _, rank = np.unique(surplus, return_inverse=True)
    key = np.full((count, count), np.iinfo(np.int64).max)
    key[edges.one, edges.two] = key[edges.two, edges.one] = (rank << LOT_BITS) + edges.lots
    chosen = np.zeros((count, count), dtype=bool)
    members = [np.nonzero(levels == level)[0] for level in range(int(levels.max()) + 1)]
    everyone = np.arange(count)
    blocks = [(everyone, everyone, near)]
    for level, rows in enumerate(members):
        first = max(0, level - NEAR_LEVELS)
        around = members[first : level + NEAR_LEVELS + 1]
        blocks += [(rows, columns, near // 2) for columns in around]
    for rows, columns, most in blocks:
        part = key[np.ix_(rows, columns)]
        best = np.argpartition(part, min(most, len(columns)) - 1, axis=1)[:, :most]
        chosen[rows[:, None], columns[best]] = True
    return chosen | chosen.T
