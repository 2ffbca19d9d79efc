"""`tourney record`: record a match that people play at a table; `sheet`: on paper."""

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from engines.messages import Sentence, say
from tourney.cli.base import App, command
from tourney.cli.common_options import (
    PLACE_OPTIONS,
    SHEETS,
    SLIPS,
    WALL,
    asked_place,
    paper_options,
    place_options,
)
from tourney.cli.output import PAGE_ENDINGS, PLAIN_ENDINGS
from tourney.cli.usage import Number, OneWordOf
from tourney.domain.errors import UsageFault

if TYPE_CHECKING:
    from tourney.render.paper import SheetMatch

NOT_STORED = 3
"""The exit code if a draft was left as it is."""


@command("record", endings=PLAIN_ENDINGS)
@click.argument("game", required=False)
@click.option("--players", metavar="A,B,…")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@click.option("--id", "match", metavar="ID")
@place_options
@click.option("--date", metavar="DATE")
@click.option("--venue", metavar="PLACE")
@click.option("--recorder", metavar="NAME")
@click.option("--hands", type=OneWordOf(("none", "mine", "all")))
@click.option("--whose", metavar="NAME")
@click.option("--public", is_flag=True)
@click.option("--resume", is_flag=False, flag_value="", metavar="[ID]")
@click.option("--discard", is_flag=False, flag_value="", metavar="[ID]")
@click.option("--result-only", is_flag=True)
@click.option("--scoresheet", is_flag=True)
@click.option("--from-notes", is_flag=False, flag_value="", metavar="[FILE]")
def record(
    app: App,
    game: str | None,
    *,
    resume: str | None,
    discard: str | None,
    result_only: bool,
    scoresheet: bool,
    from_notes: str | None,
    **given: Any,
) -> int | None:
    """Record a match of GAME as it is played, one turn or trick at a time."""
    from tourney.app.host import InputEnded
    from tourney.app.record_match import (
        AskedRecording,
        at_event_table,
        discard_recording,
        recording_session,
    )
    from tourney.cli.terminal.dialogue import Asker

    # Exit codes for scripts: 1 if nothing was discarded, 3 if the notes stay a draft.
    if discard is not None:
        others: dict[str, str | bool | None] = {
            "GAME": game, "--resume": resume, "--from-notes": from_notes,
            "--result-only": result_only, "--scoresheet": scoresheet,
        }  # fmt: skip
        mixed = [name for name, value in others.items() if value not in (None, False)]
        if mixed:
            raise UsageFault(say("cli.record-discard-alone", other=mixed[0]))
        return 0 if discard_recording(app, discard) else 1
    # A recording that goes on knows its game and its table already.
    told = {key: value for key, value in given.items() if key not in PLACE_OPTIONS}
    asked = AskedRecording(place=asked_place(given), **told)
    if resume is None:
        game, asked = at_event_table(app, game, asked)
    asker = Asker(app)
    name: str | None
    try:
        if result_only or scoresheet:
            from tourney.app.record_result import record_result, record_sheet

            name = (record_sheet if scoresheet else record_result)(asker, game, asked)
        elif from_notes is not None:
            from tourney.app.record_notes import record_notes
            from tourney.cli.terminal.editor import edited, editor

            words = editor(os.environ)
            name = record_notes(asker, game, asked, from_notes, partial(edited, words))
            if name is None:
                return NOT_STORED
        else:
            from tourney.app.record_dialogue import record_turns

            with recording_session(asker, game, resume, asked, force=app.yes) as session:
                name = record_turns(session, asker)
    except InputEnded as ended:  # a pipe that has no more answers
        raise ended.fault() from None
    if name is not None:
        _say_stored(app, name)
    return None


def _say_stored(app: App, name: str) -> None:
    from tourney.app.enter_result import say_result_of

    say_result_of(app, name)
    # What was imported can be taken back; a record that was typed is no different.
    undo = f"{app.command('export', 'tmr', names=(name,))} | tourney import --undo -"
    app.say(say("cli.record-stored", match=name, database=app.db, undo=undo).text(app.lang))


@command("sheet", endings=PAGE_ENDINGS)
@click.argument("game", required=False)
@click.option("--seats", type=Number(int), metavar="N")
@click.option("--players", metavar="A,B,…")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@click.option("--event", metavar="NAME")
@click.option("--round", "number", metavar="R")
@paper_options
def sheet(
    app: App,
    game: str | None,
    *,
    seats: int | None,
    players: str | None,
    options: tuple[str, ...],
    event: str | None,
    number: str | None,
    kind: str,
    address: str | None,
) -> None:
    """Write a printable web page: a sheet of GAME, or one for each table of a round of an event."""
    from tourney.app.round_sheets import blank_match, round_matches

    # The sheets of an event know their game and players; a blank one is told them.
    if event is None and number is None:
        if kind != SHEETS or address:
            words = "--address" if address else f"--kind {kind}"
            raise UsageFault(say("cli.paper-of-event", words=words))
        matches = [blank_match(game, seats=seats, players=players, options=options)]
    else:
        others = {"GAME": game, "--seats": seats, "--players": players, "--option": options}
        for words, value in others.items():
            if value not in (None, ()):
                raise UsageFault(say("cli.game-of-event", words=words))
        if event is None or number is None:
            missing = "--event NAME" if event is None else "--round R"
            raise UsageFault(say("cli.event-and-round", missing=missing))
        matches = round_matches(app, event, number)
    write_paper(app, matches, kind, address)


def write_paper(
    app: App,
    matches: "Sequence[SheetMatch]",
    kind: str,
    address: str | None,
    witness: tuple[str, str] = ("", ""),
) -> None:
    """Write a page with the sheets or result slips of matches, or with who sits where in them.

    `address` is that of the server; `witness` are the hash of the next seed and the last row of
    the log, for the sheets.
    """
    from tourney.app.round_sheets import wall_list
    from tourney.render.paper import paper_page, paper_sheet, slips_page, wall_page
    from tourney.serve.evening import sheet_links

    if app.columns or (app.settings["format"].source == "--format" and app.format != "html"):
        raise UsageFault(say("cli.sheet-format"))
    if kind == WALL:
        wall = wall_list(app, matches, address or "")
        pieces = wall_page(wall, app.lang)
        wrote = say("cli.wrote-wall", count=len(wall.entries), name=str(app.output))
    else:
        link = sheet_links(app, address) if address else None
        sheets = (paper_sheet(match, app.lang, witness, link) for match in matches)
        slips = kind == SLIPS
        pieces = slips_page(list(sheets), app.lang) if slips else paper_page(sheets, app.lang)
        sentence = Sentence("cli.wrote-slips" if slips else "cli.wrote-sheets")
        wrote = sentence(count=len(matches), name=str(app.output))
    for piece in pieces:
        app.write(piece)
    if app.output not in (None, "-"):
        app.say(wrote)
