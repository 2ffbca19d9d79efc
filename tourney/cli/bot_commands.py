"""`tourney bot`: create bots, test them and show their faults."""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from engines.messages import Message, Sentence, say
from tourney.app.choose import find_game
from tourney.cli.base import App, command, group
from tourney.cli.failures import INTERRUPTED
from tourney.cli.output import PLAIN_ENDINGS, Output
from tourney.cli.run_display import PLAIN_EVERY, bot_output_to_stderr
from tourney.cli.usage import Number, OneWordOf, PositiveNumber
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.safe_text import file_word

if TYPE_CHECKING:
    from tourney.botlab.trials import BotUnderTest, CheckResult
    from tourney.render.text_tables import Column, Row
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

    made = new_bot(folder, language, app.text)
    app.say(say("cli.bot-wrote", files=" ".join(map(str, made.files))))
    for words in made.commands:
        app.say(f"  {words}")
    app.say(say("app.undo", command=f"rm -r {file_word(folder)}"))


@command("list")
def list_(app: App) -> None:
    """List the bots: built in, from installed packages, and from stored runs by version."""
    from tourney.agents.loader import hidden_bots
    from tourney.bots import BOTS
    from tourney.render.text_tables import Column, Table

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
    from tourney.agents.programs import BETWEEN
    from tourney.app.run_reports import check_line
    from tourney.runs.batches import NOT_STARTED
    from tourney.store.runs import run_named

    if one.fault.evidence.startswith(BETWEEN):
        yield check_line(run_named(store, one.run).spec, name)
    elif one.fault.evidence != NOT_STARTED:
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
    from tourney.render.text_tables import Column, Table
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


@command("bench")
@click.argument("target", metavar="TARGET")
@click.option("-g", "--game", "games", metavar="GAME", multiple=True)
def bench(app: App, target: str, games: tuple[str, ...]) -> None:
    """Measure how long a bot takes to start, to answer a ping and to choose its moves."""
    from tourney.agents.loader import hidden_bots
    from tourney.botlab.bench import speeds
    from tourney.botlab.compliance import subject
    from tourney.render.text_tables import Column, Table

    columns = (
        Column("what", say("cli.bench-h-what")),
        Column("times", say("cli.bench-h-times"), "right", importance=3),
        Column("median_ms", say("cli.bench-h-median"), "right", digits=3, importance=8),
        Column("p99_ms", say("cli.bench-h-p99"), "right", digits=3),
        Column("max_ms", say("cli.bench-h-longest"), "right", digits=3),
        Column("thinking_ms", say("cli.bench-h-thinking"), "right", digits=3),
    )
    chosen = [find_game(name).name for name in games]
    for line in hidden_bots([target]):
        app.say(say("app.warning", text=line))
    with bot_output_to_stderr():
        found = list(speeds(subject(target, chosen)))
    rows = [(s.what, len(s.times), s.typical, s.most, max(s.times), s.thinking) for s in found]
    app.show(Table(columns, rows))


FAILED = 3
BUDGET = 60.0
AGAIN = 5.0
"""Seconds between two lines about the progress of one check, on a terminal."""


@command("check")
@click.argument("target", metavar="TARGET")
@click.option("-g", "--game", "games", metavar="GAME", multiple=True)
@click.option("--quick", is_flag=True)
@click.option("--only", metavar="CHECK", multiple=True)
@click.option("--time-per-move", "seconds", type=PositiveNumber(), metavar="S")
@click.option("--budget", type=PositiveNumber(), default=BUDGET, show_default=True, metavar="S")
@click.option("--trace", metavar="FILE")
def check(app: App, target: str, **given: Any) -> int:
    """Test a bot."""
    from tourney.agents.loader import hidden_bots
    from tourney.botlab.compliance import findings
    from tourney.botlab.trials import FAIL
    from tourney.render.text_tables import Table

    Table(_columns(), ()).select(app.columns or ())  # an unknown column is an error before the test
    for line in hidden_bots([target]):
        app.say(say("app.warning", text=line))
    with bot_output_to_stderr():
        subject = _subject(target, given)
        progress = _progress(app)
        subject.tell = lambda words: progress(words, AGAIN)
        found, interrupted = list["CheckResult"](), False
        try:
            for one in findings(subject, given["only"], progress):
                found.append(one)
        except KeyboardInterrupt:
            interrupted = True
    _report(app, found)
    if given["trace"]:
        _write_trace(app, subject, given["trace"])
    if found:
        app.say(_summary(target, found))
    if interrupted:
        app.say(say("cli.bot-check-interrupted"))
        return INTERRUPTED
    return FAILED if any(one.result == FAIL for one in found) else 0


def _summary(target: str, found: "Sequence[CheckResult]") -> Message:
    """How many checks a bot passes or fails, and which could not be made."""
    from tourney.botlab.trials import FAIL
    from tourney.render.code_words import listed

    untested: dict[str, list[str]] = {}
    for one in found:
        if one.untested:
            untested.setdefault(one.check, []).append(str(one.about))
    tested = sum(not one.untested for one in found)
    failed = sum(one.result == FAIL for one in found)
    verdict = Sentence("cli.bot-fails") if failed else Sentence("cli.bot-passes")
    said = verdict(target=target, failed=failed, count=tested)
    if not untested:
        return said
    names = [f"{check} ({', '.join(games)})" for check, games in untested.items()]
    skipped = say("cli.bot-not-tested", checks=listed(names))
    return say("cli.bot-tested-partly", tested=said, untested=skipped) if tested else skipped


def _write_trace(app: App, subject: "BotUnderTest", file: str) -> None:
    """Write the conversation of the failure, or the unusual lines that were sent."""
    if subject.recorder is None:
        text, wrote = b"".join(subject.tape).decode(), say("cli.bot-wrote-sent", file=file)
    elif subject.recorder.failed is not None:
        text, wrote = subject.recorder.failed.text(), say("cli.bot-wrote-talk", file=file)
    else:
        app.say(say("cli.bot-no-failure", file=file))
        return
    with Output(file) as out:
        out.write(text)
    app.say(wrote)


def _progress(app: App) -> Callable[..., None]:
    """Says which check begins, and how far it is: on a pipe at most one line in ten seconds.

    On a terminal every check is named, and its progress after the seconds of the second argument.
    """
    every = 0.0 if sys.stderr.isatty() else PLAIN_EVERY
    last = monotonic()

    def begun(name: str | Message, patience: float = 0.0) -> None:
        nonlocal last
        if monotonic() - last >= max(every, patience):
            last = monotonic()
            app.say(say("cli.bot-testing", what=name))

    return begun


def _subject(target: str, given: dict[str, Any]) -> "BotUnderTest":
    from tourney.botlab.compliance import CHECKS, subject
    from tourney.botlab.protocol_checks import KINDS
    from tourney.botlab.trials import RECORDED, Recorder

    for name in given["only"]:
        if name not in CHECKS:
            known = ", ".join(CHECKS)
            raise UsageFault(say("cli.bot-unknown-check", name=quoted(name), known=known))
    wanted, traceable = set(given["only"]), (*RECORDED, *KINDS)
    if given["trace"] and (len(wanted) != 1 or not wanted <= set(traceable)):
        raise UsageFault(say("cli.bot-trace-what", known=", ".join(traceable)))
    games = [find_game(name).name for name in given["games"]]
    move_ms = None if given["seconds"] is None else 1000 * given["seconds"]
    budget = given["budget"]
    recorder = Recorder() if given["trace"] and wanted & set(RECORDED) else None
    return subject(
        target,
        games,
        quick=given["quick"],
        move_ms=move_ms,
        seconds=budget,
        recorder=recorder,
    )


def _columns() -> "Sequence[Column]":
    from tourney.render.text_tables import Column

    return (
        Column("check", say("cli.bot-h-check")),
        Column("about", say("cli.bot-h-about")),
        Column("result", say("cli.bot-h-result")),
        Column("seen", say("cli.bot-h-seen")),
        Column("repeat", only="data"),
        Column("stderr", only="data"),
        Column("expected", only="data"),
    )


RESULTS = {
    "pass": Sentence("botlab.pass"),
    "FAIL": Sentence("botlab.fail"),
    "note": Sentence("botlab.note"),
}


def _report(app: App, found: "Sequence[CheckResult]") -> None:
    from tourney.render.text_tables import Table

    rows = [
        (
            f.check, f.about, RESULTS[f.result](), f.seen, "\n".join(f.repeat),
            "\n".join(f.stderr), f.expected,
        )
        for f in found
    ]  # fmt: skip
    app.show(Table(_columns(), rows))
    if app.format == "table":
        for one in found:
            _explain(app, one)


def _explain(app: App, one: "CheckResult") -> None:
    """Write the end of the bot's stderr and the commands that repeat a failure."""
    from tourney.render.text import indented

    check = say("cli.bot-check-of", check=one.check, about=one.about) if one.about else one.check
    if one.stderr:
        lines = indented("\n".join(one.stderr))
        app.write(f"\n{app.text(say('cli.bot-last-lines', check=check))}\n{lines}\n")
    if one.repeat:
        app.write(f"\n{app.text(say('cli.bot-to-repeat', check=check))}\n")
        app.write("".join(f"  {line}\n" for line in one.repeat))
        if one.expected:
            app.write(f"{app.text(say('cli.bot-expected', what=one.expected))}\n")


@command("sample", endings={".jsonl": "jsonl", **PLAIN_ENDINGS})
@click.argument("name", metavar="GAME")
@click.option("--seats", type=Number(int), metavar="N")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
def sample(app: App, name: str, seats: int | None, options: tuple[str, ...]) -> None:
    """Print the messages of a match of GAME to one seat, with a request of every phase."""
    from engines.api import OptionError
    from tourney.botlab.starters import samples
    from tourney.runs.run_plan import option_pairs

    game = find_game(name)
    count = game.seats[0] if seats is None else seats
    if count not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise UsageFault(
            say("cli.bot-sample-seats", name=game.name, low=low, high=high, count=count)
        )
    try:
        chosen = game.options(option_pairs(options), count)
    except OptionError as error:
        raise UsageFault(error.message) from None
    for one in samples(game, chosen, count):
        app.write(one.line)


for _command in (new, list_, check, sample, bench, logs):
    bot.add_command(_command)
