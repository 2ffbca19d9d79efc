"""`tourney crosstable`: how often each player finished above each other."""

import click

from tourney.cli.base import App, command
from tourney.cli.run_results import load_sums


@command("crosstable", short_help="show how often each player finished above each other")
@click.argument("run", required=False)
@click.option(
    "--by",
    metavar="POINTS",
    default="scaled",
    help="Point system for the order of players.  [default: scaled]",
)
def crosstable(app: App, run: str | None, by: str) -> None:
    """Show the share of common matches in which the row player finished above the column player.

    A shared place counts half. Players are in the order of the standings of RUN,
    by default the newest run.
    """
    from tourney.exports import standings

    app.show(standings.crosstable(load_sums(app, run, by, None)))
