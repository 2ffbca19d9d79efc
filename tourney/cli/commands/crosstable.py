"""`tourney crosstable`: how often each player finished above each other."""

import click

from tourney.app.choose import chosen_event
from tourney.cli.base import App, command
from tourney.cli.run_results import load_sums


@command("crosstable")
@click.argument("name", metavar="[RUN|EVENT]", required=False)
@click.option("--by", metavar="POINTS")
def crosstable(app: App, name: str | None, by: str | None) -> None:
    """Show the share of common matches in which the row player finished above the column player."""
    from tourney.exports import standings

    store = app.store()
    event = chosen_event(store, name)
    if event is not None:
        from tourney.app.event_views import load_event, planned_places

        sums = load_event(app, store, event, by or "scaled").sums
        app.show(standings.crosstable(sums, None if by else planned_places(app, store, event)))
    else:
        app.show(standings.crosstable(load_sums(app, name, by or "scaled", None)))
