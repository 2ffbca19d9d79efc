"""`tourney db`: status, schema, copies, integrity and log of the database."""

import os
import re
from collections import deque
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engines.messages import Message, Sentence, say
from tourney.cli.base import App, AppGroup, command
from tourney.cli.common_options import author_option
from tourney.cli.settings import refuse_password
from tourney.cli.usage import Misuse, WholeNumber, called
from tourney.domain.errors import NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from tourney.runs.run_merge import MergeSource
    from tourney.store.log import NotedRow


NOT_SOUND = 3
"""The exit code for damage: the rows are data with errors."""
MOST_LINES = 100
"""How many problems are listed."""
RECENT = 50
"""How many rows of the log are listed."""
RANGES = 5
"""How many ranges of missing matches are listed."""
# Every row of the log has a hash over all rows before it. Somebody who noted the last one, with its
# number, sees later whether an older row was changed.
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


db = AppGroup("db")
"""Manage the database: a file, or a database on a PostgreSQL server."""


@db.command("status")
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
    now = status(app.db)
    app.show(Table(columns, [[getattr(now, column.key) for column in columns]]))


def _shown(app: App) -> str:
    """The database as messages name it, without a password."""
    from tourney.store.connect import address

    return address(app.db).shown


@db.command("upgrade")
def upgrade(app: App) -> None:
    """Run the migrations that the database lacks; a database file is copied first."""
    from tourney.store.care import upgrade

    done = upgrade(app.db)
    if done.before == done.after:
        app.say(say("cli.db-up-to-date", database=_shown(app), schema=done.after))
        return
    app.say(say("cli.db-upgraded", database=_shown(app), before=done.before, after=done.after))
    if done.copy is not None:
        back = _restoring(app, done.copy)
        app.say(say("cli.db-old-kept", file=str(done.copy), command=back))


@db.command("backup")
@click.argument("file", type=click.Path(path_type=Path, readable=False))
def backup(app: App, file: Path) -> None:
    """Copy the database to FILE; a run may be writing to it at the same time."""
    from tourney.store.care import backup, last_change, opened

    # The row is read first: during a run, the copy may have later rows, but never fewer.
    with opened(app.db) as database:
        row = last_change(database)
        backup(database, file)
    restoring = _restoring(app, file)
    app.say(say("cli.db-copied", database=app.db, file=str(file), command=restoring))
    if row:
        call = app.command("db", "integrity", "--noted", str(row))
        app.say(say("cli.db-last-row", row=str(row), command=call))


@db.command("restore")
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


@db.command("copy")
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
    rows = [say("cli.db-rows", count=count, table=name) for name, count in counts.items() if count]
    what = listed(rows) if rows else say("cli.db-nothing")
    app.say(say("cli.db-copied-to", database=address(target).shown, what=what))


@db.command("merge")
@click.argument("sources", nargs=-1, required=True, metavar="DB…")
@click.option("--run", "name", metavar="RUN")
def merge(app: App, sources: tuple[str, ...], name: str | None) -> None:
    """Add the runs of other databases to the database, as parts of the same runs."""
    from tourney.render.text_tables import Column, Table
    from tourney.runs.run_merge import MergeSource, MergeTarget
    from tourney.runs.run_merge import merge as merged_runs
    from tourney.store import open_store
    from tourney.store.connect import address

    for given in sources:
        refuse_password(given)
    # Two ways to write the same database would count its matches twice.
    places = [_place(given) for given in sources]
    for at, place in enumerate(places):
        database = quoted(address(sources[at]).shown)
        if place == _place(app.db):
            raise UsageFault(say("cli.merge-same-database", database=database))
        if place in places[:at]:
            raise UsageFault(say("cli.merged-twice", database=database))
    opened = [
        MergeSource(address(given).shown, app.stack.enter_context(open_store(given)))
        for given in sources
    ]
    # The database is made when the first run is added, so that a mistake leaves no empty one.
    file, create = address(app.db).path, partial(app.store, create=True)
    is_new = file is not None and not file.exists()
    merged = merged_runs(
        MergeTarget(app.database, None if is_new else create(), create), opened, name
    )
    for source in opened:
        _say_left_out(app, source)
    columns = (
        Column("run", say("cli.h-run")),
        Column("added", say("cli.merge-h-added"), "right"),
        Column("repeated", say("cli.merge-h-repeated"), "right"),
        Column("stored", say("cli.h-stored"), "right"),
        Column("missing", say("cli.merge-h-missing"), "right"),
    )
    rows = [(r.run.spec.name, r.added, r.repeated, r.total - r.missing, r.missing) for r in merged]
    app.show(Table(columns, rows))
    for one in merged:
        run = one.run.spec.name
        if one.unplayed:
            app.say(say("cli.merge-not-started", run=quoted(run), count=one.unplayed))
        if one.missing:
            gaps = one.gaps[:RANGES]
            ranges = [str(gap[0]) if len(gap) == 1 else f"{gap[0]}-{gap[-1]}" for gap in gaps]
            numbers = ", ".join((*ranges, "…") if len(one.gaps) > RANGES else ranges)
            resume = app.command("run", "--resume", run)
            words = say(
                "cli.merge-missing",
                run=quoted(run),
                count=one.missing,
                numbers=numbers,
                command=resume,
            )
            app.say(words)


def _place(target: str) -> str:
    """Where a database is; the same for all ways to write it."""
    from tourney.store.connect import address

    found = address(target)
    return os.path.realpath(found.path) if found.path else found.url.render_as_string(False)


def _say_left_out(app: App, source: "MergeSource") -> None:
    """Say which things of a database are not merged."""
    from tourney.store.events import stored_events
    from tourney.store.matches import record_count, unfinished_matches

    counts = {
        Sentence("cli.merge-records"): record_count(source.store),
        Sentence("cli.merge-events"): len(stored_events(source.store)),
        Sentence("cli.merge-unfinished"): len(unfinished_matches(source.store)),
    }
    things = tuple(what(count=number) for what, number in counts.items() if number)
    if things:
        app.say(say("cli.merge-left-out", database=quoted(source.name), things=things))


@db.command("integrity")
@click.option("--noted", callback=_noted_row, metavar="N:HASH")
def integrity(app: App, noted: "NotedRow | None") -> int:
    """Check the database for damage."""
    from tourney.app.transfer_event import say_impossible
    from tourney.proofs.match_checker import first_wrong_entry
    from tourney.runs.run_problems import schedule_problems, settings_problems
    from tourney.store.care import opened
    from tourney.store.integrity import content_problems, problems
    from tourney.store.matches import record_matches
    from tourney.store.runs import all_runs

    # From the outside in: tables and the log, then the settings of runs, then every match. Each
    # step needs what the one before has found sound.
    with opened(app.db) as database:
        found: list[Message | str] = [*problems(database, noted)]
    if not found:
        runs = all_runs(app.store())
        found += [problem.message() for problem in settings_problems(runs)]
        found += schedule_problems(app.store())
    store = app.store() if not found else None
    if store is not None:
        found = list(
            islice(content_problems(store, all_runs(store), first_wrong_entry), MOST_LINES + 1)
        )
    # Problems are the data of this command, on stdout; on stderr stands how sound it is.
    for problem in found[:MOST_LINES]:
        app.write(f"{problem if isinstance(problem, str) else app.text(problem)}\n")
    if len(found) > MOST_LINES:
        app.say(say("cli.more-problems", count=MOST_LINES))
    if store is not None:
        say_impossible(app, record_matches(store, entries=False))
    if not found:
        app.say(say("cli.db-sound", database=_shown(app)))
    return NOT_SOUND if found else 0


@db.command("log")
@click.option("--limit", type=WholeNumber(min=0), metavar="N", default=RECENT, show_default=True)
def log(app: App, limit: int) -> None:
    """List who changed what and when: imports, corrections, players, new and removed runs."""
    from tourney.render.text_tables import Column, Table
    from tourney.store.analyses import ANALYSES
    from tourney.store.log import MERGED, log_entries

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
    digests = {"digest", MERGED, ANALYSES}
    newest = list(deque(log_entries(app.store()), limit or None))
    rows = []
    for entry in newest:
        # Digests are for `db integrity`; they say nothing to a reader.
        named = (f"{key} {value}" for key, value in entry.details.items() if key not in digests)
        details = ", ".join(named)
        time = f"{datetime.fromisoformat(entry.at):%Y-%m-%d %H:%M:%S}"
        change = (entry.actor, entry.what, entry.ids, details)
        rows.append((entry.number, time, *change, entry.hash, entry.hash[:12]))
    app.show(Table(columns, rows))
    if limit and newest and newest[0].number > 1:
        app.say(say("cli.db-newest", count=len(newest)))


@command("undo", endings=None)
@author_option
def undo(app: App) -> None:
    """Take back the last change of the database."""
    from tourney.app.undo_changes import undo_last

    undo_last(app)
