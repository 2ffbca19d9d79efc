"""Replays an event from its log, also in a database that has nothing else."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engines.messages import say
from tourney.app.event_session import event_named, event_session
from tourney.cli.base import App
from tourney.cli.settings import refuse_password
from tourney.domain.draws import EntrantId
from tourney.domain.errors import Conflict, DataFault, TourneyError, quoted
from tourney.domain.event_log import EventResult, EventRow
from tourney.events.decisions import rules
from tourney.events.event_state import EventState
from tourney.events.log_replay import rating_text, replay
from tourney.results.sums import ending_of
from tourney.store.events import entrant_names, event_view, stored_events
from tourney.store.matches import event_matches

if TYPE_CHECKING:
    from tourney.store import Database
    from tourney.store.events import StoredEvent


def replay_event(app: App, name: str | None, into: str | None) -> None:
    """Replay, compare with the stored matches, and perhaps replay again in another database."""
    store = app.store()
    event = _event(app, store, name)
    rows = event_view(store, event).rows
    try:
        state, text, earlier = replay(rows, rules())
    except DataFault as fault:
        raise DataFault(named(app.lang, fault, rows, entrant_names(store, event))) from None
    _compare(store, event.name, state)
    text += rating_text(state)
    app.write(text)
    if earlier:
        app.say(say("cli.event-replayed-tables", count=len(rows), draws=earlier))
    else:
        app.say(say("cli.event-replayed", count=len(rows)))
    if into is not None:
        _again(app, event.name, rows, text, into)


def _event(app: App, store: "Database", name: str | None) -> "StoredEvent":
    """The event; a session is avoided, because it believes every row."""
    known = stored_events(store)
    if name is not None:
        return event_named(store, name)
    return known[0] if len(known) == 1 else event_session(app, None, any_phase=True).event


def named(
    lang: str, fault: TourneyError, rows: Sequence[EventRow], names: Mapping[EntrantId, str]
) -> str:
    """An error with the names of entrants; each row makes at most one of them, but the first."""
    if isinstance(fault.message, str):
        return fault.message
    most = len(rows[0].details.get("entrants", ())) + len(rows[0].details.get("bots", ()))
    listed = (names.get(one, f"#{one}") for one in range(1, most + len(rows)))
    return fault.message.text(lang, ("", *listed))


def _compare(store: "Database", name: str, state: EventState) -> None:
    """DataFault if a result of the log differs from its match."""
    logged: dict[int, tuple[int, EventResult]] = {}
    for stage in state.stages:
        for _, table in stage.tables():
            if table.result is not None:
                logged[table.result.match] = (table.changed, table.result)
    for match in event_matches(store, name):
        ending = ending_of(match)
        if ending is None or ending.result is None:
            continue
        if match.id not in logged:
            raise DataFault(say("events.not-logged", match=quoted(match.name)))
        row, result = logged.pop(match.id)
        found = ending.result
        if (result.scores, result.places) != (found.scores, found.places):
            raise DataFault(say("events.other-result", row=row, match=quoted(match.name)))
    if logged and any(True for _ in event_matches(store, name)):
        row, result = next(iter(logged.values()))
        raise DataFault(say("events.other-result", row=row, match=str(result.match)))


def _again(app: App, name: str, rows: Sequence[EventRow], text: str, into: str) -> None:
    """Replay in a new database that has only the rows of the event."""
    from tourney.store import open_store
    from tourney.store.events import copy_event, event_view

    refuse_password(into)
    if Path(into).exists():
        raise Conflict(say("cli.event-file-exists", file=quoted(into)))
    with open_store(into, create=True, actor=app.who()) as other:
        copy = copy_event(other, name, rows)
        copied = event_view(other, copy).rows
    state, again, _ = replay(copied, rules())
    if again + rating_text(state) != text:
        raise TourneyError(say("cli.event-other-bytes", file=quoted(into)))
    app.say(say("cli.event-copied", file=quoted(into), count=len(text.encode())))
