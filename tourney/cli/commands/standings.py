"""`tourney standings`: rank the players of a run, with confidence intervals."""

import click

from tourney.cli.base import App, command
from tourney.cli.run_results import load_sums


@command("standings", short_help="rank the players of a run, with confidence intervals")
@click.argument("run", required=False)
@click.option("--by", metavar="POINTS", default="scaled", help="Point system.  [default: scaled]")
@click.option("--tiebreak", metavar="A,B,…", help="Tie-breaks in order, or none for shared places.")
@click.option("--ci", is_flag=True, help="Show both ends of the 95 % confidence intervals.")
def standings(app: App, run: str | None, by: str, tiebreak: str | None, ci: bool) -> None:
    """Rank the players of RUN by points per match.

    Without RUN, the newest run is shown. Intervals are 95 % confidence intervals of the
    points per match, computed from deal blocks: all matches on one deal count as one observation.
    P(best) is the probability that a player has the highest true mean.

    Point systems: scaled (from 4 points for first place evenly down to 0), chips, wins and score.
    Tie-breaks: head-to-head, wins, score and chips.
    """
    from tourney.exports.standings import standings_table

    app.show(standings_table(load_sums(app, run, by, tiebreak), bounds=ci))
