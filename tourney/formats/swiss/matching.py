"""Pairs all nodes at the smallest sum of prices, with a proven bound.

Few nodes are matched exactly. For many nodes everyone is first given a partner without asking that
this is mutual: the cheapest such assignment costs at most twice the cheapest matching, and it
falls into cycles. Every other edge of an even cycle is a matching of its nodes that costs at most
half of it. The nodes of odd cycles are matched among themselves, together with pairs near them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from tourney.formats.swiss.duels import Matrix

EXACT: Final = 120
"""Up to this number of nodes a matching is computed exactly; the time grows with its cube."""

Pairs: TypeAlias = list[tuple[int, int]]


class Matched(NamedTuple):
    """Pairs of nodes, the lower first, and a price that no matching can be below."""

    pairs: Pairs
    bound: int


def matched(matrix: "Matrix", forbidden: int) -> Matched | None:
    """The cheapest matching of all nodes, or a nearly cheapest one; None if there is none."""
    count = len(matrix)
    if count <= EXACT:
        pairs = _exact(matrix, range(count), forbidden)
        return None if pairs is None else Matched(pairs, price(matrix, pairs))
    from scipy.optimize import linear_sum_assignment

    open_ = np.where(matrix >= forbidden, np.inf, matrix.astype(float))
    try:
        _, partner = linear_sum_assignment(open_)
    except ValueError:  # nobody can be given partners like this
        return None
    twice = int(matrix[np.arange(count), partner].sum())
    pairs = _repaired(matrix, [int(one) for one in partner], forbidden)
    return None if pairs is None else Matched(pairs, -(-twice // 2))


def price(matrix: "Matrix", pairs: Iterable[tuple[int, int]]) -> int:
    """The sum of the prices of pairs."""
    return sum(int(matrix[one, two]) for one, two in pairs)


def _exact(matrix: "Matrix", nodes: Sequence[int], forbidden: int) -> Pairs | None:
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(nodes)
    part = matrix[np.ix_(nodes, nodes)].tolist()
    for at, one in enumerate(nodes):
        row = part[at]
        for other in range(at + 1, len(nodes)):
            if row[other] < forbidden:
                graph.add_edge(one, nodes[other], weight=-row[other])
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(nodes):
        return None
    return sorted((min(two), max(two)) for two in found)


def _cycles(partner: Sequence[int]) -> Iterator[list[int]]:
    """The cycles of an assignment."""
    seen: set[int] = set()
    for start in range(len(partner)):
        cycle = []
        one = start
        while one not in seen:
            seen.add(one)
            cycle.append(one)
            one = partner[one]
        if cycle:
            yield cycle


def _repaired(matrix: "Matrix", partner: Sequence[int], forbidden: int) -> Pairs | None:
    """A matching from the cycles of an assignment."""
    pairs: Pairs = []
    loose: list[int] = []
    for cycle in _cycles(partner):
        if len(cycle) % 2:
            loose += cycle
        else:
            pairs += min(_alternating(cycle), key=lambda some: price(matrix, some))
    for part in _parts(sorted(loose)):
        near = _near(pairs, part, matrix)
        again = _exact(matrix, sorted([*part, *(one for two in near for one in two)]), forbidden)
        if again is None:
            return None
        pairs = [two for two in pairs if two not in near] + again
    return _settled(matrix, pairs)


def _alternating(cycle: Sequence[int]) -> tuple[Pairs, Pairs]:
    """The two matchings of an even cycle."""
    ring = [*cycle, cycle[0]]
    edges = [(min(two), max(two)) for two in pairwise(ring)]
    return edges[::2], edges[1::2]


def _parts(loose: Sequence[int]) -> Iterator[Sequence[int]]:
    """Nodes in parts of even numbers that can be matched exactly."""
    step = EXACT // 2
    return (loose[at : at + step] for at in range(0, len(loose), step))


def _near(pairs: Pairs, part: Sequence[int], matrix: "Matrix") -> set[tuple[int, int]]:
    """Pairs with a node that is cheap for one of these nodes, as many as can be matched exactly."""
    cheap = matrix[list(part)].min(axis=0)
    order = sorted(pairs, key=lambda two: (int(min(cheap[two[0]], cheap[two[1]])), two))
    return set(order[: (EXACT - len(part)) // 2])


def _settled(matrix: "Matrix", pairs: Pairs) -> Pairs:
    """Once for every pair, make the exchange of partners that lowers the price most."""
    first = np.array([one for one, _ in pairs])
    second = np.array([two for _, two in pairs])
    for at in range(len(pairs)):
        one, two = first[at], second[at]
        before = matrix[one, two] + matrix[first, second]
        straight = matrix[one, first] + matrix[two, second] - before
        crossed = matrix[one, second] + matrix[two, first] - before
        straight[at] = crossed[at] = 0
        near, far = int(straight.argmin()), int(crossed.argmin())
        if straight[near] < 0 and straight[near] <= crossed[far]:
            second[at], first[near] = first[near], two
        elif crossed[far] < 0:
            second[at], second[far] = second[far], two
    return sorted((min(two), max(two)) for two in zip(first.tolist(), second.tolist(), strict=True))
