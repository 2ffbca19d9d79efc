"""Reads the results of an event from the database."""

from collections.abc import Mapping
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from engines.messages import Sentence, say
from tourney.cli.base import App
from tourney.cli.wording import counted
from tourney.domain.errors import NotFound, quoted
from tourney.domain.texts import is_text

if TYPE_CHECKING:
    from tourney.events import EventStandings
    from tourney.store import Store
    from tourney.store.events import StoredEvent


def chosen_event(store: "Store", name: str | None) -> str | None:
    """The event that an argument names: `event:NAME`, or a name that no run has; None for a run.

    An event with a plan is also found by its initials or first letters. NotFound for `event:NAME`
    without matches. Without a name it is the one that `usual_event` finds.
    """
    if name is None:
        return usual.name if (usual := usual_event(store)) else None
    if name.startswith("run:"):
        return None
    event = name.removeprefix("event:")
    if event == name and any(run.spec.name == name for run in store.runs()):
        return None
    if is_text(event):
        with closing(store.event_matches(event)) as matches:
            if next(matches, None) is not None:
                return event
        if (short := _in_short(store, event)) is not None:
            return short
    if event != name:
        raise NotFound(say("cli.no-event", name=quoted(event)))
    return None


def usual_event(store: "Store") -> "StoredEvent | None":
    """The event that commands show without a name; None if they show a run.

    It is the only open event in which a round is drawn, else the only event of a database without
    runs: who has just closed an event asks for its standings.
    """
    from tourney.events.life import state_of
    from tourney.events.state import CLOSED

    events = store.events()
    states = [state_of(store.event_view(event).rows) for event in events]
    found = [
        event
        for event, state in zip(events, states, strict=True)
        if state.phase != CLOSED and state.stages[0].rounds
    ]
    if not found and len(events) == 1 and not store.runs():
        return events[0]
    return found[0] if len(found) == 1 else None


def _in_short(store: "Store", given: str) -> str | None:
    """The event with a plan that these initials or first letters mean; UsageFault for several."""
    from tourney.app.event_session import event_named

    with suppress(NotFound):
        return event_named(store, given).name
    return None


def planned_places(app: App, store: "Store", event: str) -> dict[str, int] | None:
    """The places of the standings of an event with a plan, best first; None without a plan."""
    from tourney.app.event_session import EventSession
    from tourney.app.event_tables import planned_event
    from tourney.events.final_ranking import places_of

    planned = planned_event(store, event)
    if planned is None:
        return None
    session = EventSession(app, store, planned)
    return places_of(session.state, session.rules, session.names)


def load_event(
    app: App,
    store: "Store",
    event: str,
    by: str = "scaled",
    tiebreak: str | None = None,
    ratings: Mapping[str, int] | None = None,
) -> "EventStandings":
    """The standings of an event; says which matches were corrected or do not count."""
    from tourney.cli.run_results import tiebreak_names
    from tourney.events import event_standings

    breaks = tiebreak_names(tiebreak)
    with closing(store.event_matches(event)) as matches:
        found = event_standings(matches, by, breaks, ratings or {})
    for words, names in (
        (Sentence("cli.standings-corrected"), found.corrected),
        (Sentence("cli.standings-adjusted"), found.adjusted),
        (Sentence("cli.standings-void"), found.void),
        (Sentence("cli.standings-open"), found.open),
    ):
        if names:
            app.say(words(what=say("events.event", name=event), matches=counted(names)))
    return found
