"""`tourney db`: status, schema, copies, integrity and log of the database."""

import re
from collections import deque
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engines.messages import Message, say
from tourney.cli.base import App, command, group
from tourney.cli.settings import refuse_password
from tourney.cli.usage import Misuse, WholeNumber, called
from tourney.domain.errors import NotFound

if TYPE_CHECKING:
    from tourney.store.care import Status
    from tourney.store.log import LogEntry, NotedRow


NOT_SOUND = 3
MOST_LINES = 100
"""How many problems are listed."""
RECENT = 50
NOTED = re.compile(r"(?P<number>[1-9]\d*):(?P<hash>[0-9a-f]{8,64})")


def _noted_row(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> "NotedRow | None":
    """The number of a row and the first digits of its hash; a usage error for any other text."""
    from tourney.store.log import NotedRow

    if value is None:
        return None
    found = NOTED.fullmatch(value)
    if found is None:
        why = say("cli.db-bad-noted", value=repr(value))
        raise Misuse(say("cli.invalid", what=called(parameter), why=why), context)
    return NotedRow(int(found["number"]), found["hash"])


@group("db")
def db() -> None:
    """Manage the database: a file, or a database on a PostgreSQL server."""


@command("status")
def status(app: App) -> None:
    """Show the location, the schema and the size of the database."""
    from tourney.render.text_tables import Column, Table
    from tourney.store.care import status

    columns = (
        Column("database", say("cli.db-h-database")),
        Column("schema", say("cli.db-h-schema")),
        Column("revision", say("cli.db-h-revision"), importance=2),
        Column("size", say("cli.db-h-bytes"), "right"),
        Column("runs", say("cli.db-h-runs"), "right"),
        Column("matches", say("cli.db-h-matches"), "right"),
        Column("records", say("cli.db-h-records"), "right", importance=4),
        Column("plies", say("cli.db-h-plies"), "right"),
        Column("packed", say("cli.db-h-packed"), "right", importance=3),
        Column("infos", say("cli.db-h-infos"), "right", importance=2),
        Column("recordings", say("cli.db-h-recordings"), "right", importance=4),
        Column("plays", say("cli.db-h-plays"), "right", importance=4),
    )
    app.show(Table(columns, (_row(status(app.db)),)))


def _shown(app: App) -> str:
    """The database as messages name it, without a password."""
    from tourney.store.connect import address

    return address(app.db).shown


def _row(found: "Status") -> tuple[str | int | None, ...]:
    counts = (found.runs, found.matches, found.records, found.plies, found.packed)
    more = (found.infos, found.recordings, found.plays)
    return (found.database, found.schema, found.revision, found.size, *counts, *more)


@command("upgrade")
def upgrade(app: App) -> None:
    """Run the migrations that the database lacks; a database file is copied first."""
    from tourney.store.care import upgrade

    done = upgrade(app.db)
    if done.before == done.after:
        app.say(say("cli.db-up-to-date", database=_shown(app), schema=done.after))
        return
    app.say(say("cli.db-upgraded", database=_shown(app), before=done.before, after=done.after))
    if done.copy is not None:
        command = _restoring(app, done.copy)
        app.say(say("cli.db-old-kept", file=str(done.copy), command=command))


@command("backup")
@click.argument("file", type=click.Path(path_type=Path, readable=False))
def backup(app: App, file: Path) -> None:
    """Copy the database to FILE; a run may be writing to it at the same time."""
    from tourney.store.care import backup, last_change, opened

    with opened(app.db) as database:
        row = last_change(database)
        backup(database, file)
    restoring = _restoring(app, file)
    app.say(say("cli.db-copied", database=app.db, file=str(file), command=restoring))
    if row:
        call = app.command("db", "integrity", "--noted", str(row))
        app.say(say("cli.db-last-row", row=str(row), command=call))


@command("restore")
@click.argument("file", type=click.Path(path_type=Path, readable=False))
def restore(app: App, file: Path) -> None:
    """Replace the content of the database by the backup FILE; the previous content is kept."""
    from tourney.store.care import restore

    if not file.exists():
        raise NotFound(say("cli.db-no-backup", file=str(file)))
    question = say("cli.db-ask-restore", database=app.db, file=str(file))
    if Path(app.db).exists() and not app.confirm(question):
        return
    kept = restore(app.db, file)
    app.say(say("cli.db-restored", database=app.db, file=str(file)))
    if kept is not None:
        app.say(say("cli.db-kept", file=str(kept), command=_restoring(app, kept)))


def _restoring(app: App, file: Path) -> str:
    return app.command("db", "restore", names=(str(file),))


@command("copy")
@click.option("--to", "target", metavar="URL", required=True)
def copy(app: App, target: str) -> None:
    """Copy everything to another, empty database: a file or one on a server."""
    from tourney.render.code_words import listed
    from tourney.store import open_store
    from tourney.store.care import copy_rows
    from tourney.store.connect import address

    refuse_password(target)
    source = app.store()
    with open_store(target, create=True) as other:
        counts = copy_rows(source, other)
    filled = [
        say("cli.db-rows", count=count, table=name) for name, count in counts.items() if count
    ]
    what = listed(filled) if filled else say("cli.db-nothing")
    app.say(say("cli.db-copied-to", database=address(target).shown, what=what))


@command("merge")
@click.argument("sources", nargs=-1, required=True, metavar="DB…")
@click.option("--run", "name", metavar="RUN")
def merge(app: App, sources: tuple[str, ...], name: str | None) -> None:
    """Add the runs of other databases to the database, as parts of the same runs."""
    from tourney.cli.merging import merge_databases

    merge_databases(app, sources, name)


@command("integrity")
@click.option("--noted", callback=_noted_row, metavar="N:HASH")
def integrity(app: App, noted: "NotedRow | None") -> int:
    """Check the database for damage."""
    from tourney.app.transfer_event import say_impossible
    from tourney.runs.run_problems import schedule_problems, settings_problems
    from tourney.store.care import opened
    from tourney.store.integrity import content_problems, problems
    from tourney.store.matches import record_matches
    from tourney.store.runs import all_runs

    with opened(app.db) as database:
        found: list[Message | str] = [*problems(database, noted)]
    if not found:
        runs = all_runs(app.store())
        found += [problem.message() for problem in settings_problems(runs)]
        found += schedule_problems(app.store())
    store = app.store() if not found else None
    if store is not None:
        found = list(islice(content_problems(store, all_runs(store)), MOST_LINES + 1))
    for problem in found[:MOST_LINES]:
        app.write(f"{problem if isinstance(problem, str) else app.text(problem)}\n")
    if len(found) > MOST_LINES:
        app.say(say("cli.more-problems", count=MOST_LINES))
    if store is not None:
        say_impossible(app, record_matches(store, entries=False))
    if not found:
        app.say(say("cli.db-sound", database=_shown(app)))
    return NOT_SOUND if found else 0


@command("log")
@click.option("--limit", type=WholeNumber(min=0), metavar="N", default=RECENT, show_default=True)
def log(app: App, limit: int) -> None:
    """List who changed what and when: imports, corrections, players, new and removed runs."""
    from tourney.render.text_tables import Column, Table
    from tourney.store.log import log_entries

    columns = (
        Column("number", "#", "right"),
        Column("at", say("cli.db-h-at"), whole=True),
        Column("actor", say("cli.db-h-actor"), importance=8),
        Column("what", say("cli.db-h-what"), importance=9),
        Column("ids", say("cli.db-h-ids"), importance=7),
        Column("details", say("cli.db-h-details"), importance=4),
        Column("hash", only="data"),
        Column("short_hash", say("cli.db-h-hash"), only="people", importance=6),
    )
    found = list(deque(log_entries(app.store()), limit or None))
    app.show(Table(columns, map(_change, found)))
    if limit and found and found[0].number > 1:
        app.say(say("cli.db-newest", count=len(found)))


def _change(entry: "LogEntry") -> tuple[str | int, ...]:
    named = {key: value for key, value in entry.details.items() if key != "digest"}
    details = ", ".join(f"{key} {value}" for key, value in named.items())
    time = f"{datetime.fromisoformat(entry.at):%Y-%m-%d %H:%M:%S}"
    change = entry.actor, entry.what, entry.ids, details
    return (entry.number, time, *change, entry.hash, entry.hash[:12])


for _command in (status, upgrade, backup, restore, copy, merge, integrity, log):
    db.add_command(_command)
