"""People who want to play in an event and wait for the organiser: their names, in order."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from engines.messages import say
from tourney.domain.errors import Conflict
from tourney.domain.names import name_key
from tourney.store.connect import Database
from tourney.store.events import LOCKED, StoredEvent
from tourney.store.models import SIGN_UP

MOST_WAITING = 300
"""Names that may wait at a time: nobody fills the database from a telephone."""


class SignUp(NamedTuple):
    """Somebody who wants to play."""

    id: int
    name: str


def sign_ups(database: Database, event: StoredEvent) -> list[SignUp]:
    """Who waits for the organiser of an event, who came first is first."""
    mine = SIGN_UP.c.event_id == event.id
    with database.reading() as connection:
        rows = connection.execute(
            select(*SIGN_UP.c["id", "name"]).where(mine).order_by(SIGN_UP.c.id)
        )
        return [SignUp(*row) for row in rows]


def add_sign_up(database: Database, event: StoredEvent, name: str) -> None:
    """Note that somebody wants to play; the same name in any width and case is noted once."""
    mine = select(SIGN_UP.c.name).where(SIGN_UP.c.event_id == event.id)
    with database.writing() as connection:
        connection.execute(LOCKED, {"event": event.id})
        waiting = connection.execute(mine).scalars().all()
        if name_key(name) in map(name_key, waiting):
            return
        if len(waiting) >= MOST_WAITING:
            raise Conflict(say("store.many-sign-ups", count=MOST_WAITING))
        connection.execute(insert(SIGN_UP).values(event_id=event.id, name=name))


def remove_sign_ups(database: Database, event: StoredEvent, ids: Collection[int]) -> None:
    """Forget names: the organiser has decided."""
    these = SIGN_UP.c.id.in_(ids)
    with database.writing() as connection:
        connection.execute(delete(SIGN_UP).where(SIGN_UP.c.event_id == event.id, these))
