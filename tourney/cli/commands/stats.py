"""`tourney stats`: what a run says about its game and its bots' health, beside who is better."""

import click

from tourney.cli.base import App, command, group
from tourney.cli.choose import choose_run
from tourney.domain.errors import NotFound


@group("stats", short_help="what seats are worth, how long matches are, faults")
def stats() -> None:
    """Statistics of a run, with intervals by deal."""


@command("seats", short_help="what each seat is worth")
@click.argument("run", required=False)
@click.option("--by", metavar="POINTS", default="scaled", help="Point system.  [default: scaled]")
def seats(app: App, run: str | None, by: str) -> None:
    """Show what each seat of RUN was worth beyond the mean of all seats, in points a match.

    In blocks of rotation every bot sits in every seat of a deal, so how strong the bots are does
    not enter. RUN may be left out where the database holds one run.
    """
    from tourney.exports.statistics import seats_table

    store = app.store()
    app.show(seats_table(store.results(choose_run(store, run)), by))


@command("length", short_help="how long matches are")
@click.argument("run", required=False)
def length(app: App, run: str | None) -> None:
    """Show how many plies the matches of RUN took, by how they ended.

    Decisions count, what the dealer does does not. 5 and 95 of a hundred matches are not longer
    than p05 and p95.
    """
    from tourney.exports.statistics import lengths_table

    store = app.store()
    chosen = choose_run(store, run)
    found = lengths_table((m.deal, m.status, m.plies) for m in store.lengths(chosen))
    if not found.rows and store.match_count(chosen):
        raise NotFound(f"run '{chosen.spec.name}' keeps no moves; play it with another --log")
    app.show(found)


@command("faults", short_help="how often bots fail")
@click.argument("run", required=False)
def faults(app: App, run: str | None) -> None:
    """Show how often the bots of RUN failed and on how many deals, kind by kind.

    The share of deals has an interval even where nothing has failed so far.
    """
    from tourney.exports.statistics import RUNNER, FaultBook, faults_table
    from tourney.runs.play import named_faults
    from tourney.runs.schedule import Schedule

    store = app.store()
    chosen = choose_run(store, run)
    schedule, book = Schedule(chosen.spec), FaultBook()
    names = [bot.name for bot in chosen.spec.bots]
    for number in store.finished(chosen):
        fixture = schedule.fixture(number)
        book.match(fixture.deal, [names[bot] for bot in fixture.seats])
    for number, fault in store.faults(chosen):
        fixture = schedule.fixture(number)
        for bot, code in named_faults(chosen.spec, fixture, (fault,)):
            book.fault(bot or RUNNER, code, fixture.deal)
    app.show(faults_table(book, names))


for _command in (seats, length, faults):
    stats.add_command(_command)
