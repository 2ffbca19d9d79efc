"""The reported state of each run, one text, shared by the run's process and its watchers.

Does not know the content of the text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from sqlalchemy import Connection, Update, bindparam, insert, select, update

from engines.messages import say
from tourney.domain.errors import NotFound
from tourney.store.connect import Database
from tourney.store.models import RUN, RUN_STATE

LOCKED = select(RUN.c.uid).where(RUN.c.id == bindparam("run")).with_for_update()
"""The unique id of a run, which is locked; made once, because every batch of matches needs it."""


class RunIdentity(Protocol):
    """Identifies a run: its id in this database, and an id that is unique across databases."""

    @property
    def id(self) -> int:
        """Its id in this database."""

    @property
    def uid(self) -> str:
        """Its id across databases."""


@dataclass(frozen=True, slots=True)
class StoredState:
    """The last reported state of a run, and when it was reported (UTC)."""

    seen: datetime
    text: str


def run_state(database: Database, run: RunIdentity) -> StoredState | None:
    """The last reported state of a run; None if none was reported."""
    with database.reading() as connection:
        found = connection.execute(
            select(RUN_STATE.c.seen, RUN_STATE.c.snapshot).where(RUN_STATE.c.run_id == run.id)
        ).one_or_none()
    return None if found is None else StoredState(*found)


def set_run_state(
    database: Database, run: RunIdentity, change: Callable[[str | None], str]
) -> None:
    """Replace the state of a run by `change` of the old one, in one transaction."""
    with database.writing() as connection:
        before = _locked(connection, run)
        values = {"seen": datetime.now(UTC), "snapshot": change(before)}
        if before is None:
            connection.execute(insert(RUN_STATE).values(run_id=run.id, **values))
        else:
            connection.execute(_of(run.id).values(**values))


def amend_run_state(database: Database, run: RunIdentity, change: Callable[[str], str]) -> None:
    """Change the state from a process that does not play the run; keeps its time of report."""
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
    """Exclude other writers to this run; NotFound if the run was deleted or replaced.

    SQLite's transaction excludes all other writers anyway. If the database was replaced by a copy,
    another run may have the same id.
    """
    if connection.execute(LOCKED, {"run": run.id}).scalar_one_or_none() != run.uid:
        raise NotFound(say("store.run-gone"))
