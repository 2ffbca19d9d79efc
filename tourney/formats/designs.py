"""Schedules known from combinatorial design theory, in which pairs meet equally often."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import gcd
from typing import Final, NamedTuple

# Finite fields of small order, for designs. Elements are the numbers 0 to order - 1.

_REDUCTIONS: Final = {
    4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0)),
    25: (5, (2, 0)), 27: (3, (2, 1, 0)), 32: (2, (1, 0, 1, 0, 0)),
}  # fmt: skip
"""For a prime power: the prime, and x^m written as a polynomial of lower degree, constant first."""


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
"""Designs by the sizes of their tables, larger ones first. Pairs meet equally often, or, if there
are fewer rounds than that takes, never twice."""


# Schedules known from combinatorial design theory, in which pairs meet equally often.
#
# Places are numbered from 0. A round is computed from its number; after `rounds` rounds the
# schedule starts again. Source: C. J. Colbourn, J. H. Dinitz (eds.), Handbook of Combinatorial
# Designs, 2nd edition, chapters on affine planes, resolvable designs and transversal designs.

Tables = tuple[tuple[int, ...], ...]
"""The tables of a round; a table has places in no particular order."""


class KnownSchedule(NamedTuple):
    """A schedule: its number of rounds and the tables of each, counted from 0."""

    rounds: int
    tables: Callable[[int], Tables]
    perfect: bool = False
    """Whether all pairs meet equally often."""


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
            yield from _affine(len(sizes) * sizes[0], sizes[0])
        yield from _transversal(len(sizes), sizes[0], free)


def _affine(places: int, order: int) -> Iterator[KnownSchedule]:
    """The lines of an affine space over a field; each round has the lines of one direction.

    Every pair meets exactly once.
    """
    dimension = next(power for power in range(1, places + 1) if order**power >= places)
    field = finite_field(order)
    if field is not None and order**dimension == places and dimension > 1:
        # One vector of each direction: the one whose first coordinate that is not 0 is 1.
        vectors = product(range(order), repeat=dimension)
        directions = [one for one in vectors if next((value for value in one if value), 0) == 1]
        yield KnownSchedule(len(directions), lambda number: _lines(field, directions[number]), True)


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
