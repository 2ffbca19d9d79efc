"""`tourney event replay`: rebuild an event from its log."""

import click

from tourney.cli.base import App, command


@command("replay")
@click.argument("event", required=False)
@click.option("--into", metavar="FILE")
def replay(app: App, event: str | None, into: str | None) -> None:
    """Rebuild all draws and standings of EVENT from its rows of the log alone."""
    from tourney.cli.event_replays import replay_event

    replay_event(app, event, into)
