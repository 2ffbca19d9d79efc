"""Events: each is a name, the rows of the log that belong to it, and who has entered.

A change of an event is decided inside the transaction that writes it, on the rows that are there:
two organisers cannot draw the same round twice. A change of a match at a table of an event is one
more row, with places and scores by seat, so that the standings follow from the log alone. The log
keeps the rows of a removed event, so that it can be restored; only its name is not in the log.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from engines.messages import say
from tourney.domain.errors import Conflict, DataFault, NotFound, UsageFault, quoted
from tourney.domain.event_log import (
    ADD_BOT,
    ENTRY_UNDO,
    NEW,
    RESULT,
    EntrantId,
    EventChange,
    EventResult,
    EventRow,
    EventView,
)
from tourney.domain.match_values import PRACTICE, PairedMatch, StoredMatch
from tourney.domain.names import name_key
from tourney.domain.run_spec import BotEntry
from tourney.store.connect import Database, insert_row
from tourney.store.log import append, named_ids
from tourney.store.matches import (
    VOID,
    MatchFilter,
    RowGroups,
    event_part,
    seat_query,
    unfinished,
    unpack_headers,
)
from tourney.store.models import (
    BOT,
    ENTRANT,
    EVENT,
    EVENT_BOT_LOG,
    EVENT_LOG,
    LOG,
    MATCH,
    MERGED_PLAYER,
    PLAYER,
    RECORD_TEXT,
    SEAT,
    SIGN_UP,
)
from tourney.store.players import person_of, row_named
from tourney.store.runs import bot_id

Decide: TypeAlias = Callable[[EventView], Sequence[EventChange]]
"""Returns the rows of a change; an error leaves everything as it was."""
Claim: TypeAlias = Callable[[str], str]
"""Returns the new text about the process that plays, given the stored one; an error changes
nothing."""
ResultCheck: TypeAlias = Callable[
    [Sequence[EventRow], Sequence[EventRow], Mapping[EntrantId, str]], None
]
"""Raises an error if new results do not fit an event.

It is given the rows of the event so far, those of the results, and the names of the entrants.
"""
REMOVED: Final = "event rm"
RESTORED: Final = f"{REMOVED} undo"
"""Rows of the log about a whole event, which are none of its rows."""
ALL_EVENTS: Final = select(EVENT.c.id, EVENT.c.name).order_by(EVENT.c.id)
"""Ids and names, oldest first."""
LOCKED: Final = select(EVENT.c.id).where(EVENT.c.id == bindparam("event")).with_for_update()
"""Keeps other processes from changing an event until the end of the transaction."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event: its id and its name."""

    id: int
    name: str


def stored_events(database: Database) -> list[StoredEvent]:
    """All events, oldest first."""
    with database.reading() as connection:
        return [StoredEvent(*row) for row in connection.execute(ALL_EVENTS)]


def event_named(database: Database, name: str) -> StoredEvent:
    """The event of this name, in any width and case, or by its first letters or initials.

    NotFound, or UsageFault for several events.
    """
    plain = name.removeprefix("event:")
    known = stored_events(database)
    exact = [event for event in known if event.name == plain]
    if exact:
        return exact[0]
    key, letters = name_key(plain), plain.casefold()

    def initials(title: str) -> str:
        words = title.split()
        return "".join(word[0] for word in words).casefold() if len(words) > 1 else ""

    for events in (
        [event for event in known if name_key(event.name) == key],
        [event for event in known if letters and initials(event.name) == letters],
        [event for event in known if len(plain) > 1 and name_key(event.name).startswith(key)],
    ):
        if len(events) == 1:
            return events[0]
        if events:
            shown = ", ".join(quoted(event.name) for event in events)
            raise UsageFault(say("store.event-several", name=quoted(plain), events=shown))
    where = quoted(database.place.shown)
    raise NotFound(say("store.no-event", name=quoted(plain), database=where))


def event_view(database: Database, found: StoredEvent) -> EventView:
    """The rows of an event, and the persons and names of its entrants."""
    with database.reading() as connection:
        return _view(connection, found.id)


def _view(connection: Connection, event_id: int, player: int | None = None) -> EventView:
    """Rows, oldest first, and entrants by number; `player` is about to enter."""
    # A merged name counts as the person that it leads to. A bot is no person.
    mine = MERGED_PLAYER.c.player_id == ENTRANT.c.player_id
    person = func.coalesce(MERGED_PLAYER.c.person_id, ENTRANT.c.player_id)
    entrants = (
        select(ENTRANT.c.number, PLAYER.c.id, func.coalesce(PLAYER.c.name, BOT.c.name))
        .join_from(ENTRANT, MERGED_PLAYER, mine, isouter=True)
        .join(PLAYER, PLAYER.c.id == person, isouter=True)
        .join(BOT, BOT.c.id == ENTRANT.c.bot_id, isouter=True)
        .where(ENTRANT.c.event_id == event_id)
        .order_by(ENTRANT.c.number)
    )
    persons: dict[EntrantId, int] = {}
    names: dict[EntrantId, str] = {}
    for number, player_id, name in connection.execute(entrants):
        names[number] = name
        if player_id is not None:
            persons[number] = player_id
    logged = (
        select(LOG.c.number, LOG.c.what, LOG.c.details)
        .join_from(EVENT_LOG, LOG, LOG.c.number == EVENT_LOG.c.log_number)
        .where(EVENT_LOG.c.event_id == event_id)
        .order_by(LOG.c.number)
    )
    rows = [
        EventRow(number, what, json.loads(details))
        for number, what, details in connection.execute(logged)
    ]
    return EventView(rows, persons, names, player)


def add_event(
    database: Database,
    name: str,
    players: Sequence[str],
    first: Callable[[Sequence[int]], EventChange],
    bots: Sequence[BotEntry] = (),
    readings: Mapping[str, str] = {},
) -> StoredEvent:
    """Store a new event and the players who are new; `first` makes its first row from their ids.

    The ids of the bots follow those of the players; `readings` are those of new players. Conflict
    if the name is taken.
    """

    def work(connection: Connection) -> StoredEvent:
        _require_new(connection, name)
        ids = [_player_id(connection, one, readings.get(one, "")) for one in players]
        bot_ids = [bot_id(connection, bot) for bot in bots]
        found = StoredEvent(insert_row(connection, EVENT, name=name), name)
        begun = first([*ids, *bot_ids])
        _enter(connection, found.id, *begun)
        _write_rows(database, connection, found.id, [begun])
        return found

    return database.first_or_again(work)


def _require_new(connection: Connection, name: str) -> None:
    """Conflict if an event or stored records have this name.

    Nor may it differ from the name of an event in width, case or blanks alone.
    """
    # People would take `cup` and `Cup` for one event.
    known = [one.name for one in connection.execute(ALL_EVENTS)]
    if name in known:
        raise Conflict(say("store.event-exists", name=quoted(name)))
    alike = next((one for one in known if name_key(one) == name_key(name)), None)
    if alike is not None:
        raise Conflict(say("store.event-alike", name=quoted(name), other=quoted(alike)))
    # Their standings would become those of the new event.
    if event_records(connection, name):
        raise Conflict(say("store.event-in-records", name=quoted(name)))


def event_records(connection: Connection, name: str) -> dict[int, str]:
    """The ids and names of the stored records that name an event, by id."""
    named = (
        select(MATCH.c.id, *RECORD_TEXT.c["name", "headers"])
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id)
        .where(event_part(name).where)
        .order_by(MATCH.c.id)
    )
    return {
        match_id: match
        for match_id, match, headers in connection.execute(named)
        if dict(unpack_headers(headers)).get("event") == name  # SQLite ignores the case
    }


def _player_id(connection: Connection, name: str, reading: str = "") -> int:
    """The id of the person who has this name or alias; stores a new one."""
    found = row_named(connection, name)
    if found is None:
        return insert_row(connection, PLAYER, name=name, reading=reading)
    return person_of(connection, found)


def _enter(connection: Connection, event_id: int, what: str, details: Mapping[str, Any]) -> None:
    """Store the entries that a row of the log makes, and remove the one that it takes back."""
    nobody = {"event_id": event_id, "player_id": None, "bot_id": None}
    entries = entries_of_row(what, details)
    rows = [{**nobody, "number": number, column: own} for number, column, own in entries]
    if rows:
        connection.execute(insert(ENTRANT), rows)
    if what == ENTRY_UNDO:
        mine = ENTRANT.c.event_id == event_id, ENTRANT.c.number == details["entrant"]
        connection.execute(delete(ENTRANT).where(*mine))


def entries_of_row(what: str, details: Mapping[str, Any]) -> Iterator[tuple[EntrantId, str, int]]:
    """The entries that a row of the log makes: number, `player_id` or `bot_id`, and that id."""
    if what == NEW:
        yield from ((number, "player_id", player) for number, player in details["entrants"])
        for number, bot, *_ in details.get("bots", ()):
            yield number, "bot_id", bot
    elif what == ADD_BOT:
        yield details["entrant"], "bot_id", details["bot"][0]
    elif "player" in details:
        yield details.get("by", details["entrant"]), "player_id", details["player"]


def change_event(
    database: Database, found: StoredEvent, decide: Decide, player: str | BotEntry | None = None
) -> list[EventRow]:
    """Write the rows that `decide` returns; with `player`, a name or bot that is about to enter."""

    def work(connection: Connection) -> list[EventRow]:
        # Decided on the rows that are there from now on: nobody else draws the round meanwhile.
        connection.execute(LOCKED, {"event": found.id})
        entering = None
        if player is not None:
            known = bot_id if isinstance(player, BotEntry) else _player_id
            entering = known(connection, player)  # type: ignore[arg-type]
        changes = decide(_view(connection, found.id, entering))
        for what, details in changes:
            _enter(connection, found.id, what, details)
        return _write_rows(database, connection, found.id, changes)

    return database.first_or_again(work)


def _write_rows(
    database: Database,
    connection: Connection,
    event_id: int,
    changes: Iterable[EventChange],
    **ids: Sequence[int],
) -> list[EventRow]:
    """Append rows of an event to the log; `ids` are of other rows that they concern."""
    found = []
    for what, details in changes:
        named = named_ids(event=[event_id], **ids)
        number = append(connection, database.actor, what, named, details)
        connection.execute(insert(EVENT_LOG).values(event_id=event_id, log_number=number))
        found.append(EventRow(number, what, details))
    return found


def copy_event(database: Database, name: str, rows: Sequence[EventRow]) -> StoredEvent:
    """Store an event that has only its rows of the log, without players and matches."""
    with database.writing() as connection:
        _require_new(connection, name)
        found = StoredEvent(insert_row(connection, EVENT, name=name), name)
        changes = (EventChange(row.what, row.details) for row in rows)
        _write_rows(database, connection, found.id, changes)
    return found


def event_version(database: Database, event: StoredEvent) -> int:
    """The number of the newest row of the log that belongs to an event."""
    with database.reading() as connection:
        query = select(func.max(EVENT_LOG.c.log_number)).where(EVENT_LOG.c.event_id == event.id)
        return connection.execute(query).scalar() or 0


def event_runner(database: Database, event: StoredEvent) -> str:
    """The stored text about the process that plays the tables of an event."""
    with database.reading() as connection:
        query = select(EVENT.c.runner).where(EVENT.c.id == event.id)
        return connection.execute(query).scalar() or ""


def set_event_runner(database: Database, event: StoredEvent, claim: Claim) -> None:
    """Replace the text about the process that plays the tables of an event."""
    mine = EVENT.c.id == event.id
    with database.writing() as connection:
        query = select(EVENT.c.runner).where(mine).with_for_update()
        before = connection.execute(query).scalar() or ""
        # Decided under the lock: of two programs that start at once, one sees the other.
        after = claim(before)
        if after != before:
            connection.execute(update(EVENT).where(mine).values(runner=after))


@dataclass
class TableChanges:
    """The changes of matches at tables of events within one transaction.

    `events` has the ids of the events by name. `opened` are tables that lose a match, with its new
    status; `stored` are matches, by id, whose new content has its result at a table.
    """

    database: Database
    connection: Connection
    events: Mapping[str, int]
    opened: list[tuple[PairedMatch, int, str]] = field(default_factory=list)
    stored: list[tuple[int, StoredMatch]] = field(default_factory=list)

    def revised(self, match_id: int, new: StoredMatch) -> None:
        """Note the new content of a match, before it is stored."""
        if self.events:
            old, now = self._place(match_id), PairedMatch.of("", dict(new.headers))
            # The table that the match leaves is open again.
            if old is not None and old != now:
                self.opened.append((old, match_id, "moved"))
            self.stored.append((match_id, new))

    def removed(self, ids: Iterable[int]) -> None:
        """Note matches that are removed, before they are."""
        for match_id in ids if self.events else ():
            place = self._place(match_id)
            if place is not None:
                self.opened.append((place, match_id, "removed"))

    def _place(self, match_id: int) -> PairedMatch | None:
        """The table of a stored match in an event with a plan; practice has none."""
        query = select(RECORD_TEXT.c.headers).where(RECORD_TEXT.c.match_id == match_id)
        headers = unpack_headers(self.connection.execute(query).scalar_one())
        found = PairedMatch.of("", dict(headers))
        return found if found.event in self.events and PRACTICE not in headers else None

    def write(self, check: ResultCheck) -> None:
        """Write the rows if they pass `check`; nothing for matches of no event."""
        at_tables: Iterator[tuple[PairedMatch, int, StoredMatch | str]] = (
            (PairedMatch.of(match.name, dict(match.headers)), match_id, match)
            for match_id, match in self.stored
            if PRACTICE not in match.headers
        )
        views: dict[str, EventView] = {}
        results: dict[str, list[EventResult]] = {}
        for place, match_id, new in chain(self.opened, at_tables):
            if place.event not in self.events:
                continue
            if place.event not in views:
                # Nobody else changes the event between this look at it and the new rows.
                event_id = self.events[place.event]
                self.connection.execute(LOCKED, {"event": event_id})
                views[place.event] = _view(self.connection, event_id)
                results[place.event] = []
            result = (
                EventResult(place.stage, place.round, place.table, match_id, new)
                if isinstance(new, str)
                else self._result(match_id, new, place, views[place.event])
            )
            results[place.event].append(result)
        for event, found in results.items():
            before, event_id = views[event].rows, self.events[event]
            changes = [EventChange(RESULT, result.details()) for result in found]
            numbered = enumerate(changes, start=before[-1].number + 1)
            new_rows = [EventRow(number, *change) for number, change in numbered]
            check(before, new_rows, views[event].names)
            for change, result in zip(changes, found, strict=True):
                ids = {"match": [result.match]}
                _write_rows(self.database, self.connection, event_id, [change], **ids)

    def _result(
        self, match_id: int, match: StoredMatch, place: PairedMatch, view: EventView
    ) -> EventResult:
        """The result of a stored match at its table.

        DataFault if headers are missing, or if a player has not entered the event.
        """
        from tourney.results.sums import ending_of  # with scoring and stats, which lists spare

        missing = [key for key in ("round", "table") if not getattr(place, key)]
        if missing:
            words = {"match": quoted(match.name), "event": quoted(place.event)}
            raise DataFault(say("store.place-missing", **words, missing=missing[0]))
        # A person keeps the number of the entry after a merge; a bot is known by its name alone,
        # because records do not have its target.
        by_person = {person: number for number, person in view.persons.items()}
        by_name = {name: one for one, name in view.names.items() if one not in view.persons}
        query = (
            select(SEAT.c.seat, func.coalesce(MERGED_PLAYER.c.person_id, SEAT.c.player_id))
            .join_from(SEAT, MERGED_PLAYER, MERGED_PLAYER.c.player_id == SEAT.c.player_id,
                       isouter=True)
            .where(SEAT.c.match_id == match_id, SEAT.c.player_id.is_not(None))
        )  # fmt: skip
        persons: dict[int, int] = dict(map(tuple, self.connection.execute(query)))
        entrants = []
        for seat, (name, version) in enumerate(zip(match.players, match.versions, strict=True)):
            known = by_person.get(persons.get(seat, 0)) if version is None else by_name.get(name)
            if known is None:
                words = {"player": quoted(name), "event": quoted(place.event)}
                raise DataFault(say("store.not-entered", **words))
            entrants.append(known)
        result = EventResult(
            place.stage, place.round, place.table, match_id, match.status, tuple(entrants)
        )
        ending = ending_of(match)
        return result.with_result(ending.result) if ending and ending.result else result


def delete_event(database: Database, found: StoredEvent) -> None:
    """Remove an event with its entries; Conflict if a match of it is stored or not finished."""

    def work(connection: Connection) -> None:
        event = quoted(found.name)
        connection.execute(LOCKED, {"event": found.id})
        # Their headers would name an event that is not there.
        for stored in event_records(connection, found.name).values():
            raise Conflict(say("store.event-played-in", event=event, match=quoted(stored)))
        for one in unfinished(connection):
            if one.headers.get("event") == found.name:
                words = {"match": quoted(one.name), "id": one.name, "command": one.command}
                raise Conflict(say("store.event-in-progress", event=event, **words))
        for table in (EVENT_LOG, ENTRANT, EVENT_BOT_LOG, SIGN_UP):
            connection.execute(delete(table).where(table.c.event_id == found.id))
        gone = connection.execute(delete(EVENT).where(EVENT.c.id == found.id))
        if gone.rowcount:
            append(connection, database.actor, REMOVED, named_ids(event=[found.id]), {})

    database.first_or_again(work)


def undelete_event(database: Database, name: str) -> StoredEvent:
    """Restore the event that was removed last, under this name; NotFound if there is none."""

    def work(connection: Connection) -> StoredEvent:
        _require_new(connection, name)
        known = {one.id for one in connection.execute(ALL_EVENTS)}
        # The name of a removed event is not in the log, so the last one removed is restored.
        removals = select(LOG.c.ids).where(LOG.c.what == REMOVED).order_by(LOG.c.number.desc())
        removed = map(event_of_row, connection.execute(removals).scalars())
        event_id = next((one for one in removed if one not in known), None)
        if event_id is None:
            raise NotFound(say("store.nothing-removed"))
        # The log names the rows of an event, also of one that was removed.
        mine = f"event {event_id}"
        named = or_(LOG.c.ids == mine, LOG.c.ids.startswith(f"{mine},"))
        rows = select(*LOG.c["number", "what", "details"]).where(named).order_by(LOG.c.number)
        insert_row(connection, EVENT, id=event_id, name=name, runner="")
        for number, what, details in connection.execute(rows).all():
            # Its rows were never deleted, only what named them as its rows.
            if what not in (REMOVED, RESTORED):
                connection.execute(insert(EVENT_LOG).values(event_id=event_id, log_number=number))
                _enter(connection, event_id, what, json.loads(details))
        append(connection, database.actor, RESTORED, named_ids(event=[event_id]), {})
        return StoredEvent(event_id, name)

    return database.first_or_again(work)


def event_of_row(ids: str) -> int:
    """The id of the event that a row of the log names first."""
    return int(ids.split(",")[0].removeprefix("event "))


def paired_on(database: Database, day: str) -> list[PairedMatch]:
    """The matches of events whose date begins with `day`, those stored first."""
    with database.reading() as connection:
        # The beginning of a header as it is written in JSON: the day is enough.
        stored = list(_placed(connection, f'["date", "{day}'))
        of_these = MATCH.c.id.in_([match_id for match_id, _, _ in stored])
        seats = RowGroups(iter(connection.execute(seat_query(MatchFilter(MATCH.c.id, of_these)))))
        found = [
            PairedMatch.of(name, headers, [str(seat[1]) for seat in seats.of(match_id)])
            for match_id, name, headers in stored
            if headers.get("event") and headers.get("date", "").startswith(day)
        ]
        begun = [one for one in unfinished(connection) if not one.practice]
    return found + [
        PairedMatch.of(one.name, one.headers, one.players)
        for one in begun
        if one.headers.get("event") and one.headers.get("date", "").startswith(day)
    ]


def require_place(database: Database, headers: Mapping[str, str]) -> None:
    """Raise Conflict if a match of the same event, stage, round and table is known."""
    with database.reading() as connection:
        require_free_place(connection, headers)


def require_free_place(connection: Connection, headers: Mapping[str, str]) -> None:
    """Raise Conflict if a match of the same event, stage, round and table is known."""
    wanted = PairedMatch.of("", headers)
    # A match without a table may be played as often as anybody likes.
    if not (wanted.event and wanted.round and wanted.table):
        return
    pair = json.dumps(["event", wanted.event], ensure_ascii=False)
    for _, name, has in _placed(connection, pair):
        if PairedMatch.of("", has) == wanted:
            place = {key: quoted(has[key]) for key in ("event", "round", "table")}
            raise Conflict(say("store.place-taken", match=quoted(name), **place))
    for one in unfinished(connection):
        if not one.practice and PairedMatch.of("", one.headers) == wanted:
            place = {key: quoted(one.headers[key]) for key in ("event", "round", "table")}
            words = {"match": quoted(one.name), "id": one.name, "command": one.command}
            raise Conflict(say("store.place-in-use", **words, **place))


def _placed(connection: Connection, part: str) -> Iterator[tuple[int, str, Mapping[str, str]]]:
    """Id, name and headers of the records with a part of a text in their headers, by id.

    Void matches and practice count nowhere, so they take no place in an event.
    """
    # Finds too many, such as names in another case; the callers look at the headers themselves.
    has = RECORD_TEXT.c.headers.contains(part, autoescape=True)
    rows = (
        select(*RECORD_TEXT.c["match_id", "name", "headers"])
        .join_from(RECORD_TEXT, MATCH, MATCH.c.id == RECORD_TEXT.c.match_id)
        .where(has, MATCH.c.status != VOID)
        .order_by(MATCH.c.id)
    )
    for match_id, name, packed in connection.execute(rows):
        headers = unpack_headers(packed)
        if PRACTICE not in headers:
            yield match_id, name, dict(headers)
