"""Finds the matches of events by their headers: stored ones, recordings, plays that have not ended.

Void matches and practice count nowhere, so they take no place in an event.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Column, Connection, select

from engines.messages import say
from tourney.domain.errors import Conflict, quoted
from tourney.domain.match_values import PRACTICE, PairedMatch
from tourney.store.connect import Database
from tourney.store.models import MATCH, RECORD_TEXT
from tourney.store.reads import VOID, MatchFilter, RowGroups, seat_query, unpack_headers
from tourney.store.unfinished import unfinished

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
