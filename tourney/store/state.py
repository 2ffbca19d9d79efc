"""What a run's process and those who ask about it tell each other: one text per run.

Knows nothing of what the text says.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, Update, insert, select, update

from tourney.domain.errors import NotFound
from tourney.store.connect import Database
from tourney.store.models import RUN, RUN_STATE


@dataclass(frozen=True, slots=True)
class Told:
    """What a run was last said to be at, and when (UTC)."""

    seen: datetime
    text: str


def told(database: Database, run_id: int) -> Told | None:
    """The last that was told of a run; None if nothing ever was."""
    with database.reading() as connection:
        found = connection.execute(
            select(RUN_STATE.c.seen, RUN_STATE.c.snapshot).where(RUN_STATE.c.run_id == run_id)
        ).one_or_none()
    return None if found is None else Told(*found)


def tell(database: Database, run_id: int, change: Callable[[str | None], str]) -> None:
    """Replace what is told of a run by what `change` makes of it; nobody can come in between."""
    with database.writing() as connection:
        before = _locked(connection, run_id)
        values = {"seen": datetime.now(UTC), "snapshot": change(before)}
        if before is None:
            connection.execute(insert(RUN_STATE).values(run_id=run_id, **values))
        else:
            connection.execute(_of(run_id).values(**values))


def amend(database: Database, run_id: int, change: Callable[[str], str]) -> None:
    """The same by somebody else than who plays the run, who is heard no later for that."""
    with database.writing() as connection:
        before = _locked(connection, run_id)
        if before is not None:
            connection.execute(_of(run_id).values(snapshot=change(before)))


def _locked(connection: Connection, run_id: int) -> str | None:
    lock_run(connection, run_id)
    mine = select(RUN_STATE.c.snapshot).where(RUN_STATE.c.run_id == run_id)
    return connection.execute(mine).scalar_one_or_none()


def _of(run_id: int) -> Update:
    return update(RUN_STATE).where(RUN_STATE.c.run_id == run_id)


def lock_run(connection: Connection, run_id: int) -> None:
    """Let nobody else write to this run meanwhile; SQLite's transaction excludes all anyway."""
    found = select(RUN.c.id).where(RUN.c.id == run_id).with_for_update()
    if connection.execute(found).one_or_none() is None:
        raise NotFound(f"run {run_id} is no longer there: was it deleted meanwhile?")
