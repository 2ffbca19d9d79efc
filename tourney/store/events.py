"""Events: each is a name, the rows of the log that belong to it, and who has entered.

A change of an event is decided inside the transaction that writes it, on the rows that are there:
two organisers cannot draw the same round twice. A change of a match at a table of an event is one
more row, with places and scores by seat, so that the standings follow from the log alone. The log
keeps the rows of a removed event, so that it can be restored; only its name is not in the log.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from sqlalchemy import Column, Connection, delete, func, insert, or_, select, update

from engines.messages import say
from tourney.domain.draws import EntrantId
from tourney.domain.errors import Conflict, DataFault, NotFound, quoted
from tourney.domain.event_log import (
    ADD_BOT,
    NEW,
    RESULT,
    EventChange,
    EventResult,
    EventRow,
    EventView,
)
from tourney.domain.match_values import PRACTICE, PairedMatch, StoredMatch
from tourney.domain.names import name_key
from tourney.domain.run_spec import BotEntry
from tourney.domain.safe_text import is_text
from tourney.results.sums import ending_of
from tourney.store.connect import Database
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
)
from tourney.store.players import new_player, row_named

Decide: TypeAlias = Callable[[EventView], Sequence[EventChange]]
"""Returns the rows of a change; an error leaves everything as it was."""
REMOVED: Final = "event rm"
RESTORED: Final = f"{REMOVED} undo"
"""Rows of the log about a whole event, which are none of its rows."""

Claim: TypeAlias = Callable[[str], str]
"""Returns the new text about the process that plays, given the stored one; an error changes
nothing."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event: its id and its name."""

    id: int
    name: str


def stored_events(database: Database) -> list[StoredEvent]:
    """All events, oldest first."""
    with database.reading() as connection:
        return all_events(connection)


def all_events(connection: Connection) -> list[StoredEvent]:
    """All events, oldest first."""
    rows = connection.execute(select(EVENT.c.id, EVENT.c.name).order_by(EVENT.c.id))
    return [StoredEvent(*row) for row in rows]


def stored_event(database: Database, name: str) -> StoredEvent:
    """The event of this name; NotFound."""
    if is_text(name):
        for one in stored_events(database):
            if one.name == name:
                return one
    where = quoted(database.place.shown)
    raise NotFound(say("store.no-event", name=quoted(name), database=where))


def event_view(database: Database, found: StoredEvent) -> EventView:
    """The rows of an event and the persons behind its entrants."""
    with database.reading() as connection:
        return _view(connection, found.id)


def _view(connection: Connection, event_id: int, player: int | None = None) -> EventView:
    return EventView(event_rows(connection, event_id), _persons(connection, event_id), player)


def event_rows(connection: Connection, event_id: int) -> list[EventRow]:
    """The rows of an event, oldest first."""
    query = (
        select(LOG.c.number, LOG.c.what, LOG.c.details)
        .join_from(EVENT_LOG, LOG, LOG.c.number == EVENT_LOG.c.log_number)
        .where(EVENT_LOG.c.event_id == event_id)
        .order_by(LOG.c.number)
    )
    rows = connection.execute(query)
    return [EventRow(number, what, json.loads(details)) for number, what, details in rows]


def _persons(connection: Connection, event_id: int) -> dict[EntrantId, int]:
    return {number: person for number, person, _ in _entrants(connection, event_id)}


def _entrants(connection: Connection, event_id: int) -> Sequence[Any]:
    """Number, person and name of the entrants, in order."""
    person = func.coalesce(MERGED_PLAYER.c.person_id, ENTRANT.c.player_id)
    query = (
        select(ENTRANT.c.number, PLAYER.c.id, PLAYER.c.name)
        .join_from(ENTRANT, MERGED_PLAYER, MERGED_PLAYER.c.player_id == ENTRANT.c.player_id,
                   isouter=True)
        .join(PLAYER, PLAYER.c.id == person)
        .where(ENTRANT.c.event_id == event_id)
        .order_by(ENTRANT.c.number)
    )  # fmt: skip
    return connection.execute(query).all()


def entrant_names(database: Database, found: StoredEvent) -> dict[EntrantId, str]:
    """The names in use of the entrants of an event."""
    with database.reading() as connection:
        return names_of(connection, found.id)


def names_of(connection: Connection, event_id: int) -> dict[EntrantId, str]:
    """The names in use of the entrants of an event."""
    names = {number: name for number, _, name in _entrants(connection, event_id)}
    return dict(sorted((names | bot_names(connection, event_id)).items()))


def entrant_of_person(connection: Connection, event_id: int) -> dict[int, EntrantId]:
    """The entrant of each person in an event."""
    return {person: number for number, person in _persons(connection, event_id).items()}


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

    def work() -> StoredEvent:
        with database.writing() as connection:
            require_new(connection, name)
            ids = [_player_id(connection, one, readings.get(one, "")) for one in players]
            bot_ids = [bot_id(connection, bot) for bot in bots]
            made = connection.execute(insert(EVENT).values(name=name)).inserted_primary_key
            assert made is not None
            found = StoredEvent(int(made[0]), name)
            _enter(connection, found.id, enumerate(ids, start=1))
            enter_bots(connection, found.id, enumerate(bot_ids, start=len(ids) + 1))
            write_rows(database, connection, found.id, [first([*ids, *bot_ids])])
        return found

    return database.first_or_again(work)


def require_new(connection: Connection, name: str) -> None:
    """Conflict if an event or stored records have this name.

    Nor may it differ from the name of an event in width, case or blanks alone.
    """
    known = [one.name for one in all_events(connection)]
    if name in known:
        raise Conflict(say("store.event-exists", name=quoted(name)))
    alike = next((one for one in known if name_key(one) == name_key(name)), None)
    if alike is not None:
        raise Conflict(say("store.event-alike", name=quoted(name), other=quoted(alike)))
    if any(True for _ in recorded_matches(connection, name)):
        raise Conflict(say("store.event-in-records", name=quoted(name)))


def recorded_matches(connection: Connection, name: str) -> Iterator[str]:
    """The names of the stored records that name an event."""
    part = event_part(name)
    named = (
        select(RECORD_TEXT.c.name, RECORD_TEXT.c.headers)
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id)
        .where(part.where)
    )
    for match, headers in connection.execute(named):
        if dict(unpack_headers(headers)).get("event") == name:  # SQLite ignores the case
            yield match


def _player_id(connection: Connection, name: str, reading: str = "") -> int:
    """The id of the person who has this name or alias; stores a new one."""
    found = row_named(connection, name)
    if found is None:
        return new_player(connection, name, reading)
    person = select(MERGED_PLAYER.c.person_id).where(MERGED_PLAYER.c.player_id == found)
    return connection.execute(person).scalar() or found


def _enter(
    connection: Connection, event_id: int, entrants: Iterable[tuple[EntrantId, int]]
) -> None:
    rows = [
        {"event_id": event_id, "number": number, "player_id": player} for number, player in entrants
    ]
    if rows:
        connection.execute(insert(ENTRANT), rows)


def change_event(
    database: Database, found: StoredEvent, decide: Decide, player: str | BotEntry | None = None
) -> list[EventRow]:
    """Write the rows that `decide` returns; with `player`, a name or bot that is about to enter."""

    def work() -> list[EventRow]:
        with database.writing() as connection:
            lock(connection, found.id)
            before = _view(connection, found.id, _entering_id(connection, player))
            changes = decide(before)
            for one in changes:
                _enter_with(connection, found.id, one)
            return write_rows(database, connection, found.id, changes)

    return database.first_or_again(work)


def _entering_id(connection: Connection, player: str | BotEntry | None) -> int | None:
    if isinstance(player, BotEntry):
        return bot_id(connection, player)
    return None if player is None else _player_id(connection, player)


def _enter_with(connection: Connection, event_id: int, change: EventChange) -> None:
    """Store the entry that a row of the log makes, if it makes one."""
    details = change.details
    if "player" in details:
        entrant = details.get("by", details["entrant"])
        _enter(connection, event_id, [(entrant, details["player"])])
    elif change.what == ADD_BOT:
        enter_bots(connection, event_id, [(details["entrant"], details["bot"][0])])


def lock(connection: Connection, event_id: int) -> None:
    """Keep other processes from changing an event until the end of the transaction."""
    connection.execute(select(EVENT.c.id).where(EVENT.c.id == event_id).with_for_update())


def write_rows(
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
        row = {"event_id": event_id, "log_number": number}
        connection.execute(insert(EVENT_LOG).values(**row))
        found.append(EventRow(number, what, details))
    return found


def copy_event(database: Database, name: str, rows: Sequence[EventRow]) -> StoredEvent:
    """Store an event that has only its rows of the log, without players and matches."""
    with database.writing() as connection:
        require_new(connection, name)
        made = connection.execute(insert(EVENT).values(name=name)).inserted_primary_key
        assert made is not None
        found = StoredEvent(int(made[0]), name)
        changes = (EventChange(row.what, row.details) for row in rows)
        write_rows(database, connection, found.id, changes)
    return found


def event_of_row(ids: str) -> int:
    """The id of the event that a row of the log names first."""
    return int(ids.split(",")[0].removeprefix("event "))


def logged_rows(connection: Connection, event_id: int) -> Iterator[EventRow]:
    """The rows of an event as the log names them, oldest first; also of a removed event."""
    mine = f"event {event_id}"
    named = or_(LOG.c.ids == mine, LOG.c.ids.startswith(f"{mine},"))
    rows = select(LOG.c.number, LOG.c.what, LOG.c.details).where(named).order_by(LOG.c.number)
    for number, what, details in connection.execute(rows):
        if what not in (REMOVED, RESTORED):
            yield EventRow(number, what, json.loads(details))


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
        after = claim(before)
        if after != before:
            connection.execute(update(EVENT).where(mine).values(runner=after))


def bot_id(connection: Connection, bot: BotEntry) -> int:
    """The id of a bot in one version; stores a new one."""
    values = {"name": bot.name, "target": bot.target, "version": bot.version}
    found = connection.execute(select(BOT.c.id).filter_by(**values)).scalar()
    if found is None:
        made = connection.execute(insert(BOT).values(**values)).inserted_primary_key
        assert made is not None
        found = made[0]
    return int(found)


def bot_names(connection: Connection, event_id: int) -> dict[EntrantId, str]:
    """The names of the bots that have entered an event."""
    query = (
        select(ENTRANT.c.number, BOT.c.name)
        .join_from(ENTRANT, BOT, BOT.c.id == ENTRANT.c.bot_id)
        .where(ENTRANT.c.event_id == event_id)
        .order_by(ENTRANT.c.number)
    )
    return dict(map(tuple, connection.execute(query)))


def enter_bots(
    connection: Connection, event_id: int, bots: Iterable[tuple[EntrantId, int]]
) -> None:
    """Store the entries of bots, given by number and id."""
    rows: list[dict[str, Any]] = [
        {"event_id": event_id, "number": number, "bot_id": bot} for number, bot in bots
    ]
    if rows:
        connection.execute(insert(ENTRANT), rows)


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


def delete_event(database: Database, found: StoredEvent) -> None:
    """Remove an event with its entries; Conflict if a match of it is stored or not finished."""

    def work() -> None:
        with database.writing() as connection:
            lock(connection, found.id)
            _require_unplayed(connection, found.name)
            for table in (EVENT_LOG, ENTRANT, EVENT_BOT_LOG):
                connection.execute(delete(table).where(table.c.event_id == found.id))
            gone = connection.execute(delete(EVENT).where(EVENT.c.id == found.id))
            if gone.rowcount:
                append(connection, database.actor, REMOVED, named_ids(event=[found.id]), {})

    database.first_or_again(work)


def _require_unplayed(connection: Connection, name: str) -> None:
    stored = next(recorded_matches(connection, name), None)
    if stored is not None:
        raise Conflict(say("store.event-played-in", event=quoted(name), match=quoted(stored)))
    for one in unfinished(connection):
        if one.headers.get("event") == name:
            words = {"match": quoted(one.name), "id": one.name, "command": one.command}
            raise Conflict(say("store.event-in-progress", event=quoted(name), **words))


def undelete_event(database: Database, name: str) -> StoredEvent:
    """Restore the event that was removed last, under this name; NotFound if there is none."""

    def work() -> StoredEvent:
        with database.writing() as connection:
            require_new(connection, name)
            found = StoredEvent(_removed_last(connection), name)
            rows = list(logged_rows(connection, found.id))
            connection.execute(insert(EVENT).values(id=found.id, name=name, runner=""))
            numbers = [{"event_id": found.id, "log_number": row.number} for row in rows]
            connection.execute(insert(EVENT_LOG), numbers)
            for row in rows:
                for number, who in _entries(row):
                    values = {"event_id": found.id, "number": number}
                    connection.execute(insert(ENTRANT).values(**values, **who))
            append(connection, database.actor, RESTORED, named_ids(event=[found.id]), {})
        return found

    return database.first_or_again(work)


def _removed_last(connection: Connection) -> int:
    """The id of the event that was removed last and not restored."""
    known = set(connection.execute(select(EVENT.c.id)).scalars())
    removals = select(LOG.c.ids).where(LOG.c.what == REMOVED).order_by(LOG.c.number.desc())
    for ids in connection.execute(removals).scalars():
        event_id = event_of_row(ids)
        if event_id not in known:
            return event_id
    raise NotFound(say("store.nothing-removed"))


def _entries(row: EventRow) -> Iterator[tuple[int, dict[str, int]]]:
    """The entries that a row of the log made: number, and the id of the player or bot."""
    details = row.details
    if row.what == NEW:
        yield from ((number, {"player_id": player}) for number, player in details["entrants"])
        for number, bot, *_ in details.get("bots", ()):
            yield number, {"bot_id": bot}
    elif row.what == ADD_BOT:
        yield details["entrant"], {"bot_id": details["bot"][0]}
    elif "player" in details:
        yield details.get("by", details["entrant"]), {"player_id": details["player"]}


Stored: TypeAlias = tuple[int, str, Mapping[str, str]]
"""Id, name and headers of a record."""
Seated: TypeAlias = tuple[str, Mapping[str, str], tuple[str, ...]]
"""Name, headers and players of a match."""


def paired_on(database: Database, day: str) -> list[PairedMatch]:
    """The matches of events whose date begins with `day`, those stored first."""
    with database.reading() as connection:
        stored = list(_stored(connection, f'["date", "{day}'))
        begun = [one for one in unfinished(connection) if not one.practice]
        found = [*_seated(connection, stored), *((o.name, o.headers, o.players) for o in begun)]
    return [
        PairedMatch.of(name, headers, players)
        for name, headers, players in found
        if headers.get("event") and headers.get("date", "").startswith(day)
    ]


def _seated(connection: Connection, stored: Sequence[Stored]) -> Iterator[Seated]:
    """Stored records with their players: name, headers, players."""
    part = MatchFilter(MATCH.c.id, MATCH.c.id.in_([match_id for match_id, _, _ in stored]))
    seats = RowGroups(iter(connection.execute(seat_query(part))))
    for match_id, name, headers in stored:
        yield name, headers, tuple(str(seat[1]) for seat in seats.of(match_id))


def require_place(database: Database, headers: Mapping[str, str]) -> None:
    """Raise Conflict if a match of the same event, stage, round and table is known."""
    with database.reading() as connection:
        require_free_place(connection, headers)


def require_free_place(connection: Connection, headers: Mapping[str, str]) -> None:
    """Raise Conflict if a match of the same event, stage, round and table is known."""
    wanted = PairedMatch.of("", headers)
    if not wanted.whole:
        return
    pair = json.dumps(["event", wanted.event], ensure_ascii=False)
    event, _, round_, table = map(quoted, wanted.place)
    place = {"event": event, "round": round_, "table": table}
    for _, name, has in _stored(connection, pair):
        if PairedMatch.of(name, has).place == wanted.place:
            raise Conflict(say("store.place-taken", match=quoted(name), **place))
    for one in unfinished(connection):
        if not one.practice and PairedMatch.of(one.name, one.headers).place == wanted.place:
            words = {"match": quoted(one.name), "id": one.name, "command": one.command}
            raise Conflict(say("store.place-in-use", **words, **place))


def _stored(connection: Connection, part: str) -> Iterator[Stored]:
    """The stored records with a part of a text in their headers: id, name, headers; by id."""
    columns: tuple[Column[Any], ...] = tuple(RECORD_TEXT.c["match_id", "name", "headers"])
    has = RECORD_TEXT.c.headers.contains(part, autoescape=True)
    rows = (
        select(*columns)
        .join_from(RECORD_TEXT, MATCH, MATCH.c.id == RECORD_TEXT.c.match_id)
        .where(has, MATCH.c.status != VOID)
        .order_by(MATCH.c.id)
    )
    for match_id, name, packed in connection.execute(rows):
        headers = unpack_headers(packed)
        if PRACTICE not in headers:
            yield match_id, name, dict(headers)
