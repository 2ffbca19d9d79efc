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
_round = click.option("--round", "number", type=WholeNumber(min=1), metavar="R", help="Round.")
_stage = click.option("--stage", metavar="S", help="Stage.  [default: the newest]")
_witness = click.option(
    "--witness", is_flag=True, help="Print the SHA-256 of the seed of the next draw."
)


def _session(app: App, event: str | None, author: str | None) -> "EventSession":
    from tourney.app.event_session import event_session

    app.by = author
    return event_session(app, event)


@command("pair", short_help="draw the next round")
@_event
@_round
@click.option(
    "--pods",
    metavar="auto|4,4,5|'A,B;C,D'",
    default="auto",
    help="Sizes of the tables, or the players of each table by seat.  [default: auto]",
)
@click.option("--stage", metavar="S", help="Stage.  [default: the newest that can go on]")
@click.option(
    "--fide", is_flag=True, help="Let bbpPairings pair a Swiss stage by the rules of FIDE."
)
@click.option("--all", "whole", is_flag=True, help="Draw all rounds of a schedule at once.")
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
    """Draw the next round of EVENT, or take the tables that you give.

    No result of an earlier round of the stage may be missing, except in a schedule: a round robin,
    groups, a gauntlet, or a schedule of your own, whose rounds depend on no result. --all draws all
    rounds of a schedule; their results can come in any order. If the newest stage cannot go on, the
    next one of the plan begins, as soon as those who play in it are decided. The seed was fixed
    when the event was made, so that nobody can choose a draw; --witness prints a hash of the seed
    of the round after, which players can check later.

    The Swiss system of this program has rules of its own. With --fide the program bbpPairings pairs
    a stage at tables of two by the Dutch system of FIDE, if it is installed; the setting
    bbp_pairings says where.
    """
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


@command("unpair", short_help="take back the last round")
@_event
@_round
@_stage
@click.option("--undo", is_flag=True, help="Restore the round, if nothing has changed since.")
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
    """Take back the last round of EVENT, as long as no match of it is stored.

    With --round R, the rounds after R are taken back, too. The log keeps the old tables. A round is
    drawn again with another seed.
    """
    from tourney.app.event_rounds import put_back, take_back

    session = _session(app, event, author)
    if undo:
        put_back(session)
    else:
        take_back(session, number, stage)


@command("swap", short_help="exchange the seats of two players")
@click.argument("player")
@click.argument("other")
@click.option(
    "--round", "number", type=WholeNumber(min=1), metavar="R", help="Round.  [default: the last]"
)
@event_option
@author_option
def swap(
    app: App, player: str, other: str, *, number: int | None, event: str | None, author: str | None
) -> None:
    """Exchange the seats of PLAYER and OTHER in the last round, or a seat and a bye.

    With --round R in round R of a schedule, while their tables have no match. Of stages that are
    played at the same time, it is the newest one in which both are drawn.
    """
    from tourney.app.event_rounds import exchange

    exchange(_session(app, event, author), player, other, number)


@command("lock", short_help="protect the last round from changes")
@_event
@_round
@_stage
@click.option("--undo", is_flag=True, help="Allow changes again.")
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


@command("final", short_help="begin the next stage")
@_event
@click.option("--top", type=WholeNumber(min=2, max=1000), metavar="N", help="The best N go on.")
@click.option("--game", metavar="G", help="Game of the final.")
@click.option("--lots", is_flag=True, help="Draw lots among equals across the line.")
@click.option(
    "--ahead", metavar="A,B", help="Of equals across the line these go on: they won a play-off."
)
@click.option("--undo", is_flag=True, help="Take the stage back, before its first round.")
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
    """Begin the next stage of EVENT with those who qualify, or a final of the best N.

    If equals share the line, the command says so and stops: draw lots with --lots, or name those
    who won a play-off with --ahead.
    """
    from tourney.app.event_rounds import begin, cancel
    from tourney.cli.lookup import find_game

    session = _session(app, event, author)
    if undo:
        cancel(session)
    else:
        names = [name.strip() for name in (ahead or "").split(",") if name.strip()]
        of = find_game(game).name if game else None
        begin(session, top, of, lots=lots, ahead=names)
        session.say(say("cli.event-next", command=session.next_step()))


@command("explain", short_help="say why a player has this table")
@click.argument("player")
@_round
@click.option("--stage", metavar="S", help="Stage.  [default: the newest in which PLAYER plays]")
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


@command("dates", short_help="show or set the dates of the rounds")
@_event
@_stage
@click.option(
    "--round", "number", type=WholeNumber(min=1), metavar="R", help="Round.  [default: 1]"
)
@click.option(
    "--set", "dates", metavar="D1,D2,…", help="Dates of round R and those after it; - is none."
)
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
    """Show the dates of the rounds of EVENT, or set them.

    A date is a day (2026-11-28) or a day with a time (2026-11-28T19:00, 2026-11-28T19:00+09:00); a
    time without a zone is that of the place. Dates are on sheets and pages; tourney export ics
    makes calendar entries of them.
    """
    from tourney.app.event_rounds import dates_table, set_dates
    from tourney.app.event_session import event_session

    if dates is not None:
        set_dates(_session(app, event, author), stage, number or 1, dates)
        return
    if stage is not None or number is not None:
        raise UsageFault(say("cli.event-dates-without-set"))
    app.show(dates_table(event_session(app, event, any_phase=True)))


@command("restrict", short_help="change who may sit with whom, and where")
@_event
@click.option(
    "--never", metavar="A,B,…", multiple=True, help="These never share a table; may be repeated."
)
@click.option(
    "--fixed-seat", metavar="NAME=A", multiple=True, help="A player always has this seat."
)
@click.option(
    "--fixed-table", metavar="NAME=1", multiple=True, help="A player always sits at this table."
)
@click.option("--lift", metavar="A[,B,…]", help="No restriction among these, or of one player.")
@click.option("--undo", is_flag=True, help="Take back the last change.")
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
    """Change the restrictions of EVENT from the next draw on.

    Restrictions of the plan are given to tourney event new; tourney event explain names those of a
    player.
    """
    from tourney.app import event_rounds
    from tourney.cli.event_drafts import names_of, seat_of, table_of

    session = _session(app, event, author)
    if undo:
        event_rounds.restrict_as_before(session)
    elif lift:
        event_rounds.lift(session, names_of(lift))
    else:
        groups = [names_of(text) for text in never]
        seats, tables = list(map(seat_of, fixed_seat)), list(map(table_of, fixed_table))
        event_rounds.restrict(session, groups, seats, tables)


@command("sheet", short_help="print a score sheet for each table of a round", endings=PAGE_ENDINGS)
@_event
@click.option(
    "--round",
    "number",
    type=WholeNumber(min=1),
    metavar="R",
    help="Round.  [default: the last one that is drawn]",
)
@_stage
@click.option("--all", "whole", is_flag=True, help="Sheets for all tables without a result.")
@click.option(
    "--witness", is_flag=True, help="Print the SHA-256 of the seed of the next draw on every sheet."
)
def sheet(
    app: App,
    event: str | None,
    number: int | None,
    *,
    stage: str | None,
    whole: bool,
    witness: bool,
) -> None:
    """Write a printable web page with a sheet for each table of a round of EVENT.

    Use -o FILE.html and print the file. With --witness players can check later that the next round
    was drawn with a seed that was fixed before: tourney event witness.
    """
    from tourney.app.event_session import event_session
    from tourney.cli.event_sheets import open_sheets, sheets

    session = event_session(app, event, any_phase=True)
    if whole:
        if number is not None or witness:
            raise UsageFault(say("cli.event-all-alone"))
        open_sheets(app, session, stage)
        return
    sheets(app, session, number, stage, with_witness=witness)


@command("witness", short_help="show the seeds of all draws and their hashes")
@_event
def witness(app: App, event: str | None) -> None:
    """Show the seed of every draw of EVENT and its SHA-256, and the hash of the next seed.

    A hash that was printed before a round must be that of its seed: printf %s SEED | sha256sum.
    """
    from tourney.app.event_session import event_session
    from tourney.cli.event_sheets import seeds_table

    app.show(seeds_table(event_session(app, event, any_phase=True)))
