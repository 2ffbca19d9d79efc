"""Fixed schedules for tables of three and more: a known design, or the result of a search.

Designs come from combinatorial theory; in them pairs meet equally often.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, islice, product, repeat
from math import gcd
from operator import mul
from random import Random
from typing import Final, NamedTuple, TypeAlias

from tourney.domain.event_log import Pod, Sizes
from tourney.formats.format_settings import Effort
from tourney.formats.seating import (
    Split,
    equal_seats,
    improved_seats,
    seat_counts,
    seat_difference,
    split,
)

# Finite fields of small order, for designs. Elements are the numbers 0 to order - 1.

# For a prime power: the prime, and x^m written as a polynomial of lower degree, constant first.
_REDUCTIONS: Final = {
    4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0)),
    25: (5, (2, 0)), 27: (3, (2, 1, 0)), 32: (2, (1, 0, 1, 0, 0)),
}  # fmt: skip


class FiniteField:
    """Addition and multiplication in the field of an order."""

    def __init__(self, order: int, prime: int, reduction: tuple[int, ...]) -> None:
        self.order = order
        self._prime = prime
        self._reduction = reduction

    def add(self, first: int, second: int) -> int:
        """The sum: digits to the base of the prime are added separately."""
        return self._number(
            [a + b for a, b in zip(*map(self._digits, (first, second)), strict=True)]
        )

    def times(self, first: int, second: int) -> int:
        """The product of two polynomials, reduced to the degree of the field."""
        degree = len(self._reduction)
        product = [0] * (2 * degree - 1)
        for low, a in enumerate(self._digits(first)):
            for high, b in enumerate(self._digits(second)):
                product[low + high] += a * b
        for power in range(2 * degree - 2, degree - 1, -1):
            for at, factor in enumerate(self._reduction):
                product[power - degree + at] += product[power] * factor
        return self._number(product[:degree])

    def _digits(self, number: int) -> list[int]:
        return [number // self._prime**at % self._prime for at in range(len(self._reduction))]

    def _number(self, digits: list[int]) -> int:
        return sum(digit % self._prime * self._prime**at for at, digit in enumerate(digits))


@lru_cache(maxsize=64)
def finite_field(order: int) -> FiniteField | None:
    """The field of this order; None if there is none or it is not in the table of prime powers."""
    if order > 1 and all(order % divisor for divisor in range(2, int(order**0.5) + 1)):
        return FiniteField(order, order, (0,))
    known = _REDUCTIONS.get(order)
    return None if known is None else FiniteField(order, *known)


# Designs made from few rounds: the other rounds follow by moving all places by one.
#
# The rounds of the table were found by a search of the project over the differences of places.
# That such rounds exist is known from the Handbook of Combinatorial Designs, 2nd edition,
# chapters on resolvable designs (Kirkman 15), difference families, whist and the scheduling of
# tournaments.


class DevelopedDesign(NamedTuple):
    """A design by its first rounds.

    The places are cycles of these lengths, one after the other; the next round moves every place to
    the next one of its cycle. With a `side`, a cycle is a square: the next round moves a place to
    the next column, and after all columns to the next row.
    """

    cycles: tuple[int, ...]
    base: tuple[str, ...]
    side: int = 0

    @property
    def rounds(self) -> int:
        """Number of different rounds."""
        return max(self.cycles) * len(self.base)

    def tables(self, number: int) -> tuple[tuple[int, ...], ...]:
        """The tables of a round, counted from 0."""
        turn, base = divmod(number, len(self.base))
        moved: list[int] = []
        for length in self.cycles:
            start = len(moved)
            moved += [start + self._moved(at, turn, length) for at in range(length)]
        return tuple(
            tuple(moved[int(place)] for place in table.split())
            for table in self.base[base].split("/")
        )

    def _moved(self, at: int, turn: int, length: int) -> int:
        if not self.side or length == 1:
            return (at + turn) % length
        (row, column), (rows, columns) = divmod(at, self.side), divmod(turn, self.side)
        return (row + rows) % self.side * self.side + (column + columns) % self.side


# Designs by the sizes of their tables, larger ones first. Pairs meet equally often, or, if there
# are fewer rounds than that takes, never twice.
DEVELOPED: Final[dict[tuple[int, ...], tuple[DevelopedDesign, ...]]] = {
    (3, 2): (
        DevelopedDesign(
            (5,),
            (
                "1 3 4 / 0 2",
                "0 1 2 / 3 4",
            ),
        ),
    ),
    (3, 3): (
        DevelopedDesign(
            (5, 1),
            (
                "0 1 2 / 3 4 5",
                "0 2 3 / 1 4 5",
            ),
        ),
    ),
    (4, 3): (DevelopedDesign((7,), ("0 2 5 6 / 1 3 4",)),),
    (3, 3, 2): (DevelopedDesign((8,), ("0 1 3 / 4 5 7 / 2 6",)),),
    (4, 4): (DevelopedDesign((7, 1), ("0 1 2 4 / 3 5 6 7",)),),
    (3, 3, 3, 2): (DevelopedDesign((11,), ("2 8 9 / 0 3 10 / 1 4 6 / 5 7",)),),
    (4, 4, 3): (DevelopedDesign((11,), ("0 3 4 9 / 1 7 8 10 / 2 5 6",)),),
    (6, 5): (DevelopedDesign((11,), ("0 2 3 4 8 10 / 1 5 6 7 9",)),),
    (3,) * 4: (DevelopedDesign((11, 1), ("0 5 11 / 1 9 10 / 2 6 8 / 3 4 7",)),),
    (4, 4, 4): (DevelopedDesign((11, 1), ("0 1 9 11 / 2 4 7 8 / 3 5 6 10",)),),
    (6, 6): (DevelopedDesign((11, 1), ("0 2 3 4 8 10 / 1 5 6 7 9 11",)),),
    (3,) * 5: (DevelopedDesign((7, 7, 1), ("0 9 11 / 1 7 8 / 2 12 14 / 3 4 6 / 5 10 13",)),),
    (5, 5, 5, 4): (
        DevelopedDesign((19,), ("7 9 12 16 17 / 2 4 5 8 10 / 0 6 11 15 18 / 1 3 13 14",)),
    ),
    (4,) * 5: (
        DevelopedDesign((19, 1), ("0 7 8 10 / 1 12 17 19 / 2 6 14 15 / 3 13 16 18 / 4 5 9 11",)),
    ),
    (3,) * 6: (
        DevelopedDesign(
            (4, 4, 4, 4, 1, 1),
            (
                "9 14 15 / 3 8 12 / 0 1 5 / 6 7 11 / 2 10 16 / 4 13 17",
                "1 7 13 / 2 9 12 / 3 6 14 / 0 10 17 / 4 15 16 / 5 8 11",
            ),
        ),
    ),
    (3,) * 7: (
        DevelopedDesign(
            (5, 5, 5, 5, 1),
            (
                "2 3 14 / 1 7 8 / 4 12 15 / 6 9 11 / 13 18 20 / 0 5 19 / 10 16 17",
                "1 10 11 / 8 12 14 / 0 9 20 / 7 15 18 / 2 4 19 / 3 6 16 / 5 13 17",
            ),
        ),
    ),
    (3,) * 8: (
        DevelopedDesign(
            (11, 11, 1, 1),
            ("0 10 19 / 1 9 14 / 2 4 8 / 3 20 23 / 5 15 17 / 6 13 22 / 7 18 21 / 11 12 16",),
        ),
    ),
    (4,) * 6: (
        DevelopedDesign(
            (7, 7, 7, 1, 1, 1),
            ("0 1 5 19 / 2 9 11 12 / 3 8 16 22 / 4 10 20 21 / 6 7 14 23 / 13 15 17 18",),
        ),
        DevelopedDesign(
            (23, 1), ("0 4 5 13 / 1 9 10 12 / 2 7 17 18 / 3 15 19 21 / 6 16 20 22 / 8 11 14 23",)
        ),
    ),
    (4,) * 7: (
        DevelopedDesign(
            (9, 9, 9, 1),
            (
                "10 14 19 22 / 1 3 24 26 / 6 7 11 13 / 16 17 18 23 / 8 15 25 27 / 2 5 20 21 / "
                "0 4 9 12",
            ),
            side=3,
        ),
    ),
}


# Schedules known from combinatorial design theory, in which pairs meet equally often.
#
# Places are numbered from 0. A round is computed from its number; after `rounds` rounds the
# schedule starts again. Source: C. J. Colbourn, J. H. Dinitz (eds.), Handbook of Combinatorial
# Designs, 2nd edition, chapters on affine planes, resolvable designs and transversal designs.

# The tables of a round; a table has places in no particular order.
Tables = tuple[tuple[int, ...], ...]


class KnownSchedule(NamedTuple):
    """A schedule: its number of rounds and the tables of each, counted from 0."""

    rounds: int
    tables: Callable[[int], Tables]
    perfect: bool = False  # whether all pairs meet equally often


def known_schedules(sizes: tuple[int, ...], free: int = 0) -> Iterator[KnownSchedule]:
    """Schedules for tables of these sizes, larger ones first.

    The last `free` places may stay empty: never two of them at one table.
    """
    for design in DEVELOPED.get(sizes, ()) if free < 2 else ():
        meetings = design.rounds * sum(size * (size - 1) for size in sizes)
        even = meetings % (sum(sizes) * (sum(sizes) - 1)) == 0
        yield KnownSchedule(design.rounds, design.tables, perfect=even)
    if len(set(sizes)) == 1:
        if free < 2:
            # The lines of an affine space over a field; each round has the lines of one direction.
            # Every pair meets once.
            places = len(sizes) * sizes[0]
            order = sizes[0]
            dimension = next(power for power in range(1, places + 1) if order**power >= places)
            field = finite_field(order)
            if field is not None and order**dimension == places and dimension > 1:
                # One vector of each direction: the one whose first coordinate that is not 0 is 1.
                vectors = product(range(order), repeat=dimension)
                directions = [
                    one for one in vectors if next((value for value in one if value), 0) == 1
                ]
                yield KnownSchedule(
                    len(directions), lambda number: _lines(field, directions[number]), True
                )
        yield from _transversal(len(sizes), sizes[0], free)


def _lines(field: FiniteField, direction: tuple[int, ...]) -> Tables:
    """All lines with a direction; the number of a point has its coordinates as digits."""
    order = field.order
    steps = [[field.times(factor, value) for value in direction] for factor in range(order)]
    seen: set[int] = set()
    lines = []
    for point in product(range(order), repeat=len(direction)):
        if _index(point, order) not in seen:
            line = tuple(_index([*map(field.add, point, step)], order) for step in steps)
            seen.update(line)
            lines.append(line)
    return tuple(lines)


def _index(point: Sequence[int], order: int) -> int:
    number = 0
    for value in point:
        number = number * order + value
    return number


def _transversal(count: int, columns: int, free: int) -> Iterator[KnownSchedule]:
    """Columns of places, as long as the number of tables; a table has one place of each column.

    From round to round a column moves by its number, so that no pair meets twice. If a column can
    be divided into tables, these are the tables of one more round. Free places are in the last
    column.
    """
    field = finite_field(count) if columns <= count else None
    rounds = count if field else min([count // gcd(count, step) for step in range(1, columns)])

    def row(table: int, column: int, number: int) -> int:
        if field:
            return field.add(table, field.times(column, number))
        return (table + column * number) % count

    def tables(number: int) -> Tables:
        if number == rounds:
            chunks = range(0, count * columns, columns)
            return tuple(tuple(range(start, start + columns)) for start in chunks)
        return tuple(
            tuple(column * count + row(table, column, number) for column in range(columns))
            for table in range(count)
        )

    divided = count % columns == 0 and free < 2
    if free <= count:
        yield KnownSchedule(rounds + divided, tables)


# Tables over several rounds in which pairs meet as equally often as a search can find.
#
# The cost of a schedule is the sum of m(m - 1) over all pairs, where m is how often a pair meets:
# twice the number of pairs of rounds in which the same two share a table. Only integers, a seeded
# generator and a number of steps decide, so that every machine finds the same schedule.

# Rounds of tables of places; the places with a bye are one more table at the end.
Rounds: TypeAlias = list[list[list[int]]]

# How often each pair of places has met, as a symmetric matrix.
Meetings: TypeAlias = list[list[int]]

_LEVELS: Final = 50
_FIRST: Final = 0.4
# Levels of the search, the probability to accept one more repeat at the first one, and its factor
# from level to level.
_COOLING: Final = 0.85

_HOPELESS: Final = 12  # an exchange with as many repeats more is never accepted

_BYE: Final = 1000  # weight of an uneven bye, in repeats


def lowest_cost(places: int, sizes: Split, rounds: int) -> int:
    """A number that the cost of no schedule is below: the larger of two bounds.

    One counts how many meetings there are for the pairs. The other counts how many entrants of a
    table must come from the same table of an earlier round, for any two rounds.
    """
    meetings = rounds * sum(size * (size - 1) // 2 for size in sizes.tables)
    pairs = places * (places - 1) // 2
    by_pairs = _even(meetings, pairs, lambda m: 2 * _pairs(m)) if pairs else 0
    if sizes.byes:
        return by_pairs
    tables = len(sizes.tables)
    common = sum(_even(size, tables, _pairs) for size in sizes.tables)
    return max(by_pairs, common * rounds * (rounds - 1))


def _even(total: int, parts: int, worth: Callable[[int], int]) -> int:
    """The smallest sum of a convex function over parts with this total: equal to within one."""
    share, more = divmod(total, parts)
    return more * worth(share + 1) + (parts - more) * worth(share)


def _pairs(number: int) -> int:
    return number * (number - 1) // 2


def meetings_of(rounds: Sequence[Sequence[Sequence[int]]], places: int) -> Meetings:
    """How often each pair of places shares a table."""
    matrix = [[0] * places for _ in range(places)]
    for tables in rounds:
        for table in tables:
            for place in table:
                row = matrix[place]
                for other in table:
                    row[other] += 1
                row[place] -= 1
    return matrix


def cost_of(meetings: Meetings) -> int:
    """The cost of these meetings."""
    return sum(m * (m - 1) for row in meetings for m in row) // 2


class ScheduleSearch:
    """A search by simulated annealing: two places of different tables of a round are exchanged.

    `meetings` and `byes` are those of the rounds before; the search adds those of its own rounds.
    If `bench` is set, the last table of each round is the places with a bye.
    """

    def __init__(self, rounds: Rounds, meetings: Meetings, byes: list[int], bench: bool) -> None:
        self.rounds = rounds
        self.meetings = meetings
        self.byes = byes
        self.bench = bench
        for tables in rounds:
            for table in tables[: len(tables) - self.bench]:
                for place in table:
                    for other in table:
                        self.meetings[place][other] += place != other
            for place in tables[-1] if self.bench else ():
                self.byes[place] += 1
        uneven = sum(map(_pairs, byes)) - _even(sum(byes), len(byes), _pairs)
        self.repeats = cost_of(meetings) // 2 + _BYE * uneven

    def run(self, seed: int, steps: int, goal: int) -> Rounds:
        """Search until the number of steps is done or the cost is the goal."""
        random = Random(seed)
        best, found = self.repeats, self._copy()
        chance = _FIRST
        for _ in range(_LEVELS):
            if 2 * self.repeats <= goal or len(self.rounds[0]) < 2:
                break
            self._level(random, max(1, steps // _LEVELS), chance, goal // 2)
            if self.repeats < best:
                best, found = self.repeats, self._copy()
            chance *= _COOLING
        return found

    def _copy(self) -> Rounds:
        return [[list(table) for table in tables] for tables in self.rounds]

    def _level(self, random: Random, steps: int, chance: float, goal: int) -> None:
        """Some steps; an exchange with d more repeats is accepted with probability chance^d."""
        # Powers by multiplication: the result of pow() is not the same on every machine.
        accept = list(accumulate(repeat(chance, _HOPELESS), mul, initial=1.0))
        draw, rounds = random.random, self.rounds
        count = len(rounds[0])
        for _ in range(steps):
            tables = rounds[int(draw() * len(rounds))]
            first = int(draw() * count)
            second = int(draw() * (count - 1))
            second += second >= first
            here, there = tables[first], tables[second]
            at, to = int(draw() * len(here)), int(draw() * len(there))
            one, other = here[at], there[to]
            worse = self._worse(tables, first, one, other) + self._worse(tables, second, other, one)
            if worse <= 0 or (worse < _HOPELESS and draw() < accept[worse]):
                self._replace(tables, first, at, other)
                self._replace(tables, second, to, one)
                self.repeats += worse
                if self.repeats <= goal:
                    return

    def _worse(self, tables: list[list[int]], number: int, leaves: int, joins: int) -> int:
        """How many repeats more there are if one place leaves a table and another joins it."""
        if self.bench and number == len(tables) - 1:
            return _BYE * (self.byes[joins] - self.byes[leaves] + 1)
        old, new = self.meetings[leaves], self.meetings[joins]
        worse = 0
        for mate in tables[number]:
            if mate != leaves:
                worse += new[mate] - old[mate] + 1
        return worse

    def _replace(self, tables: list[list[int]], number: int, at: int, joins: int) -> None:
        """Give the seat at an index of a table to another place."""
        table = tables[number]
        leaves = table[at]
        table[at] = joins
        if self.bench and number == len(tables) - 1:
            self.byes[joins] += 1
            self.byes[leaves] -= 1
            return
        for mate in table:
            if mate != joins:
                for place, change in ((leaves, -1), (joins, 1)):
                    self.meetings[place][mate] += change
                    self.meetings[mate][place] += change


# Fixed schedules for tables of three and more: a known design, or else the result of a search.

# Seats of a schedule from which on it is computed round by round and not improved.
_LARGE: Final = 60_000

# Entrants up to which the meetings of all pairs are counted: their number is a square.
_COUNTED: Final = 1_200

_STEPS: Final = 1_000  # steps of a search for each seat of the schedule

_MOST_STEPS: Final = 600_000

# Searches from different beginnings, as long as they have twice the most steps together.
_SEARCHES: Final = 4


Figures: TypeAlias = Mapping[str, tuple[Fraction, Fraction | None]]


@dataclass(frozen=True)
class PodSchedule:
    """Tables of places over some rounds.

    Places from `entrants` on are free: a late entrant can take one. `cost` is None for a schedule
    that is too large to count its meetings. `searched` says that a search found it, `late` that the
    search would have taken more steps than its time limit stands for.
    """

    entrants: int
    sizes: Split
    rounds: int
    source: KnownSchedule
    bound: int
    cost: int | None = None
    searched: bool = False
    late: bool = False

    @property
    def large(self) -> bool:
        """Whether it is too large for methods that need all rounds at the same time."""
        return self.entrants > _COUNTED or self.entrants * self.rounds > _LARGE

    def tables(self, number: int) -> list[tuple[int, ...]]:
        """The tables of a round, counted from 0, with free places, but without seats."""
        tables = self.source.tables(number % self.source.rounds)
        return sorted(tables, key=len, reverse=True)[: len(self.sizes.tables)]

    def taken(self, number: int) -> list[tuple[int, ...]]:
        """The tables of a round without free places."""
        return [tuple(p for p in table if p < self.entrants) for table in self.tables(number)]

    def pods(self, number: int) -> list[Pod]:
        """The tables of a round with seats, in the order of `tables`; free places come last."""
        if self.large:
            start = number - number % self._seats
            block = [self.taken(start + step) for step in range(self._seats)]
            seated = equal_seats(block, self._seats)[number - start]
        else:
            seated = self._seated[number]
        free = [tuple(p for p in table if p >= self.entrants) for table in self.tables(number)]
        return [(*pod, *places) for pod, places in zip(seated, free, strict=True)]

    @property
    def free(self) -> int:
        """Number of free places."""
        return sum(map(len, self.tables(0))) - sum(map(len, self.taken(0)))

    @property
    def _seats(self) -> int:
        return self.sizes.tables[0]

    @cached_property
    def _seated(self) -> list[list[Pod]]:
        return improved_seats(equal_seats(self._all_taken, self._seats))

    @cached_property
    def _all_taken(self) -> list[list[tuple[int, ...]]]:
        return [self.taken(number) for number in range(self.rounds)]

    @cached_property
    def figures(self) -> Figures:
        """The most and the fewest meetings of a pair, and the difference between seats."""
        if self.large or self.entrants < 2:
            return {}
        matrix = meetings_of(self._all_taken, self.entrants)
        met = [m for one, row in enumerate(matrix) for m in row[:one]]
        share, more = divmod(sum(met), len(met))
        pods = [pod for pods in self._seated for pod in pods]
        seats = seat_difference(seat_counts(pods))
        equal = len(set(self.sizes.tables)) == 1 and not self.sizes.byes
        least = Fraction(self.rounds % self._seats > 0) if equal else None
        return {
            "most meetings of a pair": (Fraction(max(met)), Fraction(share + (more > 0))),
            "fewest meetings of a pair": (Fraction(min(met)), Fraction(share)),
            "seats": (
                Fraction(seats),
                least,
            ),
            **({"time limit": (Fraction(1), Fraction(0))} if self.late else {}),
        }


@lru_cache(maxsize=32)
def pod_schedule(
    entrants: int, sizes: Sizes, rounds: int | None, seed: int, seconds: int
) -> PodSchedule:
    """The best schedule that is known or found; without `rounds` until all pairs could have met."""
    tables = split(entrants, sizes)
    of_sizes, byes = tables
    # For these sizes, or for equal tables with free places.
    known = list(known_schedules((*of_sizes, byes) if byes else of_sizes))
    if not byes and of_sizes[0] - of_sizes[-1] == 1:
        free = sum(size < of_sizes[0] for size in of_sizes)
        known += known_schedules((of_sizes[0],) * len(of_sizes), free)
    if not rounds:
        # As many as a perfect design has, else as many as an entrant needs to meet all.
        full = -(-(entrants - 1) // max(1, of_sizes[0] - 1))
        rounds = next((source.rounds for source in known if source.perfect), full)
    bound = lowest_cost(entrants, tables, rounds)
    found = [PodSchedule(entrants, tables, rounds, source, bound) for source in known]
    lots = PodSchedule(entrants, tables, rounds, _by_lot(entrants, tables, rounds, seed), bound)
    if lots.large:
        return (found or [lots])[0]
    found = [_counted(schedule) for schedule in found]
    best = min(found, key=lambda schedule: schedule.cost or 0, default=None)
    if best is not None and best.cost == bound:
        return best
    effort = Effort.of(seconds)
    for number in range(min(_SEARCHES, 2 * _MOST_STEPS // search_steps(entrants, rounds))):
        begin = seed * _SEARCHES + number
        searched = _searched(entrants, tables, rounds, bound, seed=begin, effort=effort)
        if best is None or (searched.cost or 0) < (best.cost or 0):
            best = searched
        if best.cost == bound or searched.late:
            break
    return best or lots


def _by_lot(entrants: int, split: Split, rounds: int, seed: int) -> KnownSchedule:
    """Tables by lot, for numbers of entrants for which nothing better is known or searched.

    Byes go round.
    """

    def tables(number: int) -> tuple[tuple[int, ...], ...]:
        turn = number * split.byes % entrants
        order = [(turn + at) % entrants for at in range(entrants)]
        playing = order[split.byes :]
        Random(f"{seed} {number}").shuffle(playing)
        waiting = iter(playing)
        return tuple(tuple(islice(waiting, size)) for size in split.tables)

    return KnownSchedule(rounds, tables)


def search_steps(entrants: int, rounds: int) -> int:
    """How many steps a search has: a function of the size alone, so that no clock decides."""
    return min(_MOST_STEPS, _STEPS * entrants * rounds)


def _counted(schedule: PodSchedule) -> PodSchedule:
    """The schedule with its cost."""
    rounds = [schedule.taken(number) for number in range(schedule.rounds)]
    return replace(schedule, cost=cost_of(meetings_of(rounds, schedule.entrants)))


def _searched(
    entrants: int, split: Split, rounds: int, bound: int, *, seed: int, effort: Effort
) -> PodSchedule:
    """The result of the search, from tables by lot."""
    steps = effort.granted(search_steps(entrants, rounds))
    effort.steps -= steps
    start = random_rounds(range(entrants), split, rounds, seed)
    nothing = [[0] * entrants for _ in range(entrants)]
    search = ScheduleSearch(start, nothing, [0] * entrants, bench=split.byes > 0)
    found = search.run(seed, steps, goal=bound)
    tables = [tuple(map(tuple, tables)) for tables in found]
    source = KnownSchedule(rounds, tables.__getitem__)
    schedule = _counted(PodSchedule(entrants, split, rounds, source, bound, searched=True))
    return replace(schedule, late=effort.exceeded and schedule.cost != bound)


def random_rounds(places: Sequence[int], split: Split, rounds: int, seed: int) -> Rounds:
    """Rounds with tables by lot; places with a bye are one more table at the end."""
    random = Random(seed)
    found = []
    for _ in range(rounds):
        order = iter(random.sample(places, len(places)))
        sizes = (*split.tables, split.byes) if split.byes else split.tables
        found.append([list(islice(order, size)) for size in sizes])
    return found
