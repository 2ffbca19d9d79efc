"""Tables of a round: how many of each size, who has a bye, and seats as equal as possible."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations, permutations, product
from random import Random
from typing import Final, NamedTuple

from engines.messages import Player, say
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import EntrantId, Met, Pod, Sizes
from tourney.formats.history import Meetings, present, together


class Split(NamedTuple):
    """Sizes of the tables of a round, largest first, and the number of byes."""

    tables: tuple[int, ...]
    byes: int


LISTED: Final = 30  # up to this number of tables their sizes are listed one by one


def sizes_text(sizes: Sequence[int]) -> str:
    """Sizes of tables for people: 5+5+4+4, or 180x5+20x4 for many tables."""
    if len(sizes) <= LISTED:
        return "+".join(map(str, sizes))
    return "+".join(f"{count}x{size}" for size, count in Counter(sizes).items())


class _Way(NamedTuple):
    """The best way to seat a number of entrants; the first three fields decide."""

    deviation: int
    others: int
    tables: int
    last: int


def split(count: int, sizes: Sizes) -> Split:
    """The tables for this many entrants: fewest byes, then sizes nearest to the preferred one.

    Nearest means: least sum of squared deviations, then fewest tables of another size, then fewest
    tables. Deviation comes first because 5+5+4+4 is fairer than 5+5+5+3.
    """
    # The best way to seat every number of entrants without byes.
    best: list[_Way | None] = [_Way(0, 0, 0, 0)]
    for seated in range(1, count + 1):
        ways = [
            _Way(
                before.deviation + (size - sizes.preferred) ** 2,
                before.others + (size != sizes.preferred),
                before.tables + 1,
                size,
            )
            for size in sorted(sizes.allowed, reverse=True)
            if size <= seated and (before := best[seated - size]) is not None
        ]
        best.append(min(ways, key=lambda way: way[:3]) if ways else None)
    most = max(seated for seated in range(count + 1) if best[seated] is not None)
    if most == 0:
        raise UsageFault(say("formats.no-split", count=count, least=min(sizes.allowed)))
    tables, left = [], most
    while left and (way := best[left]) is not None:
        tables.append(way.last)
        left -= way.last
    return Split(tuple(sorted(tables, reverse=True)), count - most)


# Tables of a fixed schedule with entrants missing, or with entrants who may not meet.


class Seated(NamedTuple):
    """The pods of a round and those who have a bye."""

    pods: tuple[Pod, ...]
    byes: tuple[EntrantId, ...]


def playable(pods: Sequence[Pod], sizes: Sizes, byes: Mapping[EntrantId, int]) -> Seated:
    """Tables of allowed sizes.

    Entrants of a table that is too small form a new one. If they are too few, they join tables that
    have room; otherwise they have a bye. Those with the most byes so far come first.
    """
    good = [pod for pod in pods if len(pod) in sizes.allowed]
    pool = [entrant for pod in pods if len(pod) not in sizes.allowed for entrant in pod]
    pool.sort(key=lambda entrant: -byes.get(entrant, 0))
    if len(pool) >= min(sizes.allowed):
        for size in split(len(pool), sizes).tables:
            good.append(tuple(pool[:size]))
            del pool[:size]
    left = []
    for entrant in pool:
        room = [at for at, pod in enumerate(good) if len(pod) + 1 in sizes.allowed]
        if room:
            smallest = min(room, key=lambda at: len(good[at]))
            good[smallest] = (*good[smallest], entrant)
        else:
            left.append(entrant)
    return Seated(tuple(good), tuple(left))


def separated(
    pods: Sequence[Pod], never: frozenset[frozenset[EntrantId]], met: Sequence[Met]
) -> tuple[Pod, ...]:
    """The pods with as few exchanges as needed to separate those who may not share a table.

    The exchange with the fewest repeated meetings is taken.
    """
    if not never:
        return tuple(pods)

    def forbidden(pod: Pod) -> int:
        return sum(frozenset(pair) in never for pair in combinations(pod, 2))

    tables, meetings = list(pods), Meetings(met)
    while any(map(forbidden, tables)):
        wrong = next(at for at, pod in enumerate(tables) if forbidden(pod))
        # The exchange with another table that leaves fewer forbidden pairs and repeats least.
        best: tuple[tuple[int, int], dict[int, Pod]] | None = None
        here = tables[wrong]
        for at, there in enumerate(tables):
            for one, other in product(here, there) if at != wrong else ():
                swap = {one: other, other: one}
                new = {n: tuple(swap.get(who, who) for who in tables[n]) for n in (wrong, at)}
                left = sum(map(forbidden, new.values()))
                repeats = sum(map(meetings.among, new.values()))
                fewer = left < forbidden(here) + forbidden(there)
                if fewer and (best is None or (left, repeats) < best[0]):
                    best = (left, repeats), new
        if best is None:
            pair = together(here, never)
            raise UsageFault(say("formats.never-together", entrants=tuple(map(Player, pair or ()))))
        for at, pod in best[1].items():
            tables[at] = pod
    return tuple(tables)


# Seats at the tables: every entrant has every seat equally often, as far as that is possible.

# An entrant in some matches: the first `seats` of them have number 0, the next ones 1.
_Node = tuple[EntrantId, int]

SeatCounts = dict[EntrantId, list[int]]  # how often each entrant had each seat


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
        changed = False
        for table in chain.from_iterable(tables):
            for first, second in ((a, b) for b in range(len(table)) for a in range(b)):
                mine, other = counts[table[first]], counts[table[second]]
                # The sum of the squares of the counts falls.
                if mine[first] + other[second] > mine[second] + other[first] + 2:
                    mine[first], mine[second] = mine[first] - 1, mine[second] + 1
                    other[first], other[second] = other[first] + 1, other[second] - 1
                    table[first], table[second] = table[second], table[first]
                    changed = True
        if not changed:
            break
    return [[tuple(table) for table in pods] for pods in tables]


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


# The order of each table that balances seats and turn order best.
#
# For every entrant the seats of a stage should be used equally often, and of two entrants each
# should sit before the other equally often. Seats of tables of different sizes are compared by
# the part of the table that they cover: seat B of three covers a bit of what seats B and C of
# four cover.

CELLS = 60  # parts of a table; a seat of a table of 2 to 6 covers a whole number of them

# Weight of turn order beside seats: one seat too often weighs as much as four wrong orders.
ORDER_WEIGHT = 60

# Weight of a seat that an entrant has had, if new seats are preferred: more than all the rest.
REPEAT_WEIGHT = 10_000_000


# Weight of the same seat for the third time running, if that is avoided: more than all balance.
THIRD_WEIGHT = 1_000_000


class Seats:
    """Seats and turn orders so far, and what another table would add to their imbalance.

    With `turns`, no seat of a table of two is had three times running if that can be avoided.
    """

    def __init__(
        self, met: Iterable[Met] = (), *, repeat_weight: int = 0, turns: bool = False
    ) -> None:
        self._repeat_weight, self._turns = repeat_weight, turns
        self._last: dict[EntrantId, tuple[int, ...]] = {}
        self._cover: dict[EntrantId, list[int]] = defaultdict(lambda: [0] * CELLS)
        self._before: dict[tuple[EntrantId, EntrantId], int] = defaultdict(int)
        self.counts: dict[EntrantId, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for one in met:
            self.add(one.pod, present(one))

    def add(self, pod: Pod, there: Sequence[EntrantId] | None = None) -> None:
        """Count a table; only those who are `there` get their seat counted."""
        for seat, one in enumerate(pod):
            if there is None or one in there:
                self.counts[one][seat] += 1
                self._last[one] = (*self._last.get(one, ()), seat)[-2:]
                cover = self._cover[one]
                for cell in _cells(seat, len(pod)):
                    cover[cell] += len(pod)
        order = pod if there is None else there
        for at, one in enumerate(order):
            for later in order[at + 1 :]:
                self._before[one, later] += 1

    def price(self, entrant: EntrantId, seat: int, size: int) -> int:
        """How much the imbalance of seats grows if the entrant takes this seat."""
        cover = self._cover[entrant] if entrant in self._cover else [0] * CELLS
        cells = _cells(seat, size)
        repeated = self._repeat_weight * self.counts[entrant][seat] if self._repeat_weight else 0
        third = self._turns and size == 2 and self._last.get(entrant) == (seat, seat)
        uneven = 2 * size * sum(cover[cells.start : cells.stop]) + size * CELLS
        return uneven + repeated + THIRD_WEIGHT * third

    def due(self, entrant: EntrantId) -> int | None:
        """The seat of a table of two that an entrant must have next, if there is one.

        As with the colours of chess: nobody has the same seat three times running, or one of them
        three times more often than the other.
        """
        last = self._last.get(entrant, ())
        if len(last) == 2 and last[0] == last[1]:
            return 1 - min(last[0], 1)
        lead = self.counts[entrant][0] - self.counts[entrant][1]
        return int(lead > 0) if abs(lead) >= 2 else None

    def turn_price(self, first: EntrantId, later: EntrantId) -> int:
        """How much the imbalance of turn order grows if one sits before the other."""
        lead = self._before.get((first, later), 0) - self._before.get((later, first), 0)
        return ORDER_WEIGHT * (2 * lead + 1)

    def spread(self, entrant: EntrantId, size: int) -> int:
        """Difference between the seats used most and least often, of the first `size` seats."""
        counts = [self.counts[entrant][seat] for seat in range(size)]
        return max(counts) - min(counts)


def _cells(seat: int, size: int) -> range:
    """The parts of the table that a seat covers."""
    return range(seat * CELLS // size, (seat + 1) * CELLS // size)


def seated(
    pods: Sequence[Sequence[EntrantId]],
    met: Iterable[Met],
    fixed: Mapping[EntrantId, int],
    seed: object,
    *,
    new: bool = False,
    turns: bool = False,
) -> tuple[Pod, ...]:
    """The pods in the orders that add least to the imbalance; lots decide between equal orders.

    With `new`, as few entrants as possible get a seat that they have had; with `turns`, nobody has
    a seat of a table of two three times running if that can be avoided.
    """
    seats = Seats(met, repeat_weight=REPEAT_WEIGHT if new else 0, turns=turns)
    rng = Random(f"seats {seed}")
    return tuple([_best_order(seats, pod, fixed, rng) for pod in pods])


def _best_order(
    seats: Seats, pod: Sequence[EntrantId], fixed: Mapping[EntrantId, int], rng: Random
) -> Pod:
    size = len(pod)
    require_seats(pod, fixed)
    given = [(pod.index(one), fixed[one]) for one in pod if one in fixed]
    place = [[seats.price(one, seat, size) for seat in range(size)] for one in pod]
    turn = [[seats.turn_price(one, two) if one != two else 0 for two in pod] for one in pod]
    best: list[tuple[int, ...]] = []
    least = None
    for order in permutations(range(size)):
        if not all(order[seat] == at for at, seat in given):
            continue
        price = 0
        for seat, one in enumerate(order):
            price += place[one][seat]
            row = turn[one]
            for two in order[seat + 1 :]:
                price += row[two]
        if least is None or price < least:
            least, best = price, []
        if price == least:
            best.append(order)
    return tuple([pod[at] for at in best[int(rng.random() * len(best))]])


def require_seats(pod: Sequence[EntrantId], fixed: Mapping[EntrantId, int]) -> None:
    """UsageFault if the fixed seats of a table do not fit: one seat twice, or one it lacks."""
    given = [fixed[one] for one in pod if one in fixed]
    if len(set(given)) < len(given) or any(seat >= len(pod) for seat in given):
        wrong = tuple(Player(one) for one in pod if one in fixed)
        raise UsageFault(say("formats.fixed-seats", entrants=wrong, size=len(pod)))
