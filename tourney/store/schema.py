"""Opens a database if it has the schema of this program, and creates a new one.

Revisions are numbered from `BASELINE` in `migrations/versions`. A new database is created directly
from the models and stamped with the last revision, because Alembic is slow to start; a test
compares the result with that of running every migration.
"""

import os
import re
from collections.abc import Sequence
from contextlib import closing
from enum import Enum
from pathlib import Path
from secrets import randbelow
from typing import Final

from sqlalchemy import Connection, inspect
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import SQLModel

from engines.messages import Sentence, say
from tourney.domain.errors import Conflict, NotFound, TourneyError, quoted
from tourney.store import models
from tourney.store.bulk import FIRST, split_plies
from tourney.store.connect import (
    NO_WAIT,
    UNKNOWN_ACTOR,
    Address,
    Database,
    Wait,
    address,
    filled,
    look,
)
from tourney.store.database_faults import Damaged
from tourney.store.log import begin

CLASS: Final = 0x746F7572
"""The first number of all advisory locks on a server."""
BASELINE = "0018"
"""The first revision; older ones are from before the first release and no longer read."""
HEAD = "0022"
NUMBER = re.compile("[0-9]{4}")
SCRIPTS = Path(__file__).parent / "migrations"
APPLICATION = 0x74726E79
"""The application id in the header of this program's SQLite files: "trny"."""
BUSY_SECONDS = 5.0
"""How long a locked database is waited for."""
EXTRA = {"postgresql": (FIRST,)}
"""Statements that create what tables have on one kind of database only."""
_DEFINITIONS: dict[str, list[str]] = {}
"""The statements that create all tables, by the name of the dialect."""


class Schema(Enum):
    """The schema of a database compared with that of this program."""

    EMPTY = "empty"
    FOREIGN = "foreign"
    OUTDATED = "outdated"
    """From before the baseline: no migration begins there."""
    OLDER = "older"
    CURRENT = "current"
    NEWER = "newer"


def open_store(
    url: str,
    *,
    create: bool = False,
    read_only: bool = False,
    busy_seconds: float = BUSY_SECONDS,
    actor: str = UNKNOWN_ACTOR,
    wait: Wait = NO_WAIT,
) -> Database:
    """Open the database at a path or URL; with `create` a missing one is created.

    With `read_only` everything that writes is refused.

    The log of the database names `actor` as the author of all changes. A server that does not
    answer is waited for as `wait` says.
    NotFound if there is none; Conflict if it is not a database of tourney, has another schema, or
    is locked for longer than `busy_seconds`.
    """
    place = address(url)
    look(place, create=create)
    new = place.path if place.path and not place.path.exists() else None
    database = Database(place, busy_seconds, create=create, read_only=read_only)
    database.actor = actor
    database.wait = wait
    try:
        with database.reading() as connection:
            found, _ = schema(connection)
            if found is Schema.CURRENT:
                lost = set(SQLModel.metadata.tables) - set(inspect(connection).get_table_names())
                if lost:
                    raise Damaged(say("store.table-missing", database=place.shown, table=min(lost)))
                # A file copied by halves ends within a page, unless the rest is in the log.
                if place.path is not None and not filled(f"{os.path.realpath(place.path)}-wal"):
                    size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
                    if place.path.stat().st_size % size:
                        raise Damaged(say("store.end-missing", database=place.shown))
        if create and found is Schema.EMPTY:
            _create_tables(database)
        elif found is not Schema.CURRENT:
            require_usable(place, found)
    except BaseException:
        database.close()
        if new and new.exists() and not new.stat().st_size:
            new.unlink()  # no unfinished file is left on a full disk
        raise
    return database


def schema(connection: Connection, head: str = HEAD) -> tuple[Schema, str | None]:
    """A database's schema compared with revision `head`, and the revision it is stamped with.

    The revision is None if it is not a database of tourney.
    """
    tables = inspect(connection).get_table_names()
    if connection.dialect.name == "sqlite":
        signature = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
        ours, empty = signature == APPLICATION, not tables and not signature
    else:
        ours, empty = models.PLY.name in tables, not tables
    stamps: Sequence[object] = ()
    if ours and "alembic_version" in tables:
        stamped = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
        stamps = stamped.scalars().all()
    if len(stamps) != 1 or not NUMBER.fullmatch(found := str(stamps[0])):
        return (Schema.EMPTY if empty else Schema.FOREIGN), None
    if found == head:
        return Schema.CURRENT, found
    if int(found) < int(BASELINE):
        return Schema.OUTDATED, found
    return (Schema.OLDER if int(found) < int(head) else Schema.NEWER), found


def require_usable(place: Address, found: Schema, *allowed: Schema) -> None:
    """Raise an error unless the schema is current or one of `allowed`."""
    if found in UNUSABLE and found not in allowed:
        kind, sentence = UNUSABLE[found]
        raise kind(sentence(database=place.shown))


UNUSABLE: dict[Schema, tuple[type[TourneyError], Sentence]] = {
    Schema.EMPTY: (NotFound, Sentence("store.empty")),
    Schema.FOREIGN: (Conflict, Sentence("store.foreign")),
    Schema.OUTDATED: (Conflict, Sentence("store.outdated")),
    Schema.OLDER: (Conflict, Sentence("store.older")),
    Schema.NEWER: (Conflict, Sentence("store.newer")),
}


def _create_tables(database: Database) -> None:
    """Create the tables in an empty database, unless another process has done so."""
    if database.is_file:
        # Not possible inside a transaction.
        with database.translating(), closing(database.engine.raw_connection()) as raw:
            raw.cursor().execute("PRAGMA journal_mode = WAL")
    with database.writing() as connection:
        if not database.is_file:
            # Two programs that create the tables at once would be in each other's way.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s, 0)", (CLASS,))
            encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
            if encoding != "UTF8":  # it cannot store every name
                shown = quoted(database.place.shown)
                raise Conflict(say("store.encoding", database=shown, encoding=encoding))
        if schema(connection)[0] is not Schema.EMPTY:
            return
        dialect = connection.dialect
        if dialect.name not in _DEFINITIONS:
            split_plies(dialect.name)
            tables = SQLModel.metadata.sorted_tables
            made: list[CreateTable | CreateIndex] = [CreateTable(table) for table in tables]
            made += [CreateIndex(index) for table in tables for index in table.indexes]
            texts = [str(one.compile(dialect=dialect)) for one in made]
            _DEFINITIONS[dialect.name] = [*texts, *EXTRA.get(dialect.name, ())]
        with closing(connection.connection.cursor()) as cursor:
            for statement in _DEFINITIONS[dialect.name]:
                cursor.execute(statement)  # SQLAlchemy takes as long for each as SQLite does
        begin(connection)
        stamp(connection, HEAD)


def stamp(connection: Connection, number: str) -> None:
    """Sign a new database and store its revision, as Alembic does."""
    connection.exec_driver_sql(
        "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
        "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
    )
    connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{number}')")
    sign(connection)


def sign(connection: Connection) -> None:
    """Write this program's application id and a file number into a SQLite file's header."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        connection.exec_driver_sql(f"PRAGMA user_version = {new_number()}")


def new_number() -> int:
    """A random number that identifies a SQLite file and its log; never 0."""
    return 1 + randbelow(2**31 - 1)
