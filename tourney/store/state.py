"""What a run's process and those who ask about it tell each other: one text per run.

Knows nothing of what the text says.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from sqlalchemy import Connection, Update, insert, select, update

from tourney.domain.errors import NotFound
from tourney.store.connect import Database
from tourney.store.models import RUN, RUN_STATE


class RunIdentity(Protocol):
    """Which run is meant: its id in this database, and what tells it from every other run."""

    @property
    def id(self) -> int:
        """Its number in this database."""

    @property
    def uid(self) -> str:
        """Its name in all databases."""


@dataclass(frozen=True, slots=True)
class StoredState:
    """What a run was last said to be at, and when (UTC)."""

    seen: datetime
    text: str


def told(database: Database, run_id: int) -> StoredState | None:
    """The last that was told of a run; None if nothing ever was."""
    with database.reading() as connection:
        found = connection.execute(
            select(RUN_STATE.c.seen, RUN_STATE.c.snapshot).where(RUN_STATE.c.run_id == run_id)
        ).one_or_none()
    return None if found is None else StoredState(*found)


def tell(database: Database, run: RunIdentity, change: Callable[[str | None], str]) -> None:
    """Replace what is told of a run by what `change` makes of it; nobody can come in between."""
    with database.writing() as connection:
        before = _locked(connection, run)
        values = {"seen": datetime.now(UTC), "snapshot": change(before)}
        if before is None:
            connection.execute(insert(RUN_STATE).values(run_id=run.id, **values))
        else:
            connection.execute(_of(run.id).values(**values))


def amend(database: Database, run: RunIdentity, change: Callable[[str], str]) -> None:
    """The same by somebody else than who plays the run, who is heard no later for that."""
    with database.writing() as connection:
        before = _locked(connection, run)
        if before is not None:
            connection.execute(_of(run.id).values(snapshot=change(before)))


def _locked(connection: Connection, run: RunIdentity) -> str | None:
    lock_run(connection, run)
    mine = select(RUN_STATE.c.snapshot).where(RUN_STATE.c.run_id == run.id)
    return connection.execute(mine).scalar_one_or_none()


def _of(run_id: int) -> Update:
    return update(RUN_STATE).where(RUN_STATE.c.run_id == run_id)


def lock_run(connection: Connection, run: RunIdentity) -> None:
    """Let nobody else write to this run meanwhile; NotFound if this is not the run any more.

    SQLite's transaction excludes all other writers anyway. Another run can have the id where the
    database was replaced by a copy.
    """
    found = select(RUN.c.uid).where(RUN.c.id == run.id).with_for_update()
    if connection.execute(found).scalar_one_or_none() != run.uid:
        raise NotFound(
            "the run is no longer in the database: it was deleted or replaced; "
            "no further matches are stored"
        )
