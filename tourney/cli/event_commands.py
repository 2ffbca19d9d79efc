"""`tourney event`: events from sign-up to final standings."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from engines.messages import say
from tourney.cli.base import App, AppGroup
from tourney.cli.common_options import (
    SHEETS,
    SIMILAR,
    WALL,
    AskedWorkers,
    author_option,
    executor_options,
    paper_options,
    workers_of,
)
from tourney.cli.output import PAGE_ENDINGS, PLAIN_ENDINGS
from tourney.cli.usage import Number, OneWordOf, WholeNumber
from tourney.domain.bounds import ROUNDS, SEARCH
from tourney.domain.errors import UsageFault, quoted

if TYPE_CHECKING:
    from tourney.app.event_session import EventSession

# Where a command has one argument it is the event; where that is a player or a bot, the event is
# an option. Both may be left out while only one event is open.
_event = click.argument("event", required=False)
event_option = click.option("--event", metavar="EVENT")
_player = click.argument("player")
_round = click.option("--round", "number", type=WholeNumber(min=1), metavar="R")
_stage = click.option("--stage", metavar="S")
_on_similar = click.option("--on-similar", type=OneWordOf(SIMILAR), default="ask")
_witness = click.option("--witness", is_flag=True)


event = AppGroup("event")
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
@_event
@_round
@click.option("--entrants", "players", is_flag=True)
def show(app: App, event: str | None, number: int | None, players: bool) -> None:
    """Show the tables of EVENT with their results; before the first round, its players."""
    from tourney.app.event_views import players_table, table_objects, tables_table
    from tourney.render.text import json_text

    session = _session(app, event, any_phase=True)
    drawn = any(stage.rounds for stage in session.state.stages)
    numbers = () if number is None else (number,)
    if players or not drawn:
        app.show(players_table(session))
    elif app.json:
        # JSON has lists of players and results, which do not fit into the columns of a table.
        tables = table_objects(session, numbers)
        texts = map(json_text, tables) if app.format == "jsonl" else [json_text(tables, 2)]
        app.draw("".join(f"{text}\n" for text in texts))
    else:
        app.show(tables_table(session, numbers))
    if session.state.sealed.commitment:
        from tourney.app.make_event import say_sealed

        say_sealed(session)


@event.command("open")
@_event
@author_option
def open_(app: App, event: str | None) -> None:
    """Begin EVENT. Drawing its first round does the same."""
    from tourney.app.make_event import open_event

    open_event(_session(app, event))


@event.command("seal")
@_event
@click.option("--beacon", metavar="TEXT")
@author_option
def seal(app: App, event: str | None, beacon: str | None) -> None:
    """Commit EVENT to its plan and its seed before the first draw."""
    from tourney.app.make_event import opened_seal, seal_event

    session = _session(app, event, any_phase=True)
    seal_event(session, beacon)
    if text := opened_seal(session):
        app.draw(f"{text}\n")


@event.command("close")
@_event
@author_option
def close(app: App, event: str | None) -> None:
    """End EVENT. No result may be missing; nothing can be changed until it is opened again."""
    from tourney.app.make_event import close_event

    close_event(_session(app, event))


@event.command("reopen")
@_event
@author_option
def reopen(app: App, event: str | None) -> None:
    """Go on with the closed EVENT, by default with the only one that is closed."""
    from tourney.app.make_event import reopen_event

    reopen_event(_session(app, event, closed=True))


@event.command("rm")
@click.argument("event")
@click.option("--undo", is_flag=True)
@author_option
def remove(app: App, event: str, undo: bool) -> None:
    """Remove EVENT with its entries and draws, as long as no match of it is stored."""
    from tourney.app.make_event import remove_event, restore_event

    if undo:
        restore_event(app, event)
    else:
        remove_event(app, event)


def _session(
    app: App, event: str | None, *, closed: bool = False, any_phase: bool = False
) -> "EventSession":
    """An event that is still open, else one that is `closed`, or one in any phase to look at."""
    from tourney.app.event_session import event_session

    return event_session(app, event, closed=closed, any_phase=any_phase)


FORMATS_SHOWN = (
    "swiss", "roundrobin", "groups", "knockout", "double-elimination", "heats", "gauntlet",
    "stepladder", "arena", "one-table", "manual",
)  # fmt: skip
"""The names of all formats, without importing them for the help."""


@event.command("new")
@click.argument("name", required=False)
@click.option("--players", metavar="FILE.csv|A,B,…")
@click.option("--bot", "bots", metavar="NAME=TARGET", multiple=True)
@click.option("--game", metavar="G[,G2,…]")
@click.option("--schedule", metavar="F")
@click.option("--rounds", type=WholeNumber(min=1, max=ROUNDS), metavar="N")
@click.option("--dates", metavar="D1,D2,…")
@click.option("--points", metavar="P")
@click.option("--tiebreak", metavar="A,B,…")
@click.option("--sizes", metavar="4-5")
@click.option("--prefer", type=WholeNumber(min=2, max=99), metavar="N")
@click.option("--bye", metavar="POINTS")
@click.option("--missed", metavar="POINTS")
@click.option("--policy", type=OneWordOf(("fewer-seats", "walkover")))
@click.option("--no-repeats", is_flag=True)
@click.option("--max-meetings", type=WholeNumber(min=1, max=99), metavar="N")
@click.option("--time-limit", type=WholeNumber(min=1, max=SEARCH), metavar="SECONDS")
@click.option("--never", metavar="A,B,…", multiple=True)
@click.option("--apart", metavar="COLUMN")
@click.option("--fixed-seat", metavar="NAME=A", multiple=True)
@click.option("--fixed-table", metavar="NAME=1", multiple=True)
@click.option("--new-seats", is_flag=True)
@click.option("--final", metavar="topN[:GAME]")
@click.option("--fill", metavar="NAME=TARGET", multiple=True)
@click.option("--duplicate", is_flag=True)
@click.option("--on-fault", metavar="P")
@click.option("--time-per-move", type=Number(float), metavar="S")
@click.option("--time-per-match", type=Number(float), metavar="S")
@click.option("--memory", type=Number(int), metavar="MB")
@click.option("--isolation", metavar="I")
@click.option("--set", "settings", metavar="K=V", multiple=True)
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@click.option("--seed", metavar="TEXT")
@click.option("--plan", metavar="FILE.toml")
@click.option("--on-similar", type=OneWordOf(SIMILAR), default="ask")
@click.option("--dry-run", is_flag=True)
@author_option
def new(app: App, name: str | None, *, on_similar: str, dry_run: bool, **given: Any) -> None:
    """Make the event NAME: players, stages and rules are stored as its plan."""
    from tourney.app.make_event import (
        AskedEvent,
        asked_event,
        make_event,
        summary,
        with_known_players,
    )
    from tourney.events.plan_file import USUAL_FORMAT, toml_text
    from tourney.render.code_words import listed, typed_word
    from tourney.store.connect import address

    if given["plan"]:
        # A plan says all about an event but who plays in it, and the seed of its draws.
        for key, value in given.items():
            beside = key in ("plan", "players", "bots", "fill", "seed")
            if not beside and value not in (None, (), False):
                option = key.replace("_", "-")
                raise UsageFault(say("cli.event-plan-alone", option=f"--{option}"))
    schedule = given.pop("schedule")
    draft = asked_event(app, AskedEvent(name, format=schedule, **given))
    draft = with_known_players(app, draft, on_similar)
    # What was understood is said on stderr, before anything is stored: the plan of a dry run goes
    # to stdout and can be kept as a file for --plan.
    said = [*summary(draft)]
    if not (schedule or given["plan"]):
        others = listed([typed_word(word) for word in FORMATS_SHOWN if word != USUAL_FORMAT])
        said += [say("cli.event-usual-format", format=typed_word(USUAL_FORMAT), others=others)]
    for line in said:
        app.say(app.folded(app.text(line)))
    if draft.told is not None:
        app.say(draft.told)
    if dry_run:
        app.write(toml_text(draft))
        return
    session = make_event(app, draft, address(app.db).path)
    signs_up = app.command("serve", names=(draft.name,))
    app.say(say("cli.event-next", command=session.next_step() if draft.entrants else signs_up))


@event.command("formats", endings=PLAIN_ENDINGS)
@click.argument("name", metavar="[FORMAT]", required=False)
def formats(app: App, name: str | None) -> None:
    """Explain the formats of events, or only one."""
    from tourney.cli.help_commands import event_formats
    from tourney.formats.formats import FORMATS
    from tourney.render.text import json_text

    if name is not None and name not in FORMATS:
        words = {"what": "FORMAT", "value": quoted(name), "known": ", ".join(FORMATS)}
        raise UsageFault(say("cli.not-a-choice", **words))
    if app.json:
        wanted = FORMATS if name is None else {name: FORMATS[name]}
        told = [{"format": key, "settings": dict(one.settings)} for key, one in wanted.items()]
        app.write_json(json_text(told, 2) + "\n")
        return
    head, *each = event_formats(app.lang).split("\n\n")
    shown = [one for one in each if one.startswith(f"{name}:")] if name else [head, *each]
    app.write("\n\n".join(shown) + "\n")


@event.command("add-player")
@_player
@event_option
@_on_similar
@author_option
def add_player(app: App, player: str, event: str | None, on_similar: str) -> None:
    """Add PLAYER to an event."""
    from tourney.app.enter_players import enter

    enter(_session(app, event), player, on_similar)


@event.command("drop")
@_player
@event_option
@author_option
def drop(app: App, player: str, event: str | None) -> None:
    """Let PLAYER leave from the next round on; a round that is drawn is still played."""
    from tourney.app.enter_players import leave

    leave(_session(app, event), player)


@event.command("return")
@_player
@event_option
@author_option
def return_(app: App, player: str, event: str | None) -> None:
    """Let PLAYER come back: rounds away count 0 points."""
    from tourney.app.enter_players import come_back

    come_back(_session(app, event), player)


@event.command("no-show")
@_player
@click.option("--round", "number", type=WholeNumber(1), metavar="N")
@click.option("--undo", is_flag=True)
@event_option
@author_option
def no_show(app: App, player: str, number: int | None, undo: bool, event: str | None) -> None:
    """Note that PLAYER does not appear at a table without a result, and leaves."""
    from tourney.app.enter_players import be_absent, come_back

    session = _session(app, event)
    if undo:
        come_back(session, player, undo=True, number=number)
    else:
        be_absent(session, player, number)


@event.command("replace")
@_player
@click.argument("by", metavar="by")
@click.argument("other")
@event_option
@_on_similar
@author_option
def replace(
    app: App, player: str, by: str, other: str, *, event: str | None, on_similar: str
) -> None:
    """Let OTHER play instead of PLAYER: tourney event replace Ken by Mei."""
    from tourney.app.enter_players import substitute

    if by != "by":
        raise UsageFault(say("cli.event-say-by", word=quoted(by)))
    substitute(_session(app, event), player, other, on_similar)


@event.command("add-bot")
@click.argument("bot", metavar="NAME=TARGET")
@event_option
@author_option
def add_bot(app: App, bot: str, event: str | None) -> None:
    """Add a bot to an event; the TARGET is as for tourney run."""
    from tourney.app.enter_players import enter_bot

    enter_bot(_session(app, event), bot)


@event.command("change-bot")
@click.argument("bot", metavar="NAME[=TARGET]")
@event_option
@author_option
def change_bot(app: App, bot: str, event: str | None) -> None:
    """Let a bot play as it is now, or with another TARGET, from its next match on."""
    from tourney.app.enter_players import renew_bot

    renew_bot(_session(app, event), bot)


@event.command("pair")
@_event
@_round
@click.option("--pods", metavar="auto|4,4,5|'A,B;C,D'", default="auto")
@_stage
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
) -> None:
    """Draw the next round of EVENT, or take the tables that you give."""
    from tourney.app.draw_rounds import draw, draw_all, wanted_tables

    if whole:
        if number is not None or pods != "auto" or fide or witness:
            raise UsageFault(say("cli.event-all-alone"))
        draw_all(_session(app, event), stage)
        return
    session = _session(app, event)
    # A draw by the rules of chess is made by another program, which knows them to the letter.
    if fide:
        from tourney.app.pair_chess import paired_elsewhere

        wanted, stage = paired_elsewhere(session, str(app.settings["bbp_pairings"].value), stage)
    else:
        wanted = wanted_tables(session, pods)
    draw(session, wanted, number, stage)
    if witness:
        from tourney.app.round_sheets import next_witness, say_last_row

        # The hash is known before its seed draws a round: nobody can choose among several draws.
        session.say(say("cli.event-witness", hash=next_witness(session)))
        say_last_row(session)


@event.command("play")
@_event
@_round
@executor_options("play")
@click.option("--changed", is_flag=True)
@author_option
def play(app: App, event: str | None, *, number: int | None, changed: bool, **given: Any) -> int:
    """Play all open tables of a round of EVENT at which only bots sit."""
    from tourney.app.play_tables import RoundPlayer
    from tourney.cli.failures import INTERRUPTED
    from tourney.cli.terminal.signals import Interruption, interruptible, limited_patience

    workers = workers_of(app, AskedWorkers.taken(given))
    session = _session(app, event)

    # Ctrl-C lets the tables that are being played end, a second one does not; then a server
    # that hangs is left after a few seconds.
    @contextmanager
    def stopped_by_signals() -> Iterator[Interruption]:
        with (
            limited_patience(session.store) as hurry,
            interruptible(app.say, hurry) as interruption,
        ):
            yield interruption

    played = RoundPlayer(session, number, workers).play(stopped_by_signals, changed=changed)
    # For scripts: 130 after Ctrl-C, 1 if a table could not be played, else 0.
    return INTERRUPTED if played.interrupted else int(played.failed)


@event.command("unpair")
@_event
@_round
@_stage
@click.option("--undo", is_flag=True)
@author_option
def unpair(
    app: App, event: str | None, *, number: int | None, stage: str | None, undo: bool
) -> None:
    """Take back the last round of EVENT, as long as no match of it is stored."""
    from tourney.app.draw_rounds import put_back, take_back

    session = _session(app, event)
    if undo:
        put_back(session)
    else:
        take_back(session, number, stage)


@event.command("swap")
@click.argument("player")
@click.argument("other")
@_round
@event_option
@author_option
def swap(app: App, player: str, other: str, *, number: int | None, event: str | None) -> None:
    """Exchange the seats of PLAYER and OTHER in the last round, or a seat and a bye."""
    from tourney.app.draw_rounds import exchange

    exchange(_session(app, event), player, other, number)


@event.command("lock")
@_event
@_round
@_stage
@click.option("--undo", is_flag=True)
@author_option
def lock(app: App, event: str | None, *, number: int | None, stage: str | None, undo: bool) -> None:
    """Publish the last round of EVENT: it can be neither taken back nor changed by swap."""
    from tourney.app.draw_rounds import protect

    protect(_session(app, event), number, stage, undo=undo)


@event.command("dates")
@_event
@_stage
@_round
@click.option("--dates", "dates", metavar="D1,D2,…")
@author_option
def dates(
    app: App, event: str | None, *, stage: str | None, number: int | None, dates: str | None
) -> None:
    """Show the dates of the rounds of EVENT, or set them."""
    from tourney.app.draw_rounds import dates_table, set_dates

    # Without a round, the dates are those from the first on.
    if dates is not None:
        set_dates(_session(app, event), stage, number or 1, dates)
        return
    if stage is not None or number is not None:
        raise UsageFault(say("cli.event-dates-without-set"))
    app.show(dates_table(_session(app, event, any_phase=True)))


@event.command("restrict")
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
) -> None:
    """Change the restrictions of EVENT from the next draw on."""
    from tourney.app import draw_rounds
    from tourney.app.make_event import seat_of, table_of
    from tourney.domain.names import names_of

    # What was restricted before holds on: each call adds to it, or lifts one thing.
    session = _session(app, event)
    if undo:
        draw_rounds.restrict_as_before(session)
    elif lift:
        draw_rounds.lift(session, names_of(lift))
    else:
        groups = [names_of(text) for text in never]
        seats, tables = list(map(seat_of, fixed_seat)), list(map(table_of, fixed_table))
        draw_rounds.restrict(session, groups, seats, tables)


@event.command("sheet", endings=PAGE_ENDINGS)
@_event
@_round
@_stage
@click.option("--all", "whole", is_flag=True)
@_witness
@paper_options
def sheet(
    app: App,
    event: str | None,
    number: int | None,
    *,
    stage: str | None,
    whole: bool,
    witness: bool,
    kind: str,
    address: str | None,
) -> None:
    """Write a printable web page with a sheet for each table of a round of EVENT."""
    from tourney.app.round_sheets import open_sheets, sheets_of_round
    from tourney.cli.record_commands import write_paper

    if witness and kind != SHEETS:
        raise UsageFault(say("cli.paper-no-witness", kind=kind))
    session = _session(app, event, any_phase=True)
    # Sheets may be wanted before the event is opened, or after it has ended.
    if whole:
        if number is not None or witness:
            raise UsageFault(say("cli.event-all-alone"))
        if kind == WALL:
            raise UsageFault(say("cli.paper-one-round"))
        write_paper(app, open_sheets(session, stage), kind, address)
    else:
        sheets, hash_ = sheets_of_round(session, number, stage, with_witness=witness)
        write_paper(app, sheets, kind, address, hash_)


@event.command("witness")
@_event
def witness(app: App, event: str | None) -> None:
    """Show the seed of every draw of EVENT and its SHA-256, and the hash of the next seed."""
    from tourney.app.round_sheets import say_last_row, seeds_table

    session = _session(app, event, any_phase=True)
    app.show(seeds_table(session))
    say_last_row(session)


@event.command("final")
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
) -> None:
    """Begin the next stage of EVENT with those who qualify, or a final of the best N."""
    from tourney.app.choose import find_game
    from tourney.app.draw_rounds import begin, cancel
    from tourney.domain.names import names_of

    session = _session(app, event)
    if undo:
        cancel(session)
    else:
        played = find_game(game).name if game else None
        begin(session, top, played, lots=lots, ahead=names_of(ahead or ""))
        session.say(say("cli.event-next", command=session.next_step()))


@event.command("explain")
@click.argument("player")
@_round
@_stage
@event_option
def explain(
    app: App, player: str, *, number: int | None, stage: str | None, event: str | None
) -> None:
    """Say with whom PLAYER sits in a round, and why not with others."""
    from tourney.app.draw_rounds import reasons
    from tourney.render.text_tables import Column, Table

    session = _session(app, event)
    sentences = map(session.text, reasons(session, player, number, stage))
    if app.json:
        app.show(Table((Column("reason"),), [(sentence,) for sentence in sentences]))
        return
    for sentence in sentences:
        app.draw(app.folded(sentence, "") + "\n")


@event.command("replay")
@_event
@click.option("--into", metavar="FILE")
def replay(app: App, event: str | None, into: str | None) -> None:
    """Rebuild all draws and standings of EVENT from its rows of the log alone."""
    from tourney.app.transfer_event import replay_event
    from tourney.cli.settings import refuse_password

    if into is not None:  # it may be the address of a database on a server
        refuse_password(into)
    replay_event(app, event, into)
