"""What `tourney export` writes about: the matches of runs and events, and how they count."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from tourney.cli.base import App
from tourney.cli.choose import choose
from tourney.cli.event_results import chosen_event
from tourney.cli.player_messages import VOID
from tourney.cli.wording import counted
from tourney.domain.matches import CountedResult, StoredMatch
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
    event = chosen_event(store, name)
    if event is not None:
        return list(store.event_matches(event, entries=entries, counts=counts))
    found = choose(store, name, entries=False)
    if not isinstance(found, StoredMatch):
        return found
    return [store.match(str(found.id), entries=entries, counts=counts)]


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


class Counting:
    """How stored matches count in standings; reads the state of an event once."""

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._planned = {event.name: event for event in store.events()}
        self._events: dict[str, dict[int, CountedResult]] = {}

    def __call__(self, match: StoredMatch) -> CountedResult | None:
        """How a match counts; None if it does not count."""
        from tourney.events.counted import counted_result

        event = dict(match.headers).get("event", "")
        if match.text is None or event not in self._planned:
            return counted_result(match)
        return self._of(event).get(match.id)

    def _of(self, event: str) -> dict[int, CountedResult]:
        from tourney.events.counted import counted_results
        from tourney.events.life import state_of

        if event not in self._events:
            view = self._store.event_view(self._planned[event])
            self._events[event] = dict(counted_results(state_of(view.rows)))
        return self._events[event]
