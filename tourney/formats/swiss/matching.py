"""Pairs all nodes at the smallest sum of prices, with a proven bound.

Few nodes are matched exactly. For many nodes everyone is first given a partner without asking that
this is mutual: the cheapest such assignment costs at most twice the cheapest matching, and it
falls into cycles. Every other edge of an even cycle is a matching of its nodes that costs at most
half of it. An odd cycle leaves any one of its nodes over; odd cycles are joined in twos by pairs of
such nodes. Which cycles are joined is a matching again, of few nodes.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from tourney.formats.open_rounds import LOT_BITS
from tourney.formats.swiss.cuts import HALVINGS, Cuts

if TYPE_CHECKING:
    from tourney.formats.swiss.cuts import Integers

EXACT: Final = 120
"""Up to this number of nodes a matching is computed exactly; the time grows with its cube."""
UNIT_BITS: Final = LOT_BITS + 16
"""One unit of a price: more than the lots of 65,536 pairs together."""
SETTLINGS: Final = 4
"""How often exchanges of partners are looked for, at most."""

Pairs: TypeAlias = list[tuple[int, int]]


class Matched(NamedTuple):
    """Pairs of nodes, the lower first, and a price that no matching can be below."""

    pairs: Pairs
    bound: int


class _Assigned(NamedTuple):
    """A partner for every node, and a price that no matching can be below."""

    partner: "Integers"
    bound: int


def matched(
    matrix: "Integers", forbidden: int, cuts: Cuts | None = None, lots: object = ""
) -> Matched | None:
    """The cheapest matching of all nodes, or a nearly cheapest one; None if there is none.

    All matchings cross the cuts; they make the bound better. Of equally cheap exact matchings,
    lots with this seed choose one, so that it does not depend on the version of networkx.
    """
    count = len(matrix)
    if count <= EXACT:
        pairs = _exact(matrix, range(count), forbidden, Random(f"lots {lots}"))
        return None if pairs is None else Matched(pairs, price(matrix, pairs))
    cuts = cuts or Cuts.none(count)
    first = _assigned(matrix, forbidden, cuts, np.zeros_like(cuts.prices))
    if first is None:
        return None
    pairs = _repaired(matrix, first, forbidden)
    best = first
    for other in _nearer(matrix, forbidden, cuts):
        if pairs is not None and price(matrix, pairs) == best.bound:
            break
        best = max(best, other, key=lambda one: one.bound)
    if best is not first and (pairs is None or price(matrix, pairs) > best.bound):
        second = _repaired(matrix, best, forbidden)
        ways = [way for way in (pairs, second) if way is not None]
        pairs = min(ways, key=lambda way: price(matrix, way), default=None)
    return None if pairs is None else Matched(pairs, best.bound)


def price(matrix: "Integers", pairs: Iterable[tuple[int, int]]) -> int:
    """The sum of the prices of pairs."""
    return sum(int(matrix[one, two]) for one, two in pairs)


def _assigned(
    matrix: "Integers", forbidden: int, cuts: Cuts, prices: "Integers"
) -> _Assigned | None:
    """The cheapest assignment after these prices are taken off for crossing the cuts."""
    from scipy.optimize import linear_sum_assignment

    lower = cuts.lowered(matrix, prices)
    try:
        _, partner = linear_sum_assignment(np.where(matrix >= forbidden, np.inf, lower))
    except ValueError:  # nobody can be given partners like this
        return None
    twice = int(lower[np.arange(len(matrix)), partner].sum())
    return _Assigned(partner, int(prices.sum()) - (-twice // 2))


def _nearer(matrix: "Integers", forbidden: int, cuts: Cuts) -> Iterator[_Assigned]:
    """Assignments after the full prices of the cuts are taken off, then smaller ones."""
    prices = cuts.prices
    for halving in range(2, HALVINGS + 2 if prices.any() else 2):
        found = _assigned(matrix, forbidden, cuts, prices)
        if found is None:
            return
        yield found
        prices = cuts.nearer(prices, found.partner, halving)


def _exact(
    matrix: "Integers", nodes: Sequence[int], forbidden: int, lots: Random | None = None
) -> Pairs | None:
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(nodes)
    part = matrix[np.ix_(nodes, nodes)].tolist()
    for at, one in enumerate(nodes):
        row = part[at]
        for other in range(at + 1, len(nodes)):
            if row[other] < forbidden:
                lot = lots.getrandbits(LOT_BITS) if lots else 0
                graph.add_edge(one, nodes[other], weight=-(row[other] << UNIT_BITS) - lot)
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


def _repaired(matrix: "Integers", found: _Assigned, forbidden: int) -> Pairs | None:
    """A matching from the cycles of an assignment."""
    pairs: Pairs = []
    odd: list[list[int]] = []
    for cycle in _cycles(found.partner.tolist()):
        if len(cycle) % 2:
            odd.append(cycle)
        else:
            pairs += min(_alternating(cycle), key=lambda some: price(matrix, some))
    joints: Pairs = []
    for at in range(0, len(odd), EXACT):
        within, between = _joined(matrix, odd[at : at + EXACT])
        pairs += within + between
        joints += between
    again = _rejoined(matrix, pairs, joints, found.bound, forbidden)
    return None if again is None else _settled(matrix, again)


def _rejoined(
    matrix: "Integers", pairs: Pairs, joints: Pairs, bound: int, forbidden: int
) -> Pairs | None:
    """The dearest pairs between cycles matched anew, with pairs near them; all forbidden ones."""
    if price(matrix, pairs) <= bound:
        return pairs
    dear = sorted(joints, key=lambda two: (-int(matrix[two]), two))
    most = max(EXACT // 4, sum(matrix[two] >= forbidden for two in joints))
    loose = dear[:most]
    pairs = [two for two in pairs if two not in set(loose)]
    for part in _parts(sorted(one for two in loose for one in two)):
        near = _near(pairs, part, matrix)
        again = _exact(matrix, sorted([*part, *(one for two in near for one in two)]), forbidden)
        if again is None:
            return None
        pairs = [two for two in pairs if two not in near] + again
    return pairs


def _joined(matrix: "Integers", cycles: Sequence[list[int]]) -> tuple[Pairs, Pairs]:
    """The pairs within an even number of odd cycles, and those that join two cycles."""
    import networkx as nx

    over = [_without_each(matrix, cycle) for cycle in cycles]
    best: dict[tuple[int, int], tuple[int, int]] = {}
    graph = nx.Graph()
    for one, two in combinations(range(len(cycles)), 2):
        both = matrix[np.ix_(cycles[one], cycles[two])] + over[one][:, None] + over[two][None, :]
        here, there = divmod(int(both.argmin()), len(cycles[two]))
        best[one, two] = here, there
        graph.add_edge(one, two, weight=-int(both[here, there]))
    within: Pairs = []
    between: Pairs = []
    for ends in sorted(sorted(two) for two in nx.max_weight_matching(graph, maxcardinality=True)):
        one, two = ends
        places = best[one, two]
        within += [
            pair for end, at in zip(ends, places, strict=True) for pair in _rest(cycles[end], at)
        ]
        between.append(_pair(cycles[one][places[0]], cycles[two][places[1]]))
    return within, between


def _without_each(matrix: "Integers", cycle: Sequence[int]) -> "Integers":
    """The price of the pairs of an odd cycle if each of its nodes in turn is left over."""
    length = len(cycle)
    ring = matrix[cycle, np.roll(cycle, -1)]
    steps = 2 * np.arange(2 * length) % length  # every other edge, twice around
    sums = np.concatenate([[0], ring[steps].cumsum()])
    found = np.empty(length, dtype=np.int64)
    found[(steps[:length] - 1) % length] = sums[length // 2 :][:length] - sums[:length]
    return found


def _rest(cycle: Sequence[int], at: int) -> Pairs:
    """The pairs of an odd cycle without one of its nodes."""
    row = [*cycle[at + 1 :], *cycle[:at]]
    return [_pair(one, two) for one, two in zip(row[::2], row[1::2], strict=True)]


def _pair(one: int, two: int) -> tuple[int, int]:
    return (min(one, two), max(one, two))


def _alternating(cycle: Sequence[int]) -> tuple[Pairs, Pairs]:
    """The two matchings of an even cycle."""
    ring = [*cycle, cycle[0]]
    edges = [(min(two), max(two)) for two in pairwise(ring)]
    return edges[::2], edges[1::2]


def _parts(loose: Sequence[int]) -> Iterator[Sequence[int]]:
    """Nodes in parts of even numbers that can be matched exactly."""
    step = EXACT // 2
    return (loose[at : at + step] for at in range(0, len(loose), step))


def _near(pairs: Pairs, part: Sequence[int], matrix: "Integers") -> set[tuple[int, int]]:
    """Pairs with a node that is cheap for one of these nodes, as many as can be matched exactly."""
    cheap = matrix[list(part)].min(axis=0)
    order = sorted(pairs, key=lambda two: (int(min(cheap[two[0]], cheap[two[1]])), two))
    return set(order[: (EXACT - len(part)) // 2])


def _settled(matrix: "Integers", pairs: Pairs) -> Pairs:
    """Exchange partners until no exchange that lowers the price is found."""
    for _ in range(SETTLINGS):
        before = pairs
        pairs = _exchanged(matrix, pairs)
        if pairs == before:
            break
    return pairs


def _exchanged(matrix: "Integers", pairs: Pairs) -> Pairs:
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
