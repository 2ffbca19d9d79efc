"""`tourney bot`: for those who write bots – begin one, try it, find out what went wrong."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tourney.cli.base import App, command, group
from tourney.cli.commands.bot_bench import bench
from tourney.cli.commands.bot_check import check
from tourney.cli.commands.bot_sample import sample
from tourney.domain.errors import NotFound
from tourney.domain.shell import file_word

if TYPE_CHECKING:
    from tourney.render.tables import Row
    from tourney.store import Store
    from tourney.store.bots import BotFault, BotOutput

LANGUAGES = ("python", "c", "node")


@group("bot", short_help="begin a bot, test it, see its faults")
def bot() -> None:
    """Bots: programs in any language, or Python classes."""


@command("new", short_help="a working bot to begin with")
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path))
@click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Language.",
)
def new(app: App, folder: Path, language: str) -> None:
    """Write a bot that plays every game into the new folder NAME.

    The folder holds the bot, what it needs to speak the line protocol, and how to run it.
    """
    from tourney.botlab.starters import new_bot

    made = new_bot(folder, language)
    app.say("wrote " + " ".join(map(str, made.files)))
    for words in made.commands:
        app.say(f"  {words}")
    app.say(f"undo: rm -r {file_word(folder)}")


@command("list", short_help="bots built in, installed, in the database")
def list_(app: App) -> None:
    """List the bots: built in, entry points of packages, and those of stored runs by version."""
    from tourney.render.tables import Column, Table

    columns = (
        Column("bot", "bot"),
        Column("source", "from"),
        Column("target", "target"),
        Column("version", "version"),
        Column("runs", "runs"),
    )
    app.show(Table(columns, [*_available(), *_stored(app)]))


def _available() -> "Iterator[Row]":
    from importlib.metadata import entry_points

    from tourney.agents.loader import ENTRY_POINTS
    from tourney.bots import BOTS

    for name, made in BOTS.items():
        yield (name, "built in", name, made.version, "")
    for entry in sorted(entry_points(group=ENTRY_POINTS)):
        yield (entry.name, "package", entry.value, "", "")


def _stored(app: App) -> "Iterator[Row]":
    try:
        store = app.store()
    except NotFound:
        return
    for one in store.bot_histories():
        entry = one.bot
        yield (entry.name, "database", entry.target, entry.version, " ".join(one.runs))


@command("logs", short_help="a bot's faults and what it said")
@click.argument("name", metavar="NAME")
@click.option("--run", "run", metavar="RUN", help="In this run only.")
def logs(app: App, name: str, run: str | None) -> None:
    """Show the faults of bot NAME with their evidence, and what its processes wrote to stderr.

    Every fault comes with the command that plays its match again.
    """
    store = app.store()
    if run is not None:
        store.run(run)
    if app.format == "table":
        _tell(app, store, name, run)
    else:
        _tabulate(app, store, name, run)


def _tell(app: App, store: "Store", name: str, run: str | None) -> None:
    from tourney.cli.next_command import next_command
    from tourney.render.text import visible

    faults, said = list(store.bot_faults(name, run)), store.sayings(name, run)
    shown: dict[str, str] = {}
    for one in faults:
        fault, where = one.fault, f"{one.run}, match {one.match}"
        app.write(f"{where}, ply {fault.ply}: {fault.code}: {visible(fault.evidence)}\n")
        known = shown.setdefault(fault.detail, where) if fault.detail else where
        app.write(_indented(fault.detail) if known == where else f"  | as in {known}\n")
        words = ("run", "--resume", one.run, "--only", str(one.match), "--trace", "trace.jsonl")
        app.write(f"  again: {next_command(app, *words)}\n")
    for saying in said:
        if _news(saying.text, faults):
            when = f"{saying.said:%Y-%m-%d %H:%M}"
            app.write(f"{saying.run}, stderr of version {saying.version}, {when}:\n")
            app.write(_indented(saying.text))
    if not faults and not said:
        app.say(f"bot '{name}' has no faults and said nothing")


def _news(text: str, faults: "Sequence[BotFault]") -> bool:
    """Whether it says anything that did not stand with a fault already."""
    for one in faults:
        text = text.replace(one.fault.detail.strip(), "")
    return bool(text.strip())


def _indented(text: str) -> str:
    from tourney.render.text import visible

    return "".join(f"  | {visible(line)}\n" for line in text.splitlines())


def _tabulate(app: App, store: "Store", name: str, run: str | None) -> None:
    from tourney.render.tables import Column, Table

    keys = ("run", "version", "match", "ply", "code", "evidence", "detail")
    faults, said = store.bot_faults(name, run), store.sayings(name, run)
    rows = [*map(_fault_row, faults), *map(_saying_row, said)]
    app.show(Table(tuple(Column(key) for key in keys), rows))


def _fault_row(one: "BotFault") -> "Row":
    fault = one.fault
    return (one.run, one.version, one.match, fault.ply, fault.code, fault.evidence, fault.detail)


def _saying_row(one: "BotOutput") -> "Row":
    return (one.run, one.version, None, None, "stderr", f"{one.said:%Y-%m-%dT%H:%M:%SZ}", one.text)


for _command in (new, list_, check, sample, bench, logs):
    bot.add_command(_command)
