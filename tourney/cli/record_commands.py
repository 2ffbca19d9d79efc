"""`tourney record`: record a match that people play at a table."""

from typing import TYPE_CHECKING, Any

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.common_options import PLACE_OPTIONS, asked_place, place_options
from tourney.cli.output import PLAIN_ENDINGS
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import UsageFault

if TYPE_CHECKING:
    from tourney.app.record_match import AskedRecording, RecordingSession
    from tourney.cli.terminal.dialogue import Asker
    from tourney.store import Database


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
    from tourney.app.record_match import AskedRecording, at_event_table, discard_recording
    from tourney.cli.terminal.dialogue import Asker, InputEnded

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
    try:
        if result_only or scoresheet:
            _result(app, asker, game, asked, scoresheet=scoresheet)
            return None
        if from_notes is not None:
            return _notes(app, asker, game, asked, from_notes)
        session = _session(app, asker, game, resume, asked)
    except InputEnded as ended:
        raise ended.fault() from None
    with session:
        return _recorded(app, asker, session)


def _session(
    app: App, asker: "Asker", game: str | None, resume: str | None, asked: "AskedRecording"
) -> "RecordingSession":
    """The recording to go on with, or a new one."""
    from tourney.app.record_match import resumed
    from tourney.cli.record_setup import started_session, table_setup, with_hands

    if resume:
        return resumed(app.store(), resume, force=app.yes)
    store = app.store(create=game is not None)
    if name := _unfinished(asker, store, game, wanted=resume is not None or game is None):
        return resumed(store, name, force=app.yes)
    assert game is not None, "without a game there is something to resume"
    setup = table_setup(asker, game, asked)
    return started_session(store, with_hands(asker, setup, asked))


def _unfinished(asker: "Asker", store: "Database", game: str | None, *, wanted: bool) -> str | None:
    """The recording to go on with; asks if it was not asked for."""
    from tourney.app.record_match import is_free
    from tourney.desk import TableSetup
    from tourney.domain.errors import NotFound
    from tourney.render.code_words import CODES
    from tourney.store.recordings import all_recordings

    free = [one for one in all_recordings(store) if is_free(one)]
    if game is not None:
        free = [one for one in free if TableSetup.from_json_text(one.setup).game == game]
    if wanted and not free:
        held = all_recordings(store)
        if len(held) == 1:
            return held[0].name  # the refusal says who holds it
        raise NotFound(say("cli.record-nothing-to-resume"))
    if wanted and len(free) > 1:
        raise UsageFault(say("cli.record-which", names=", ".join(one.name for one in free)))
    for one in free:
        question = say("cli.record-go-on", match=one.name, count=len(one.lines))
        words = {code: CODES[code]() for code in ("yes", "no")}
        if wanted or asker.choose(question, words, "yes") == "yes":
            return one.name
    return None


def _recorded(app: App, asker: "Asker", session: "RecordingSession") -> int | None:
    """Record a match to its end, or until it is stopped."""
    from tourney.cli.record_dialogue import Dialogue
    from tourney.domain.errors import TakenOver, TourneyError

    name = session.setup.match
    call = app.command("record", "--resume", names=(name,))
    try:
        report = Dialogue(session, asker, app.lang).run()
    except TakenOver:
        raise
    except (KeyboardInterrupt, TourneyError, OSError):
        app.say(
            say("cli.record-stopped", count=len(session.desk.lines()), command=call).text(app.lang)
        )
        raise
    if report is None:
        app.say(
            say("cli.record-stopped", count=len(session.desk.lines()), command=call).text(app.lang)
        )
        return None
    _said(app, name)
    return None


def _said(app: App, name: str) -> None:
    from tourney.cli.event_scores import say_table

    say_table(app, name)
    undo = f"{app.command('export', 'tmr', names=(name,))} | tourney import --undo -"
    app.say(say("cli.record-stored", match=name, database=app.db, undo=undo).text(app.lang))


def _result(
    app: App, asker: "Asker", game: str | None, asked: "AskedRecording", *, scoresheet: bool
) -> None:
    from engines.games import GAMES
    from tourney.cli.record_result import record_result
    from tourney.cli.record_sheet import record_sheet

    if game is None:
        raise UsageFault(say("cli.record-no-game", known=", ".join(GAMES)))
    enter = record_sheet if scoresheet else record_result
    _said(app, enter(app, asker, game, asked))


def _notes(
    app: App, asker: "Asker", game: str | None, asked: "AskedRecording", file: str
) -> int | None:
    from tourney.cli.record_notes import record_notes

    name = record_notes(app, asker, game, asked, file)
    if name:
        _said(app, name)
    return None if name else 3
