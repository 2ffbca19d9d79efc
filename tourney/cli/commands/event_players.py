"""`tourney event add-player, drop, return, no-show, replace`: who plays in an event."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from engines.messages import say
from tourney.cli.authors import author_option
from tourney.cli.base import App, command
from tourney.cli.usage import OneWordOf, WholeNumber

if TYPE_CHECKING:
    from tourney.app.event_session import EventSession

F = TypeVar("F", bound=Callable[..., Any])
SIMILAR = ("ask", "new", "join", "error")

_player = click.argument("player")
event_option = click.option("--event", metavar="EVENT")
_on_similar = click.option("--on-similar", type=OneWordOf(SIMILAR), default="ask")


def _session(app: App, event: str | None, author: str | None) -> "EventSession":
    from tourney.app.event_session import event_session

    app.by = author
    return event_session(app, event)


@command("add-player")
@_player
@event_option
@_on_similar
@author_option
def add_player(
    app: App, player: str, event: str | None, on_similar: str, author: str | None
) -> None:
    """Add PLAYER to an event."""
    from tourney.app.event_entries import enter

    enter(_session(app, event, author), player, on_similar)


@command("drop")
@_player
@event_option
@author_option
def drop(app: App, player: str, event: str | None, author: str | None) -> None:
    """Let PLAYER leave from the next round on; a round that is drawn is still played."""
    from tourney.app.event_entries import leave

    leave(_session(app, event, author), player)


@command("return")
@_player
@event_option
@author_option
def return_(app: App, player: str, event: str | None, author: str | None) -> None:
    """Let PLAYER come back: rounds away count 0 points."""
    from tourney.app.event_entries import come_back

    come_back(_session(app, event, author), player)


@command("no-show")
@_player
@click.option("--round", "number", type=WholeNumber(1), metavar="N")
@click.option("--undo", is_flag=True)
@event_option
@author_option
def no_show(
    app: App, player: str, number: int | None, undo: bool, event: str | None, author: str | None
) -> None:
    """Note that PLAYER does not appear at a table without a result, and leaves."""
    from tourney.app.event_entries import be_absent, come_back

    session = _session(app, event, author)
    if undo:
        come_back(session, player, undo=True, number=number)
    else:
        be_absent(session, player, number)


@command("replace")
@_player
@click.argument("by", metavar="by")
@click.argument("other")
@event_option
@_on_similar
@author_option
def replace(
    app: App,
    player: str,
    by: str,
    other: str,
    *,
    event: str | None,
    on_similar: str,
    author: str | None,
) -> None:
    """Let OTHER play instead of PLAYER: tourney event replace Ken by Mei."""
    from tourney.app.event_entries import substitute
    from tourney.domain.errors import UsageFault, quoted

    if by != "by":
        raise UsageFault(say("cli.event-say-by", word=quoted(by)))
    substitute(_session(app, event, author), player, other, on_similar)
