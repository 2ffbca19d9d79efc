"""`tourney event`: events from sign-up to final standings."""

from typing import TYPE_CHECKING

import click

from tourney.cli.authors import author_option
from tourney.cli.base import App, group
from tourney.cli.commands import event_new, event_play, event_players, event_replay, event_rounds
from tourney.cli.usage import WholeNumber

if TYPE_CHECKING:
    from tourney.app.event_session import EventSession

event_argument = click.argument("event", required=False)


@group("event")
def event() -> None:
    """Events from sign-up to final standings."""


@event.command("list")
def list_(app: App) -> None:
    """List all events, oldest first."""
    from tourney.app.event_session import EventSession
    from tourney.app.event_views import events_table
    from tourney.store.events import stored_events

    store = app.store()
    app.show(events_table([EventSession(app, store, one) for one in stored_events(store)]))


@event.command("show")
@event_argument
@click.option("--round", "number", type=WholeNumber(min=1), metavar="R")
@click.option("--players", "players", is_flag=True)
def show(app: App, event: str | None, number: int | None, players: bool) -> None:
    """Show the tables of EVENT with their results; before the first round, its players."""
    from tourney.app.event_session import event_session
    from tourney.app.event_views import players_table, table_objects, tables_table
    from tourney.render.text import json_text

    session = event_session(app, event, any_phase=True)
    drawn = any(stage.rounds for stage in session.state.stages)
    numbers = () if number is None else (number,)
    if players or not drawn:
        app.show(players_table(session))
    elif app.format in ("json", "jsonl"):
        found = table_objects(session, numbers)
        lines = (
            [json_text(one) for one in found] if app.format == "jsonl" else [json_text(found, 2)]
        )
        app.draw("".join(f"{line}\n" for line in lines))
    else:
        app.show(tables_table(session, numbers))


@event.command("open")
@event_argument
@author_option
def open_(app: App, event: str | None, author: str | None) -> None:
    """Begin EVENT. Drawing its first round does the same."""
    from tourney.app.event_life import open_event

    open_event(_session(app, event, author))


@event.command("close")
@event_argument
@author_option
def close(app: App, event: str | None, author: str | None) -> None:
    """End EVENT. No result may be missing; nothing can be changed until it is opened again."""
    from tourney.app.event_life import close_event

    close_event(_session(app, event, author))


@event.command("reopen")
@event_argument
@author_option
def reopen(app: App, event: str | None, author: str | None) -> None:
    """Go on with the closed EVENT, by default with the only one that is closed."""
    from tourney.app.event_life import reopen_event

    reopen_event(_session(app, event, author, closed=True))


@event.command("rm")
@click.argument("event")
@click.option("--undo", is_flag=True)
@author_option
def remove(app: App, event: str, undo: bool, author: str | None) -> None:
    """Remove EVENT with its entries and draws, as long as no match of it is stored."""
    from tourney.app.event_life import remove_event, restore_event

    app.by = author
    if undo:
        restore_event(app, event)
    else:
        remove_event(app, event)


def _session(
    app: App, event: str | None, author: str | None, *, closed: bool = False
) -> "EventSession":
    from tourney.app.event_session import event_session

    app.by = author
    return event_session(app, event, closed=closed)


for _command in (
    event_new.new,
    event_players.add_player,
    event_players.drop,
    event_players.return_,
    event_players.no_show,
    event_players.replace,
    event_play.add_bot,
    event_play.change_bot,
    event_rounds.pair,
    event_play.play,
    event_rounds.unpair,
    event_rounds.swap,
    event_rounds.lock,
    event_rounds.dates,
    event_rounds.restrict,
    event_rounds.sheet,
    event_rounds.witness,
    event_rounds.final,
    event_rounds.explain,
    event_replay.replay,
):
    event.add_command(_command)
