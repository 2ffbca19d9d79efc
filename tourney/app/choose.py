"""Finds the game, run, match or event that somebody names, and names several in a message."""

from contextlib import closing, suppress
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from engines.messages import say
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.names import name_key
from tourney.domain.safe_text import is_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engines.api import Game, Who
    from engines.messages import Message
    from tourney.app.host import Host
    from tourney.domain.match_values import StoredMatch
    from tourney.store import Database
    from tourney.store.events import StoredEvent
    from tourney.store.runs import StoredRun


NAMED: Final = 5
"""How many things of a kind are listed by name."""


def counted(names: "Sequence[str]") -> "Message":
    """How many matches there are, with the first of their names: 2 matches (a, b)."""
    count, some = len(names), ", ".join(names[:NAMED])
    if count > NAMED:
        return say("app.standings-some-named", count=count, names=some)
    return say("app.standings-all-named", count=count, names=some)


def only_event(store: "Database", names: "Sequence[str | None]") -> str:
    """The only event that is named; without a name, the only event of the database."""
    from tourney.store.events import stored_events

    if len(names) > 1:
        raise UsageFault(say("app.one-event", count=len(names)))
    if names and names[0] is not None:
        return names[0].removeprefix("event:")
    known = [event.name for event in stored_events(store)]
    if not known:
        raise NotFound(say("app.no-events"))
    if len(known) > 1:
        raise UsageFault(say("app.which-event", known=", ".join(map(quoted, known))))
    return known[0]


def find_game(name: str) -> "Game[Any]":
    """The game called `name`; the error for an unknown name suggests a similar one."""
    from engines.games import GAMES

    if name in GAMES:
        return GAMES[name]
    near, known = get_close_matches(name, GAMES, 1), ", ".join(GAMES)
    if near:
        raise UsageFault(
            say("app.meant-game", name=quoted(name), near=quoted(near[0]), known=known)
        )
    raise UsageFault(say("app.unknown-game", name=quoted(name), known=known))


def viewer(text: str | None, seats: int) -> "Who":
    """The viewer that `--as` names: a seat letter, `spectator` or `open`, the default."""
    from engines.api import EVERYTHING, seat_letter

    given = (text or "open").strip().lower()
    if given in ("open", "spectator"):
        return EVERYTHING if given == "open" else None
    seat = "abcdefgh".find(given) if len(given) == 1 else -1
    if not 0 <= seat < seats:
        raise UsageFault(say("app.no-seat", seat=quoted(text), last=seat_letter(seats - 1)))
    return seat


def choose_run(
    store: "Database", name: str | None, tell: "Callable[[Message], None] | None" = None
) -> "StoredRun":
    """The run called `name` or `run:name`; without a name, the only run.

    Of several runs it is the newest one, which `tell` reports; UsageFault without it.
    """
    from tourney.store.events import stored_events
    from tourney.store.runs import all_runs, run_named

    if name is not None:
        return run_named(store, name.removeprefix("run:"))
    runs = all_runs(store)
    if not runs and (events := stored_events(store)):
        # a closed event, or several open ones: none of them is meant without its name
        newest = ", ".join(quoted(event.name) for event in reversed(events[-NAMED:]))
        newest += ", …" if len(events) > NAMED else ""
        raise NotFound(say("app.standings-name-event", events=newest))
    if not runs:
        raise NotFound(say("app.standings-no-runs"))
    if len(runs) > 1 and tell is not None:
        tell(say("app.standings-newest-run", run=runs[-1].spec.name, count=len(runs)))
    elif len(runs) > 1:
        names = ", ".join(run.spec.name for run in runs)
        raise UsageFault(say("app.standings-which-run", runs=names))
    return runs[-1]


def choose(
    store: "Database", name: str | None, *, entries: bool = True
) -> "StoredRun | StoredMatch":
    """The run or match called `name`, `run:name` or `match:name`; without a name, the only run.

    If a run and a match have this name, it means the run. A match is read without its log unless
    `entries` is set.
    """
    from tourney.store.matches import match_named
    from tourney.store.runs import all_runs

    if name is None or name.startswith("run:"):
        return choose_run(store, name)
    if name.startswith("match:"):
        return match_named(store, name.removeprefix("match:"), entries=entries)
    runs = {run.spec.name: run for run in all_runs(store)}
    if name in runs:
        return runs[name]
    try:
        return match_named(store, name, entries=entries)
    except NotFound:
        known = say("app.standings-known-runs", runs=", ".join(runs)) if runs else ""
        raise NotFound(say("app.standings-neither", name=quoted(name), known=known)) from None


def planned_event(store: "Database", name: str) -> "StoredEvent | None":
    """The event with a plan of this name, in any width and case; None if there is none."""
    from tourney.store.events import event_named, stored_events

    known = [event for event in stored_events(store) if name_key(event.name) == name_key(name)]
    return event_named(store, name) if known else None


def planned_standings(host: "Host", name: str | None) -> "StoredEvent | None":
    """The event with a plan that `standings` is about; None for a run or another event."""
    with suppress(NotFound):  # there is no database yet
        store = host.store()
        if name is None:
            return usual_event(store)
        event = planned_event(store, name.removeprefix("event:"))
        if event is None and (meant := chosen_event(store, name)) is not None:
            event = planned_event(store, meant)
        return event
    return None


def chosen_event(store: "Database", name: str | None) -> str | None:
    """The event that an argument names: `event:NAME`, or a name that no run has; None for a run.

    An event with a plan is also found by its initials or first letters. NotFound for `event:NAME`
    without matches. Without a name it is the one that `usual_event` finds.
    """
    from tourney.store.events import event_named
    from tourney.store.matches import event_matches
    from tourney.store.runs import all_runs

    if name is None:
        return usual.name if (usual := usual_event(store)) else None
    if name.startswith("run:"):
        return None
    event = name.removeprefix("event:")
    if event == name and any(run.spec.name == name for run in all_runs(store)):
        return None
    # A name that is no UTF-8 is in no record, and a database refuses to look for it.
    if is_text(event):
        with closing(event_matches(store, event)) as matches:
            if next(matches, None) is not None:
                return event
        with suppress(NotFound):  # an event with a plan by its initials or first letters
            return event_named(store, event).name
    if event != name:
        raise NotFound(say("app.no-event", name=quoted(event)))
    return None


def usual_event(store: "Database") -> "StoredEvent | None":
    """The event that commands show without a name; None if they show a run.

    It is the only open event in which a round is drawn, else the only event of a database without
    runs: who has just closed an event asks for its standings.
    """
    from tourney.events.event_state import CLOSED, state_of
    from tourney.store.events import event_view, stored_events
    from tourney.store.runs import all_runs

    events = stored_events(store)
    states = [state_of(event_view(store, event).rows) for event in events]
    found = [
        event
        for event, state in zip(events, states, strict=True)
        if state.phase != CLOSED and state.stages[0].rounds
    ]
    if not found and len(events) == 1 and not all_runs(store):
        return events[0]
    return found[0] if len(found) == 1 else None
