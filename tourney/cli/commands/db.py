"""`tourney db`: the database itself – what it is, its schema, copies of it, whether it is sound."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tourney.cli.base import App, command, group
from tourney.cli.next_command import next_command
from tourney.domain.errors import NotFound

if TYPE_CHECKING:
    from tourney.store.care import Status

NOT_SOUND = 3


@group("db", short_help="the database: status, upgrade, backup, copy")
def db() -> None:
    """Look after the database: a file, or one on a PostgreSQL server."""


@command("status", short_help="what the database is and holds")
def status(app: App) -> None:
    """Print where the database is, the state of its schema and how much it holds."""
    from tourney.render.tables import Column, Table
    from tourney.store.care import status

    columns = (
        Column("database", "database"),
        Column("schema", "schema"),
        Column("revision", "revision"),
        Column("size", "bytes", "right"),
        Column("runs", "runs", "right"),
        Column("matches", "matches", "right"),
        Column("records", "records that came in", "right"),
        Column("plies", "plies", "right"),
        Column("packed", "packed logs", "right"),
    )
    app.show(Table(columns, (_row(status(app.db)),)))


def _shown(app: App) -> str:
    """The database as messages name it, without a password."""
    from tourney.store.connect import address

    return address(app.db).shown


def _row(found: "Status") -> tuple[str | int | None, ...]:
    counts = (found.runs, found.matches, found.records, found.plies, found.packed)
    return (found.database, found.schema, found.revision, found.size, *counts)


@command("upgrade", short_help="bring an old database up to date")
def upgrade(app: App) -> None:
    """Run the migrations that the database lacks; a file is copied first.

    A migration that fails leaves the database as it was.
    """
    from tourney.store.upgrade import upgrade

    done = upgrade(app.db)
    if done.before == done.after:
        app.say(f"{_shown(app)} is up to date (schema {done.after})")
        return
    app.say(f"upgraded {_shown(app)} from schema {done.before} to {done.after}")
    if done.copy is not None:
        app.say(f"the old file is {done.copy}; to go back: {_restoring(app, done.copy)}")


@command("backup", short_help="copy the database to a file")
@click.argument("file", type=click.Path(path_type=Path, readable=False))
def backup(app: App, file: Path) -> None:
    """Copy the database to FILE as it is at one instant, also while a run writes to it."""
    from tourney.store.care import backup, opened

    with opened(app.db) as database:
        backup(database, file)
    app.say(f"copied {app.db} to {file}; to go back: {_restoring(app, file)}")


@command("restore", short_help="go back to a backup")
@click.argument("file", type=click.Path(path_type=Path, readable=False))
def restore(app: App, file: Path) -> None:
    """Replace the content of the database by backup FILE; the previous content is copied first."""
    from tourney.store.care import restore

    if not file.exists():
        raise NotFound(f"no backup '{file}': check the path")
    if Path(app.db).exists() and not app.confirm(f"replace what {app.db} holds by {file}?"):
        return
    kept = restore(app.db, file)
    app.say(f"restored {app.db} from {file}")
    if kept is not None:
        app.say(f"the previous content is in {kept}; to undo: {_restoring(app, kept)}")


def _restoring(app: App, file: Path) -> str:
    return next_command(app, "db", "restore", names=(str(file),))


@command("copy", short_help="everything into another database")
@click.option("--to", "target", metavar="URL", required=True, help="A new file or an empty server.")
def copy(app: App, target: str) -> None:
    """Copy everything into another, empty database, which may be of the other kind."""
    from tourney.store import open_store
    from tourney.store.connect import address
    from tourney.store.copying import copy_all

    source = app.store()
    with open_store(target, create=True) as other:
        counts = copy_all(source, other)
    filled = ", ".join(f"{number} rows of {name}" for name, number in counts.items() if number)
    app.say(f"copied to {address(target).shown}: {filled or 'nothing, for there is nothing'}")


@command("integrity", short_help="whether the database is sound")
def integrity(app: App) -> int:
    """Look for damage in the file, for matches that are not whole, for runs with settings that
    cannot be used, and for matches or players that the schedule of their run does not have; exit
    code 3 if there are any.
    """
    from tourney.cli.damage import run_problems
    from tourney.store.care import opened
    from tourney.store.integrity import problems

    with opened(app.db) as database:
        found = problems(database) or run_problems(app.store())
    for problem in found:
        app.write(f"{problem}\n")
    if not found:
        app.say(f"{_shown(app)} is sound")
    return NOT_SOUND if found else 0


for _command in (status, upgrade, backup, restore, copy, integrity):
    db.add_command(_command)
