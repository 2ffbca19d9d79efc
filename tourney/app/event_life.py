"""An event is made, opened, closed, removed and restored."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines.messages import say
from tourney.app.event_drafts import event_title
from tourney.app.event_entries import as_entered, entered_bots
from tourney.app.event_session import EventSession, event_session
from tourney.app.host import Host
from tourney.domain.errors import TourneyError, quoted
from tourney.domain.event_log import EventChange
from tourney.events import actions
from tourney.events.plan_file import EventDraft
from tourney.events.stages import left_out
from tourney.play.luck import new_seed
from tourney.runs.table_claim import claimed
from tourney.store.event_removal import delete_event, undelete_event
from tourney.store.events import add_event


def make_event(host: Host, draft: EventDraft, database: Path | None) -> EventSession:
    """Store an event with its players and bots.

    Bots are started once; they do not see the file of the `database`.
    """
    bots = entered_bots(database, draft.plan, {**draft.bots, **draft.fill})
    seed = draft.seed or new_seed()
    store, people = host.store(create=True), len(draft.players)

    def first(ids: Sequence[int]) -> EventChange:
        entered = list(map(as_entered, bots, ids[people:]))
        return actions.new(draft.plan, seed, ids[:people], entered, len(draft.fill))

    event = add_event(store, draft.name, draft.players, first, bots, draft.readings)
    host.say(say("app.event-saved", name=quoted(event.name)))
    session = EventSession(host, store, event)
    session.undo("rm", names=(event.name,))
    return session


def open_event(session: EventSession) -> None:
    """The event begins; drawing its first round does the same."""
    session.change(lambda state, _: [actions.opened(state)])
    session.host.say(say("app.event-opened", name=quoted(session.event.name)))
    _undo_by_closing(session)


def close_event(session: EventSession) -> None:
    """The event ends; rounds and stages that are not drawn are named, and somebody must agree."""
    host = session.host
    closed, left = quoted(session.event.name), tuple(left_out(session.state, session.rules))
    if left:
        with session.naming():
            actions.closed(session.state)
        if not host.confirm(say("app.event-close-without", name=closed, left=left)):
            raise TourneyError(say("app.event-still-goes-on", name=closed))
    session.change(lambda state, _: [actions.closed(state)])
    if left:
        host.say(say("app.event-closed-without", name=closed, left=left))
    else:
        host.say(say("app.event-closed", name=closed))
    session.undo("reopen", names=(session.event.name,))


def reopen_event(session: EventSession) -> None:
    """Go on with a closed event."""
    session.change(lambda state, _: [actions.reopened(state)])
    session.host.say(say("app.event-reopened", name=quoted(session.event.name)))
    _undo_by_closing(session)


def _undo_by_closing(session: EventSession) -> None:
    """Say how to close an event that was opened, also if rounds are not drawn."""
    sure = ("--yes",) if left_out(session.state, session.rules) else ()
    session.undo("close", *sure, names=(session.event.name,))


def remove_event(host: Host, name: str) -> None:
    """Remove an event after a question; no process may be playing its tables."""
    session = event_session(host, name)
    event, state = session.event, session.state
    words: dict[str, Any] = {
        "event": quoted(event.name),
        "entrants": len(state.entrants),
        "rounds": sum(len(stage.rounds) for stage in state.stages),
    }
    if not host.confirm(say("app.event-remove", **words)):
        raise TourneyError(say("app.event-not-removed"))
    with claimed(session.store, event):
        delete_event(session.store, event)
    host.say(say("app.event-removed", event=quoted(event.name)))
    session.undo("rm", "--undo", names=(event.name,))


def restore_event(host: Host, name: str) -> None:
    """Restore the event that was removed last."""
    store, title = host.store(), event_title(name)
    session = EventSession(host, store, undelete_event(store, title))
    words: dict[str, Any] = {"entrants": len(session.state.entrants)}
    host.say(say("app.event-restored", event=quoted(title), **words))
    session.undo("rm", names=(title,))
