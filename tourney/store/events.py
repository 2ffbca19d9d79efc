"""Events: each is a name, the rows of the log that belong to it, and the players who entered.

A change of an event is decided inside the transaction that writes it, on the rows that are there:
two organisers cannot draw the same round twice.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, func, insert, or_, select, update

from engines.messages import say
from tourney.domain.draws import EntrantId
from tourney.domain.errors import Conflict, NotFound, quoted
from tourney.domain.event_log import ADD_BOT, EventChange, EventRow, EventView
from tourney.domain.names import name_key
from tourney.domain.run_spec import BotEntry
from tourney.domain.safe_text import is_text
from tourney.store.connect import Database
from tourney.store.event_bots import bot_id, bot_names, enter_bots
from tourney.store.log import append, named_ids
from tourney.store.models import (
    ENTRANT,
    EVENT,
    EVENT_LOG,
    LOG,
    MATCH,
    MERGED_PLAYER,
    PLAYER,
    RECORD_TEXT,
)
from tourney.store.players import new_player, row_named
from tourney.store.reads import event_part, unpack_headers

Decide: TypeAlias = Callable[[EventView], Sequence[EventChange]]
"""Returns the rows of a change; an error leaves everything as it was."""
REMOVED: Final = "event rm"
RESTORED: Final = "event rm undo"
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


def event_problems(connection: Connection) -> Iterator[str]:
    """One line for each event whose rows are not those that the log names."""
    rows = select(LOG.c.number, LOG.c.ids, LOG.c.what).where(LOG.c.ids.startswith("event "))
    named = [(number, event_of_row(ids), what) for number, ids, what in connection.execute(rows)]
    removed = {event for _, event, what in named if what == REMOVED}
    gone = removed - {one.id for one in all_events(connection)}
    logged = {
        number: event
        for number, event, what in named
        if event not in gone and what not in (REMOVED, RESTORED)
    }
    kept = {number: event for event, number in connection.execute(select(EVENT_LOG)).all()}
    for number in sorted(logged.keys() | kept.keys()):
        if number not in kept:
            yield f"event {logged[number]}: row {number} of the log does not belong to it"
        elif logged.get(number) != kept[number]:
            yield f"event {kept[number]}: row {number} of the log is about something else"


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
