"""Schedules known from combinatorial design theory, in which pairs meet equally often.

Places are numbered from 0. A round is computed from its number; after `rounds` rounds the schedule
starts again. Source: C. J. Colbourn, J. H. Dinitz (eds.), Handbook of Combinatorial Designs, 2nd
edition, chapters on affine planes, resolvable designs and transversal designs.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import gcd
from typing import NamedTuple

from tourney.formats.developed import DEVELOPED
from tourney.formats.fields import FiniteField, finite_field

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
        directions = list(_directions(order, dimension))
        yield KnownSchedule(len(directions), lambda number: _lines(field, directions[number]), True)


def _directions(order: int, dimension: int) -> Iterator[tuple[int, ...]]:
    """One vector of each direction: the one whose first coordinate that is not 0 is 1."""
    for vector in product(range(order), repeat=dimension):
        if next((value for value in vector if value), 0) == 1:
            yield vector


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
