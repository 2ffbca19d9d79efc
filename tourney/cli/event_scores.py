"""The result of a table of an event, typed as scores: stored as a record with only its result."""

from datetime import date
from typing import Any

from tourney.cli import correction_messages
from tourney.cli import event_messages as say
from tourney.cli.base import App
from tourney.cli.event_session import EventSession
from tourney.cli.event_tables import EventTableRef
from tourney.cli.event_views import result_text
from tourney.cli.next_command import next_command
from tourney.cli.record_result import store_lines
from tourney.cli.typed_results import typed_result
from tourney.desk import TableSetup
from tourney.desk.ending import whole
from tourney.domain.errors import Conflict
from tourney.records import read
from tourney.records.values import HEADERS, scores_text


def enter_scores(app: App, at: EventTableRef, text: str, rank: str | None) -> str:
    """Store the result of a table that has no match yet; returns the id of the match."""
    place = at.place()
    if not at.table.playable:
        raise Conflict(say.TABLE_HAS_NO_MATCH(round=place["round"], table=place["table"]))
    setup = _setup(at)
    match = read(whole(setup, (), ["status: complete"])).matches[0]
    scores, order = typed_result(app, setup, match, text, rank)
    trailer = [f"result: {scores_text(scores)}", f"rank: {order}"]
    return store_lines(app, setup, (), trailer, "match result")


def _setup(at: EventTableRef) -> TableSetup:
    values = {**at.headers(), "date": f"{date.today():%Y-%m-%d}", "source": "table"}
    return TableSetup(
        match=at.new_match_name(),
        game=at.round.game,
        players=at.names,
        options=at.options,
        headers=tuple((key, values[key]) for key in HEADERS if key in values),
        versions=tuple(bot.version if bot else "" for bot in at.bots),
    )


def say_result(session: EventSession, name: str, at: EventTableRef) -> None:
    """Write the points of a table, and say what is still open and how to undo."""
    app = session.app
    session.load()
    stage = session.state.stage_named(at.stage.plan.name)
    round_ = stage.round(at.round.number) if stage else None
    table = round_.table(at.table.number) if round_ else None
    assert stage is not None
    assert round_ is not None
    assert table is not None
    text = result_text(session, stage, round_, table)
    if text:
        app.write(f"{text}\n")
    app.say(say.STORED_RESULT(name=name))
    missing = len(round_.missing())
    if missing:
        words = {"count": missing, "tables": len(round_.tables), "round": round_.number}
        app.say(say.STILL_OPEN(**words))
    else:
        _say_complete(session, round_.number)
    undo = next_command(app, "match", "void", "--reason", "mistake", names=(name,))
    app.say(correction_messages.UNDO(command=undo))


def _say_complete(session: EventSession, number: int) -> None:
    """Say that a round has all results, and what comes next."""
    missing = session.state.missing()
    if missing and session.over:
        stage, other, _ = missing[0]
        count = sum(place[:2] == (stage, other) for place in missing)
        words: dict[str, Any] = {
            "round": number, "stage": stage, "other": other, "count": count,
        }  # fmt: skip
        session.app.say(say.ROUND_COMPLETE_BUT(**words))
        return
    word = "close" if session.over else "pair"
    command = next_command(session.app, "event", word, names=(session.event.name,))
    session.app.say(say.ROUND_COMPLETE(round=number, command=command))
