"""Writes many rows at once, in the fastest way of each dialect.

SQLite: plain tuples without the ORM, many rows per statement (one row per statement takes nearly
twice as long). PostgreSQL: COPY. Values reach the driver unchanged, so they must be plain ints,
strings, bytes or None, one for every column of the table in its order.

On a server the plies of each run are in a part of the table of their own, which can be dropped at
once, and each run has its own range of match ids: those of run N begin at N times `RANGE`. Below
the first of them are imported records, and runs that were copied from a file, where ids follow each
other.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, count, islice, repeat
from time import sleep
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, event, func, or_, select
from sqlalchemy.exc import OperationalError

from tourney.domain.match_values import Entries, Fault, MoveInfo
from tourney.store.models import MATCH, PACKED_LOG, PLY, RUN

ROWS: Final = 64
"""Rows per statement; with four to seven columns below SQLite's oldest limit of variables."""
BYTES: Final = frozenset({PACKED_LOG.c.entries})
"""Columns of bytes, which COPY needs in another form than `str` gives."""
PORTION: Final = 2000
"""Rows per message of COPY."""
RANGE: Final = 1 << 31
"""Match ids of one run on a server."""
FIRST: Final = f"CREATE TABLE ply_first PARTITION OF ply FOR VALUES FROM (MINVALUE) TO ({RANGE})"
"""Creates the partition of all plies that belong to no run with a partition."""
OF_RUN: Final = re.compile("ply_run_[0-9]+")
TRIES: Final = 20
"""Attempts to lock the table of plies; a runner uses it for some milliseconds at a time."""
PAUSE: Final = 0.05
IN_USE: Final = "55P03"
"""The state of an error if somebody else uses a table."""

Row = tuple[int | str | bytes | None, ...]
Columns = Sequence[Sequence[int | str | None]]


class Bulk(ABC):
    """The operations that a dialect offers to a writer."""

    def begin_run(self, connection: Connection, run_id: int) -> None:  # noqa: B027
        """Prepare to write matches of a run, which is locked."""

    def continue_run(self, connection: Connection, run_id: int) -> None:  # noqa: B027
        """Give ids after those of the matches of a run, which were copied."""

    def end_run(self, connection: Connection, run_id: int) -> None:  # noqa: B027
        """Remove what was prepared for a run, with its plies."""

    @abstractmethod
    def reserve(
        self, connection: Connection, number: int, run_id: int | None = None
    ) -> Sequence[int]:
        """Ids for `number` new matches, perhaps of a run, which are given only once."""

    @abstractmethod
    def last_id(self, connection: Connection, table: Table) -> int:
        """The highest id ever given in a table, even if its row was removed."""

    @abstractmethod
    def count_from(self, connection: Connection, table: Table, last: int) -> None:
        """Give no id up to `last` again."""

    @abstractmethod
    def insert(self, connection: Connection, table: Table, rows: Iterator[Row]) -> None:
        """Insert new rows."""

    def insert_columns(self, connection: Connection, table: Table, columns: Columns) -> None:
        """Insert new rows that are given column by column."""
        self.insert(connection, table, zip(*columns, strict=True))


class SQLiteBulk(Bulk):
    """Bulk writing within an immediate transaction, which excludes every other writer.

    Runs share the table of plies and the ids of matches.
    """

    def reserve(
        self, connection: Connection, number: int, run_id: int | None = None
    ) -> Sequence[int]:
        """The next unused ids; under the write lock no other process can take them."""
        last = self.last_id(connection, MATCH)
        return range(last + 1, last + 1 + number)

    def last_id(self, connection: Connection, table: Table) -> int:
        """The highest id by SQLite's own table, which explicit ids update, too."""
        asked = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        driver: Any = connection.connection.driver_connection
        row = driver.execute(asked, (table.name,)).fetchone()
        return (row and row[0]) or 0

    def count_from(self, connection: Connection, table: Table, last: int) -> None:
        """Write the id to SQLite's own table, which has no row for an unused table."""
        connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
        values = (table.name, last)
        connection.exec_driver_sql("INSERT INTO sqlite_sequence VALUES (?, ?)", values)

    def insert(self, connection: Connection, table: Table, rows: Iterator[Row]) -> None:
        """Insert in statements of ROWS rows, and the rest in a last one."""
        self._insert_values(connection, table, list(chain.from_iterable(rows)))

    def insert_columns(self, connection: Connection, table: Table, columns: Columns) -> None:
        """Insert as `insert`; to put columns beside each other takes half the time of rows."""
        width = len(columns)
        values: list[Any] = [None] * (width * len(columns[0]))
        for at, column in enumerate(columns):
            values[at::width] = column
        self._insert_values(connection, table, values)

    def _insert_values(self, connection: Connection, table: Table, values: list[Any]) -> None:
        """Insert the values of rows that follow each other."""
        # The driver is called directly: with a hundred short matches SQLAlchemy's part in these
        # statements would take a tenth of the time of a batch.
        driver: Any = connection.connection.driver_connection  # its errors are translated, too
        width = len(table.columns)
        step = ROWS * width
        given = [tuple(values[at : at + step]) for at in range(0, len(values), step)]
        while given:
            alike = given if len(given[-1]) == len(given[0]) else given[:-1]
            row = f"({', '.join('?' * width)})"
            marks = ", ".join([row] * (len(alike[0]) // width))
            driver.executemany(f'INSERT INTO "{table.name}" VALUES {marks}', alike)
            del given[: len(alike)]


class PostgresBulk(Bulk):
    """Bulk writing by COPY."""

    def begin_run(self, connection: Connection, run_id: int) -> None:
        """Create the partition and the ids of a run, unless they exist."""
        name, first = f"ply_run_{run_id}", run_id * RANGE
        if connection.exec_driver_sql("SELECT to_regclass(%s)", (name,)).scalar_one() is not None:
            return
        # Unlike CREATE TABLE … PARTITION OF, this lets others read and write the table meanwhile.
        connection.exec_driver_sql(f"CREATE TABLE {name} (LIKE ply INCLUDING ALL)")
        bounds = f"FROM ({first}) TO ({first + RANGE})"
        connection.exec_driver_sql(f"ALTER TABLE ply ATTACH PARTITION {name} FOR VALUES {bounds}")
        limits = f"MINVALUE {first + 1} MAXVALUE {first + RANGE - 1} OWNED BY {name}.match_id"
        connection.exec_driver_sql(f"CREATE SEQUENCE match_run_{run_id} {limits}")

    def continue_run(self, connection: Connection, run_id: int) -> None:
        """Continue the ids of a run after the last one in use."""
        first = run_id * RANGE
        connection.exec_driver_sql(
            f"SELECT setval('match_run_{run_id}', max(id)) FROM match WHERE id >= %s AND id < %s "
            "HAVING max(id) IS NOT NULL",
            (first, first + RANGE),
        )

    def end_run(self, connection: Connection, run_id: int) -> None:
        """Drop the plies of a run, if they have a partition, and its ids with them.

        To drop it, nobody else may use the table, and who waits for that keeps everybody else
        waiting. So if others read for long, the plies are only deleted; the empty partition is
        dropped with the next run.
        """
        asked = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ply'::regclass"
        parts = set(filter(OF_RUN.fullmatch, connection.exec_driver_sql(asked).scalars()))
        name = f"ply_run_{run_id}"
        if name not in parts:
            return
        if not any(_locked(connection, name) for _ in range(TRIES)):
            connection.exec_driver_sql(f"DELETE FROM {name}")
            return
        kept = {f"ply_run_{one}" for one in connection.execute(select(RUN.c.id)).scalars()}
        for unused in [name, *sorted(parts - kept - {name})]:
            connection.exec_driver_sql(f"DROP TABLE {unused}")

    def reserve(
        self, connection: Connection, number: int, run_id: int | None = None
    ) -> Sequence[int]:
        """The next ids of the sequence, or of that of a run, each given only once."""
        own = "pg_get_serial_sequence('match', 'id')" if run_id is None else f"'match_run_{run_id}'"
        asked = f"SELECT nextval({own}) FROM generate_series(1, %s)"
        return connection.exec_driver_sql(asked, (number,)).scalars().all()

    def last_id(self, connection: Connection, table: Table) -> int:
        """The highest id by the sequence; an unused sequence also gives 1, which wastes one id."""
        named = select(func.pg_get_serial_sequence(table.name, "id"))
        sequence = connection.execute(named).scalar_one()
        return int(connection.exec_driver_sql(f"SELECT last_value FROM {sequence}").scalar_one())

    def count_from(self, connection: Connection, table: Table, last: int) -> None:
        """Set its sequence."""
        sequence = func.pg_get_serial_sequence(table.name, "id")
        connection.execute(select(func.setval(sequence, max(last, 1), last > 0)))

    def insert(self, connection: Connection, table: Table, rows: Iterator[Row]) -> None:
        """Send the rows as COPY text in batches, which the server reads meanwhile."""
        driver: Any = connection.connection.driver_connection
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        command = f'COPY "{table.name}" ({columns}) FROM STDIN'
        with closing(driver.cursor()) as cursor, cursor.copy(command) as copy:
            while batch := list(islice(rows, PORTION)):
                copy.write(_copy_text(table, batch))


def _locked(connection: Connection, name: str) -> bool:
    """Lock the table of plies and a partition if nobody uses them now; else wait a moment."""
    try:
        with connection.begin_nested():
            lock = f"LOCK TABLE ONLY ply, ONLY {name} IN ACCESS EXCLUSIVE MODE NOWAIT"
            connection.exec_driver_sql(lock)
    except OperationalError as error:
        if getattr(error.orig, "sqlstate", None) != IN_USE:
            raise
        sleep(PAUSE)
        return False
    return True


def _copy_text(table: Table, rows: list[Row]) -> str:
    """Rows as COPY text; the quick way is correct unless a text contains a special character."""
    width = len(table.columns)
    if not any(column.nullable or column in BYTES for column in table.columns):
        line = "\t".join(["%s"] * width) + "\n"
        text = "".join([line % row for row in rows])
        breaks = text.count("\t"), text.count("\n"), text.count("\r") + text.count("\\")
        if breaks == (len(rows) * (width - 1), len(rows), 0):
            return text
    return "".join(["\t".join([_copy_value(value) for value in row]) + "\n" for row in rows])


_ESCAPES: Final = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def _copy_value(value: int | str | bytes | None) -> str:
    if value is None:
        return "\\N"
    if isinstance(value, bytes):
        return f"\\\\x{value.hex()}"
    return value.translate(_ESCAPES) if isinstance(value, str) else str(value)


BULK: Final[dict[str, Bulk]] = {"sqlite": SQLiteBulk(), "postgresql": PostgresBulk()}


def split_plies(dialect: str) -> None:
    """Declare that a server splits the table of plies by ranges of match ids.

    Not declared with the table, because that would import the dialect of servers for every file.
    """
    if dialect == "postgresql":
        PLY.dialect_options[dialect]["partition_by"] = "RANGE (match_id)"


@event.listens_for(PLY, "before_create")
def _split(table: object, connection: Connection, **given: object) -> None:
    split_plies(connection.dialect.name)


@event.listens_for(PLY, "after_create")
def _create_first(table: object, connection: Connection, **given: object) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(FIRST)


def plies_of(run_id: int) -> ColumnElement[bool]:
    """A condition that spares the server the partitions of other runs."""
    first = run_id * RANGE
    own = (PLY.c.match_id >= first) & (PLY.c.match_id < first + RANGE)
    return or_(own, PLY.c.match_id < RANGE)


def ply_rows(match_id: int, entries: Entries) -> Iterator[Row]:
    """Rows of table `ply` for the entries of one match."""
    return zip(repeat(match_id), count(1), *entries, strict=False)


def ply_columns(logs: Iterable[tuple[int, Entries]]) -> Columns:
    """The columns of table `ply` for the entries of matches with these ids."""
    ids, numbers = list[int](), list[int]()
    seats, texts = list[int](), list[str]()
    for match_id, entries in logs:
        plies = len(entries.seats)
        ids += [match_id] * plies
        numbers += range(1, plies + 1)
        seats += entries.seats
        texts += entries.texts
    return ids, numbers, seats, texts


def fault_rows(match_id: int, faults: Sequence[Fault]) -> Iterator[Row]:
    """Rows of table `fault` for one match, numbered in their order."""
    for number, fault in enumerate(faults, 1):
        seen = storable(fault.evidence), storable(fault.detail)
        yield match_id, number, fault.seat, fault.code, fault.ply, *seen


def info_rows(match_id: int, infos: Sequence[MoveInfo]) -> Iterator[Row]:
    """Rows of table `move_info` for one match, numbered in their order."""
    for number, info in enumerate(infos, 1):
        yield match_id, number, info.ply, info.seat, storable(info.text), info.us


def storable(text: str) -> str:
    """A bot's output, with characters that databases refuse replaced by escapes."""
    return text.replace("\0", "\\x00").encode("utf-8", "backslashreplace").decode()
