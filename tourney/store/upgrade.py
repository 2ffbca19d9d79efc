"""Upgrades an old database: copies it, then changes it in one transaction or not at all."""

from dataclasses import dataclass
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from engines.messages import say
from tourney.domain.errors import TourneyError
from tourney.store.care import backup, free_name, opened
from tourney.store.connect import Database
from tourney.store.schema import SCRIPTS, Schema, number_file, require_usable, revision, schema


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
    with opened(target) as database:
        return _upgrade(database, _config(scripts))


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    return config


def _upgrade(database: Database, config: Config) -> Upgraded:
    head = ScriptDirectory.from_config(config).get_current_head()
    assert head is not None
    before = _before(database, head)
    if before == head:
        return Upgraded(head, head, None)
    path = database.place.path
    copy = backup(database, free_name(path, before)) if path else None
    try:
        _migrate(database, config)
    except BaseException:
        if copy is not None:
            copy.unlink()
        raise
    return Upgraded(before, head, copy)


def _before(database: Database, head: str) -> str:
    with database.reading() as connection:
        found, before = schema(connection, head), revision(connection)
    require_usable(database.place, found, Schema.OLDER)
    assert before is not None, "a schema of ours has a revision"
    return before


def _migrate(database: Database, config: Config) -> None:
    try:
        with database.translating(), database.writing_engine.connect() as connection:
            # Rebuilding a table drops the old one; with checks on, also the rows that refer to it.
            _foreign_keys(connection, "OFF")
            with connection.begin():
                migrate(connection, config)
                number_file(connection)
    except DBAPIError as error:
        words = " ".join(str(error.orig).split())
        shown = database.place.shown
        raise TourneyError(say("store.not-upgraded", database=shown, words=words)) from error


def migrate(connection: Connection, config: Config, to: str = "head") -> None:
    """Run the migrations in the transaction of `connection`, and check all references."""
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    if connection.dialect.name == "sqlite":
        dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if dangling:
            raise TourneyError(say("store.would-dangle", count=len(dangling)))


def _foreign_keys(connection: Connection, state: str) -> None:
    driver = connection.connection.driver_connection
    if connection.dialect.name == "sqlite" and driver is not None:
        driver.execute(f"PRAGMA foreign_keys = {state}")
