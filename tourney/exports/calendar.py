"""Rounds of an event as calendar entries; needs the extra `calendar`."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from tourney.exports.typed_files import missing_extra

NAMESPACE: Final = UUID("6a0c3c0e-3f52-5b8e-8d4b-0a8f5d7c2b11")
STAMP: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The time in every entry at which it was made, so that the same rounds give the same bytes."""


class CalendarRound(NamedTuple):
    """A round with its day, or its time and length, and a description."""

    event: str
    stage: str
    number: int
    start: date | datetime
    title: str
    description: str
    place: str = ""
    length: timedelta = timedelta(hours=2)


def calendar_text(rounds: Iterable[CalendarRound], version: int) -> str:
    """The rounds as an iCalendar document; a round has the same id each time.

    Calendars replace an entry by one with the same id and a higher `version`.
    """
    try:
        from icalendar import Calendar, Event
    except ModuleNotFoundError:
        raise missing_extra("ics", "calendar", "icalendar") from None
    calendar = Calendar()
    calendar.add("prodid", "-//tourney//rounds//EN")
    calendar.add("version", "2.0")
    for one in rounds:
        entry = Event()
        # The id follows from the round, so that a later calendar replaces the entry.
        entry.add("uid", f"{uuid5(NAMESPACE, f'{one.event}/{one.stage}/{one.number}')}@tourney")
        entry.add("dtstamp", STAMP)
        entry.add("sequence", version)
        start, whole_day = one.start, not isinstance(one.start, datetime)
        if isinstance(start, datetime) and start.tzinfo is not None:
            start = start.astimezone(UTC)  # the document describes no other time zone
        entry.add("dtstart", start)
        entry.add("dtend", start + (timedelta(days=1) if whole_day else one.length))
        entry.add("summary", one.title)
        entry.add("description", one.description)
        if one.place:
            entry.add("location", one.place)
        calendar.add_component(entry)
    return str(calendar.to_ical().decode())
