"""`tourney bot check`: the compliance test as a table, and what repeats each failure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tourney.cli.base import App, command
from tourney.cli.lookup import find_game
from tourney.cli.progress import aside
from tourney.domain.errors import UsageFault

if TYPE_CHECKING:
    from tourney.runs.compliance import Finding, Subject

FAILED = 3


@command("check", short_help="whether a bot does what every bot must")
@click.argument("target", metavar="TARGET")
@click.option("-g", "--game", "games", metavar="GAME", multiple=True, help="Only in this game.")
@click.option("--quick", is_flag=True, help="With default options only.")
@click.option("--only", metavar="CHECK", help="Only this check, named as in the table.")
@click.option("--time-per-move", "seconds", type=float, metavar="S", help="What a move may take.")
def check(app: App, target: str, **given: Any) -> int:
    """Put a bot to the test.

    It plays every game it knows at every number of seats with every option, also from positions
    it did not bring about, and the same match alone and after others. A program (cmd:"…") is
    spoken to in unusual ways besides. What fails comes with the lines that repeat it, and makes
    the exit code 3.
    """
    from tourney.runs.compliance import FAIL, findings

    with aside():
        subject = _subject(target, given)
        found = list(findings(subject, given["only"]))
    _report(app, found)
    failed = sum(one.result == FAIL for one in found)
    told = (
        f"{failed} of {len(found)} checks failed" if failed else f"all {len(found)} checks passed"
    )
    app.say(f"'{target}': {told}")
    return FAILED if failed else 0


def _subject(target: str, given: dict[str, Any]) -> "Subject":
    from tourney.runs.compliance import CHECKS, subject

    if given["only"] not in (None, *CHECKS):
        raise UsageFault(f"no check '{given['only']}'; there are {', '.join(CHECKS)}")
    games = [find_game(name).name for name in given["games"]]
    move_ms = None if given["seconds"] is None else 1000 * given["seconds"]
    return subject(target, games, quick=given["quick"], move_ms=move_ms)


def _report(app: App, found: "Sequence[Finding]") -> None:
    from tourney.render.tables import Column, Table

    columns = (
        Column("check", "check"),
        Column("about", "of"),
        Column("result", "result"),
        Column("seen", "seen"),
        Column("repeat", "to repeat", only="data"),
    )
    rows = [(f.check, f.about, f.result, f.seen, "\n".join(f.repeat)) for f in found]
    app.show(Table(columns, rows))
    if app.format == "table":
        for one in found:
            if one.repeat:
                app.write(f"\nto repeat {one.check} of {one.about}:\n")
                app.write("".join(f"  {line}\n" for line in one.repeat))
