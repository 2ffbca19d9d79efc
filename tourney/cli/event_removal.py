"""`tourney event rm`: removes an event before anything was played, and restores it."""

from typing import Any

from engines.messages import say
from tourney.app.event_session import EventSession, event_session
from tourney.cli.base import App
from tourney.cli.event_drafts import event_title
from tourney.domain.errors import TourneyError, quoted
from tourney.runs.table_claim import claimed


def remove_event(app: App, name: str) -> None:
    """Remove an event after a question; no process may be playing its tables."""
    session = event_session(app, name)
    event, state = session.event, session.state
    words: dict[str, Any] = {
        "event": quoted(event.name),
        "entrants": len(state.entrants),
        "rounds": sum(len(stage.rounds) for stage in state.stages),
    }
    if not app.confirm(say("cli.event-remove", **words)):
        raise TourneyError(say("cli.event-not-removed"))
    with claimed(session.store, event):
        session.store.remove_event(event)
    app.say(say("cli.event-removed", event=quoted(event.name)))
    session.undo("rm", "--undo", names=(event.name,))


def restore_event(app: App, name: str) -> None:
    """Restore the event that was removed last."""
    store, title = app.store(), event_title(name)
    session = EventSession(app, store, store.restore_event(title))
    words: dict[str, Any] = {"entrants": len(session.state.entrants)}
    app.say(say("cli.event-restored", event=quoted(title), **words))
    session.undo("rm", names=(title,))
