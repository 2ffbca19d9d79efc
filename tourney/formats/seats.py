"""Seats at the tables: every entrant has every seat equally often, as far as that is possible."""

from collections.abc import Mapping, Sequence

from tourney.domain.events import EntrantId, Pod

_Node = tuple[EntrantId, int]
"""An entrant in some matches: the first `seats` of them have number 0, the next ones 1."""

SeatCounts = dict[EntrantId, list[int]]
"""How often each entrant had each seat."""


def equal_seats(rounds: Sequence[Sequence[Sequence[int]]], seats: int) -> list[list[Pod]]:
    """The tables of some rounds with seats: nobody has a seat twice in `seats` matches.

    Entrants and tables are the two sides of a graph, and colouring its edges gives the seats. An
    entrant is split into a node for every `seats` matches, so by König's theorem as many colours
    are enough as a table has seats. So the seats of an entrant differ by one at most if all tables
    are full; a table with fewer entrants leaves out a colour.
    """
    tables = [(number, table) for number, tables in enumerate(rounds) for table in tables]
    matches: dict[int, int] = {}
    seat_of: dict[_Node, list[int | None]] = {}
    table_of: list[list[_Node | None]] = [[None] * seats for _ in tables]
    for at, (_, table) in enumerate(tables):
        for entrant in table:
            node = (entrant, matches.get(entrant, 0) // seats)
            matches[entrant] = matches.get(entrant, 0) + 1
            seat_of.setdefault(node, [None] * seats)
            _add_edge(node, at, seat_of, table_of)
    seated: list[list[Pod]] = [[] for _ in rounds]
    for (number, _), colours in zip(tables, table_of, strict=True):
        seated[number].append(tuple([node[0] for node in colours if node is not None]))
    return seated


def _add_edge(
    node: _Node,
    table: int,
    seat_of: dict[_Node, list[int | None]],
    table_of: list[list[_Node | None]],
) -> None:
    """Colour one edge. If no colour is free at both ends, two are exchanged along a path.

    `seat_of` has the table of each node by seat, `table_of` the node of each table by seat.
    """
    mine, wanted = seat_of[node].index(None), table_of[table].index(None)
    # The path leaves the table by the colour that is free at the node, so it never reaches it.
    path: list[tuple[_Node, int, int]] = []
    at: int | None = table
    while at is not None and (there := table_of[at][mine]) is not None:
        path.append((there, at, mine))
        at = seat_of[there][wanted]
        if at is not None:
            path.append((there, at, wanted))
    for who, where, colour in path:
        seat_of[who][colour] = table_of[where][colour] = None
    for who, where, colour in path:
        turned = wanted if colour == mine else mine
        seat_of[who][turned], table_of[where][turned] = where, who
    seat_of[node][mine], table_of[table][mine] = table, node


def improved_seats(rounds: Sequence[Sequence[Pod]], sweeps: int = 20) -> list[list[Pod]]:
    """The same tables with seats exchanged at single tables as long as the balance improves."""
    tables = [[list(pod) for pod in pods] for pods in rounds]
    counts = seat_counts([pod for pods in rounds for pod in pods])
    for _ in range(sweeps):
        if not sum(_improve(table, counts) for pods in tables for table in pods):
            break
    return [[tuple(table) for table in pods] for pods in tables]


def _improve(table: list[EntrantId], counts: SeatCounts) -> int:
    """Exchange pairs of a table while the sum of squares of the counts falls; how many."""
    changes = 0
    for second in range(len(table)):
        for first in range(second):
            mine, other = counts[table[first]], counts[table[second]]
            if mine[first] + other[second] > mine[second] + other[first] + 2:
                mine[first], mine[second] = mine[first] - 1, mine[second] + 1
                other[first], other[second] = other[first] + 1, other[second] - 1
                table[first], table[second] = table[second], table[first]
                changes += 1
    return changes


def seat_counts(pods: Sequence[Pod], seats: int = 0) -> SeatCounts:
    """How often each entrant has each seat."""
    seats = max([seats, *map(len, pods)])
    counts: SeatCounts = {}
    for pod in pods:
        for seat, entrant in enumerate(pod):
            counts.setdefault(entrant, [0] * seats)[seat] += 1
    return counts


def seat_difference(counts: Mapping[EntrantId, Sequence[int]]) -> int:
    """The largest difference between the counts of two seats of one entrant."""
    return max((max(each) - min(each) for each in counts.values()), default=0)


def with_fixed_seats(pod: Pod, fixed: Mapping[EntrantId, int]) -> Pod:
    """The pod with fixed entrants in their seats; the first one has it if two want the same."""
    order = list(pod)
    taken: set[int] = set()
    for entrant in pod:
        seat = fixed.get(entrant)
        if seat is not None and seat < len(pod) and seat not in taken:
            taken.add(seat)
            at = order.index(entrant)
            order[at], order[seat] = order[seat], order[at]
    return tuple(order)
