"""What an export is about: the matches of runs and events, and how they count."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engines.messages import say
from tourney.app.choose import choose, chosen_event, counted
from tourney.app.host import Host
from tourney.domain.match_values import StoredMatch

if TYPE_CHECKING:
    from tourney.store import Database
    from tourney.store.runs import StoredRun

Names: TypeAlias = Sequence[str | None]


def chosen_matches(
    host: Host, store: "Database", names: Names, *, entries: bool = False, counts: bool = False
) -> Iterator[StoredMatch]:
    """Matches of runs and events and single ones, in the order named; names are looked up first.

    An argument is a run, a match, or an event. Only one match is in memory at a time. Says which
    runs have void matches, and of each corrected match when it is reached.
    """
    # A wrong name among them is refused before the first match is written.
    parts = [_part(store, name) for name in names]
    return chain.from_iterable([_each(host, store, part, entries, counts) for part in parts])


class _EventName(NamedTuple):
    """The name of an event."""

    name: str


_Part: TypeAlias = "StoredRun | StoredMatch | _EventName"


def _part(store: "Database", name: str | None) -> _Part:
    event = _planned(store, name) or chosen_event(store, name)
    return choose(store, name, entries=False) if event is None else _EventName(event)


def _planned(store: "Database", name: str | None) -> str | None:
    """The event with a plan that an argument names, also if it has no match yet."""
    from tourney.store.events import stored_events
    from tourney.store.runs import all_runs

    bare = (name or "").removeprefix("event:")
    if bare == name and any(run.spec.name == name for run in all_runs(store)):
        return None
    return next((event.name for event in stored_events(store) if event.name == bare), None)


def _each(
    host: Host, store: "Database", part: _Part, entries: bool, counts: bool
) -> Iterator[StoredMatch]:
    from tourney.store.matches import event_matches, match_named, run_matches, void_matches

    if isinstance(part, _EventName):
        found = event_matches(store, part.name, entries=entries, counts=counts)
        return _saying_corrected(host, found)
    if isinstance(part, StoredMatch):
        one = match_named(store, str(part.id), entries=entries, counts=counts)
        return _saying_corrected(host, iter([one]))
    void = void_matches(store, part)
    if void:
        host.say(
            say(
                "app.standings-void",
                what=say("events.run", name=part.spec.name),
                matches=counted(void),
            )
        )
    return run_matches(store, part, entries=entries, counts=counts)


def _saying_corrected(host: Host, matches: Iterator[StoredMatch]) -> Iterator[StoredMatch]:
    for match in matches:
        if match.revision > 1:
            host.say(say("app.match-is-corrected", match=match.name, number=match.revision))
        yield match
