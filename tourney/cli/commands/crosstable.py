"""`tourney crosstable`: how often each player finished above each other."""

import click

from tourney.cli.base import App, command
from tourney.cli.event_results import chosen_event, load_event, planned_places
from tourney.cli.run_results import load_sums


@command("crosstable", short_help="show how often each player finished above each other")
@click.argument("name", metavar="[RUN|EVENT]", required=False)
@click.option(
    "--by",
    metavar="POINTS",
    help="Point system for the order of players.  [default: that of the standings]",
)
def crosstable(app: App, name: str | None, by: str | None) -> None:
    """Show the share of common matches in which the row player finished above the column player.

    A shared place counts half. Players are in the order of the standings of RUN or EVENT; without
    a name, of what tourney standings shows.
    """
    from tourney.exports import standings

    store = app.store()
    event = chosen_event(store, name)
    if event is not None:
        sums = load_event(app, store, event, by or "scaled").sums
        app.show(standings.crosstable(sums, None if by else planned_places(app, store, event)))
    else:
        app.show(standings.crosstable(load_sums(app, name, by or "scaled", None)))
