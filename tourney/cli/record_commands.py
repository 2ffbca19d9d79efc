"""`tourney record`: record a match that people play at a table."""

import os
from functools import partial
from typing import Any

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.common_options import PLACE_OPTIONS, asked_place, place_options
from tourney.cli.output import PLAIN_ENDINGS
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import UsageFault

NOT_STORED = 3
"""The exit code if a draft was left as it is."""


@command("record", endings=PLAIN_ENDINGS)
@click.argument("game", required=False)
@click.option("--players", metavar="A,B,…")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@click.option("--match", metavar="ID")
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

    if discard is not None:
        others: dict[str, str | bool | None] = {
            "GAME": game, "--resume": resume, "--from-notes": from_notes,
            "--result-only": result_only, "--scoresheet": scoresheet,
        }  # fmt: skip
        mixed = [name for name, value in others.items() if value not in (None, False)]
        if mixed:
            raise UsageFault(say("cli.record-discard-alone", other=mixed[0]))
        return 0 if discard_recording(app, discard) else 1
    place = asked_place(given)
    told = {key: value for key, value in given.items() if key not in PLACE_OPTIONS}
    asked = AskedRecording(place=place, **told)
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
    except InputEnded as ended:
        raise ended.fault() from None
    if name is not None:
        _say_stored(app, name)
    return None


def _say_stored(app: App, name: str) -> None:
    from tourney.cli.event_scores import say_table

    say_table(app, name)
    undo = f"{app.command('export', 'tmr', names=(name,))} | tourney import --undo -"
    app.say(say("cli.record-stored", match=name, database=app.db, undo=undo).text(app.lang))
