"""Removes an event of which no match is stored, and restores it.

The log keeps the rows of a removed event, so that it can be restored as it was. Only its name is
not in the log.
"""

from collections.abc import Iterator

from sqlalchemy import Connection, delete, insert, select

from engines.messages import say
from tourney.domain.errors import Conflict, NotFound, quoted
from tourney.domain.event_log import ADD_BOT, NEW, EventRow
from tourney.store.connect import Database
from tourney.store.events import (
    REMOVED,
    RESTORED,
    StoredEvent,
    event_of_row,
    lock,
    logged_rows,
    recorded_matches,
    require_new,
)
from tourney.store.log import append, named_ids
from tourney.store.models import ENTRANT, EVENT, EVENT_BOT_LOG, EVENT_LOG, LOG
from tourney.store.unfinished import unfinished


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
