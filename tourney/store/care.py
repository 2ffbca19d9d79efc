"""Maintenance of a database: its status, backups and restoring them."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import DBAPIError

from engines.messages import say
from tourney.domain.errors import NotFound, TourneyError, UsageFault, quoted
from tourney.domain.new_files import already_there, draft_name, place_new_file
from tourney.store.connect import Database, address, look
from tourney.store.errors import Damaged
from tourney.store.log_check import NotedRow, last_row
from tourney.store.models import (
    MATCH,
    MOVE_INFO,
    OPEN_MATCH,
    PACKED_LOG,
    PLY,
    RECORD_TEXT,
    RECORDING,
    RUN,
)
from tourney.store.schema import BUSY_SECONDS, Schema, new_number, require_usable, revision, schema

NOBODY_ELSE = 0o600
BESIDE = ("-wal", "-shm", "-journal")

SERVER_SIZE: Final = text("SELECT pg_database_size(current_database())")


@dataclass(frozen=True, slots=True)
class Status:
    """Type, size and content of a database; counts are None unless its schema is current.

    `recordings` and `plays` have not ended; `infos` are texts of bots about their moves.
    """

    database: str
    schema: str
    revision: str | None
    size: int
    runs: int | None = None
    matches: int | None = None
    records: int | None = None
    plies: int | None = None
    packed: int | None = None
    recordings: int | None = None
    plays: int | None = None
    infos: int | None = None


@contextmanager
def opened(target: str) -> Iterator[Database]:
    """Open the database at a path or URL with any schema; NotFound."""
    place = address(target)
    look(place)
    database = Database(place, BUSY_SECONDS)
    try:
        yield database
    finally:
        database.close()


def status(target: str) -> Status:
    """The status of the database at a path or URL with any schema."""
    with opened(target) as database:
        with database.reading() as connection:
            size = _size(database, connection)
            found, number = schema(connection), revision(connection)
            counts = _counts(connection) if found is Schema.CURRENT else {}
        return Status(database.place.shown, found.value, number, size, **counts)


def _size(database: Database, connection: Connection) -> int:
    """The bytes of a file, or of a database on a server with its indexes."""
    if database.place.path is not None:
        return database.place.path.stat().st_size
    size: int = connection.execute(SERVER_SIZE).scalar_one()
    return size


def _counts(connection: Connection) -> dict[str, int]:
    tables = {
        "runs": RUN, "matches": MATCH, "records": RECORD_TEXT, "plies": PLY, "packed": PACKED_LOG,
        "recordings": RECORDING, "plays": OPEN_MATCH, "infos": MOVE_INFO,
    }  # fmt: skip
    return {
        name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for name, table in tables.items()
    }


def last_change(database: Database) -> NotedRow | None:
    """The last row of the log of changes; None if it is empty or the schema is an old one."""
    with database.reading() as connection:
        return last_row(connection) if schema(connection) is Schema.CURRENT else None


def backup(
    database: Database, target: Path, *, verify: bool = True, shown: Path | None = None
) -> Path:
    """Copy a SQLite database as it is at one instant, even while it is being written.

    The copy appears complete or not at all. Conflict if the file exists; Damaged if SQLite finds
    faults in the database, unless `verify` is False. Errors of the disk name `shown`, or else the
    copy.
    """
    if database.place.path is None:
        raise UsageFault(say("store.no-backup-of-server", database=quoted(database.place.shown)))
    if os.path.lexists(target):
        raise already_there(target)
    if not target.parent.is_dir():
        raise NotFound(say("store.no-folder-for-copy", folder=str(target.parent)))
    with _draft(target, database.place.path.stat().st_mode & 0o777) as draft:
        _fill(database, draft, new_number(), shown or target)
        if verify:
            _require_sound(database)
        place_new_file(draft, target)
    return target


@contextmanager
def _draft(target: Path, mode: int) -> Iterator[Path]:
    """An empty file beside `target`, removed at the end unless it was renamed."""
    draft = draft_name(target)
    try:
        draft.touch(mode, exist_ok=False)
        yield draft
    except OSError as error:
        error.filename, error.filename2 = str(target), None
        raise
    finally:
        for suffix in ("", *BESIDE):
            Path(f"{draft}{suffix}").unlink(missing_ok=True)


def _fill(database: Database, draft: Path, number: int, target: Path) -> None:
    """Copy the content of a database to a draft of `target`, with its own number."""
    with database.translating(), closing(database.connect()) as old:
        old.execute("PRAGMA schema_version")  # errors in reading name the database
        with database.translating(writes_to=target), closing(_connect(draft)) as new:
            old.backup(new)
            new.execute(f"PRAGMA user_version = {number}")
        database.require_unchanged(old)


def _connect(draft: Path) -> sqlite3.Connection:
    return sqlite3.connect(draft, timeout=BUSY_SECONDS, isolation_level=None)


def _require_sound(database: Database) -> None:
    """Raise Damaged if SQLite finds faults in the pages of a file."""
    with database.translating(), closing(database.connect()) as connection:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise Damaged(say("store.damaged", path=database.place.shown))


def free_name(path: Path, tag: str) -> Path:
    """An unused name for a copy of `path`: PATH.TAG.bak, PATH.TAG-2.bak …"""
    tries = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.name}.{tag}{more}.bak") for more in tries)
    return next(name for name in names if not os.path.lexists(name))


def restore(target: str, source: Path) -> Path | None:
    """Replace the content of a SQLite database by that of backup `source`, in one transaction.

    Copies the previous content first and returns that copy, or None if there was no file. A damaged
    file is replaced as a whole. Conflict if either file is not a database of tourney.
    """
    place = address(target)
    if place.path is None:
        raise UsageFault(say("store.no-restoring-on-server", database=quoted(place.shown)))
    with opened(str(source)) as saved:
        _require_ours(saved)
        _require_sound(saved)
        if not place.path.exists():
            backup(saved, place.path, verify=False)
            return None
        try:
            return _replace_content(target, saved)
        except Damaged:
            return _replace_file(place.path, saved)


def _replace_content(target: str, saved: Database) -> Path:
    with opened(target) as database:
        path = database.place.path
        assert path is not None
        _require_ours(database)
        # The copying below would wait for another writer forever.
        with database.writing() as connection:
            number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        kept = backup(database, free_name(path, "replaced"), verify=False)
        with _draft(path, NOBODY_ELSE) as draft:
            _fill(saved, draft, number, path)
            with (
                database.translating(),
                closing(_connect(draft)) as old,
                closing(database.connect()) as new,
            ):
                old.backup(new)
        database.require_same_file()
    return kept


def _replace_file(path: Path, saved: Database) -> Path:
    kept = free_name(path, "replaced")
    with _draft(path, path.stat().st_mode & 0o777) as draft:
        _fill(saved, draft, new_number(), path)
        _keep(path, kept)
        for suffix in BESIDE:
            with suppress(FileNotFoundError):
                os.replace(f"{path}{suffix}", f"{kept}{suffix}")
        os.replace(draft, path)
    return kept


def _keep(path: Path, kept: Path) -> None:
    """Give a file a second name, or copy it where the file system has no hard links."""
    try:
        os.link(path, kept)
    except OSError:
        shutil.copy2(path, kept)


def salvage(database: Database) -> Path | None:
    """The file with the content of a database that was renamed, replaced or deleted in use.

    The content of a deleted file is copied to a new one; None if that fails.
    """
    assert database.watch is not None
    found = database.watch.whereabouts()
    if database.empty_log() and found is not None:
        return found
    path = free_name(database.watch.path, "saved")
    failures = DBAPIError, sqlite3.Error, TourneyError, OSError
    with suppress(*failures), closing(database.engine.raw_connection()) as pooled:
        old: Any = pooled.driver_connection
        with _draft(path, NOBODY_ELSE) as draft:
            with closing(_connect(draft)) as new:
                old.backup(new)
            place_new_file(draft, path)
        return path
    return None


def _require_ours(database: Database) -> None:
    with database.reading() as connection:
        require_usable(database.place, schema(connection), Schema.OLDER)
