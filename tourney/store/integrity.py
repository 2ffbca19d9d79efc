"""Checks a database for damage: the database's own checks, and those of this program."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, func, inspect, or_, select
from sqlmodel import SQLModel

from tourney.domain.errors import DataFault
from tourney.play.logs import unpack
from tourney.store.connect import Database
from tourney.store.contents import contradictions
from tourney.store.errors import Damaged
from tourney.store.events import event_problems
from tourney.store.log_check import NotedRow, log_problems, noted_problems
from tourney.store.models import MATCH, MOVE_INFO, PACKED_LOG, PLY, RECORD_TEXT, RUN, SEAT
from tourney.store.schema import require_usable, schema
from tourney.store.values import misfits


def problems(database: Database, noted: NotedRow | None = None) -> list[str]:
    """One line for each problem; empty for a sound database.

    The log must contain the row that was `noted`. Conflict for a database with another schema.
    """
    try:
        with database.translating():
            damage = _damage(database) if database.is_file else []
    except Damaged as damaged:
        return [str(damaged)]
    if damage:
        return damage
    with database.reading() as connection:
        require_usable(database.place, schema(connection))
        present = inspect(connection).get_table_names()
        lost = [
            f"table {name}: missing" for name in SQLModel.metadata.tables if name not in present
        ]
        if database.is_file and not lost:
            lost = list(misfits(connection))
        return lost or [
            *(
                f"match {match_id}: {words}"
                for words, query in CHECKS.items()
                for (match_id,) in connection.execute(query)
            ),
            *_unreadable(connection),
            *contradictions(connection),
            *event_problems(connection),
            *(log_problems(connection) if noted is None else _log(connection, noted)),
        ]


def _log(connection: Connection, noted: NotedRow) -> list[str]:
    return [*log_problems(connection)] or [*noted_problems(connection, noted)]


def _unreadable(connection: Connection) -> Iterator[str]:
    """One line for each packed log that cannot be read; UnknownDictionary for a newer one."""
    with connection.execute(select(PACKED_LOG)) as found:
        for match_id, piece in found:
            try:
                unpack(piece)
            except DataFault as fault:
                yield f"match {match_id}: {fault}"


def _damage(database: Database) -> list[str]:
    """Problems that SQLite finds in the file; checks references only if the pages are sound."""
    with closing(database.connect()) as db:
        try:
            lines = [line for (line,) in db.execute("PRAGMA integrity_check") if line != "ok"]
            if lines:
                return [f"file: {line}" for line in lines]
            return [
                f"table {table}: {_row(number)} refers to a missing row of {other}"
                for table, number, other, _ in db.execute("PRAGMA foreign_key_check")
            ]
        except sqlite3.OperationalError:  # locked or not readable, which says nothing of the pages
            raise
        except sqlite3.DatabaseError as error:
            return [f"file: {error}"]


def _row(number: int | None) -> str:
    return "a row" if number is None else f"row {number}"


def _plies_apart() -> Select[Any]:
    return (
        select(PLY.c.match_id)
        .group_by(PLY.c.match_id)
        .having(or_(func.min(PLY.c.number) != 1, func.max(PLY.c.number) != func.count()))
        .order_by(PLY.c.match_id)
    )


def _plies_alone() -> Select[Any]:
    return (
        select(PLY.c.match_id)
        .distinct()
        .where(PLY.c.match_id.not_in(select(MATCH.c.id)))
        .order_by(PLY.c.match_id)
    )


def _seats_missing() -> Select[Any]:
    return (
        select(MATCH.c.id)
        .join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)
        .join(SEAT, SEAT.c.match_id == MATCH.c.id, isouter=True)
        .group_by(MATCH.c.id, RUN.c.seats)
        .having(or_(func.count(SEAT.c.bot_id) != RUN.c.seats, func.max(SEAT.c.seat) >= RUN.c.seats))
        .order_by(MATCH.c.id)
    )


def _text_missing() -> Select[Any]:
    return (
        select(MATCH.c.id)
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id, isouter=True)
        .where(MATCH.c.run_id.is_(None) == RECORD_TEXT.c.match_id.is_(None))
        .order_by(MATCH.c.id)
    )


def _logs_missing() -> Select[Any]:
    return (
        select(MATCH.c.id)
        .join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)
        .join(PACKED_LOG, PACKED_LOG.c.match_id == MATCH.c.id, isouter=True)
        .where((RUN.c.log == "packed") == PACKED_LOG.c.match_id.is_(None))
        .order_by(MATCH.c.id)
    )


def _logs_alone() -> Select[Any]:
    return (
        select(PACKED_LOG.c.match_id)
        .where(PACKED_LOG.c.match_id.not_in(select(MATCH.c.id)))
        .order_by(PACKED_LOG.c.match_id)
    )


def _beside(kind: ColumnElement[bool], table: Table) -> Select[Any]:
    """The matches with rows in a table, of runs whose kind of log has none."""
    return (
        select(MATCH.c.id)
        .join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)
        .where(kind, MATCH.c.id.in_(select(table.c.match_id)))
        .order_by(MATCH.c.id)
    )


CHECKS = {
    "the plies are not numbered 1, 2, 3 … without a gap": _plies_apart(),
    "plies of a match that is missing": _plies_alone(),
    "the number of seats differs from that of the run": _seats_missing(),
    "a packed log is missing, or is there although the run has none": _logs_missing(),
    "a packed log of a match that is missing": _logs_alone(),
    "plies, although the run does not store plies": _beside(RUN.c.log != "rows", PLY),
    "texts about moves, although the run stores only results": _beside(
        RUN.c.log == "results", MOVE_INFO
    ),
    "belongs to both a run and a record, or to neither": _text_missing(),
}
