"""What `tourney export` writes about: the matches of runs and events, and how they count."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from tourney.cli.base import App
from tourney.cli.choose import choose
from tourney.cli.event_results import chosen_event
from tourney.cli.player_messages import VOID
from tourney.cli.wording import counted
from tourney.domain.matches import StoredMatch
from tourney.events.messages import RUN

if TYPE_CHECKING:
    from tourney.store import Store, StoredRun

Names: TypeAlias = Sequence[str | None]


def chosen_matches(
    app: App, store: "Store", names: Names, *, entries: bool = False, counts: bool = False
) -> Iterator[StoredMatch]:
    """Matches of runs and events and single ones, in the order named; names are looked up first.

    An argument is a run, a match, or an event. Says what was corrected or is void.
    """
    parts = [_part(store, name, entries, counts) for name in names]
    for part in parts:
        _say_corrected(app, store, part)
    return chain.from_iterable([_each(store, part, entries, counts) for part in parts])


def _part(
    store: "Store", name: str | None, entries: bool, counts: bool
) -> "StoredRun | list[StoredMatch]":
    event = _planned(store, name) or chosen_event(store, name)
    if event is not None:
        return list(store.event_matches(event, entries=entries, counts=counts))
    found = choose(store, name, entries=False)
    if not isinstance(found, StoredMatch):
        return found
    return [store.match(str(found.id), entries=entries, counts=counts)]


def _planned(store: "Store", name: str | None) -> str | None:
    """The event with a plan that an argument names, also if it has no match yet."""
    bare = (name or "").removeprefix("event:")
    if bare == name and any(run.spec.name == name for run in store.runs()):
        return None
    return next((event.name for event in store.events() if event.name == bare), None)


def _say_corrected(app: App, store: "Store", part: "StoredRun | list[StoredMatch]") -> None:
    """Say which of the exported matches were corrected, and which runs have void matches."""
    if isinstance(part, list):
        for match in part:
            if match.revision > 1:
                app.say(f"match {match.name}: revision {match.revision}, corrected")
        return
    void = store.void_matches(part)
    if void:
        app.say(VOID(what=RUN(name=part.spec.name), matches=counted(void)))


def _each(
    store: "Store", part: "StoredRun | list[StoredMatch]", entries: bool, counts: bool
) -> Iterator[StoredMatch]:
    if isinstance(part, list):
        return iter(part)
    return store.matches(part, entries=entries, counts=counts)
