"""Results of matches at tables of events: each change of such a match is one more row of the log.

The row has the places and scores by seat, so that the standings of an event follow from the log
alone. Events without a plan, which only headers of records name, have no rows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from sqlalchemy import Connection, select

from engines.messages import say
from tourney.domain.draws import EntrantId
from tourney.domain.errors import DataFault, quoted
from tourney.domain.event_log import RESULT, EventChange, EventResult, EventRow
from tourney.domain.match_values import PRACTICE, PairedMatch, StoredMatch
from tourney.results.sums import ending_of
from tourney.store.connect import Database
from tourney.store.event_bots import bot_names
from tourney.store.events import (
    all_events,
    entrant_of_person,
    event_rows,
    lock,
    names_of,
    write_rows,
)
from tourney.store.models import MERGED_PLAYER, RECORD_TEXT, SEAT
from tourney.store.reads import unpack_headers

ResultCheck: TypeAlias = Callable[
    [Sequence[EventRow], Sequence[EventRow], Mapping[EntrantId, str]], None
]
"""Raises an error if new results do not fit an event.

It is given the rows of the event so far, those of the results, and the names of the entrants.
"""


class TableChanges:
    """The changes of matches at tables of events within one transaction."""

    def __init__(self, database: Database, connection: Connection) -> None:
        self._database = database
        self._connection = connection
        self._events = {one.name: one.id for one in all_events(connection)}
        self._opened: list[tuple[str, PairedMatch, int]] = []
        self._stored: list[tuple[int, StoredMatch]] = []
        self._known: dict[int, tuple[Mapping[int, EntrantId], Mapping[str, EntrantId]]] = {}

    def added(self, matches: Iterable[tuple[int, StoredMatch]]) -> None:
        """Note new matches by id."""
        if self._events:
            self._stored += matches

    def revised(self, match_id: int, new: StoredMatch) -> None:
        """Note the new content of a match, before it is stored."""
        if self._events:
            old, now = self._place(match_id), PairedMatch.of("", dict(new.headers))
            if old is not None and old.place != now.place:
                self._opened.append(("moved", old, match_id))
            self._stored.append((match_id, new))

    def removed(self, ids: Iterable[int]) -> None:
        """Note matches that are removed, before they are."""
        for match_id in ids if self._events else ():
            place = self._place(match_id)
            if place is not None:
                self._opened.append(("removed", place, match_id))

    def _place(self, match_id: int) -> PairedMatch | None:
        """The table of a stored match in an event with a plan."""
        query = select(RECORD_TEXT.c.headers).where(RECORD_TEXT.c.match_id == match_id)
        return self._of_event("", unpack_headers(self._connection.execute(query).scalar_one()))

    def _of_event(self, name: str, headers: tuple[tuple[str, str], ...]) -> PairedMatch | None:
        """The place that headers name in an event with a plan; practice has none."""
        found = PairedMatch.of(name, dict(headers))
        return found if found.event in self._events and PRACTICE not in headers else None

    def write(self, check: ResultCheck) -> None:
        """Write the rows if they pass `check`; nothing for matches of no event."""
        found: dict[str, list[EventResult]] = {}
        for status, place, match_id in self._opened:
            gone = EventResult(place.stage, place.round, place.table, match_id, status)
            found.setdefault(place.event, []).append(gone)
        for match_id, match in self._stored:
            at = self._of_event(match.name, match.headers)
            if at is not None:
                found.setdefault(at.event, []).append(self._result(match_id, match, at))
        for event, results in found.items():
            self._append(self._events[event], results, check)

    def _result(self, match_id: int, match: StoredMatch, place: PairedMatch) -> EventResult:
        """The result of a stored match at its table; DataFault if headers are missing."""
        missing = [key for key in ("round", "table") if not getattr(place, key)]
        if missing:
            words = {"match": quoted(match.name), "event": quoted(place.event)}
            raise DataFault(say("store.place-missing", **words, missing=missing[0]))
        entrants = self._entrants(self._events[place.event], match_id, match, place.event)
        bare = EventResult(
            place.stage, place.round, place.table, match_id, match.status, entrants=entrants
        )
        ending = ending_of(match)
        if ending is None or ending.result is None:
            return bare
        found = ending.result
        return replace(
            bare,
            scores=found.scores,
            places=found.places,
            forfeits=found.forfeits,
            sides=found.sides,
            fewer_wins=found.fewer_wins,
        )

    def _entrants(
        self, event_id: int, match_id: int, match: StoredMatch, event: str
    ) -> tuple[EntrantId, ...]:
        """The entrants by seat; DataFault for a player who has not entered the event."""
        known, bots = self._entered(event_id)
        persons = self._persons(match_id)
        found = []
        for seat, (name, version) in enumerate(zip(match.players, match.versions, strict=True)):
            entrant = known.get(persons.get(seat, 0)) if version is None else bots.get(name)
            if entrant is None:
                raise DataFault(say("store.not-entered", player=quoted(name), event=quoted(event)))
            found.append(entrant)
        return tuple(found)

    def _entered(self, event_id: int) -> tuple[Mapping[int, EntrantId], Mapping[str, EntrantId]]:
        """The entrants of an event by person, and its bots by name, read once."""
        if event_id not in self._known:
            names = bot_names(self._connection, event_id)
            bots = {name: number for number, name in names.items()}
            self._known[event_id] = entrant_of_person(self._connection, event_id), bots
        return self._known[event_id]

    def _persons(self, match_id: int) -> Mapping[int, int]:
        """The person at each seat; bots and unknown players are left out."""
        query = (
            select(SEAT.c.seat, SEAT.c.player_id, MERGED_PLAYER.c.person_id)
            .join_from(SEAT, MERGED_PLAYER, MERGED_PLAYER.c.player_id == SEAT.c.player_id,
                       isouter=True)
            .where(SEAT.c.match_id == match_id, SEAT.c.player_id.is_not(None))
        )  # fmt: skip
        return {seat: person or player for seat, player, person in self._connection.execute(query)}

    def _append(self, event_id: int, results: Sequence[EventResult], check: ResultCheck) -> None:
        lock(self._connection, event_id)
        before = event_rows(self._connection, event_id)
        numbered = enumerate(results, start=before[-1].number + 1)
        new = [EventRow(number, RESULT, one.details()) for number, one in numbered]
        check(before, new, names_of(self._connection, event_id))
        for one in results:
            change = EventChange(RESULT, one.details())
            write_rows(self._database, self._connection, event_id, [change], match=[one.match])
