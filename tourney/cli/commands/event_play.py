"""`tourney event play, add-bot`: bots in events."""

from typing import Any

import click

from tourney.cli.authors import author_option
from tourney.cli.base import App, command
from tourney.cli.commands.event_players import event_option
from tourney.cli.executor_options import executor_options, workers_of
from tourney.cli.usage import WholeNumber


@command("play")
@click.argument("event", required=False)
@click.option("--round", "number", type=WholeNumber(min=1), metavar="R")
@executor_options("play")
@click.option("--changed", is_flag=True)
@author_option
def play(
    app: App,
    event: str | None,
    *,
    number: int | None,
    changed: bool,
    author: str | None,
    **given: Any,
) -> int:
    """Play all open tables of a round of EVENT at which only bots sit."""
    from tourney.app.event_session import event_session
    from tourney.cli.event_play import RoundPlayer

    app.by = author
    workers = workers_of(app, given)
    session = event_session(app, event)
    return RoundPlayer(app, session, number, workers).play(changed=changed)


@command("change-bot")
@click.argument("bot", metavar="NAME[=TARGET]")
@event_option
@author_option
def change_bot(app: App, bot: str, event: str | None, author: str | None) -> None:
    """Let a bot play as it is now, or with another TARGET, from its next match on."""
    from tourney.app.event_entries import renew_bot
    from tourney.app.event_session import event_session

    app.by = author
    renew_bot(event_session(app, event), bot)


@command("add-bot")
@click.argument("bot", metavar="NAME=TARGET")
@event_option
@author_option
def add_bot(app: App, bot: str, event: str | None, author: str | None) -> None:
    """Add a bot to an event; the TARGET is as for tourney run."""
    from tourney.app.event_entries import enter_bot
    from tourney.app.event_session import event_session

    app.by = author
    enter_bot(event_session(app, event), bot)
