"""`tourney runs`: list, show, stop and remove runs."""

from typing import TYPE_CHECKING

import click

from tourney.cli.base import App, command, group
from tourney.cli.run_command import command_line
from tourney.domain.errors import Conflict, TourneyError
from tourney.domain.runs import BY_VERSION, RunSpec

if TYPE_CHECKING:
    from tourney.store import Store
    from tourney.store.runs import StoredRun

LOOK_EVERY = 0.2
OLD_LUCK = "from versions, as in older programs; a new run takes it from names"


@group("runs", short_help="list, show, stop and remove runs", invoke_without_command=True)
@click.pass_context
def runs(ctx: click.Context) -> None:
    """List, show, stop and remove runs of bot matches; without a command, list them."""
    if ctx.invoked_subcommand is None:
        with list_.make_context("list", [], parent=ctx) as below:
            list_.invoke(below)


@command("list", short_help="list all runs")
def list_(app: App) -> None:
    """List the runs in the database, oldest first."""
    from tourney.render.tables import Column, Table

    store = app.store()
    columns = (
        Column("run", "run"),
        Column("game", "game", importance=7),
        Column("options", "options", importance=4),
        Column("bots", "bots", importance=6),
        Column("stored", "stored", importance=9),
        Column("matches", "of", importance=8),
        Column("created", "created", whole=True),
    )
    app.show(Table(columns, tuple(_row(store, run) for run in store.runs())))


def _row(store: "Store", run: "StoredRun") -> tuple[str | int, ...]:
    spec = run.spec
    return (
        spec.name,
        spec.game,
        _options(spec),
        " ".join(bot.name for bot in spec.bots),
        store.match_count(run),
        _matches(spec),
        f"{run.created:%Y-%m-%d %H:%M}",
    )


def _options(spec: RunSpec) -> str:
    return " ".join(f"{key}={value}" for key, value in spec.options)


def _matches(spec: RunSpec) -> int:
    from tourney.runs.schedule import total

    return total(spec)


@command("show", short_help="show the settings and the state of a run")
@click.argument("name", metavar="RUN")
def show(app: App, name: str) -> None:
    """Show the settings of RUN, its progress and the command that plays it again."""
    from tourney.render.tables import Column, Table

    store = app.store()
    run = store.run(name)
    rows = tuple(_facts(store, run))
    app.show(Table((Column("key", "run"), Column("value", name)), rows))


def _facts(store: "Store", run: "StoredRun") -> list[tuple[str, str]]:
    from tourney.play.clock import Clock
    from tourney.runs.play import first_faults

    spec = run.spec
    firsts = first_faults(store, run).items()
    bots = [(f"bot {bot.name}", f"{bot.target}, version {bot.version}") for bot in spec.bots]
    return [
        ("game", f"{spec.game}/{spec.rules}"),
        ("options", _options(spec) or "default"),
        ("seats", str(spec.seats)),
        *bots,
        ("schedule", spec.schedule),
        ("block", spec.block),
        ("deals", str(spec.deals)),
        *_until(store, run),
        ("seed", spec.seed),
        ("bot seed", spec.bot_seed or "unknown"),
        *([("bot luck", OLD_LUCK)] if spec.luck == BY_VERSION else []),
        ("on fault", spec.on_fault),
        ("log", spec.log),
        ("time", str(Clock(spec.move_ms, spec.bank_ms))),
        ("memory", f"{spec.memory_mb} MB" if spec.memory_mb else "no limit"),
        ("isolation", spec.isolation),
        ("matches", f"{store.match_count(run)} of {_matches(spec)}"),
        ("faults", str(sum(1 for _ in store.faults(run)))),
        *((f"first {code}{bot and f' of {bot}'}", where) for (bot, code), where in firsts),
        ("reproducible", "yes" if run.reproducible else "no"),
        ("created", f"{run.created:%Y-%m-%d %H:%M:%S} UTC"),
        ("again", command_line(spec)),
    ]


def _until(store: "Store", run: "StoredRun") -> list[tuple[str, str]]:
    """The stopping rule and its current state."""
    from tourney.runs.until import verdict

    found = verdict(store, run)
    return [] if found is None else [("until", str(found))]


@command("stop", short_help="stop the process that plays a run")
@click.argument("name", metavar="RUN")
def stop(app: App, name: str) -> None:
    """Ask the process that plays RUN to finish its running matches and stop, as Ctrl-C does.

    The command waits until the process has stopped.
    """
    from tourney.cli.next_command import next_command

    store = app.store()
    run = store.run(name)
    _stop(app, store, run)
    stored, total = store.match_count(run), _matches(run.spec)
    app.say(f"no process is playing run '{name}'; {stored} of {total} matches are stored")
    if stored < total:
        app.say(f"continue with: {next_command(app, 'run', '--resume', name)}")


def _stop(app: App, store: "Store", run: "StoredRun") -> None:
    """Ask the process that plays a run to stop, and wait until it has stopped."""
    from time import sleep

    from tourney.runs.following import leave

    asked = False
    for _ in leave(store, run):
        if not asked:
            name = run.spec.name
            app.say(f"stop requested; run '{name}' stops when its running matches are finished")
        asked = True
        sleep(LOOK_EVERY)


@command("rm", short_help="remove a run and its matches")
@click.argument("name", metavar="RUN")
@click.option("--stop", "stops", is_flag=True, help="Stop the run first if it is being played.")
def remove(app: App, name: str, stops: bool) -> None:
    """Remove RUN and all its matches from the database.

    A run that is being played is removed only with --stop, which stops it first.
    """
    from tourney.cli.next_command import database_words
    from tourney.runs.following import is_played

    store = app.store()
    run = store.run(name)
    if not stops and is_played(store, run):
        raise Conflict(
            f"run '{name}' is being played; stop it with tourney runs stop {name}, or add --stop"
        )
    matches = store.match_count(run)
    if not app.confirm(f"remove run '{name}' with {matches} matches?"):
        raise TourneyError("nothing was removed")
    if stops:
        _stop(app, store, run)
        matches = store.match_count(run)
    store.delete_run(run)
    app.say(f"removed run '{name}' with {matches} matches from {app.database}")
    app.say(f"undo: {command_line(run.spec, *database_words(app))}")


for _command in (list_, show, stop, remove):
    runs.add_command(_command)
