"""Where a match of `record` or `play` is in an event: from options, else from today's event."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any, TypeVar

import click

from engines.messages import say
from tourney.cli.base import App
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.pairings import PLACE_IN_EVENT, PairedMatch

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS = (
    ("--event", "NAME", "Event of the match.  [default: the only event of today]"),
    ("--stage", "NAME", "Stage of the event."),
    ("--round", "R", "Round of the event."),
    ("--table", "T", "Table."),
)


def place_options(function: F) -> F:
    """Add the options that say where a match is in an event."""
    help_text = "The match belongs to no event, although one is open today."
    function = click.option("--casual", is_flag=True, help=help_text)(function)
    for name, metavar, words in reversed(OPTIONS):
        function = click.option(name, metavar=metavar, help=words)(function)
    return function


def place_headers(
    app: App, given: Mapping[str, Any], players: Sequence[str], day: str
) -> dict[str, str]:
    """The headers that say where a match of these players is in an event.

    Without --event they follow from the only event of today, which is said. `day` is the date of
    the match: a match of another day belongs to no event of today. Conflict if the place is taken.
    """
    headers = _place(app, given, players, day)
    if PairedMatch.of("", headers).whole:
        with suppress(NotFound):  # there is no database yet
            app.store().require_free_place(headers)
    return headers


def _place(app: App, given: Mapping[str, Any], players: Sequence[str], day: str) -> dict[str, str]:
    headers = {key: header_text(key, given[key]) for key in PLACE_IN_EVENT if given[key]}
    if given["casual"]:
        if given["event"]:
            raise UsageFault(say("cli.record-casual-event", event=quoted(headers["event"])))
        return headers
    today = f"{date.today():%Y-%m-%d}"
    if given["event"] is not None or not day.startswith(today):
        return headers
    return _in_open_event(app, headers, players, today)


def _in_open_event(
    app: App, headers: dict[str, str], players: Sequence[str], today: str
) -> dict[str, str]:
    """The headers with the place in the only event of today, if there is one."""
    from tourney.events import next_place, open_events

    matches: list[PairedMatch] = []
    with suppress(NotFound):  # there is no database yet
        store = app.store()
        planned = {event.name for event in store.events()}
        matches = [one for one in store.paired_on(today) if one.event not in planned]
    events = open_events(matches)
    if len(events) > 1:
        names = ", ".join(map(quoted, events))
        app.say(say("cli.record-open-events", events=names).text(app.lang))
    if len(events) != 1:
        return headers
    found = next_place(matches, headers, players)
    place = ", ".join(f"{key} {found[key]}" for key in PLACE_IN_EVENT if key in found)
    app.say(say("cli.record-open-event", place=place).text(app.lang))
    return found


def header_text(key: str, text: str) -> str:
    """The value of a header with free text, as a record has it; UsageFault if it is impossible."""
    import unicodedata

    from tourney.records.lines import LineFault, line
    from tourney.records.values import check_name, filled

    value = unicodedata.normalize("NFC", " ".join(text.split()))
    try:
        check_name(say("cli.record-header", key=key), value, filled(value))
    except LineFault as fault:
        raise UsageFault(fault.message) from None
    if not value.isprintable() or line(1, value).fault:
        raise UsageFault(say("cli.record-bad-header", key=key, value=quoted(value)))
    return value
