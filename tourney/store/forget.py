"""Erases the name of a person from the whole database; results and the log stay as they are."""

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, func, or_, select, update

from engines.messages import say
from tourney.domain.errors import Conflict, TourneyError, quoted
from tourney.domain.names import name_key
from tourney.store.connect import Database
from tourney.store.log import append, fitting, merged_digest, named_ids
from tourney.store.matches import unpack_headers
from tourney.store.models import (
    ACTOR,
    ENTRANT,
    EVENT,
    MERGED_PLAYER,
    OPEN_MATCH,
    PLAYER,
    PLY,
    RECORD_DIGEST,
    RECORD_TEXT,
    RECORDING,
    RECORDING_CHANGE,
    REVISION,
    SEAT,
    SIGN_UP,
)
from tourney.store.open_matches import rename_holders
from tourney.store.players import find_player, rows_of


class Forgotten(NamedTuple):
    """The name that a person has now, and the number of records that were changed.

    The name is empty if the person was in no match and no record, and was removed.
    """

    name: str
    records: int


def forget_player(database: Database, ref: str) -> Forgotten:
    """Replace the names of a person by a number, in records, reasons and among authors.

    Conflict if a recording in progress contains one of the names.
    In a SQLite file the old content is overwritten. Backups are not changed.
    """
    with database.writing() as connection:
        person = find_player(connection, ref)
        names = [person.name, *person.aliases]
        names += filter(None, (person.reading, person.nick))
        # The lines of a recording in progress belong to the process that writes them.
        inner = [json.dumps(name, ensure_ascii=False)[1:-1] for name in names]
        places = (RECORDING.c.setup, RECORDING_CHANGE.c.lines)
        has = [place.icontains(name, autoescape=True) for name in inner for place in places]
        changes = RECORDING_CHANGE.c.recording_id == RECORDING.c.id
        named = select(RECORDING.c.name).join_from(
            RECORDING, RECORDING_CHANGE, changes, isouter=True
        )
        recordings = connection.execute(named.where(or_(*has)).order_by(RECORDING.c.id))
        for recording in recordings.scalars():
            raise Conflict(
                say("store.named-in-recording", recording=quoted(recording), id=recording)
            )
        new = _free(connection, PLAYER, f"player-{person.id}", person.id)
        _join_rows(connection, person.id, new)
        # Names stand in the texts of records, too, where no id leads to them.
        eraser = _Eraser(connection, names, new)
        # Others are vouched for by nobody: a new digest would say that they are as written.
        covered = fitting(connection, eraser.matches())
        changed = eraser.erase()
        uses = [select(func.count()).where(table.c.player_id == person.id) for table in NAMED]
        kept = bool(changed) or any(connection.execute(use).scalar_one() for use in uses)
        if not kept:
            connection.execute(delete(PLAYER).where(PLAYER.c.id == person.id))
        # Authors of changes who have one of the names are the person, too.
        keys = {name_key(name) for name in names}
        for number, name in connection.execute(select(ACTOR.c.id, ACTOR.c.name)).all():
            if name_key(name) in keys:
                mine = update(ACTOR).where(ACTOR.c.id == number)
                connection.execute(mine.values(name=_free(connection, ACTOR, new, number)))
        rename_holders(connection, names, new)
        for number, name in connection.execute(select(SIGN_UP.c.id, SIGN_UP.c.name)).all():
            if name_key(name) in keys:
                connection.execute(delete(SIGN_UP).where(SIGN_UP.c.id == number))
        ids = named_ids(player=[person.id], match=changed)
        # Without its salt a digest does not say whether a text contained a name.
        old = update(RECORD_DIGEST).where(RECORD_DIGEST.c.match_id.in_(changed))
        connection.execute(old.values(salt=""))
        actor = database.actor
        details = merged_digest(connection)
        append(connection, actor, "player forget", ids, details, records=covered)
    if database.is_file:
        # Written anew, because unused pages of the file still contain the deleted texts.
        try:
            with database.translating(), closing(database.connect()) as file:
                file.execute("VACUUM")
                file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except TourneyError as error:
            said = say("store.still-contains", new=new, why=error.message)
            raise type(error)(said) from error
    return Forgotten(new if kept else "", len(changed))


NAMED: Final = (SEAT, ENTRANT)
"""Tables in which a person is who is in a match or an event."""


def _free(connection: Connection, table: Table, name: str, own: int) -> str:
    """The name, or with another number behind it if another row has it."""
    taken = set(connection.execute(select(table.c.name).where(table.c.id != own)).scalars())
    tries = (name, *(f"{name}-{number}" for number in range(2, len(taken) + 3)))
    return next(each for each in tries if each not in taken)


def _join_rows(connection: Connection, person: int, new: str) -> None:
    """Move the matches of all names of a person to one row, and delete the other names."""
    rows = connection.execute(rows_of(person)).scalars().all()
    others = [number for number in rows if number != person]
    for table in NAMED:
        theirs = update(table).where(table.c.player_id.in_(others))
        connection.execute(theirs.values(player_id=person))
    connection.execute(delete(MERGED_PLAYER).where(MERGED_PLAYER.c.person_id == person))
    connection.execute(delete(PLAYER).where(PLAYER.c.id.in_(others)))
    mine = update(PLAYER).where(PLAYER.c.id == person)
    connection.execute(mine.values(name=new, reading="", nick="", shown=""))


class _Eraser:
    """Replaces names in the texts of records and revisions."""

    def __init__(self, connection: Connection, names: Sequence[str], new: str) -> None:
        from tourney.records import field_values, record_edits  # slow to import, rarely needed

        self._connection, self._names = connection, names
        self._free = field_values.FREE
        replaced = dict.fromkeys(names, new)
        self._words = record_edits.word_replacer(replaced)
        self._line = partial(record_edits.without_names_in_line, replace=self._words)
        self._record = partial(record_edits.without_names, new=replaced)

    def matches(self) -> set[int]:
        """The ids of the matches that erasing changes."""
        named = (RECORD_TEXT, "text", "headers"), (REVISION, "text", "reason")
        return {
            row.match_id for table, *columns in named for row in self._with_names(table, *columns)
        }

    def erase(self) -> list[int]:
        """Change the texts; returns the ids of their matches."""
        changed = set[int]()
        # Names stand in texts, in their headers, in reasons within plies, in older revisions.
        for match_id, text, headers in self._with_names(RECORD_TEXT, "text", "headers"):
            values = {"text": self._record(text), "headers": self._headers(headers)}
            self._update(RECORD_TEXT, RECORD_TEXT.c.match_id == match_id, values)
            # Names in reasons, which are quoted.
            reasons = (PLY.c.match_id == match_id) & PLY.c.text.contains('"')
            plies = self._connection.execute(select(PLY.c.number, PLY.c.text).where(reasons)).all()
            for number, line in plies:
                mine = (PLY.c.match_id == match_id) & (PLY.c.number == number)
                self._update(PLY, mine, {"text": self._line(line)})
            changed.add(match_id)
        for number, headers in self._with_names(OPEN_MATCH, "headers"):
            mine = OPEN_MATCH.c.id == number
            self._update(OPEN_MATCH, mine, {"headers": self._headers(headers)})
        for event_id, name in self._with_names(EVENT, "name"):
            self._update(EVENT, EVENT.c.id == event_id, {"name": self._words(name)})
        for match_id, number, text, reason in self._with_names(REVISION, "text", "reason"):
            values = {"text": text and self._record(text), "reason": self._words(reason)}
            mine = (REVISION.c.match_id == match_id) & (REVISION.c.number == number)
            self._update(REVISION, mine, values)
            changed.add(match_id)
        return sorted(changed)

    def _with_names(self, table: Table, *columns: str) -> Sequence[Any]:
        """The rows of a table in which the first or second column contains one of the names."""
        places = [table.c[name] for name in columns]
        wanted = [*table.primary_key.columns, *places]
        has = [place.icontains(name, autoescape=True) for name in self._names for place in places]
        return self._connection.execute(select(*wanted).where(or_(*has))).all()

    def _update(self, table: Table, mine: ColumnElement[bool], values: Mapping[str, Any]) -> None:
        self._connection.execute(update(table).where(mine).values(**values))

    def _headers(self, packed: str) -> str:
        free = [
            (key, self._words(value) if key in self._free or key.startswith("x-") else value)
            for key, value in unpack_headers(packed)
        ]
        return json.dumps(free, ensure_ascii=False)
