"""Sheets for the tables of a round of an event, and the hashes of the seeds of its draws."""

from engines.messages import say
from tourney.app.event_session import EventSession
from tourney.cli.base import App
from tourney.cli.paper_sheets import round_matches, write_sheets
from tourney.domain.errors import Conflict, NotFound
from tourney.events.actions import begun_stage
from tourney.events.drawing import coming_seed, witness
from tourney.events.state import RoundState, StageState
from tourney.render.tables import Column, Row, Table


def sheets(
    app: App, session: EventSession, number: int | None, name: str | None, *, with_witness: bool
) -> None:
    """Write a page with a sheet for every table of a round, by default the last one."""
    stage, round_ = _round(session, number, name)
    found = [
        match
        for match in round_matches(app, session.event.name, str(round_.number))
        if match.headers.get("stage", stage.plan.name) == stage.plan.name
    ]
    hash_ = ""
    if with_witness:
        if round_ is not session.state.stage.rounds[-1]:
            raise Conflict(say("cli.event-witness-last", round=len(session.state.stage.rounds)))
        hash_ = witness(_coming(session))
    write_sheets(app, found, hash_)


def open_sheets(app: App, session: EventSession, name: str | None) -> None:
    """Write a page with a sheet for every table of a stage that has no result."""
    stage = session.state.stage if name is None else begun_stage(session.state, name)
    missing = {
        (str(one.number), str(table.number)) for one in stage.rounds for table in one.missing()
    }
    found = [
        match
        for number in dict.fromkeys(str(one.number) for one in stage.rounds if one.missing())
        for match in round_matches(app, session.event.name, number)
        if match.headers.get("stage", stage.plan.name) == stage.plan.name
        and (number, match.headers["table"]) in missing
    ]
    if not found:
        raise Conflict(say("cli.event-nothing-open", stage=stage.plan.name))
    write_sheets(app, found)


def _round(
    session: EventSession, number: int | None, name: str | None
) -> tuple[StageState, RoundState]:
    stage = session.state.stage if name is None else begun_stage(session.state, name)
    round_ = stage.round(len(stage.rounds) if number is None else number)
    if round_ is None:
        words = {"round": number or 1, "count": len(stage.rounds)}
        raise NotFound(say("app.event-no-round", stage=stage.plan.name, **words))
    return stage, round_


def _coming(session: EventSession) -> int:
    """The seed of the next draw: of the next round, or of the first one of the next stage."""
    state = session.state
    return coming_seed(state, state.stage, session.rules.length(state, state.stage))


def say_witness(session: EventSession) -> None:
    """Say the hash of the seed of the next draw."""
    session.say(say("cli.event-witness", hash=witness(_coming(session))))


def seeds_table(session: EventSession) -> Table:
    """Every draw with its seed and the hash of it, and the hash of the next one."""
    columns = (
        Column("stage", importance=8),
        Column("round", align="right", importance=9),
        Column("seed"),
        Column("sha256", say("render.heading-sha256"), importance=9),
    )
    rows: list[Row] = [
        (
            row.details["stage"],
            row.details["round"],
            str(row.details["seed"]),
            witness(row.details["seed"]),
        )
        for row in session.view.rows
        if row.what == "event pair"
    ]
    return Table(columns, [*rows, (None, None, None, witness(_coming(session)))])
