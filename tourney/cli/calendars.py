"""`tourney export ics`: the rounds of an event as calendar entries."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from engines.messages import say
from tourney.app.event_session import EventSession
from tourney.app.export_matches import Names
from tourney.cli.base import App
from tourney.cli.event_files import one_event
from tourney.domain.errors import DataFault, quoted
from tourney.events.decisions import known_rounds, stage_plans
from tourney.events.event_plan import moment
from tourney.events.life import is_number
from tourney.exports.calendar import CalendarRound, calendar_text
from tourney.render.code_words import game_word
from tourney.store.events import stored_events
from tourney.store.matches import event_matches

if TYPE_CHECKING:
    from engines.messages import Message
    from tourney.domain.match_values import StoredMatch
    from tourney.events.event_plan import StagePlan
    from tourney.events.event_state import RoundState
    from tourney.store import Database

VOID: Final = "void"


def export_calendar(app: App, names: Names) -> None:
    """Write the rounds of an event; their dates are those of the plan, else of their matches.

    DataFault if no round has a date. Says which rounds have none.
    """
    store = app.store()
    name = one_event(store, names)
    planned = next((one for one in stored_events(store) if one.name == name), None)
    if planned is None:
        _export_recorded(app, store, name)
    else:
        _export_planned(app, EventSession(app, store, planned))


def _export_planned(app: App, session: EventSession) -> None:
    state = session.state
    known = _days_of_matches(session)
    known |= {at: moment(text) for at, text in state.dates.items()}
    rounds: list[CalendarRound] = []
    missing: list[Message] = []
    for plan in stage_plans(state):
        for number in range(1, known_rounds(state, session.rules, plan) + 1):
            start = known.get((plan.name, number))
            if start is None:
                missing.append(say("exports.no-round-date", round=number, stage=plan.name))
            else:
                rounds.append(_round(app, session, plan, number, start))
    _write(app, rounds, len(session.view.rows), missing)


def _export_recorded(app: App, store: "Database", event: str) -> None:
    """Write the rounds that the headers of records name, on the days of their matches."""
    found: dict[tuple[str, int], list[StoredMatch]] = {}
    matches = list(event_matches(store, event))
    for match in matches:
        headers = dict(match.headers)
        named = headers.get("round", "")
        if is_number(named) and match.status != VOID:
            found.setdefault((headers.get("stage", ""), int(named)), []).append(match)
    rounds: list[CalendarRound] = []
    missing: list[Message] = []
    for (stage, number), played in sorted(found.items()):
        days = [day for day in map(_day_of, played) if day is not None]
        if days:
            rounds.append(_recorded_round(app, event, (stage, number), min(days), played))
        else:
            missing.append(say("exports.no-match-date", round=number))
    if not rounds and not missing:
        raise DataFault(say("exports.no-rounds-named", event=quoted(event)))
    _write(app, rounds, sum(match.revision for match in matches), missing)


def _recorded_round(
    app: App, event: str, at: tuple[str, int], day: date, played: "Sequence[StoredMatch]"
) -> CalendarRound:
    stage, number = at
    title = _title(app, event, stage, number)
    games = dict.fromkeys(app.text(game_word(match.game)) for match in played)
    tables = [
        ": ".join(filter(None, (dict(match.headers).get("table"), ", ".join(match.players))))
        for match in played
    ]
    return CalendarRound(event, stage, number, day, title, "\n".join((*games, *tables)))


def _title(app: App, event: str, stage: str, number: int) -> str:
    if not stage:
        return app.text(say("cli.calendar-round", event=event, round=number))
    return app.text(say("cli.calendar-stage", event=event, stage=stage, round=number))


def _write(
    app: App, rounds: Sequence[CalendarRound], version: int, missing: "Sequence[Message]"
) -> None:
    """Write the calendar and say what is missing; DataFault if everything is."""
    if missing and not rounds:
        raise DataFault(missing[0])
    app.write(calendar_text(rounds, version))
    for one in missing:
        app.say(one)


def _days_of_matches(session: EventSession) -> dict[tuple[str, int], date | datetime]:
    """The first day of each round on which a match was played."""
    found: dict[tuple[str, int], date] = {}
    first = session.state.stages[0].plan.name
    for match in event_matches(session.store, session.event.name):
        headers, day = dict(match.headers), _day_of(match)
        number = headers.get("round", "")
        if is_number(number) and day is not None:
            key = (headers.get("stage", first), int(number))
            found[key] = min(found.get(key, day), day)
    return {**found}


def _day_of(match: "StoredMatch") -> date | None:
    """The day of a match; None if it is not known."""
    try:
        return date.fromisoformat(dict(match.headers).get("date", "")[:10])
    except ValueError:  # a date of a record may be partial
        return None


def _round(
    app: App, session: EventSession, plan: "StagePlan", number: int, start: date | datetime
) -> CalendarRound:
    event, stage = session.event.name, session.state.stage_named(plan.name)
    drawn = stage.round(number) if stage else None
    several = len(stage_plans(session.state)) > 1
    title = _title(app, event, plan.name if several else "", number)
    game = app.text(game_word(plan.game(number)))
    lines = [game, *(_tables(session, drawn) if drawn else ())]
    return CalendarRound(event, plan.name, number, start, title, "\n".join(lines))


def _tables(session: EventSession, drawn: "RoundState") -> Sequence[str]:
    return [
        f"{table.number}: {', '.join(session.names.get(one, str(one)) for one in table.seats)}"
        for table in drawn.tables
    ]
