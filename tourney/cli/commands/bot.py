"""`tourney bot`: create bots, test them and show their faults."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engines.messages import Message, say
from tourney.cli.base import App, command, group
from tourney.cli.commands.bot_bench import bench
from tourney.cli.commands.bot_check import check
from tourney.cli.commands.bot_sample import sample
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import NotFound
from tourney.domain.safe_text import file_word

if TYPE_CHECKING:
    from tourney.render.tables import Row
    from tourney.store import Database
    from tourney.store.bots import BotFault, BotOutput

LANGUAGES = ("python", "c", "node", "go", "rust", "java", "ruby")


@group("bot")
def bot() -> None:
    """Create, test and inspect bots: programs in any language, or Python classes."""


@command("new")
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path, readable=False))
@click.option(
    "--lang", "language", type=OneWordOf(LANGUAGES), default=LANGUAGES[0], show_default=True
)
def new(app: App, folder: Path, language: str) -> None:
    """Create the folder NAME with a bot that plays every game."""
    from tourney.botlab.starters import new_bot

    made = new_bot(folder, language)
    app.say(say("cli.bot-wrote", files=" ".join(map(str, made.files))))
    for words in made.commands:
        app.say(f"  {words}")
    app.say(say("app.undo", command=f"rm -r {file_word(folder)}"))


@command("list")
def list_(app: App) -> None:
    """List the bots: built in, from installed packages, and from stored runs by version."""
    from tourney.agents.loader import hidden_bots
    from tourney.bots import BOTS
    from tourney.render.tables import Column, Table

    columns = (
        Column("bot", say("cli.bot-h-bot")),
        Column("source", say("cli.bot-h-source")),
        Column("target", say("cli.bot-h-target")),
        Column("version", say("cli.bot-h-version")),
        Column("runs", say("cli.bot-h-runs")),
        Column("events", say("cli.bot-h-events")),
    )
    app.show(Table(columns, [*_available(), *_stored(app)]))
    for line in hidden_bots(BOTS):
        app.say(line)


def _available() -> "Iterator[Row]":
    from tourney.agents.loader import installed_bots
    from tourney.bots import BOTS

    for name, made in BOTS.items():
        yield (name, say("cli.bot-built-in"), name, made.version, "", "")
    for entry in sorted(installed_bots()):
        name = entry.value if entry.name in BOTS else entry.name
        yield (name, say("cli.bot-of-package"), entry.value, "", "", "")


def _stored(app: App) -> "Iterator[Row]":
    from tourney.store.bots import bot_histories

    try:
        store = app.store()
    except NotFound:
        return
    for one in bot_histories(store):
        entry = one.bot
        runs, events = " ".join(one.runs), ", ".join(one.events)
        where = say("cli.bot-in-database")
        yield (entry.name, where, entry.target, entry.version, runs, events)


@command("logs")
@click.argument("name", metavar="NAME")
@click.option("--run", "run", metavar="RUN")
def logs(app: App, name: str, run: str | None) -> None:
    """Show the faults of bot NAME with their evidence, and what its processes wrote to stderr."""
    from tourney.store.runs import run_named

    store = app.store()
    if run is not None:
        run_named(store, run)
    if app.format == "table":
        _show_text(app, store, name, run)
    else:
        _show_table(app, store, name, run)


def _show_text(app: App, store: "Database", name: str, run: str | None) -> None:
    from tourney.render.code_words import word_of
    from tourney.render.text import indented, visible
    from tourney.store.bots import bot_faults, bot_sayings

    faults, output = list(bot_faults(store, name, run)), bot_sayings(store, name, run)
    shown: dict[str, Message] = {}
    for _, alike in groupby(faults, _same_start):
        one, *others = alike
        fault, where = one.fault, say("cli.bot-in-match", run=one.run, match=one.match)
        told = say(
            "cli.bot-fault",
            where=where,
            ply=fault.ply,
            fault=word_of(fault.code),
            evidence=visible(fault.evidence),
        )
        if others:
            last = others[-1].match
            told = say("cli.bot-fault-again", told=told, count=len(others) + 1, last=last)
        app.write(f"{app.text(told)}\n")
        known = shown.setdefault(fault.detail, where) if fault.detail else where
        if fault.detail:
            same = app.text(say("cli.bot-as-in", where=known))
            app.write(f"{indented(fault.detail) if known == where else f'  | {same}'}\n")
        for line in _repeat(app, store, name, one):
            app.write(f"  {app.text(say('cli.bot-repeat', command=line))}\n")
    for chunk in output:
        if _is_new(chunk.text, faults):
            when = f"{chunk.said:%Y-%m-%d %H:%M}"
            stderr = say("cli.bot-stderr", run=chunk.run, version=chunk.version, time=when)
            app.write(f"{app.text(stderr)}\n")
            app.write(f"{indented(chunk.text)}\n")
    if not faults and not output:
        app.say(say("cli.bot-nothing", bot=name))


def _repeat(app: App, store: "Database", name: str, one: "BotFault") -> Iterator[str]:
    """The command that shows a fault again, unless the bot was not even started.

    A single match is played by a new process. So a fault between two matches does not occur in it;
    a check plays several matches with each process.
    """
    from tourney.agents.process import BETWEEN
    from tourney.cli.run_command import check_line
    from tourney.runs.quarantine import WORDS
    from tourney.store.runs import run_named

    if one.fault.evidence.startswith(BETWEEN):
        yield check_line(run_named(store, one.run).spec, name)
    elif one.fault.evidence != WORDS:
        words = ("run", "--resume", one.run, "--only", str(one.match), "--trace", "trace.jsonl")
        yield app.command(*words)


def _same_start(one: "BotFault") -> object:
    """Equal for repeated start failures, which are shown once; different for all other faults."""
    fault = one.fault
    if fault.code != "startup":
        return one.run, one.match, fault.seat
    return one.run, fault.evidence, fault.detail


def _is_new(text: str, faults: "Sequence[BotFault]") -> bool:
    """Whether stderr output has anything that was not shown with a fault."""
    for one in faults:
        text = text.replace(one.fault.detail.strip(), "")
    return bool(text.strip())


def _show_table(app: App, store: "Database", name: str, run: str | None) -> None:
    from tourney.render.tables import Column, Table
    from tourney.store.bots import bot_faults, bot_sayings

    keys = ("run", "version", "match", "ply", "code", "evidence", "detail")
    faults, output = bot_faults(store, name, run), bot_sayings(store, name, run)
    rows = [*map(_fault_row, faults), *map(_output_row, output)]
    app.show(Table(tuple(Column(key) for key in keys), rows))


def _fault_row(one: "BotFault") -> "Row":
    fault = one.fault
    return (one.run, one.version, one.match, fault.ply, fault.code, fault.evidence, fault.detail)


def _output_row(one: "BotOutput") -> "Row":
    return (one.run, one.version, None, None, "stderr", f"{one.said:%Y-%m-%dT%H:%M:%SZ}", one.text)


for _command in (new, list_, check, sample, bench, logs):
    bot.add_command(_command)
