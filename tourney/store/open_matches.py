"""Stores matches with people while they are played: settings, then decision by decision.

A match that has ended is stored as a record and is no longer here.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from engines.messages import say
from tourney.domain.errors import Conflict, NotFound, quoted
from tourney.domain.match_values import (
    MatchDecision,
    OpenMatch,
    SeatHolder,
    StoredMatch,
    pack_options,
    unpack_options,
)
from tourney.domain.safe_text import is_text
from tourney.store.bulk import storable
from tourney.store.connect import Database, insert_row
from tourney.store.events import ResultCheck, require_free_place
from tourney.store.imports import add_record
from tourney.store.log import append, named_ids
from tourney.store.matches import id_named, kind_of, unpack_headers
from tourney.store.models import DECISION, OPEN_MATCH, RECORD_TEXT


def add_open_match(database: Database, match: OpenMatch) -> OpenMatch:
    """Store the settings of a match; its name gets a number that makes it unique.

    Conflict if its place in an event is taken.
    """
    packed = {
        "options": pack_options(match.options),
        "holders": json.dumps(match.holders, ensure_ascii=False),
        "headers": json.dumps(match.headers, ensure_ascii=False),
    }

    def work(connection: Connection) -> OpenMatch:
        require_free_place(connection, dict(match.headers))
        # Unfinished matches and records share their names.
        taken = {
            str(name)
            for column in (OPEN_MATCH.c.name, RECORD_TEXT.c.name)
            for (name,) in connection.execute(
                select(column).where(column.startswith(f"{match.name}-"))
            )
        }
        tries = (f"{match.name}-{number}" for number in count(1))
        named = replace(match, name=next(name for name in tries if name not in taken))
        # Fields and columns have the same names, but for what is packed as one text.
        columns = (column.name for column in OPEN_MATCH.columns if column.name != "id")
        values = {name: packed.get(name, getattr(named, name)) for name in columns}
        return replace(named, id=insert_row(connection, OPEN_MATCH, **values))

    return database.first_or_again(work)


def open_matches(database: Database) -> list[OpenMatch]:
    """All matches that have not ended, the oldest first."""
    with database.reading() as connection:
        rows = connection.execute(select(OPEN_MATCH).order_by(OPEN_MATCH.c.id)).all()
    return [_match(row) for row in rows]


def open_match(database: Database, name: str) -> OpenMatch:
    """The match of this name that has not ended; NotFound, Conflict if it is no play any more."""
    if is_text(name):
        with database.reading() as connection:
            found = select(OPEN_MATCH).where(OPEN_MATCH.c.name == name)
            row = connection.execute(found).one_or_none()
            if row is not None:
                return _match(row)
            if id_named(connection, name) is not None:
                raise Conflict(say("store.already-stored", name=quoted(name), id=name))
            if kind_of(connection, name) == "recording":
                raise Conflict(
                    say("store.not-stored-yet", name=quoted(name), id=name, command="record")
                )
    where = quoted(database.place.shown)
    raise NotFound(say("store.no-open-match", name=quoted(name), database=where))


def _match(row: Row[Any]) -> OpenMatch:
    values = dict(row._mapping)
    holders = tuple(SeatHolder(*each) for each in json.loads(values.pop("holders")))
    options = unpack_options(values.pop("options"))
    headers = unpack_headers(values.pop("headers"))
    return OpenMatch(**values, holders=holders, options=options, headers=headers)


def decisions_of(database: Database, match: OpenMatch) -> list[MatchDecision]:
    """The stored decisions of a match, in order."""
    columns = (DECISION.c.seat, DECISION.c.move, DECISION.c.fault, DECISION.c.evidence)
    found = select(*columns).where(DECISION.c.match_id == match.id).order_by(DECISION.c.number)
    with database.reading() as connection:
        return [MatchDecision(*row) for row in connection.execute(found)]


def add_decision(
    database: Database, match: OpenMatch, number: int, decision: MatchDecision
) -> None:
    """Store a decision; Conflict if another process has stored one with this number."""
    seat, move, fault, evidence = decision
    values = (match.id, number, seat, move, fault, storable(evidence))
    row = dict(zip(DECISION.columns.keys(), values, strict=True))
    try:
        with database.writing() as connection:
            _require(connection, match)
            connection.execute(insert(DECISION).values(**row))
    except IntegrityError:
        raise Conflict(say("store.played-elsewhere", name=quoted(match.name))) from None


def _require(connection: Connection, match: OpenMatch) -> None:
    """Raise Conflict if another process has ended or discarded the match."""
    # Another process may have played on: the id is then gone, and is never given again.
    same = select(OPEN_MATCH.c.id).where(OPEN_MATCH.c.id == match.id)
    if connection.execute(same).scalar() is None:
        raise Conflict(say("store.played-elsewhere", name=quoted(match.name)))


def make_practice(database: Database, match: OpenMatch, keep: int | None = None) -> None:
    """Mark a match as practice; with `keep`, delete all but its first decisions."""
    with database.writing() as connection:
        _require(connection, match)
        same = update(OPEN_MATCH).where(OPEN_MATCH.c.id == match.id)
        connection.execute(same.values(practice=True))
        if keep is not None:
            # Whoever takes moves back plays for practice from here on.
            later = (DECISION.c.match_id == match.id) & (DECISION.c.number > keep)
            connection.execute(delete(DECISION).where(later))


def finish_open_match(
    database: Database, match: OpenMatch, record: StoredMatch, *, check: ResultCheck
) -> None:
    """Replace the match by its record, whose result passes `check`, in one transaction."""
    try:
        with database.writing() as connection:
            _require(connection, match)
            _delete(connection, match)
            add_record(database, connection, record, "play", check)
    except IntegrityError:
        raise Conflict(say("store.name-imported", name=quoted(match.name))) from None


def discard_open_match(database: Database, match: OpenMatch) -> None:
    """Delete a match that has not ended. The log names its number and counts its decisions."""
    mine = select(func.count()).select_from(DECISION).where(DECISION.c.match_id == match.id)
    with database.writing() as connection:
        _require(connection, match)
        decisions = connection.execute(mine).scalar_one()
        _delete(connection, match)
        ids = named_ids(play=[match.id])
        append(connection, database.actor, "play discard", ids, {"decisions": decisions})


def rename_holders(connection: Connection, names: Sequence[str], new: str) -> None:
    """Give people with one of the names a new name, in the matches that have not ended."""
    for number, packed in connection.execute(select(OPEN_MATCH.c.id, OPEN_MATCH.c.holders)).all():
        holders = [SeatHolder(*each) for each in json.loads(packed)]
        renamed = [
            one._replace(name=new) if one.person and one.name in names else one for one in holders
        ]
        if renamed != holders:
            same = update(OPEN_MATCH).where(OPEN_MATCH.c.id == number)
            values = json.dumps(renamed, ensure_ascii=False)
            connection.execute(same.values(holders=values))


def _delete(connection: Connection, match: OpenMatch) -> None:
    connection.execute(delete(DECISION).where(DECISION.c.match_id == match.id))
    connection.execute(delete(OPEN_MATCH).where(OPEN_MATCH.c.id == match.id))
