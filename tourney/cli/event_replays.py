"""Replays an event from its log, also in a database that has nothing else."""

from pathlib import Path
from typing import TYPE_CHECKING

from tourney.cli import event_messages as say
from tourney.cli.base import App
from tourney.cli.event_session import EventSession, event_session
from tourney.domain.errors import Conflict, DataFault, TourneyError, quoted
from tourney.domain.event_log import EventResult
from tourney.events import messages as events
from tourney.events.replaying import replay
from tourney.events.rules import rules
from tourney.events.state import EventState
from tourney.results import ending_of

if TYPE_CHECKING:
    from tourney.store import Store


def replay_event(app: App, name: str | None, into: str | None) -> None:
    """Replay, compare with the stored matches, and perhaps replay again in another database."""
    session = event_session(app, name, any_phase=True)
    with session.naming():
        state, text = replay(session.view.rows, rules())
    _compare(session.store, session, state)
    app.write(text)
    app.say(say.REPLAYED(count=len(session.view.rows)))
    if into is not None:
        _again(app, session, text, into)


def _compare(store: "Store", session: EventSession, state: EventState) -> None:
    """DataFault if a result of the log differs from its match."""
    logged: dict[int, tuple[int, EventResult]] = {}
    for stage in state.stages:
        for _, table in stage.tables():
            if table.result is not None:
                logged[table.result.match] = (table.changed, table.result)
    for match in store.event_matches(session.event.name):
        ending = ending_of(match)
        if ending is None or ending.result is None:
            continue
        if match.id not in logged:
            raise DataFault(events.NOT_LOGGED(match=quoted(match.name)))
        row, result = logged.pop(match.id)
        found = ending.result
        if (result.scores, result.places) != (found.scores, found.places):
            raise DataFault(events.OTHER_RESULT(row=row, match=quoted(match.name)))
    if logged and any(True for _ in store.event_matches(session.event.name)):
        row, result = next(iter(logged.values()))
        raise DataFault(events.OTHER_RESULT(row=row, match=str(result.match)))


def _again(app: App, session: EventSession, text: str, into: str) -> None:
    """Replay in a new database that has only the rows of the event."""
    from tourney.store import open_store

    if Path(into).exists():
        raise Conflict(say.FILE_EXISTS(file=quoted(into)))
    with open_store(into, create=True, actor=app.who()) as other:
        copy = other.copy_event(session.event.name, session.view.rows)
        rows = other.event_view(copy).rows
    _, again = replay(rows, rules())
    if again != text:
        raise TourneyError(say.OTHER_BYTES(file=quoted(into)))
    app.say(say.COPIED(file=quoted(into), count=len(text.encode())))
