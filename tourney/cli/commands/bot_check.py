"""`tourney bot check`: the compliance test of a bot, with the lines that repeat each failure."""

import sys
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from engines.messages import Message, Sentence, say
from tourney.app.choose import find_game
from tourney.cli.base import App, command
from tourney.cli.failures import INTERRUPTED
from tourney.cli.output import Output
from tourney.cli.progress import PLAIN_EVERY, bot_output_to_stderr
from tourney.cli.usage import PositiveNumber
from tourney.domain.errors import UsageFault, quoted

if TYPE_CHECKING:
    from tourney.botlab.checks import BotUnderTest, CheckResult
    from tourney.render.tables import Column

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
    from tourney.botlab.checks import FAIL
    from tourney.botlab.compliance import findings
    from tourney.render.tables import Table

    Table(_columns(), ()).select(app.columns or ())  # an unknown column is an error before the test
    for line in hidden_bots([target]):
        app.say(say("cli.warning", text=line))
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
    from tourney.botlab.checks import FAIL
    from tourney.render.code_words import listed

    untested: dict[str, list[str]] = {}
    for one in found:
        if one.untested:
            untested.setdefault(one.check, []).append(one.about)
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

    def begun(name: str, patience: float = 0.0) -> None:
        nonlocal last
        if monotonic() - last >= max(every, patience):
            last = monotonic()
            app.say(say("cli.bot-testing", what=name))

    return begun


def _subject(target: str, given: dict[str, Any]) -> "BotUnderTest":
    from tourney.botlab.checks import RECORDED
    from tourney.botlab.compliance import CHECKS, subject
    from tourney.botlab.recording import Recorder
    from tourney.botlab.unusual import KINDS

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
    from tourney.render.tables import Column

    return (
        Column("check", say("cli.bot-h-check")),
        Column("about", say("cli.bot-h-about")),
        Column("result", say("cli.bot-h-result")),
        Column("seen", say("cli.bot-h-seen")),
        Column("repeat", only="data"),
        Column("stderr", only="data"),
        Column("expected", only="data"),
    )


def _report(app: App, found: "Sequence[CheckResult]") -> None:
    from tourney.render.tables import Table

    rows = [
        (f.check, f.about, f.result, f.seen, "\n".join(f.repeat), "\n".join(f.stderr), f.expected)
        for f in found
    ]
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
