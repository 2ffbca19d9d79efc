"""`tourney event add-player, drop, return, no-show, replace`: who plays in an event."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from engines.messages import say
from tourney.cli.authors import author_option
from tourney.cli.base import App, command
from tourney.cli.usage import OneWordOf

if TYPE_CHECKING:
    from tourney.app.event_session import EventSession

F = TypeVar("F", bound=Callable[..., Any])
SIMILAR = ("ask", "new", "join", "error")

_player = click.argument("player")
event_option = click.option("--event", metavar="EVENT", help="Event.  [default: the only open one]")
_on_similar = click.option(
    "--on-similar",
    type=OneWordOf(SIMILAR),
    default="ask",
    help="What to do with a name that looks like a known player.  [default: ask]",
)


def _session(app: App, event: str | None, author: str | None) -> "EventSession":
    from tourney.app.event_session import event_session

    app.by = author
    return event_session(app, event)


@command("add-player", short_help="add a player, also after the first round")
@_player
@event_option
@_on_similar
@author_option
def add_player(
    app: App, player: str, event: str | None, on_similar: str, author: str | None
) -> None:
    """Add PLAYER to an event.

    Each round drawn before counts as the plan says (missed). A player who has left comes back with
    tourney event return instead.
    """
    from tourney.app.event_entries import enter

    enter(_session(app, event, author), player, on_similar)


@command("drop", short_help="a player leaves")
@_player
@event_option
@author_option
def drop(app: App, player: str, event: str | None, author: str | None) -> None:
    """Let PLAYER leave from the next round on; a round that is drawn is still played."""
    from tourney.app.event_entries import leave

    leave(_session(app, event, author), player)


@command("return", short_help="a player comes back")
@_player
@event_option
@author_option
def return_(app: App, player: str, event: str | None, author: str | None) -> None:
    """Let PLAYER come back: rounds away count 0 points.

    After a no-show, the player sits at the table again if it has no result yet and the round is
    still played.
    """
    from tourney.app.event_entries import come_back

    come_back(_session(app, event, author), player)


@command("no-show", short_help="a player does not appear")
@_player
@click.option(
    "--round",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Only in round N: the player does not leave.",
)
@click.option("--undo", is_flag=True, help="The player has appeared: take the no-show back.")
@event_option
@author_option
def no_show(
    app: App, player: str, number: int | None, undo: bool, event: str | None, author: str | None
) -> None:
    """Note that PLAYER does not appear at a table without a result, and leaves.

    In a schedule of which several rounds are drawn, at all tables without a result; --round is for
    a single match that is not played.

    The table plays with one seat fewer, and nobody has beaten the absent player, unless the plan
    has the policy walkover.
    """
    from tourney.app.event_entries import be_absent, come_back

    session = _session(app, event, author)
    if undo:
        come_back(session, player, undo=True, number=number)
    else:
        be_absent(session, player, number)


@command("replace", short_help="a player takes the place of another")
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
    """Let OTHER play instead of PLAYER: tourney event replace Ken by Mei.

    OTHER takes the seats at tables without a result and is a late entrant otherwise; the points of
    PLAYER stay with PLAYER.
    """
    from tourney.app.event_entries import substitute
    from tourney.domain.errors import UsageFault, quoted

    if by != "by":
        raise UsageFault(say("cli.event-say-by", word=quoted(by)))
    substitute(_session(app, event, author), player, other, on_similar)
