"""Looking after a database: what is in it, whether it is sound, copies of it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from sqlalchemy import Connection, func, select

from tourney.domain.errors import Conflict, NotFound, UsageFault
from tourney.store.connect import Database, address, look
from tourney.store.models import MATCH, PACKED_LOG, PLY, RECORD_TEXT, RUN
from tourney.store.schema import Schema, require_usable, revision, schema

BUSY_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Status:
    """What a database is and holds; counts are None unless its schema is this program's."""

    database: str
    schema: str
    revision: str | None
    size: int | None
    runs: int | None = None
    matches: int | None = None
    records: int | None = None
    plies: int | None = None
    packed: int | None = None


@contextmanager
def opened(target: str) -> Iterator[Database]:
    """The database at a path or URL, whatever its schema; NotFound."""
    place = address(target)
    look(place)
    database = Database(place, BUSY_SECONDS)
    try:
        yield database
    finally:
        database.close()


def status(target: str) -> Status:
    """What the database at a path or URL is and holds, whatever its schema."""
    with opened(target) as database:
        path = database.place.path
        size = path.stat().st_size if path else None
        with database.reading() as connection:
            found, number = schema(connection), revision(connection)
            counts = _counts(connection) if found is Schema.CURRENT else {}
        return Status(database.place.shown, found.value, number, size, **counts)


def _counts(connection: Connection) -> dict[str, int]:
    tables = {
        "runs": RUN, "matches": MATCH, "records": RECORD_TEXT, "plies": PLY, "packed": PACKED_LOG,
    }  # fmt: skip
    return {
        name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for name, table in tables.items()
    }


def backup(database: Database, target: Path) -> Path:
    """Copy a SQLite database as it is at one instant, also while it is written to.

    The copy appears whole or not at all; Conflict if there is a file already.
    """
    if not database.is_file:
        raise UsageFault(f"'{database.place.shown}' is on a server: copy it with pg_dump")
    if target.exists():
        raise Conflict(f"'{target}' is already there: name another file")
    if not target.parent.is_dir():
        raise NotFound(f"no folder '{target.parent}' for the copy: make it first")
    part = target.with_name(f"{target.name}.part")
    try:
        with database.told():
            _copy_pages(database.place.path, part)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return target


def _copy_pages(source: Path | None, target: Path) -> None:
    with (
        closing(sqlite3.connect(str(source), timeout=BUSY_SECONDS)) as old,
        closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as new,
    ):
        old.backup(new)


def free_name(path: Path, tag: str) -> Path:
    """A name for a copy of `path` that no file has yet: PATH.TAG.bak, PATH.TAG-2.bak …"""
    tries = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.name}.{tag}{more}.bak") for more in tries)
    return next(name for name in names if not name.exists())


def restore(target: str, source: Path) -> Path | None:
    """Put the content of backup `source` in place of a SQLite database's, in one transaction.

    What was there is copied first; where to, None if there was no file. Conflict if either is
    something else than a database of tournaments.
    """
    place = address(target)
    if place.path is None:
        raise UsageFault(f"'{place.shown}' is on a server: restore it with pg_restore")
    with opened(str(source)) as database:
        _require_ours(database)
    if not place.path.exists():
        with opened(str(source)) as database:
            backup(database, place.path)
        return None
    with opened(target) as database:
        _require_ours(database)
        # The copying below would wait for another writer without end.
        with database.writing():
            pass
        kept = backup(database, free_name(place.path, "replaced"))
        with database.told():
            _copy_pages(source, place.path)
    return kept


def _require_ours(database: Database) -> None:
    with database.reading() as connection:
        require_usable(database.place, schema(connection), Schema.OLDER)
