"""Checks that the parts of stored matches agree: seats, scores, headers."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select

from engines.api import CHANCE
from tourney.store.models import FAULT, MATCH, MOVE_INFO, PLY, RECORD_TEXT, REVISION, RUN, SEAT
from tourney.store.reads import unpack_headers


def contradictions(connection: Connection) -> Iterator[str]:
    """One line for each match whose parts contradict each other."""
    for words, query in CHECKS.items():
        for (match_id,) in connection.execute(query):
            yield f"match {match_id}: {words}"
    for match_id, headers in connection.execute(select(*RECORD_TEXT.c["match_id", "headers"])):
        try:
            unpack_headers(headers)
        except (ValueError, TypeError):
            yield f"match {match_id}: the headers cannot be read"


def _strangers(table: Any) -> Select[Any]:
    """The matches with rows for seats that they do not have."""
    seated = select(func.count()).where(SEAT.c.match_id == table.c.match_id).scalar_subquery()
    return (
        select(table.c.match_id)
        .distinct()
        .join_from(table, MATCH, MATCH.c.id == table.c.match_id)
        .join(RUN, RUN.c.id == MATCH.c.run_id, isouter=True)
        .where(or_(table.c.seat < CHANCE, table.c.seat >= func.coalesce(RUN.c.seats, seated)))
        .order_by(table.c.match_id)
    )


def _unscored() -> Select[Any]:
    return (
        select(MATCH.c.id)
        .distinct()
        .join_from(MATCH, SEAT, SEAT.c.match_id == MATCH.c.id)
        .where(MATCH.c.run_id.is_not(None), MATCH.c.status != "abandoned")
        .where(or_(SEAT.c.score.is_(None), SEAT.c.place.is_(None)))
        .order_by(MATCH.c.id)
    )


def _other_revision() -> Select[Any]:
    newest = (
        select(REVISION.c.match_id, func.max(REVISION.c.number).label("number"))
        .group_by(REVISION.c.match_id)
        .subquery()
    )
    mine = (REVISION.c.match_id == newest.c.match_id) & (REVISION.c.number == newest.c.number)
    text = RECORD_TEXT.c.text != REVISION.c.text
    return (
        select(REVISION.c.match_id)
        .join_from(REVISION, newest, mine)
        .join(MATCH, MATCH.c.id == REVISION.c.match_id)
        .join(RECORD_TEXT, RECORD_TEXT.c.match_id == REVISION.c.match_id, isouter=True)
        .where(or_(text, MATCH.c.status != REVISION.c.status))
        .order_by(REVISION.c.match_id)
    )


CHECKS = {
    "plies of a seat that the match does not have": _strangers(PLY),
    "a fault of a seat that the match does not have": _strangers(FAULT),
    "a text about a move of a seat that the match does not have": _strangers(MOVE_INFO),
    "a seat without score or place": _unscored(),
    "differs from its newest revision": _other_revision(),
}
