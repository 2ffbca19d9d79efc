"""How stored matches count in standings, and the table of results with it."""

from collections.abc import Iterable
from typing import Final

from tourney.domain.match_values import CountedResult, StoredMatch
from tourney.events.counted import counted_result, counted_results
from tourney.events.life import state_of
from tourney.exports.results import results_table
from tourney.render.tables import Table
from tourney.store import Database
from tourney.store.events import event_view, stored_events

NO_RESULT: Final = frozenset({"void", "abandoned"})
"""The statuses of matches that have no results."""


def counting_results(store: Database, matches: Iterable[StoredMatch]) -> Table:
    """The results of matches as played and as they count, without those that have none."""
    found = (match for match in matches if match.status not in NO_RESULT)
    return results_table(found, Counting(store))


class Counting:
    """How stored matches count in standings; reads the state of an event once."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._planned = {event.name: event for event in stored_events(store)}
        self._events: dict[str, dict[int, CountedResult]] = {}

    def __call__(self, match: StoredMatch) -> CountedResult | None:
        """How a match counts; None if it does not count."""
        event = dict(match.headers).get("event", "")
        if match.text is None or event not in self._planned:
            return counted_result(match)
        return self._of(event).get(match.id)

    def _of(self, event: str) -> dict[int, CountedResult]:
        if event not in self._events:
            view = event_view(self._store, self._planned[event])
            self._events[event] = dict(counted_results(state_of(view.rows)))
        return self._events[event]
