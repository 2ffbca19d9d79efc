"""The number of decisions in the matches of a run, from plies or packed logs."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import func, select

from engines.api import CHANCE
from tourney.play.logs import unpack
from tourney.store.connect import Database
from tourney.store.models import MATCH, PACKED_LOG, PLY
from tourney.store.reads import VOID
from tourney.store.runs import StoredRun


class Length(NamedTuple):
    """A match with its status and number of decisions; moves of the dealer do not count."""

    number: int
    deal: int
    status: str
    plies: int


def match_lengths(database: Database, run: StoredRun) -> Iterator[Length]:
    """The lengths of a run's matches whose moves are stored, by number; none of void ones."""
    yield from _of_rows(database, run.id)
    yield from _of_pieces(database, run.id)


WHERE = (MATCH.c.number, MATCH.c.deal, MATCH.c.status)


def _of_rows(database: Database, run_id: int) -> Iterator[Length]:
    query = (
        select(*WHERE, func.count())
        .join_from(MATCH, PLY, PLY.c.match_id == MATCH.c.id)
        .where(MATCH.c.run_id == run_id, MATCH.c.status != VOID, PLY.c.seat != CHANCE)
        .group_by(*WHERE, MATCH.c.id)
        .order_by(MATCH.c.number)
    )
    with database.reading() as connection:
        for row in connection.execute(query):
            yield Length(*row)


def _of_pieces(database: Database, run_id: int) -> Iterator[Length]:
    query = (
        select(*WHERE, PACKED_LOG.c.entries)
        .join_from(MATCH, PACKED_LOG, PACKED_LOG.c.match_id == MATCH.c.id)
        .where(MATCH.c.run_id == run_id, MATCH.c.status != VOID)
        .order_by(MATCH.c.number)
    )
    with database.reading() as connection:
        for number, deal, status, piece in connection.execute(query):
            plies = sum(seat != CHANCE for seat, _ in unpack(piece))
            yield Length(number, deal, status, plies)
