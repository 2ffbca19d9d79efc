"""The rounds of an event as entries of a calendar."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from engines.messages import say
from tourney.app.choose import only_event
from tourney.app.event_session import EventSession
from tourney.app.host import Host
from tourney.domain.errors import DataFault, quoted
from tourney.events.decisions import known_rounds, stage_plans
from tourney.events.event_plan import moment
from tourney.events.event_state import number_of
from tourney.exports.event_files import CalendarRound, calendar_text
from tourney.render.code_words import game_word, worded
from tourney.store.events import stored_events
from tourney.store.matches import event_matches

if TYPE_CHECKING:
    from engines.messages import Message
    from tourney.domain.match_values import StoredMatch
    from tourney.store import Database

VOID: Final = "void"


def export_calendar(host: Host, names: Sequence[str | None]) -> None:
    """Write the rounds of an event; their dates are those of the plan, else of their matches.

    DataFault if no round has a date. Says which rounds have none.
    """
    store = host.store()
    name = only_event(store, names)
    planned = next((one for one in stored_events(store) if one.name == name), None)
    if planned is None:
        rounds, version, missing = _recorded_rounds(host, store, name)
    else:
        session = EventSession(host, store, planned)
        rounds, missing = _planned_rounds(session)
        # A calendar takes an entry again only with a higher version: the log only grows.
        version = len(session.view.rows)
    if missing and not rounds:
        raise DataFault(missing[0])
    host.write(calendar_text(rounds, version))
    for one in missing:
        host.say(one)


def _planned_rounds(session: EventSession) -> "tuple[list[CalendarRound], list[Message]]":
    """The rounds with a date, and what to say of the others."""
    host, event, state = session.host, session.event.name, session.state
    starts: dict[tuple[str, int], date | datetime] = {}
    for match in event_matches(session.store, event):
        headers, day = dict(match.headers), _day_of(match)
        number = number_of(headers.get("round", ""))
        if number is not None and day is not None:
            at = (headers.get("stage", state.stages[0].plan.name), number)
            starts[at] = min(starts.get(at, day), day)
    # What the organiser planned wins over the day of the first match.
    starts |= {at: moment(text) for at, text in state.dates.items()}
    rounds: list[CalendarRound] = []
    missing: list[Message] = []
    plans = stage_plans(state)
    for plan in plans:
        for number in range(1, known_rounds(state, session.rules, plan) + 1):
            start = starts.get((plan.name, number))
            if start is None:
                missing.append(say("exports.no-round-date", round=number, stage=plan.name))
                continue
            title = _title(host, event, plan.name if len(plans) > 1 else "", number)
            lines = [_game(host, plan.game(number))]
            stage = state.stage_named(plan.name)
            drawn = stage.round(number) if stage else None
            for table in drawn.tables if drawn else ():
                players = (session.names.get(one, str(one)) for one in table.seats)
                lines.append(f"{table.number}: {', '.join(players)}")
            rounds.append(CalendarRound(event, plan.name, number, start, title, "\n".join(lines)))
    return rounds, missing


def _recorded_rounds(
    host: Host, store: "Database", event: str
) -> "tuple[list[CalendarRound], int, list[Message]]":
    """The rounds that the headers of records name, on the days of their matches; a version."""
    played: dict[tuple[str, int], list[StoredMatch]] = {}
    version = 0
    for match in event_matches(store, event):
        # Every correction makes the version higher, like every new match.
        version += match.revision
        headers = dict(match.headers)
        number = number_of(headers.get("round", ""))
        if number is not None and match.status != VOID:
            played.setdefault((headers.get("stage", ""), number), []).append(match)
    rounds: list[CalendarRound] = []
    missing: list[Message] = []
    for (stage, number), matches in sorted(played.items()):
        days = [day for day in map(_day_of, matches) if day is not None]
        if not days:
            missing.append(say("exports.no-match-date", round=number))
            continue
        lines = [*dict.fromkeys(_game(host, match.game) for match in matches)]
        for match in matches:
            parts = (dict(match.headers).get("table"), ", ".join(match.players))
            lines.append(": ".join(filter(None, parts)))
        title = _title(host, event, stage, number)
        # A round begins with the first of its matches.
        rounds.append(CalendarRound(event, stage, number, min(days), title, "\n".join(lines)))
    if not played:
        raise DataFault(say("exports.no-rounds-named", event=quoted(event)))
    return rounds, version, missing


def _game(host: Host, name: str) -> str:
    word = game_word(name)
    return word if isinstance(word, str) else worded(word, host.lang)


def _title(host: Host, event: str, stage: str, number: int) -> str:
    if stage:
        title = say("app.calendar-stage", event=event, stage=stage, round=number)
    else:
        title = say("app.calendar-round", event=event, round=number)
    return worded(title, host.lang)


def _day_of(match: "StoredMatch") -> date | None:
    """The day of a match; None if it is not known."""
    try:
        return date.fromisoformat(dict(match.headers).get("date", "")[:10])
    except ValueError:  # a date of a record may be partial
        return None
