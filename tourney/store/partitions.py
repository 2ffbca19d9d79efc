"""The plies of a run on a server, in a part of the table of their own that can be dropped at once.

Each run has its own range of match ids: those of run N begin at N times `RANGE`. Below the first of
them are imported records, and runs from before there were partitions. A SQLite file has none of
this: its ids follow each other.
"""

import re
from collections.abc import Sequence
from time import sleep
from typing import Final

from sqlalchemy import ColumnElement, Connection, event, or_, select
from sqlalchemy.exc import OperationalError

from tourney.store.models import PLY, RUN

RANGE: Final = 1 << 31
"""Match ids of one run."""
FIRST: Final = f"CREATE TABLE ply_first PARTITION OF ply FOR VALUES FROM (MINVALUE) TO ({RANGE})"
"""Creates the partition of all plies that belong to no run with a partition."""
OF_RUN: Final = re.compile("ply_run_[0-9]+")
TRIES: Final = 20
"""Attempts to lock the table; a runner uses it for some milliseconds at a time."""
PAUSE: Final = 0.05
IN_USE: Final = "55P03"
"""The state of an error if somebody else uses a table."""


def _create_first(table: object, connection: Connection, **given: object) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(FIRST)


event.listen(PLY, "after_create", _create_first)


def _partition(run_id: int) -> str:
    """The name of the partition of a run."""
    return f"ply_run_{run_id}"


def add_partition(connection: Connection, run_id: int) -> None:
    """Create the partition and the ids of a run, unless they exist; the run must be locked."""
    name, first = _partition(run_id), run_id * RANGE
    if connection.exec_driver_sql("SELECT to_regclass(%s)", (name,)).scalar_one() is not None:
        return
    # Unlike CREATE TABLE … PARTITION OF, this lets others read and write the table meanwhile.
    connection.exec_driver_sql(f"CREATE TABLE {name} (LIKE ply INCLUDING ALL)")
    bounds = f"FROM ({first}) TO ({first + RANGE})"
    connection.exec_driver_sql(f"ALTER TABLE ply ATTACH PARTITION {name} FOR VALUES {bounds}")
    limits = f"MINVALUE {first + 1} MAXVALUE {first + RANGE - 1} OWNED BY {name}.match_id"
    connection.exec_driver_sql(f"CREATE SEQUENCE match_run_{run_id} {limits}")


def continue_ids(connection: Connection, run_id: int) -> None:
    """Continue the ids of a run after the last one in use, because rows were copied."""
    first = run_id * RANGE
    connection.exec_driver_sql(
        f"SELECT setval('match_run_{run_id}', max(id)) FROM match WHERE id >= %s AND id < %s "
        "HAVING max(id) IS NOT NULL",
        (first, first + RANGE),
    )


def drop_partition(connection: Connection, run_id: int) -> None:
    """Drop the plies of a run, if they have a partition, and its ids with them.

    To drop it, nobody else may use the table, and who waits for that keeps everybody else waiting.
    So if others read for long, the plies are only deleted; the empty partition is dropped with
    the next run.
    """
    name = _partition(run_id)
    if name not in _partitions(connection):
        return
    if not any(_locked(connection, name) for _ in range(TRIES)):
        connection.exec_driver_sql(f"DELETE FROM {name}")
        return
    connection.exec_driver_sql(f"DROP TABLE {name}")
    kept = set(map(_partition, connection.execute(select(RUN.c.id)).scalars()))
    for unused in sorted(_partitions(connection) - kept):
        connection.exec_driver_sql(f"DROP TABLE {unused}")


def _locked(connection: Connection, name: str) -> bool:
    """Lock the table and a partition if nobody uses them now; else wait a moment."""
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


def _partitions(connection: Connection) -> set[str]:
    """The names of all partitions of runs, which no other partition has."""
    asked = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'ply'::regclass"
    return set(filter(OF_RUN.fullmatch, connection.exec_driver_sql(asked).scalars()))


def run_ids(connection: Connection, run_id: int, number: int) -> Sequence[int]:
    """The next match ids of a run, each given only once."""
    asked = f"SELECT nextval('match_run_{run_id}') FROM generate_series(1, %s)"
    return connection.exec_driver_sql(asked, (number,)).scalars().all()


def plies_of(run_id: int) -> ColumnElement[bool]:
    """A condition that spares the server the partitions of other runs."""
    first = run_id * RANGE
    own = (PLY.c.match_id >= first) & (PLY.c.match_id < first + RANGE)
    return or_(own, PLY.c.match_id < RANGE)
