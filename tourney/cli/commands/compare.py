"""`tourney compare`: what a change to a bot gained, on the same deals before and after."""

import click

from tourney.cli.base import App, command
from tourney.cli.choose import choose_run


@command("compare", short_help="measure what a change to a bot gained, deal by deal")
@click.argument("run_a", metavar="RUN_A")
@click.argument("run_b", metavar="RUN_B")
@click.option("--by", metavar="POINTS", default="scaled", help="Point system.  [default: scaled]")
def compare(app: App, run_a: str, run_b: str, by: str) -> None:
    """Compare two runs that play the same deals in the same seats with different bots.

    RUN_A has the bot before a change and RUN_B the bot after it, at the same place in the list of
    bots; game, options, seats, schedule, block and seed must be the same. Differences are taken
    deal by deal, which removes the luck of the cards, so the interval is narrower than that of two
    unrelated runs. A forfeit counts as the result it is; the figures of deals without faults are
    shown beside. Deals with an abandoned match are left out, and P(better) is not shown if their
    results could turn the verdict.
    """
    from tourney.exports.comparison import comparison_table
    from tourney.runs.compare import compare as compared
    from tourney.runs.deals import LEFT_OUT, WITH_FAULTS, named
    from tourney.runs.until import verdict

    store = app.store()
    runs = choose_run(store, run_a), choose_run(store, run_b)
    found = compared(store, *runs, by)
    changes = [(c.before, c.after, c.pairs, c.clean) for c in found.changes]
    app.show(comparison_table(changes))
    notes = named(found.faulty, WITH_FAULTS) + named(found.left_out, LEFT_OUT)
    app.say(f"{found.deals} deals shared{notes}; interval by deal")
    for run in runs:
        status = verdict(store, run)
        if status is not None and status.ended:
            app.say(
                f"run '{run.spec.name}' was stopped by its own figures ({status.rule}); they are "
                "on average too extreme, and so is this difference"
            )
    if found.doubtful:
        app.say("no verdict: the results of the deals left out could turn it")
