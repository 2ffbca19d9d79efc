"""`tourney standings`: who is ahead in a run, and is it real."""

import click

from tourney.cli.base import App, command
from tourney.cli.run_results import load_sums


@command("standings", short_help="who is ahead in a run, and is it real")
@click.argument("run", required=False)
@click.option("--by", metavar="POINTS", default="scaled", help="Point system.  [default: scaled]")
@click.option("--tiebreak", metavar="A,B,…", help="Tie-breaks in order; none: shared places.")
@click.option("--ci", is_flag=True, help="Show both ends of the 95 % intervals.")
def standings(app: App, run: str | None, by: str, tiebreak: str | None, ci: bool) -> None:
    """Rank the players of RUN by points per match.

    RUN may be left out where the database holds one run. Intervals are of the points per match,
    at 95 %, from deal blocks: all matches played on one deal are one piece of evidence. P(best)
    is how likely a player has the highest true mean of them all.
    Point systems are scaled (4 for the first place evenly down to 0), chips, wins and score;
    tie-breaks head-to-head, wins, score and chips.
    """
    from tourney.exports.standings import standings_table

    app.show(standings_table(load_sums(app, run, by, tiebreak), bounds=ci))
