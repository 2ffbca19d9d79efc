"""The dates of the rounds of an event: shown, and changed."""

from engines.messages import say
from tourney.cli.event_session import EventSession
from tourney.events.dates import NONE, read_dates, shown
from tourney.events.round_dates import dated, known_rounds, stage_plans
from tourney.render.tables import Column, Row, Table


def dates_table(session: EventSession) -> Table:
    """Every round that is planned, drawn or has a date."""
    columns = (
        Column("stage", importance=5),
        Column("round", align="right", importance=9),
        Column("date", importance=8),
        Column("game"),
        Column("tables", align="right"),
    )
    return Table(columns, _rows(session))


def _rows(session: EventSession) -> list[Row]:
    state, rows = session.state, list[Row]()
    begun = {stage.plan.name: stage for stage in state.stages}
    for plan in stage_plans(state):
        for number in range(1, known_rounds(state, session.rules, plan) + 1):
            date = shown(state.dates.get((plan.name, number), ""))
            drawn = begun[plan.name].round(number) if plan.name in begun else None
            tables = len(drawn.tables) if drawn else None
            rows.append((plan.name, number, date or None, plan.game(number), tables))
    return rows


def set_dates(session: EventSession, stage: str | None, first: int, text: str) -> None:
    """Set the dates of a round and those after it."""
    dates, before = read_dates(text), dict(session.state.dates)
    (row,) = session.change(lambda state, _: [dated(state, session.rules, stage, first, dates)])
    name = row.details["stage"]
    old = [before.get((name, number), "") for number in range(first, first + len(dates))]
    for number, date in enumerate(dates, start=first):
        words = {"round": number, "stage": name}
        session.say(
            say("cli.event-has-date", date=shown(date), **words)
            if date
            else say("cli.event-no-date", **words)
        )
    back = ",".join(date or NONE for date in old)
    options = ("--stage", name, "--round", str(first), "--set", back)
    session.undo("dates", *options, names=(session.event.name,))
