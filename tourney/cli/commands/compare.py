"""`tourney compare`: what a change to a bot gained, on the same deals before and after."""

import click

from engines.messages import say
from tourney.app.choose import choose_run
from tourney.cli.base import App, command
from tourney.domain.errors import UsageFault, quoted


@command("compare")
@click.argument("run_a", metavar="RUN_A")
@click.argument("run_b", metavar="[RUN_B]", required=False)
@click.option("--bots", metavar="NEW,OLD")
@click.option("--by", metavar="POINTS", default="scaled")
@click.option("--deals", is_flag=True)
def compare(
    app: App, run_a: str, run_b: str | None, *, bots: str | None, by: str, deals: bool
) -> None:
    """Compare two runs that play the same deals in the same seats with different bots."""
    from tourney.exports.comparison import change_name, comparison_table, deals_table
    from tourney.runs.compare import compare as compared
    from tourney.runs.compare import compare_bots
    from tourney.runs.deals import counted_deals
    from tourney.runs.schedule import Schedule
    from tourney.runs.until import verdict

    pair = _pair(bots, run_b)
    store = app.store()
    runs = [choose_run(store, name) for name in (run_a, run_b) if name is not None]
    found = (
        compare_bots(store, runs[0], pair, by) if pair else compared(store, runs[0], runs[-1], by)
    )
    if deals:
        pairs = [(change_name(c.before, c.after), c.deals) for c in found.changes]
        app.show(deals_table(pairs, Schedule(runs[0].spec).deal_size))
    else:
        changes = [(c.before, c.after, c.pairs, c.clean) for c in found.changes]
        app.show(comparison_table(changes))
    notes = counted_deals(found.faulty, found.left_out)
    app.say(say("cli.compare-shared", deals=found.deals, notes=notes))
    for run in runs:
        status = verdict(store, run)
        if status is not None and status.ended:
            app.say(say("cli.compare-stopped", run=run.spec.name, rule=status.rule))
    if found.doubtful:
        app.say(say("cli.compare-no-verdict"))


def _pair(bots: str | None, run_b: str | None) -> tuple[str, str] | None:
    """The two bots to compare; None for two runs."""
    if bots is None:
        if run_b is None:
            raise UsageFault(say("cli.compare-second"))
        return None
    if run_b is not None:
        raise UsageFault(say("cli.compare-one-run"))
    new, comma, old = bots.partition(",")
    if not (new and comma and old):
        raise UsageFault(say("cli.compare-bad-bots", bots=quoted(bots)))
    return new, old
