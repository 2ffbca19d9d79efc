"""Events of people: their standings, and what a correction of a match changes.

    sums = event_standings(store.event_matches("Club night"))
    change = announcement(store, before, after)

Does not depend on the terminal. Pairing and rounds do not exist yet.
"""

from tourney.events.changes import Announcement, StandingChange, announcement, require_open_event
from tourney.events.open_event import next_place, open_events
from tourney.events.standings import EventStandings, event_standings

__all__ = [
    "Announcement",
    "EventStandings",
    "StandingChange",
    "announcement",
    "event_standings",
    "next_place",
    "open_events",
    "require_open_event",
]
