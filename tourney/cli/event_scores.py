"""The result of a table of an event, typed as scores: stored as a record with only its result."""

from contextlib import suppress
from datetime import date
from typing import Any, Final

from engines.messages import Sentence, say
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef
from tourney.app.event_views import result_text
from tourney.app.typed_results import typed_result
from tourney.cli.base import App
from tourney.cli.record_result import store_lines
from tourney.cli.record_setup import checked
from tourney.desk import TableSetup
from tourney.desk.ending import whole
from tourney.domain.errors import Conflict
from tourney.domain.open_matches import PRACTICE
from tourney.domain.pairings import PairedMatch
from tourney.events.ranking import table_points
from tourney.events.state import RoundState, StageState, TableState
from tourney.records import read
from tourney.records.values import HEADERS, date_text, scores_text
from tourney.render.tables import Column, Table

FAR: Final = 60
"""Days from the date of a round up to which the date of a postponed match is nothing special."""


def enter_scores(
    app: App, at: EventTableRef, text: str, rank: str | None, day: str | None = None
) -> str:
    """Store the result of a table that has no match yet; returns the id of the match.

    `day` is its date, by default that of the round, else today.
    """
    setup, trailer = _typed(app, at, text, rank, day)
    place = at.place()
    try:
        return store_lines(app, setup, (), trailer, "match result")
    except Conflict:
        at.session.load()
        if _newest(at.session, place["stage"], place["round"], place["table"])[2].match is None:
            raise
        words = {key: place[key] for key in ("round", "table")}
        raise Conflict(say("cli.event-entered-meanwhile", **words)) from None


def preview_scores(
    app: App, at: EventTableRef, text: str, rank: str | None, day: str | None
) -> None:
    """Say which result would be stored for a table that has no match yet."""
    setup, trailer = _typed(app, at, text, rank, day)
    app.say(say("cli.event-would-store", name=setup.match, result="; ".join(trailer)))


def _typed(
    app: App, at: EventTableRef, text: str, rank: str | None, day: str | None
) -> tuple[TableSetup, list[str]]:
    """The match of a table, and the lines of its record that a typed result means."""
    if not at.table.playable:
        place = at.place()
        raise Conflict(say("cli.event-no-match", round=place["round"], table=place["table"]))
    setup = _setup(at, day)
    match = read(whole(setup, (), ["status: complete"])).matches[0]
    scores, order = typed_result(app, setup, match, text, rank)
    return setup, [f"result: {scores_text(scores)}", f"rank: {order}"]


def _setup(at: EventTableRef, day: str | None) -> TableSetup:
    today = f"{date.today():%Y-%m-%d}"
    if day is not None:
        when = checked(date_text, day)
        _say_far(at, when)
    else:  # a round that is dated later is played early
        when = min(at.session.state.dates.get((at.stage.plan.name, at.round.number), today), today)
    values = {**at.headers(), "date": when, "source": "table"}
    return TableSetup(
        match=at.new_match_name(),
        game=at.round.game,
        players=at.names,
        options=at.options,
        headers=tuple((key, values[key]) for key in HEADERS if key in values),
        versions=tuple(bot.version if bot else "" for bot in at.bots),
    )


def _say_far(at: EventTableRef, text: str) -> None:
    """Say if a typed date is far from that of the round, or after today: it may be a slip."""
    with suppress(ValueError):  # a date of a record may be partial
        when, today = date.fromisoformat(text[:10]), date.today()
        planned = at.session.state.dates.get((at.stage.plan.name, at.round.number), "")
        own = date.fromisoformat(planned[:10]) if planned else today
        days = (when - own).days
        if when > today:
            at.session.say(say("cli.event-date-to-come", date=text, days=(when - today).days))
        elif abs(days) > FAR and planned:
            sentence = (
                Sentence("cli.event-date-late") if days > 0 else Sentence("cli.event-date-early")
            )
            at.session.say(sentence(date=text, days=abs(days), round=at.round.number))
        elif abs(days) > FAR:
            at.session.say(say("cli.event-date-long-ago", date=text, days=-days))


def say_result(app: App, session: EventSession, name: str, at: EventTableRef) -> None:
    """Write the points of a table, and say what is still open and how to undo."""
    session.load()
    stage, round_, table = _newest(session, at.stage.plan.name, at.round.number, at.table.number)
    _write_points(app, session, stage, round_, table)
    app.say(say("cli.event-stored-result", name=name))
    _say_open(session, round_)
    undo = app.command(
        "match", "void", "--reason", app.text(say("cli.event-mistake")), names=(name,)
    )
    app.say(say("cli.undo", command=undo))


def say_table(app: App, name: str) -> None:
    """Write the points of a match that was recorded or played, and say what is still open.

    Says if it does not count yet. Nothing for a match at no table of an event with a plan.
    """
    store = app.store()
    match = store.match(name, entries=False)
    place = PairedMatch.of(name, dict(match.headers))
    event = next((one for one in store.events() if one.name == place.event), None)
    if event is None or PRACTICE in match.headers:
        return
    session = EventSession(app, store, event)
    stage, round_, table = _newest(session, place.stage, int(place.round), int(place.table))
    if table.missing:
        command = app.command("match", "result", names=(name,))
        app.say(say("cli.event-not-counted", name=name, command=command))
    else:
        _write_points(app, session, stage, round_, table)
        _say_open(session, round_)


def _newest(
    session: EventSession, stage: str, round_: int, table: int
) -> tuple[StageState, RoundState, TableState]:
    """The stage, round and table as they are now."""
    found = session.state.stage_named(stage)
    assert found is not None
    drawn = found.round(round_)
    assert drawn is not None
    at = drawn.table(table)
    assert at is not None
    return found, drawn, at


def _write_points(
    app: App, session: EventSession, stage: StageState, round_: RoundState, table: TableState
) -> None:
    """Write the points of a table in the format of the settings."""
    if app.format in ("json", "jsonl"):
        worth = table_points(session.state, stage, round_, table)
        rows = [(session.names[one], worth[one]) for one in table.present() if one in worth]
        app.show(Table((Column("player"), Column("points")), rows))
    elif text := result_text(session, stage, round_, table):
        app.write(f"{text}\n")


def _say_open(session: EventSession, round_: RoundState) -> None:
    """Say how many tables of a round are still open, or that it is complete."""
    missing = len(round_.missing())
    if missing:
        words = {"count": missing, "tables": len(round_.tables), "round": round_.number}
        session.host.say(say("cli.event-still-open", **words))
    else:
        _say_complete(session, round_.number)


def _say_complete(session: EventSession, number: int) -> None:
    """Say that a round has all results, and what comes next."""
    missing = session.state.missing()
    if missing and session.over:
        stage, other, _ = missing[0]
        count = sum(place[:2] == (stage, other) for place in missing)
        words: dict[str, Any] = {
            "round": number, "stage": stage, "other": other, "count": count,
        }  # fmt: skip
        session.host.say(say("cli.event-round-complete-but", **words))
        return
    session.host.say(say("cli.event-round-complete", round=number, command=session.next_step()))
