"""One sitting at a run, watched: play what is missing, then say how it went and what to do next."""

import shlex
from typing import TYPE_CHECKING

from tourney.cli.base import App
from tourney.cli.failures import INTERRUPTED
from tourney.cli.progress import health, interruptible, watching
from tourney.runs.limits import FaultLimit
from tourney.runs.play import Session
from tourney.runs.snapshots import Snapshot
from tourney.runs.spec import Prepared

if TYPE_CHECKING:
    from tourney.store import Store

OVER_THE_LIMIT = 4


def play(
    app: App,
    store: "Store",
    run_id: int,
    prepared: Prepared,
    *,
    way: str | None,
    limit: FaultLimit | None,
) -> int:
    """Play what is missing, say how it went; the exit code."""
    session = Session(store, run_id, prepared)
    with interruptible(app) as stop, watching(app, way) as watch:
        end = session.play(watch, stop)
    for words, number in session.complaints.items():
        app.say(f"warning: {words} ({number} times)")
    _say_end(app, end)
    return INTERRUPTED if end.interrupted else _verdict(app, end, limit)


def _say_end(app: App, end: Snapshot) -> None:
    stored = f"{end.done} of {end.total} matches stored in {app.db}"
    speed = f"{end.rate:.0f} matches a second" if end.played else "nothing was missing"
    app.say(f"run '{end.run}': {stored}, {health(end)}, {speed}")
    if end.interrupted:
        app.say(f"interrupted; go on with: {_command(app, 'run', '--resume', end.run)}")
        return
    app.say(f"  {_command(app, 'standings', end.run)}    who is ahead")
    app.say(f"  {_command(app, 'check', 'run:' + end.run)}    replay every match")
    app.say(f"  {_command(app, 'export', 'tmr', end.run)}    the records")
    app.say(f"undo: {_command(app, 'runs', 'rm', end.run)}")


def _command(app: App, *words: str) -> str:
    db = () if app.settings["db"].source != "--db" else ("--db", app.db)
    return shlex.join(("tourney", *words, *db))


def _verdict(app: App, end: Snapshot, limit: FaultLimit | None) -> int:
    if limit is None or not limit.exceeded(end.fault_count, end.total):
        return 0
    app.say(f"{end.fault_count} faults are more than the {limit} allowed")
    return OVER_THE_LIMIT
