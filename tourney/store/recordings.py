"""Recordings in progress: matches that somebody is typing in at a table.

Every accepted input is one row, on disk before the next prompt. Does not know games or notation:
a change replaces all lines from a place on by other lines.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from engines.messages import say
from tourney.domain.errors import Conflict, NotFound, TakenOver, quoted
from tourney.domain.match_values import StoredMatch
from tourney.store.connect import Database, insert_row
from tourney.store.events import ResultCheck, require_free_place
from tourney.store.imports import add_record
from tourney.store.log import append, named_ids
from tourney.store.matches import id_named, kind_of
from tourney.store.models import RECORDING, RECORDING_CHANGE


@dataclass(frozen=True, slots=True)
class StoredRecording:
    """A recording in progress: its setup as stored, who holds it, and its lines so far."""

    id: int
    name: str
    setup: str
    holder: str
    created: datetime
    lines: tuple[str, ...] = ()


def all_recordings(database: Database) -> list[StoredRecording]:
    """Every recording, oldest first."""
    with database.reading() as connection:
        rows = connection.execute(select(RECORDING).order_by(RECORDING.c.id)).all()
        return [_recording(connection, row, row.holder) for row in rows]


def recorded_version(database: Database) -> str:
    """Changes whenever something is entered into any recording, or one begins or ends."""
    counted = select(func.count(), func.max(RECORDING_CHANGE.c.recording_id))
    begun = select(func.count(), func.max(RECORDING.c.id))
    with database.reading() as connection:
        rows = [connection.execute(one).one() for one in (counted, begun)]
    return " ".join(str(value or 0) for row in rows for value in row)


def start_recording(database: Database, name: str, setup: str, holder: str) -> StoredRecording:
    """Store a new recording; Conflict if its name or its place in an event is taken."""

    def work(connection: Connection) -> StoredRecording:
        # Recordings and stored matches share their names, because one becomes the other.
        same = select(RECORDING.c.id).where(RECORDING.c.name == name)
        if connection.execute(same).scalar() is not None or id_named(connection, name) is not None:
            raise Conflict(say("store.name-taken", name=quoted(name)))
        require_free_place(connection, dict(json.loads(setup).get("headers", ())))
        created = datetime.now(UTC)
        values = {"name": name, "setup": setup, "holder": holder, "created": created}
        number = insert_row(connection, RECORDING, **values)
        return StoredRecording(number, name, setup, holder, created)

    return database.first_or_again(work, durable=True)


def hold_recording(database: Database, name: str, allow: Callable[[str], str]) -> StoredRecording:
    """Go on with a recording: `allow` returns the new holder for the old one, or raises.

    NotFound for an unknown name; Conflict for a match that is stored already, or a play.
    """
    with database.writing(durable=True) as connection:
        mine = select(RECORDING).where(RECORDING.c.name == name).with_for_update()
        row = connection.execute(mine).one_or_none()
        if row is not None:
            # Decided on the holder as it is under the lock: nobody else takes it over meanwhile.
            holder = allow(row.holder)
            same = update(RECORDING).where(RECORDING.c.id == row.id)
            connection.execute(same.values(holder=holder))
            return _recording(connection, row, holder)
        shown = {"name": quoted(name), "id": name}
        if id_named(connection, name) is not None:
            raise Conflict(say("store.already-stored", **shown))
        if kind_of(connection, name) == "play":
            raise Conflict(say("store.not-stored-yet", **shown, command="play"))
        where = quoted(database.place.shown)
        raise NotFound(say("store.no-recording", name=quoted(name), database=where))


def release_recording(database: Database, recording: StoredRecording) -> None:
    """Remove the holder, if it is still this one."""
    with database.writing() as connection:
        mine = (RECORDING.c.id == recording.id) & (RECORDING.c.holder == recording.holder)
        connection.execute(update(RECORDING).where(mine).values(holder=""))


def change_recording(
    database: Database, recording: StoredRecording, line: int, lines: Sequence[str]
) -> None:
    """Append a change; Conflict if another process holds the recording."""
    with database.writing(durable=True) as connection:
        _require_holder(connection, recording)
        of_this = RECORDING_CHANGE.c.recording_id == recording.id
        last = select(func.max(RECORDING_CHANGE.c.number)).where(of_this)
        number = (connection.execute(last).scalar() or 0) + 1
        # What was typed at a table cannot be typed again: it is on disk before the next question.
        text = json.dumps(list(lines), ensure_ascii=False)
        row = {"recording_id": recording.id, "number": number, "line": line, "lines": text}
        connection.execute(insert(RECORDING_CHANGE).values(**row))


def finish_recording(
    database: Database, recording: StoredRecording, match: StoredMatch, *, check: ResultCheck
) -> None:
    """Store the match, whose result passes `check`, and delete the recording."""
    with database.writing(durable=True) as connection:
        _require_holder(connection, recording)
        add_record(database, connection, match, "record", check)
        _delete(connection, recording)


def drop_recording(database: Database, recording: StoredRecording) -> None:
    """Delete the recording; Conflict if another process holds it. The log names its number."""
    with database.writing(durable=True) as connection:
        _require_holder(connection, recording)
        _delete(connection, recording)
        ids, details = named_ids(recording=[recording.id]), {"lines": len(recording.lines)}
        append(connection, database.actor, "record discard", ids, details)


def _delete(connection: Connection, recording: StoredRecording) -> None:
    changes = RECORDING_CHANGE.c.recording_id == recording.id
    connection.execute(delete(RECORDING_CHANGE).where(changes))
    connection.execute(delete(RECORDING).where(RECORDING.c.id == recording.id))


def _require_holder(connection: Connection, recording: StoredRecording) -> None:
    mine = select(RECORDING.c.holder).where(RECORDING.c.id == recording.id).with_for_update()
    if connection.execute(mine).scalar() != recording.holder:
        raise TakenOver(say("store.taken-over", name=quoted(recording.name)))


def _recording(connection: Connection, row: Row[Any], holder: str) -> StoredRecording:
    columns = (RECORDING_CHANGE.c.line, RECORDING_CHANGE.c.lines)
    changes = select(*columns).where(RECORDING_CHANGE.c.recording_id == row.id)
    lines: list[str] = []
    for line, text in connection.execute(changes.order_by(RECORDING_CHANGE.c.number)):
        # A change replaces everything from its line on.
        lines[line:] = json.loads(text)
    return StoredRecording(row.id, row.name, row.setup, holder, row.created, tuple(lines))
