"""`tourney crosstable`: who finished above whom."""

import click

from tourney.cli.base import App, command
from tourney.cli.run_results import load_sums


@command("crosstable", short_help="how often each player finished above each other")
@click.argument("run", required=False)
@click.option("--by", metavar="POINTS", default="scaled", help="Point system of the order.")
def crosstable(app: App, run: str | None, by: str) -> None:
    """Show the share of common matches in which the row finished above the column.

    A shared place counts half. Players come in the order of the standings of RUN, which may be
    left out where the database holds one run.
    """
    from tourney.exports import standings

    app.show(standings.crosstable(load_sums(app, run, by, None)))
