"""What sealed runs were committed to: stored with the run before its first match.

The text is opaque here and has the secret; it leaves the database only for the proof of a run.
"""

from datetime import UTC, datetime

from sqlalchemy import select, update

from engines.messages import say
from tourney.domain.errors import Conflict, quoted
from tourney.domain.run_spec import Sealing
from tourney.store.connect import Database
from tourney.store.digests import add_settings
from tourney.store.log import append, named_ids
from tourney.store.models import RUN, SEALING
from tourney.store.runs import StoredRun


def sealing_of(database: Database, run: StoredRun) -> Sealing | None:
    """What a run was committed to; None if it was not."""
    columns = SEALING.c["text", "beacon", "stopped", "opened"]

    def work() -> Sealing | None:
        with database.reading() as connection:
            row = connection.execute(select(*columns).where(SEALING.c.run_id == run.id))
            found = row.one_or_none()
        return None if found is None else Sealing(*found)

    return database.patiently(work)


def give_beacon(database: Database, run: StoredRun, beacon: str, seeds: tuple[str, str]) -> None:
    """Store a beacon with the seeds that follow from it; Conflict if another one was given."""

    def work() -> None:
        with database.writing() as connection:
            mine = SEALING.c.run_id == run.id
            before = connection.execute(select(SEALING.c.beacon).where(mine)).scalar_one()
            if before == beacon:
                return  # the connection was lost after this had been stored
            if before:
                raise Conflict(say("store.other-beacon", run=run.spec.name, beacon=quoted(before)))
            connection.execute(update(SEALING).where(mine).values(beacon=beacon))
            cards, bots = seeds
            new = update(RUN).where(RUN.c.id == run.id)
            connection.execute(new.values(seed=cards, bot_seed=bots))
            add_settings(connection, run.id)
            details = {"uid": run.uid, "beacon": beacon}
            append(connection, database.actor, "run beacon", named_ids(run=[run.id]), details)

    database.patiently(work)


def mark_stopped(database: Database, run: StoredRun, stopped: bool) -> None:
    """Note that a sealed run was stopped, so that it may be opened; or that it goes on."""
    with database.writing() as connection:
        mine = update(SEALING).where(SEALING.c.run_id == run.id)
        connection.execute(mine.values(stopped=stopped))
        add_settings(connection, run.id)


def mark_opened(database: Database, run: StoredRun) -> str:
    """Note that the secret of a run becomes public, once and for all; the time, in UTC."""
    with database.writing() as connection:
        mine = SEALING.c.run_id == run.id
        before = connection.execute(select(SEALING.c.opened).where(mine)).scalar_one()
        if before:
            return str(before)
        now = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC"
        connection.execute(update(SEALING).where(mine).values(opened=now))
        add_settings(connection, run.id)
        details = {"uid": run.uid}
        append(connection, database.actor, "run opened", named_ids(run=[run.id]), details)
    return now
