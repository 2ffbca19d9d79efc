"""`tourney event replay`: rebuild an event from its log."""

import click

from tourney.cli.base import App, command


@command("replay", short_help="rebuild an event from its log and compare")
@click.argument("event", required=False)
@click.option("--into", metavar="FILE", help="Replay again in a new database with the log alone.")
def replay(app: App, event: str | None, into: str | None) -> None:
    """Rebuild all draws and standings of EVENT from its rows of the log alone.

    Every round is drawn again from its stored seed, every qualification is computed again, every
    other change is checked again as if somebody made it now, and every result is compared with its
    match. A difference is an error that names the row. The pairings and standings are printed as
    lines of JSON.
    """
    from tourney.cli.event_replays import replay_event

    replay_event(app, event, into)
