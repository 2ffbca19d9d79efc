"""Whether the values in a SQLite file have the types that this program stores.

SQLite stores any value in any column, so a damaged or edited file may contain unreadable values.
Does not check what the values mean.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Boolean, Column, Connection, Integer, LargeBinary, Table
from sqlmodel import SQLModel

TYPES: Final = {Integer: "integer", Boolean: "integer", LargeBinary: "blob"}
"""SQLite's name for the values of a column; all other columns contain text."""
PORTION: Final = 1000


def misfits(connection: Connection) -> Iterator[str]:
    """One line for each column with values of a wrong type or with unreadable texts."""
    for table in SQLModel.metadata.sorted_tables:
        wrong = list(_of_other_types(connection, table))
        yield from wrong
        if not wrong:
            yield from _unreadable(connection, table)


def _of_other_types(connection: Connection, table: Table) -> Iterator[str]:
    columns = list(table.columns)
    counts = ", ".join(_count(column) for column in columns)
    row = connection.exec_driver_sql(f'SELECT {counts} FROM "{table.name}"').one()
    for column, number in zip(columns, row, strict=True):
        if number:
            yield f"table {table.name}: {number:.0f} values of {column.name} have the wrong type"


def _type(column: "Column[Any]") -> str:
    return next((name for kind, name in TYPES.items() if isinstance(column.type, kind)), "text")


def _count(column: "Column[Any]") -> str:
    """SQL for the number of values that have a wrong type."""
    types = f"'{_type(column)}', 'null'" if column.nullable else f"'{_type(column)}'"
    return f'total(typeof("{column.name}") NOT IN ({types}))'


def _unreadable(connection: Connection, table: Table) -> Iterator[str]:
    for column in table.columns:
        if _type(column) == "text":
            reads = _are_texts if column.type.python_type is str else _are_times
            if not all(map(reads, _values(connection, table, column))):
                yield f"table {table.name}: values of {column.name} cannot be read"


def _values(connection: Connection, table: Table, column: "Column[Any]") -> Iterator[list[bytes]]:
    """The values of a column as bytes, in batches."""
    driver: Any = connection.connection.driver_connection
    query = f'SELECT CAST("{column.name}" AS BLOB) FROM "{table.name}"'
    with closing(driver.execute(query)) as cursor:
        while rows := cursor.fetchmany(PORTION):
            yield [value for (value,) in rows if value is not None]


def _are_texts(values: Sequence[bytes]) -> bool:
    try:
        b"\n".join(values).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _are_times(values: Sequence[bytes]) -> bool:
    try:
        for value in values:
            datetime.fromisoformat(value.decode("ascii"))
    except ValueError:
        return False
    return True
