"""`tourney runs`: list, show, stop and remove runs."""

from typing import TYPE_CHECKING

import click

from engines.messages import Sentence, say
from tourney.cli.base import App, command, group
from tourney.cli.run_command import command_line
from tourney.domain.errors import Conflict, TourneyError
from tourney.domain.run_spec import RunSpec

if TYPE_CHECKING:
    from engines.messages import Message
    from tourney.store import Database
    from tourney.store.runs import StoredRun

LOOK_EVERY = 0.2


@group("runs", invoke_without_command=True)
@click.pass_context
def runs(ctx: click.Context) -> None:
    """List, show, stop and remove runs of bot matches; without a command, list them."""
    if ctx.invoked_subcommand is None:
        with list_.make_context("list", [], parent=ctx) as below:
            list_.invoke(below)


@command("list")
def list_(app: App) -> None:
    """List the runs in the database, oldest first."""
    from tourney.render.tables import Column, Table
    from tourney.store.runs import all_runs

    store = app.store()
    columns = (
        Column("run", say("cli.h-run")),
        Column("game", importance=7),
        Column("options", importance=4),
        Column("bots", say("cli.preview-k-bots"), importance=6),
        Column("stored", say("cli.h-stored"), importance=9),
        Column("matches", say("cli.runs-planned"), importance=8),
        Column("created", say("cli.runs-k-created"), whole=True),
    )
    app.show(Table(columns, tuple(_row(store, run) for run in all_runs(store))))


def _row(store: "Database", run: "StoredRun") -> tuple[str | int, ...]:
    from tourney.store.matches import match_count

    spec = run.spec
    return (
        spec.name,
        spec.game,
        _options(spec),
        " ".join(bot.name for bot in spec.bots),
        match_count(store, run),
        _matches(spec),
        f"{run.created:%Y-%m-%d %H:%M}",
    )


def _options(spec: RunSpec) -> str:
    return " ".join(f"{key}={value}" for key, value in spec.options)


def _matches(spec: RunSpec) -> int:
    from tourney.runs.schedule import total

    return total(spec)


@command("show")
@click.argument("name", metavar="RUN")
def show(app: App, name: str) -> None:
    """Show the settings of RUN, its progress and the command that plays it again."""
    from tourney.render.tables import Column, Table
    from tourney.store.runs import run_named

    store = app.store()
    run = run_named(store, name)
    rows = tuple(_facts(store, run))
    title = say("engines.as-is", text=name)
    app.show(Table((Column("key", say("cli.h-run")), Column("value", title)), rows))


def _facts(store: "Database", run: "StoredRun") -> "list[tuple[Message, Message | str]]":
    """What is known of a run, by its keys; both are the same in data of every language."""
    from tourney.play.clock import Clock
    from tourney.render.code_words import word_of
    from tourney.runs.play import first_faults
    from tourney.runs.until import verdict
    from tourney.store.matches import match_count, run_faults

    spec = run.spec
    firsts = first_faults(store, run).items()
    rule = verdict(store, run)
    count = say("cli.runs-stored-of", count=match_count(store, run), total=_matches(spec))
    facts: list[tuple[Message, Message | str]] = [
        (say("cli.runs-k-game"), f"{spec.game}/{spec.rules}"),
        (say("cli.runs-k-options"), _options(spec) or say("cli.runs-default")),
        (say("cli.runs-k-seats"), str(spec.seats)),
    ]
    for bot in spec.bots:
        said = say("cli.runs-bot", target=bot.target, version=bot.version)
        facts.append((say("cli.runs-k-bot", bot=bot.name), said))
    facts += [
        (say("cli.runs-k-schedule"), spec.schedule),
        (say("cli.runs-k-block"), spec.block),
        (say("cli.runs-k-deals"), str(spec.deals)),
        *([] if rule is None else [(say("cli.runs-k-until"), str(rule))]),
        (say("cli.runs-k-seed"), spec.seed),
        (say("cli.runs-k-bot-seed"), spec.bot_seed),
    ]
    memory = f"{spec.memory_mb} MB" if spec.memory_mb else say("cli.runs-no-limit")
    facts += [
        (say("cli.runs-k-on-fault"), spec.on_fault),
        (say("cli.runs-k-log"), spec.log),
        (say("cli.runs-k-time"), str(Clock(spec.move_ms, spec.bank_ms))),
        (say("cli.runs-k-memory"), memory),
        (say("cli.runs-k-isolation"), spec.isolation),
        (say("cli.runs-k-matches"), count),
        (say("cli.runs-k-faults"), str(sum(1 for _ in run_faults(store, run)))),
    ]
    for (bot_name, code), where in firsts:
        first = Sentence("cli.runs-k-first-of") if bot_name else Sentence("cli.runs-k-first")
        facts.append((first(fault=word_of(code), bot=bot_name), where))
    facts += [
        (say("cli.runs-k-reproducible"), word_of("yes" if run.reproducible else "no")),
        (say("cli.runs-k-created"), f"{run.created:%Y-%m-%d %H:%M:%S} UTC"),
        (say("cli.runs-k-again"), command_line(spec)),
    ]
    return facts


@command("stop")
@click.argument("name", metavar="RUN")
def stop(app: App, name: str) -> None:
    """Ask the process that plays RUN to finish its running matches and stop, as Ctrl-C does."""
    from tourney.store.matches import match_count
    from tourney.store.runs import run_named

    store = app.store()
    run = run_named(store, name)
    _stop(app, store, run)
    stored, total = match_count(store, run), _matches(run.spec)
    app.say(say("cli.runs-not-played", run=name, count=stored, total=total))
    if stored < total:
        app.say(say("cli.continue", command=app.command("run", "--resume", name)))


def _stop(app: App, store: "Database", run: "StoredRun") -> None:
    """Ask the process that plays a run to stop, and wait until it has stopped."""
    from time import sleep

    from tourney.runs.following import leave

    asked = False
    for _ in leave(store, run):
        if not asked:
            app.say(say("cli.runs-stopping", run=run.spec.name))
        asked = True
        sleep(LOOK_EVERY)


@command("rm")
@click.argument("name", metavar="RUN")
@click.option("--stop", "stops", is_flag=True)
def remove(app: App, name: str, stops: bool) -> None:
    """Remove RUN and all its matches from the database."""
    from tourney.runs.following import is_played
    from tourney.store.matches import match_count
    from tourney.store.runs import delete_run, run_named

    store = app.store()
    run = run_named(store, name)
    if not stops and is_played(store, run):
        raise Conflict(say("cli.runs-is-played", run=name))
    matches = match_count(store, run)
    if not app.confirm(say("cli.runs-ask-remove", run=name, count=matches)):
        raise TourneyError(say("app.event-not-removed"))
    if stops:
        _stop(app, store, run)
        matches = match_count(store, run)
    delete_run(store, run)
    app.say(say("cli.runs-removed", run=name, count=matches, database=app.database))
    app.say(say("app.undo", command=command_line(run.spec, *app.database_words())))


for _command in (list_, show, stop, remove):
    runs.add_command(_command)
