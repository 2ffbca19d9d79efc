"""`tourney demo`: a short tournament of the built-in bots, stored, checked and ranked."""

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from engines.messages import Words, say
from tourney.cli.base import App, command
from tourney.cli.output import BINARY, TABLE_ENDINGS
from tourney.domain.errors import DataFault
from tourney.domain.safe_text import file_word, shell_line

if TYPE_CHECKING:
    from tourney.store import Database
    from tourney.store.runs import StoredRun


FILE = "tourney-demo.db"
SITE = "tourney-demo-site"
"""The folder of the web pages."""
NAME = "demo"
DEALS = 20
ITERATIONS = 20


class DemoLength(NamedTuple):
    """Settings with which a game shows a result within a minute."""

    options: Mapping[str, str] = {}
    seats: int | None = None
    iterations: int = ITERATIONS


USUAL = DemoLength()
# With three seats, the seat after the random bot would matter more than how well a bot plays.
SHORT = {
    "diams": DemoLength({"length": "quick"}),
    "diamonds": DemoLength(iterations=60),
    "diamond-boxes": DemoLength(seats=2, iterations=60),
    "diamond-boxes-2": DemoLength(seats=2, iterations=60),
}


@command(
    "demo",
    # It writes two tables, which a workbook or a parquet file does not take.
    endings={end: form for end, form in TABLE_ENDINGS.items() if form not in BINARY},
)
@click.option("-g", "--game", default="diams", metavar="GAME")
def demo(app: App, game: str) -> int:
    """Play a short tournament of the built-in bots, store it, check it and rank the bots."""
    from tourney.app.run_session import SessionOptions, play_session
    from tourney.cli.failures import INTERRUPTED
    from tourney.cli.live_screen import watched
    from tourney.runs.run_plan import Plan, free_name, prepare
    from tourney.store.runs import add_run, all_runs
    from tourney.work.executors import Workers

    # A demonstration must not write into the database of a project that happens to be here.
    if app.settings["db"].source not in {"--db", "TOURNEY_DB"}:
        app.db, app.database_words = FILE, ("--db", FILE)
    length = SHORT.get(game, USUAL)
    prepared = prepare(
        Plan(
            game=game,
            options=length.options,
            bots={
                "search": f"search:iterations={length.iterations}",
                "greedy": "greedy",
                "random": "random",
            },
            seats=length.seats,
            deals=DEALS,
            seed="1",
        )
    )
    store = app.store(create=True)
    name = free_name(NAME, {run.spec.name for run in all_runs(store)})
    prepared = prepared.named(name)
    run = add_run(store, prepared.spec, reproducible=prepared.reproducible)
    title = prepared.setup.game.title
    app.say(
        say(
            "cli.demo-opening",
            count=prepared.schedule.total,
            title=Words(title["en"], title["ja"]),
            bots=", ".join(bot.name for bot in prepared.spec.bots),
            deals=prepared.spec.deals,
        )
    )
    how = SessionOptions(app.database, Workers(app.jobs), all_faults=bool(app.verbose))
    if play_session(app, run, prepared, how, watched(app, None)).interrupted:
        return INTERRUPTED
    _show(app, name)
    failed = _check(app, store, run)
    _next(app, store, name)
    return failed


def _show(app: App, name: str) -> None:
    from tourney.app.run_reports import load_sums
    from tourney.exports.standings_fields import crosstable, standings_table

    sums = load_sums(app, name, "scaled", None)
    # Headings are for people: between tables for programs they would be no data.
    write = app.write if app.format in {"table", "plain", "markdown"} else app.say
    write(f"\n{app.text(say('cli.demo-standings'))}\n\n")
    app.show(standings_table(sums))
    write(f"\n{app.text(say('cli.demo-crosstable'))}\n\n")
    app.show(crosstable(sums))


def _check(app: App, store: "Database", run: "StoredRun") -> int:
    """Check every stored match, print a summary and return the exit code."""
    from tourney.records import check, read, record
    from tourney.store.matches import run_matches

    # Through the text of the records, as any other reader of them would check them.
    reports = [
        check(match) for stored in run_matches(store, run) for match in read(record(stored)).matches
    ]
    passed = sum(report.passed for report in reports)
    plies = sum(report.verified for report in reports)
    app.say("")
    app.say(say("cli.demo-checked", passed=passed, count=len(reports), plies=plies))
    return 0 if passed == len(reports) else DataFault.exit_code


def _next(app: App, store: "Database", name: str) -> None:
    """Say what may be tried with the run, and write the web pages of the database."""
    from tourney.app.publish_site import AskedSite
    from tourney.cli.page_commands import publish

    app.say("")
    app.say(say("cli.demo-next"))
    # Each line can be pasted as it is, whatever the settings say: it names the database.
    database = shell_line(("--db", app.database))
    for words, why in (
        (f"replay match:{name}/1", say("cli.sample-replay")),
        (f"match show {name}/1", say("cli.demo-show")),
        (f"standings {name} --points chips", say("cli.demo-chips")),
        (f"check run:{name}", say("cli.demo-check")),
        (f"export tmr {name} -o {name}.tmr", say("cli.demo-export")),
    ):
        app.say(f"  {f'tourney {words} {database}':<62} {app.text(why)}")
    app.say(say("app.undo", command=f"tourney runs rm {name} {database}"))
    app.say("")
    publish(app, store, AskedSite(app.lang, "tourney demo"), Path(SITE), again=True)


EXAMPLES = (
    ("check", "records/spring-diams.tmr", say("cli.sample-check")),
    ("replay", "records/table-blue-border.tmr", say("cli.sample-replay")),
    ("run", "runs/quick-cup.toml", say("cli.sample-run")),
)


@command("samples")
@click.argument(
    "folder", metavar="[DIR]", default="samples", type=click.Path(path_type=Path, readable=False)
)
def samples(app: App, folder: Path) -> None:
    """Copy sample records, run files and bots into the folder DIR (default: samples)."""
    from textwrap import wrap

    from tourney.domain.new_files import copy_samples, sample_names

    is_new = not folder.exists()
    written = copy_samples(folder)
    for parent, members in groupby(map(Path, written), lambda name: name.parent):
        files = " ".join(name.name for name in members)
        said = app.text(say("cli.sample-wrote", folder=str(folder / parent), files=files))
        for line in wrap(said, 100, subsequent_indent="  ", break_on_hyphens=False):
            app.say(line)
    if not written:
        app.say(say("cli.sample-all-there", folder=str(folder), count=len(sample_names())))
    commands = [f"tourney {words} {file_word(folder / name)}" for words, name, _ in EXAMPLES]
    width = max(map(len, commands))
    for line, (_, _, purpose) in zip(commands, EXAMPLES, strict=True):
        app.say(f"  {line:{width}}    {app.text(purpose)}")
    if is_new:
        app.say(say("app.undo", command=f"rm -r {file_word(folder)}"))
