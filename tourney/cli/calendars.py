"""`tourney export ics`: the rounds of an event with a plan as calendar entries."""

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from tourney.cli import file_messages as say
from tourney.cli.base import App
from tourney.cli.event_files import one_event
from tourney.cli.event_session import EventSession
from tourney.cli.export_parts import Names
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.exports.calendar import CalendarRound, calendar_text
from tourney.exports.messages import NO_ROUND_DATE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tourney.events.state import RoundState, StageState

_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(Z|[+-]\d\d:\d\d)?)?")


def export_calendar(app: App, names: Names, dates: str | None) -> None:
    """Write the rounds of an event; their dates are given, else those of their matches.

    DataFault if no round has a date. Says which rounds have none.
    """
    store = app.store()
    session = EventSession(app, store, store.event(one_event(store, names)))
    given = [_day(text) for text in dates.split(",")] if dates else []
    known = _days_of_matches(session)
    rounds: list[CalendarRound] = []
    missing: list[tuple[str, int]] = []
    for stage in session.state.stages:
        for number in range(1, max(len(stage.rounds), stage.plan.rounds or 0) + 1):
            key = (stage.plan.name, number)
            at = len(rounds) + len(missing)
            start = given[at] if at < len(given) else known.get(key)
            if start is None:
                missing.append(key)
            else:
                rounds.append(_round(session, stage, number, start))
    if len(given) > len(rounds) + len(missing):
        raise UsageFault(say.TOO_MANY_DATES(dates=len(given), rounds=len(rounds) + len(missing)))
    words = [NO_ROUND_DATE(round=number, stage=stage) for stage, number in missing]
    if words and not rounds:
        raise DataFault(words[0])
    app.write(calendar_text(rounds))
    for one in words:
        app.say(one)


def _day(text: str) -> date | datetime:
    """A day, or a time; UsageFault."""
    text = text.strip()
    if _DATE.fullmatch(text):
        try:
            return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)
        except ValueError:
            pass
    raise UsageFault(say.BAD_ROUND_DATE(text=quoted(text)))


def _days_of_matches(session: EventSession) -> dict[tuple[str, int], date | datetime]:
    """The first day of each round on which a match was played."""
    found: dict[tuple[str, int], str] = {}
    first = session.state.stages[0].plan.name
    for match in session.store.event_matches(session.event.name):
        headers = dict(match.headers)
        number, day = headers.get("round", ""), headers.get("date", "")[:10]
        if number.isdecimal() and day:
            key = (headers.get("stage", first), int(number))
            found[key] = min(found.get(key, day), day)
    return {key: date.fromisoformat(day) for key, day in found.items()}


def _round(
    session: EventSession, stage: "StageState", number: int, start: date | datetime
) -> CalendarRound:
    event, drawn = session.event.name, stage.round(number)
    several = len(session.state.plan.stages) > 1
    name = f"{stage.plan.name} {number}" if several else str(number)
    title = session.app.text(say.CALENDAR_ROUND(event=event, round=name))
    lines = [stage.plan.game(number), *(_tables(session, drawn) if drawn else ())]
    return CalendarRound(event, stage.plan.name, number, start, title, "\n".join(lines))


def _tables(session: EventSession, drawn: "RoundState") -> "Sequence[str]":
    return [
        f"{table.number}: {', '.join(session.names.get(one, str(one)) for one in table.seats)}"
        for table in drawn.tables
    ]
