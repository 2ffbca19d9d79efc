"""`tourney event pair, unpair, swap, lock, final, explain`: the rounds of an event."""

from typing import TYPE_CHECKING

import click

from engines.messages import say
from tourney.cli.authors import author_option
from tourney.cli.base import App, command
from tourney.cli.commands.event_players import event_option
from tourney.cli.output import PAGE_ENDINGS
from tourney.cli.usage import WholeNumber
from tourney.domain.errors import UsageFault

if TYPE_CHECKING:
    from tourney.app.event_session import EventSession

_event = click.argument("event", required=False)
_round = click.option("--round", "number", type=WholeNumber(min=1), metavar="R")
_stage = click.option("--stage", metavar="S")
_witness = click.option("--witness", is_flag=True)


def _session(app: App, event: str | None, author: str | None) -> "EventSession":
    from tourney.app.event_session import event_session

    app.by = author
    return event_session(app, event)


@command("pair")
@_event
@_round
@click.option("--pods", metavar="auto|4,4,5|'A,B;C,D'", default="auto")
@click.option("--stage", metavar="S")
@click.option("--fide", is_flag=True)
@click.option("--all", "whole", is_flag=True)
@_witness
@author_option
def pair(
    app: App,
    event: str | None,
    *,
    number: int | None,
    pods: str,
    stage: str | None,
    fide: bool,
    whole: bool,
    witness: bool,
    author: str | None,
) -> None:
    """Draw the next round of EVENT, or take the tables that you give."""
    from tourney.app.event_rounds import draw, draw_all, wanted_tables

    if whole:
        if number is not None or pods != "auto" or fide or witness:
            raise UsageFault(say("cli.event-all-alone"))
        draw_all(_session(app, event, author), stage)
        return
    session = _session(app, event, author)
    if fide:
        from tourney.cli.event_chess import paired_elsewhere

        wanted, stage = paired_elsewhere(session, str(app.settings["bbp_pairings"].value), stage)
    else:
        wanted = wanted_tables(session, pods)
    draw(session, wanted, number, stage)
    if witness:
        from tourney.cli.event_sheets import say_witness

        say_witness(session)


@command("unpair")
@_event
@_round
@_stage
@click.option("--undo", is_flag=True)
@author_option
def unpair(
    app: App,
    event: str | None,
    *,
    number: int | None,
    stage: str | None,
    undo: bool,
    author: str | None,
) -> None:
    """Take back the last round of EVENT, as long as no match of it is stored."""
    from tourney.app.event_rounds import put_back, take_back

    session = _session(app, event, author)
    if undo:
        put_back(session)
    else:
        take_back(session, number, stage)


@command("swap")
@click.argument("player")
@click.argument("other")
@click.option("--round", "number", type=WholeNumber(min=1), metavar="R")
@event_option
@author_option
def swap(
    app: App, player: str, other: str, *, number: int | None, event: str | None, author: str | None
) -> None:
    """Exchange the seats of PLAYER and OTHER in the last round, or a seat and a bye."""
    from tourney.app.event_rounds import exchange

    exchange(_session(app, event, author), player, other, number)


@command("lock")
@_event
@_round
@_stage
@click.option("--undo", is_flag=True)
@author_option
def lock(
    app: App,
    event: str | None,
    *,
    number: int | None,
    stage: str | None,
    undo: bool,
    author: str | None,
) -> None:
    """Publish the last round of EVENT: it can be neither taken back nor changed by swap."""
    from tourney.app.event_rounds import protect

    protect(_session(app, event, author), number, stage, undo=undo)


@command("final")
@_event
@click.option("--top", type=WholeNumber(min=2, max=1000), metavar="N")
@click.option("--game", metavar="G")
@click.option("--lots", is_flag=True)
@click.option("--ahead", metavar="A,B")
@click.option("--undo", is_flag=True)
@author_option
def final(
    app: App,
    event: str | None,
    *,
    top: int | None,
    game: str | None,
    lots: bool,
    ahead: str | None,
    undo: bool,
    author: str | None,
) -> None:
    """Begin the next stage of EVENT with those who qualify, or a final of the best N."""
    from tourney.app.choose import find_game
    from tourney.app.event_rounds import begin, cancel

    session = _session(app, event, author)
    if undo:
        cancel(session)
    else:
        names = [name.strip() for name in (ahead or "").split(",") if name.strip()]
        of = find_game(game).name if game else None
        begin(session, top, of, lots=lots, ahead=names)
        session.say(say("cli.event-next", command=session.next_step()))


@command("explain")
@click.argument("player")
@_round
@click.option("--stage", metavar="S")
@event_option
def explain(
    app: App, player: str, *, number: int | None, stage: str | None, event: str | None
) -> None:
    """Say with whom PLAYER sits in a round, and why not with others."""
    from tourney.app.event_rounds import reasons
    from tourney.render.tables import Column, Table

    session = _session(app, event, None)
    found = reasons(session, player, number, stage)
    if app.format in ("json", "jsonl"):
        app.show(Table((Column("reason"),), [(session.text(line),) for line in found]))
        return
    for line in found:
        app.draw(app.folded(session.text(line), "") + "\n")


@command("dates")
@_event
@_stage
@click.option("--round", "number", type=WholeNumber(min=1), metavar="R")
@click.option("--set", "dates", metavar="D1,D2,…")
@author_option
def dates(
    app: App,
    event: str | None,
    *,
    stage: str | None,
    number: int | None,
    dates: str | None,
    author: str | None,
) -> None:
    """Show the dates of the rounds of EVENT, or set them."""
    from tourney.app.event_rounds import dates_table, set_dates
    from tourney.app.event_session import event_session

    if dates is not None:
        set_dates(_session(app, event, author), stage, number or 1, dates)
        return
    if stage is not None or number is not None:
        raise UsageFault(say("cli.event-dates-without-set"))
    app.show(dates_table(event_session(app, event, any_phase=True)))


@command("restrict")
@_event
@click.option("--never", metavar="A,B,…", multiple=True)
@click.option("--fixed-seat", metavar="NAME=A", multiple=True)
@click.option("--fixed-table", metavar="NAME=1", multiple=True)
@click.option("--lift", metavar="A[,B,…]")
@click.option("--undo", is_flag=True)
@author_option
def restrict(
    app: App,
    event: str | None,
    *,
    never: tuple[str, ...],
    fixed_seat: tuple[str, ...],
    fixed_table: tuple[str, ...],
    lift: str | None,
    undo: bool,
    author: str | None,
) -> None:
    """Change the restrictions of EVENT from the next draw on."""
    from tourney.app import event_rounds
    from tourney.app.event_drafts import names_of, seat_of, table_of

    session = _session(app, event, author)
    if undo:
        event_rounds.restrict_as_before(session)
    elif lift:
        event_rounds.lift(session, names_of(lift))
    else:
        groups = [names_of(text) for text in never]
        seats, tables = list(map(seat_of, fixed_seat)), list(map(table_of, fixed_table))
        event_rounds.restrict(session, groups, seats, tables)


@command("sheet", endings=PAGE_ENDINGS)
@_event
@click.option("--round", "number", type=WholeNumber(min=1), metavar="R")
@_stage
@click.option("--all", "whole", is_flag=True)
@click.option("--witness", is_flag=True)
def sheet(
    app: App,
    event: str | None,
    number: int | None,
    *,
    stage: str | None,
    whole: bool,
    witness: bool,
) -> None:
    """Write a printable web page with a sheet for each table of a round of EVENT."""
    from tourney.app.event_session import event_session
    from tourney.cli.event_sheets import open_sheets, sheets

    session = event_session(app, event, any_phase=True)
    if whole:
        if number is not None or witness:
            raise UsageFault(say("cli.event-all-alone"))
        open_sheets(app, session, stage)
        return
    sheets(app, session, number, stage, with_witness=witness)


@command("witness")
@_event
def witness(app: App, event: str | None) -> None:
    """Show the seed of every draw of EVENT and its SHA-256, and the hash of the next seed."""
    from tourney.app.event_session import event_session
    from tourney.cli.event_sheets import seeds_table

    app.show(seeds_table(event_session(app, event, any_phase=True)))
