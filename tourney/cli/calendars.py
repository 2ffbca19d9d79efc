"""`tourney export ics`: the rounds of an event with a plan as calendar entries."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from tourney.cli import file_messages as say
from tourney.cli.base import App
from tourney.cli.event_files import one_event
from tourney.cli.event_session import EventSession
from tourney.cli.export_parts import Names
from tourney.domain.errors import DataFault
from tourney.events.dates import moment
from tourney.events.dating import known_rounds, stage_plans
from tourney.exports.calendar import CalendarRound, calendar_text
from tourney.exports.messages import NO_ROUND_DATE

if TYPE_CHECKING:
    from tourney.events.plan import StagePlan
    from tourney.events.state import RoundState


def export_calendar(app: App, names: Names) -> None:
    """Write the rounds of an event; their dates are those of the event, else of their matches.

    DataFault if no round has a date. Says which rounds have none.
    """
    store = app.store()
    session = EventSession(app, store, store.event(one_event(store, names)))
    state = session.state
    known = _days_of_matches(session)
    known |= {at: moment(text) for at, text in state.dates.items()}
    rounds: list[CalendarRound] = []
    missing: list[tuple[str, int]] = []
    for plan in stage_plans(state):
        for number in range(1, known_rounds(state, session.rules, plan) + 1):
            start = known.get((plan.name, number))
            if start is None:
                missing.append((plan.name, number))
            else:
                rounds.append(_round(session, plan, number, start))
    words = [NO_ROUND_DATE(round=number, stage=stage) for stage, number in missing]
    if words and not rounds:
        raise DataFault(words[0])
    app.write(calendar_text(rounds, version=len(session.view.rows)))
    for one in words:
        app.say(one)


def _days_of_matches(session: EventSession) -> dict[tuple[str, int], date | datetime]:
    """The first day of each round on which a match was played."""
    found: dict[tuple[str, int], date] = {}
    first = session.state.stages[0].plan.name
    for match in session.store.event_matches(session.event.name):
        headers = dict(match.headers)
        day = _day(headers.get("date", ""))
        number = headers.get("round", "")
        if number.isdecimal() and day is not None:
            key = (headers.get("stage", first), int(number))
            found[key] = min(found.get(key, day), day)
    return {**found}


def _day(text: str) -> date | None:
    """The day of a match; None if it is not known."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:  # a date of a record may be partial
        return None


def _round(
    session: EventSession, plan: "StagePlan", number: int, start: date | datetime
) -> CalendarRound:
    event, stage = session.event.name, session.state.stage_named(plan.name)
    drawn = stage.round(number) if stage else None
    several = len(stage_plans(session.state)) > 1
    name = f"{plan.name} {number}" if several else str(number)
    title = session.app.text(say.CALENDAR_ROUND(event=event, round=name))
    lines = [plan.game(number), *(_tables(session, drawn) if drawn else ())]
    return CalendarRound(event, plan.name, number, start, title, "\n".join(lines))


def _tables(session: EventSession, drawn: "RoundState") -> Sequence[str]:
    return [
        f"{table.number}: {', '.join(session.names.get(one, str(one)) for one in table.seats)}"
        for table in drawn.tables
    ]
