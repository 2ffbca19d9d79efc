"""`tourney stats`: statistics of a run about seats, match lengths, faults and times."""

import click

from engines.messages import say
from tourney.app.choose import choose_run
from tourney.cli.base import App, command, group
from tourney.domain.errors import NotFound, quoted


@group("stats")
def stats() -> None:
    """Show statistics of a run, with 95 % intervals by deal."""


@command("seats")
@click.argument("run", required=False)
@click.option("--by", metavar="POINTS", default="scaled")
def seats(app: App, run: str | None, by: str) -> None:
    """Show how many points per match each seat of RUN scored above the mean of all seats."""
    from tourney.exports.statistics import seats_table
    from tourney.results.sums import design
    from tourney.store.matches import run_results

    store = app.store()
    chosen = choose_run(store, run, app.say)
    app.show(seats_table(run_results(store, chosen), by, design(chosen.spec).scores))


@command("length")
@click.argument("run", required=False)
def length(app: App, run: str | None) -> None:
    """Show how many plies the matches of RUN took, by status."""
    from tourney.exports.statistics import lengths_table
    from tourney.store.matches import match_count, match_lengths

    store = app.store()
    chosen = choose_run(store, run, app.say)
    found = lengths_table((m.deal, m.status, m.plies) for m in match_lengths(store, chosen))
    if not found.rows and match_count(store, chosen):
        raise NotFound(say("cli.stats-no-moves", run=chosen.spec.name))
    app.show(found)


@command("faults")
@click.argument("run", required=False)
def faults(app: App, run: str | None) -> None:
    """Show how often and on how many deals the bots of RUN failed, for each kind of fault."""
    from tourney.exports.statistics import faults_table
    from tourney.runs.results import fault_book

    store = app.store()
    chosen = choose_run(store, run, app.say)
    names = [bot.name for bot in chosen.spec.bots]
    app.show(faults_table(fault_book(store, chosen), names))


@command("times")
@click.argument("run", required=False)
def times(app: App, run: str | None) -> None:
    """Show how long the bots of RUN took for their moves, in milliseconds."""
    from tourney.exports.statistics import times_table
    from tourney.store.matches import move_times

    store = app.store()
    chosen = choose_run(store, run, app.say)
    found = times_table(move_times(store, chosen))
    if not found.rows:
        raise NotFound(say("cli.no-times", run=quoted(chosen.spec.name)))
    app.show(found)


for _command in (seats, length, faults, times):
    stats.add_command(_command)
