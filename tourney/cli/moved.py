"""The error of a run whose database was renamed, replaced or deleted while it was played."""

import os
from pathlib import Path

from engines.messages import say
from tourney.app.run_reports import command_line
from tourney.cli.base import App
from tourney.domain.errors import NotFound, TourneyError
from tourney.domain.safe_text import shell_line
from tourney.runs.run_plan import Prepared
from tourney.store import Database, DatabaseMoved, open_store
from tourney.store.care import salvage
from tourney.store.matches import match_count
from tourney.store.runs import run_named


def moved_error(
    app: App, store: Database, prepared: Prepared, moved: DatabaseMoved, words: tuple[str, ...]
) -> TourneyError:
    """The error, with the number of matches that are stored and how to continue.

    `words` are options that the command that continues repeats.
    """
    name = prepared.spec.name
    found = salvage(store)
    stored = None if found is None else _stored(found, name)
    if found is None or stored is None:
        command = command_line(prepared.spec)
        return TourneyError(
            say("cli.run-moved-empty", fault=moved.message, run=name, command=command)
        )
    return TourneyError(
        say(
            "cli.run-moved",
            fault=moved.message,
            count=stored,
            total=prepared.schedule.total,
            run=name,
            file=str(found),
            command=_resume_command(app, name, found, words),
        )
    )


def _stored(file: Path, name: str) -> int | None:
    """The number of matches of a run in a file; None if the run is not there."""
    try:
        with open_store(str(file)) as store:
            return match_count(store, run_named(store, name))
    except NotFound:
        return None


def _resume_command(app: App, name: str, file: Path, words: tuple[str, ...]) -> str:
    if os.path.realpath(file) == os.path.realpath(app.db):
        return app.command("run", "--resume", name, *words)
    return shell_line(("tourney", "run", "--resume", name, *words, "--db", str(file)))
