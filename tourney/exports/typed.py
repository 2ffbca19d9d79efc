"""Types of the columns of a table, for file formats whose columns have types."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from engines.messages import Message, say
from tourney.domain.errors import UsageFault
from tourney.render.tables import Column, Kind, Number, Row, Table, Value, data_of, plain_value

BATCH: Final = 65_536
"""Rows in memory at a time."""


class TypedRows(NamedTuple):
    """The columns of a table with their types, and its rows in batches."""

    keys: Sequence[str]
    kinds: Sequence[Kind]
    batches: Iterator[Sequence[Row]]


def typed(table: Table) -> TypedRows:
    """The data of a table; the type of a column that names none follows from its first values."""
    data = data_of(table)
    rows = iter(data.rows)
    first = list(islice(rows, BATCH))
    kinds = [column.kind or _kind(column, at, first) for at, column in enumerate(data.columns)]
    return TypedRows([column.key for column in data.columns], kinds, _batches(first, rows))


def _batches(first: Sequence[Row], rows: Iterator[Row]) -> Iterator[Sequence[Row]]:
    batch = first
    while batch:
        yield batch
        batch = list(islice(rows, BATCH))


def _kind(column: Column, at: int, rows: Sequence[Row]) -> Kind:
    values = [row[at] for row in rows if row[at] is not None]
    if not values or any(isinstance(one, str | Message) for one in values):
        return "text"
    if all(isinstance(one, bool) for one in values):
        return "flag"
    return "integer" if all(type(one) is int for one in values) else "number"


def value_of(kind: Kind) -> Callable[[Value], Number]:
    """Turns values into those of a type; a fraction becomes the nearest float."""
    return _number if kind == "number" else _text if kind == "text" else plain_value


def _number(value: Value) -> Number:
    plain = plain_value(value)
    return float(plain) if isinstance(plain, int) else plain


def _text(value: Value) -> Number:
    return None if value is None else str(value)


def missing_extra(format: str, extra: str, library: str) -> UsageFault:
    """The error for a format whose library is not installed."""
    return UsageFault(say("exports.missing-extra", format=format, extra=extra, library=library))
