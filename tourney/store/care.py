"""Maintenance of a database: its status, backups and restoring them, copies, upgrades."""

import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, delete, func, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import SQLModel

from engines.messages import say
from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.new_files import already_there, draft_name, place_new_file
from tourney.store.bulk import BULK
from tourney.store.connect import Database, address, look
from tourney.store.database_faults import Damaged
from tourney.store.log import NotedRow, last_row
from tourney.store.models import (
    BOT,
    EVENT,
    FAULT,
    LOG_END,
    MATCH,
    MOVE_INFO,
    OPEN_MATCH,
    PACKED_LOG,
    PLAYER,
    PLY,
    RECORD_TEXT,
    RECORDING,
    RUN,
    SEAT,
)
from tourney.store.schema import (
    BUSY_SECONDS,
    SCRIPTS,
    Schema,
    new_number,
    open_store,
    require_usable,
    schema,
)

if TYPE_CHECKING:
    from alembic.config import Config

NOBODY_ELSE = 0o600
BESIDE = ("-wal", "-shm", "-journal")


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
            path = database.place.path
            on_server = text("SELECT pg_database_size(current_database())")  # with its indexes
            size = path.stat().st_size if path else connection.execute(on_server).scalar_one()
            found, number = schema(connection)
            tables = {
                "runs": RUN, "matches": MATCH, "records": RECORD_TEXT, "plies": PLY,
                "packed": PACKED_LOG, "recordings": RECORDING, "plays": OPEN_MATCH,
                "infos": MOVE_INFO,
            } if found is Schema.CURRENT else {}  # fmt: skip
            counts = {
                name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for name, table in tables.items()
            }
        return Status(database.place.shown, found.value, number, size, **counts)


def last_change(database: Database) -> NotedRow | None:
    """The last row of the log of changes; None if it is empty or the schema is an old one."""
    with database.reading() as connection:
        return last_row(connection) if schema(connection)[0] is Schema.CURRENT else None


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
        # SQLite leaves files of the draft if the program is stopped within a copy.
        for suffix in ("", *BESIDE):
            Path(f"{draft}{suffix}").unlink(missing_ok=True)


def _fill(database: Database, draft: Path, number: int, target: Path) -> None:
    """Copy the content of a database to a draft of `target`, with its own number."""
    with database.translating(), closing(database.connect()) as old:
        old.execute("PRAGMA schema_version")  # errors in reading name the database
        with database.translating(writes_to=target), closing(_connect(draft)) as new:
            old.backup(new)
            new.execute(f"PRAGMA user_version = {number}")
        # A file that was opened as unchanging has no locks: was it written to meanwhile?
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
        assert database.watch is not None
        _require_ours(database)
        # The copying below would wait for another writer forever.
        with database.writing() as connection:
            # The file keeps its number, which its write-ahead log contains, too.
            number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        # What is replaced is not lost, if it was the wrong backup.
        kept = backup(database, free_name(path, "replaced"), verify=False)
        with _draft(path, NOBODY_ELSE) as draft:
            _fill(saved, draft, number, path)
            with (
                database.translating(),
                closing(_connect(draft)) as old,
                closing(database.connect()) as new,
            ):
                new.execute("PRAGMA synchronous = FULL")
                old.backup(new)
        database.watch.require()
    return kept


def _replace_file(path: Path, saved: Database) -> Path:
    kept = free_name(path, "replaced")
    with _draft(path, path.stat().st_mode & 0o777) as draft:
        _fill(saved, draft, new_number(), path)
        try:
            # A second name costs nothing, however large the damaged file is.
            os.link(path, kept)
        except OSError:  # a file system without hard links
            shutil.copy2(path, kept)
        for suffix in BESIDE:
            with suppress(FileNotFoundError):
                os.replace(f"{path}{suffix}", f"{kept}{suffix}")
        # The last step: until here the damaged file is still in its place.
        os.replace(draft, path)
    return kept


def salvage(database: Database) -> Path | None:
    """The file with the content of a database that was renamed, replaced or deleted in use.

    The content of a deleted file is copied to a new one; None if that fails.
    """
    assert database.watch is not None
    found = database.watch.whereabouts()
    # The log lies under the old name: what it holds must get into the file first.
    if database.empty_log() and found is not None:
        return found
    # Nothing leads to the whole content any more, so it gets a new file.
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
        require_usable(database.place, schema(connection)[0], Schema.OLDER)


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The revisions before and after, and the copy of the old file.

    The revisions are equal if there was nothing to do; a database on a server is not copied.
    """

    before: str
    after: str
    copy: Path | None


def upgrade(target: str, *, scripts: Path = SCRIPTS) -> Upgraded:
    """Run the migrations that the database at a path or URL lacks.

    NotFound if there is none, Conflict for a foreign or newer database. If a migration fails the
    database is unchanged, and the copy is removed.
    """
    from alembic.config import Config  # slow to import
    from alembic.script import ScriptDirectory

    # Without a file of settings: where the migrations are is all that Alembic must know.
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    head = ScriptDirectory.from_config(config).get_current_head()
    assert head is not None
    with opened(target) as database:
        with database.reading() as connection:
            found, before = schema(connection, head)
        require_usable(database.place, found, Schema.OLDER)
        assert before is not None, "a schema of ours has a revision"
        if before == head:
            return Upgraded(head, head, None)
        path = database.place.path
        # A server has backups of its own.
        copy = backup(database, free_name(path, before)) if path else None
        try:
            with database.translating(), database.writing_engine.connect() as connection:
                # Rebuilding a table drops the old one; with checks on, also rows that refer to it.
                driver = connection.connection.driver_connection
                if database.is_file and driver is not None:
                    driver.execute("PRAGMA foreign_keys = OFF")
                with connection.begin():
                    migrate(connection, config)
        except BaseException as error:
            if copy is not None:
                copy.unlink()
            if not isinstance(error, DBAPIError):
                raise
            words = " ".join(str(error.orig).split())
            shown = database.place.shown
            raise TourneyError(say("store.not-upgraded", database=shown, words=words)) from error
    return Upgraded(before, head, copy)


def migrate(connection: Connection, config: "Config") -> None:
    """Run the migrations in the transaction of `connection`, and check all references."""
    from alembic import command

    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        # References were not checked while tables were built anew.
        dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if dangling:
            raise TourneyError(say("store.would-dangle", count=len(dangling)))


LOGGED: Final = (MATCH, SEAT, FAULT, PLY, MOVE_INFO)
"""Tables with a row or more per match, of plain ints and text only: they are copied in bulk."""


def copy_rows(source: Database, target: Database) -> dict[str, int]:
    """Copy every row with its ids in one transaction; returns the number of rows by table.

    Conflict if the target is not empty.
    """
    copied: Counter[str] = Counter()
    with source.reading() as old, target.writing() as new:
        for table in (PLAYER, BOT, RUN, MATCH, OPEN_MATCH, EVENT):
            if new.execute(select(func.count()).select_from(table)).scalar_one():
                raise Conflict(say("store.not-empty", database=target.place.shown))
        new.execute(delete(LOG_END))  # an empty log has one, too
        bulk, run_ids = BULK[new.dialect.name], old.execute(select(RUN.c.id)).scalars().all()
        for run_id in run_ids:
            bulk.begin_run(new, run_id)
        for table in SQLModel.metadata.sorted_tables:
            copied[table.name] = 0
            rows = select(table).order_by(*table.primary_key.columns)
            for batch in old.execute(rows).partitions(10_000):
                copied[table.name] += len(batch)
                # SQLAlchemy converts dates and Booleans; the large tables have none.
                if table in LOGGED:
                    bulk.insert(new, table, map(tuple, batch))
                else:
                    new.execute(insert(table), [dict(row._mapping) for row in batch])
        for run_id in run_ids:
            bulk.continue_run(new, run_id)
        # Ids go on after the last ones that the old database has given.
        for table in SQLModel.metadata.sorted_tables:
            if table.autoincrement_column is not None:
                bulk.count_from(new, table, BULK[old.dialect.name].last_id(old, table))
    return copied


@contextmanager
def frozen(database: Database, folder: Path, shown: Path | None = None) -> Iterator[Database]:
    """A copy of a database as it is at one instant, to be read for a longer time.

    It is in a folder of its own within `folder`, until the end of the context. Errors of the disk
    name `shown`, the file for which the copy is needed.
    """
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix=".tourney-", suffix=".part", dir=folder) as kept:
        # A file is copied page by page, a server row by row.
        path = Path(kept) / "copy.db"
        if database.is_file:
            backup(database, path, verify=False, shown=shown)
        with open_store(str(path), create=not database.is_file) as copy:
            if not database.is_file:
                copy_rows(database, copy)
            yield copy
