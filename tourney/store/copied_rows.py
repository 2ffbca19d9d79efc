"""Copies the rows of one database into another, empty one, of either dialect."""

from sqlalchemy import Connection, Table, delete, func, insert, select
from sqlmodel import SQLModel

from engines.messages import say
from tourney.domain.errors import Conflict
from tourney.store.bulk import BULK
from tourney.store.connect import Database
from tourney.store.models import (
    ACTOR,
    BOT,
    BOT_LOG,
    EVENT,
    EVENT_BOT_LOG,
    FAULT,
    LOG_END,
    MATCH,
    MOVE_INFO,
    OPEN_MATCH,
    PLAYER,
    PLY,
    RECORDING,
    RUN,
    SEAT,
)

LOGGED = (MATCH, SEAT, FAULT, PLY, MOVE_INFO)
"""Tables with a row or more per match, of plain ints and text only: they are copied in bulk."""


def copy_rows(source: Database, target: Database) -> dict[str, int]:
    """Copy every row with its ids in one transaction; returns the number of rows by table.

    Conflict if the target is not empty.
    """
    with source.reading() as old, target.writing() as new:
        for table in (PLAYER, BOT, RUN, MATCH, OPEN_MATCH, EVENT):
            if new.execute(select(func.count()).select_from(table)).scalar_one():
                raise Conflict(say("store.not-empty", database=target.place.shown))
        new.execute(delete(LOG_END))  # an empty log has one, too
        bulk, run_ids = BULK[new.dialect.name], old.execute(select(RUN.c.id)).scalars().all()
        for run_id in run_ids:
            bulk.begin_run(new, run_id)
        copied = {table.name: _copy(old, new, table) for table in SQLModel.metadata.sorted_tables}
        for run_id in run_ids:
            bulk.continue_run(new, run_id)
        _continue_sequences(old, new)
    return copied


def _copy(old: Connection, new: Connection, table: Table) -> int:
    number = 0
    rows = select(table).order_by(*table.primary_key.columns)
    for batch in old.execute(rows).partitions(10_000):
        number += len(batch)
        if table in LOGGED:
            BULK[new.dialect.name].insert(new, table, map(tuple, batch))
        else:
            new.execute(insert(table), [dict(row._mapping) for row in batch])
    return number


def _continue_sequences(old: Connection, new: Connection) -> None:
    """Continue the ids of the new database after the last ones of the old database."""
    given, resume = BULK[old.dialect.name].last_id, BULK[new.dialect.name].count_from
    for table in (
        PLAYER,
        BOT,
        RUN,
        MATCH,
        BOT_LOG,
        OPEN_MATCH,
        ACTOR,
        RECORDING,
        EVENT,
        EVENT_BOT_LOG,
    ):
        resume(new, table, given(old, table))
