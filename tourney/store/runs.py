"""Stores, lists and deletes runs, their bots and their reported states; locks a run for its player.

Does not depend on schedules, nor on the content of a state, which is one text.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from time import monotonic, sleep
from typing import Final, Protocol, Self
from uuid import uuid4

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    bindparam,
    delete,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.exc import DBAPIError

from engines.messages import say
from tourney.domain.errors import Conflict, NotFound, TakenOver, quoted
from tourney.domain.match_values import pack_options, unpack_options
from tourney.domain.run_spec import BotEntry, RunSpec, Sealing
from tourney.domain.safe_text import is_text
from tourney.store.bulk import BULK, RANGE
from tourney.store.connect import Database, insert_row
from tourney.store.database_faults import DatabaseGone
from tourney.store.digests import add_removed, add_settings
from tourney.store.log import SHORT, append, named_ids
from tourney.store.models import (
    ANALYSIS,
    BOT,
    BOT_LOG,
    EVENT,
    FAULT,
    MATCH,
    MOVE_INFO,
    PACKED_LOG,
    PLY,
    REVISION,
    RUN,
    RUN_BOT,
    RUN_DIGEST,
    RUN_STATE,
    SEALING,
    SEAT,
    TALLY,
)
from tourney.store.schema import CLASS

AT_ONCE = 500
"""Matches deleted at once, in a file in one transaction: some tenths of a second."""

OF_MATCHES = (ANALYSIS, REVISION, PLY, PACKED_LOG, MOVE_INFO, FAULT, SEAT)
"""Tables with rows of matches."""

SETTINGS = tuple(f.name for f in fields(RunSpec) if f.name not in {"options", "bots"})
"""The fields of a RunSpec that are columns of the same name."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A stored run; `created` is in UTC, `uid` is unique across databases."""

    id: int
    uid: str
    spec: RunSpec
    created: datetime
    reproducible: bool


def add_run(
    database: Database,
    spec: RunSpec,
    *,
    reproducible: bool = True,
    sealing: Sealing | None = None,
) -> StoredRun:
    """Store a run's settings and bots, and what it is committed to.

    A server that is lost meanwhile is waited for.
    """
    uid = uuid4().hex

    def work(connection: Connection) -> StoredRun:
        # The name is looked up in the transaction that takes it.
        for same in _stored(connection, RUN.c.name == spec.name):
            if same.uid == uid:
                return same  # the connection was lost after this had been stored
            raise Conflict(say("store.run-exists", run=spec.name))
        settings = {name: getattr(spec, name) for name in SETTINGS}
        options = pack_options(spec.options)
        settings |= {"options": options, "created": datetime.now(UTC)}
        run_id = insert_row(connection, RUN, **settings, reproducible=reproducible, uid=uid)
        # The schedule names bots by their number; one may play under two of them.
        for number, entry in enumerate(spec.bots):
            row = {"number": number, "bot_id": bot_id(connection, entry), "content": entry.content}
            connection.execute(insert(RUN_BOT).values(run_id=run_id, **row))
        if sealing is not None:
            connection.execute(insert(SEALING).values(run_id=run_id, **asdict(sealing)))
        digest = add_settings(connection, run_id).hash[:SHORT]
        details = {"uid": uid, "digest": digest}
        append(connection, database.actor, "run new", named_ids(run=[run_id]), details)
        return StoredRun(run_id, uid, spec, settings["created"], reproducible)

    return database.patiently(lambda: database.first_or_again(work))


def bot_id(connection: Connection, bot: BotEntry) -> int:
    """The id of a bot in one version; stores a new one."""
    values = {"name": bot.name, "target": bot.target, "version": bot.version}
    found = connection.execute(select(BOT.c.id).filter_by(**values)).scalar()
    return insert_row(connection, BOT, **values) if found is None else int(found)


def run_named(database: Database, name: str) -> StoredRun:
    """The run of this name; NotFound, with the run or event whose name is the most similar."""

    def work() -> StoredRun:
        with database.reading() as connection:
            for found in _stored(connection, RUN.c.name == name) if is_text(name) else ():
                return found
            from difflib import get_close_matches

            events = [f"event:{one}" for one in connection.execute(select(EVENT.c.name)).scalars()]
            known = [*connection.execute(select(RUN.c.name)).scalars(), *events]
            near = get_close_matches(name, known, 1)
            # Whoever types the bare name of an event learns how it is written.
            near = near or get_close_matches(f"event:{name}", events, 1, 0.8)
        words = {"name": quoted(name), "database": quoted(database.place.shown)}
        if near:
            raise NotFound(say("store.near-run", **words, near=quoted(near[0])))
        raise NotFound(say("store.no-run", **words))

    return database.patiently(work)


def all_runs(database: Database) -> list[StoredRun]:
    """Every run, oldest first."""

    def work() -> list[StoredRun]:
        with database.reading() as connection:
            return _stored(connection, true())

    return database.patiently(work)


def _stored(connection: Connection, wanted: ColumnElement[bool]) -> list[StoredRun]:
    """The runs that are wanted, oldest first.

    Read without a session: that maps all tables to classes first, which takes longer.
    """
    entered = (
        select(RUN_BOT.c.run_id, *BOT.c["name", "target", "version"], RUN_BOT.c.content)
        .join_from(RUN_BOT, BOT, BOT.c.id == RUN_BOT.c.bot_id)
        .join(RUN, RUN.c.id == RUN_BOT.c.run_id)
        .where(wanted)
        .order_by(RUN_BOT.c.run_id, RUN_BOT.c.number)
    )
    # Two queries, because a run without bots, or with many, is one row all the same.
    bots: dict[int, list[BotEntry]] = {}
    for run_id, *bot in connection.execute(entered):
        bots.setdefault(run_id, []).append(BotEntry(*bot))
    found = []
    for row in connection.execute(select(RUN).where(wanted).order_by(RUN.c.id)):
        settings = {name: getattr(row, name) for name in SETTINGS}
        options = unpack_options(row.options)
        spec = RunSpec(**settings, options=options, bots=tuple(bots.get(row.id, ())))
        found.append(StoredRun(row.id, row.uid, spec, row.created, row.reproducible))
    return found


def replan(database: Database, run: StoredRun, deals: int, until: str) -> StoredRun:
    """Set a run's number of deals and stopping rule; deletes matches on later deals."""
    late = select(MATCH.c.id).where(MATCH.c.run_id == run.id, MATCH.c.deal >= deals)

    def work() -> None:
        with database.writing() as connection:
            lock_run(connection, run)
            add_removed(connection, run.id, late)
            if _delete_matches(connection, late):
                drop_tally(connection, run.id)
            new = update(RUN).where(RUN.c.id == run.id)
            connection.execute(new.values(deals=deals, until=until))
            add_settings(connection, run.id)

    database.patiently(work)
    return replace(run, spec=replace(run.spec, deals=deals, until=until))


def change_bots(database: Database, run: StoredRun, bots: Sequence[BotEntry]) -> StoredRun:
    """Continue a run with these versions of its bots; it is then no longer reproducible."""

    def work(connection: Connection) -> None:
        lock_run(connection, run)
        for number, entry in enumerate(bots):
            mine = (RUN_BOT.c.run_id == run.id) & (RUN_BOT.c.number == number)
            values = {"bot_id": bot_id(connection, entry), "content": entry.content}
            connection.execute(update(RUN_BOT).where(mine).values(**values))
        # Its first matches were played by other versions.
        connection.execute(update(RUN).where(RUN.c.id == run.id).values(reproducible=False))
        add_settings(connection, run.id)

    database.patiently(lambda: database.first_or_again(work))
    return replace(run, spec=replace(run.spec, bots=tuple(bots)), reproducible=False)


def delete_run(database: Database, run: StoredRun) -> None:
    """Delete a run with all its matches, but not its bots, which other runs may use.

    In a file, many matches are deleted in several transactions, the last ones first, so that other
    processes can write meanwhile. If this is interrupted, the run has gaps, and can be deleted
    again. On a server one transaction does it, which keeps nobody else waiting.
    """
    count = 0
    while database.is_file and (found := _delete_last(database, run)):
        count += found
    with database.writing() as connection:
        lock_run(connection, run)
        if not database.is_file:
            ids = select(MATCH.c.id).where(MATCH.c.run_id == run.id)
            # The plies of a run that was copied from a file are in the first partition; the others
            # are dropped with their own.
            connection.execute(delete(PLY).where(PLY.c.match_id.in_(ids), PLY.c.match_id < RANGE))
            others = [table for table in OF_MATCHES if table is not PLY]
            count = _delete_matches(connection, ids, others)
            BULK[connection.dialect.name].end_run(connection, run.id)
        for table in (RUN_BOT, RUN_STATE, BOT_LOG, TALLY, RUN_DIGEST, SEALING):
            connection.execute(delete(table).where(table.c.run_id == run.id))
        connection.execute(delete(RUN).where(RUN.c.id == run.id))
        details = {"uid": run.uid, "matches": count}
        append(connection, database.actor, "run rm", named_ids(run=[run.id]), details)


def _delete_last(database: Database, run: StoredRun) -> int:
    """Delete the last matches of a run, at most AT_ONCE; returns their number."""
    with database.writing() as connection:
        lock_run(connection, run)
        drop_tally(connection, run.id)
        mine = select(MATCH.c.id).where(MATCH.c.run_id == run.id)
        last = mine.order_by(MATCH.c.number.desc()).limit(AT_ONCE)
        # The ids are read first, because the query would find others while rows go.
        ids = connection.execute(last).scalars().all()
        add_removed(connection, run.id, last)
        return _delete_matches(connection, select(MATCH.c.id).where(MATCH.c.id.in_(ids)))


def delete_unplayed(database: Database, run: StoredRun, code: str) -> None:
    """Delete matches of a run with a fault `code` before the first ply."""
    # Such as a bot that could not be started: the match says nothing about it.
    unplayed = (
        select(MATCH.c.id)
        .join(FAULT, FAULT.c.match_id == MATCH.c.id)
        .where(MATCH.c.run_id == run.id, FAULT.c.code == code, FAULT.c.ply == 0)
    )
    with database.reading() as connection:
        found = connection.execute(unplayed).scalars().all()
    if found:
        _delete_ids(database, run, found)


def delete_matches(database: Database, run: StoredRun, numbers: Sequence[int]) -> None:
    """Delete the matches of a run with these numbers, all or none."""
    with database.reading() as connection:
        # Numbers that are not stored are passed over: they are gone already.
        stored = select(MATCH.c.number, MATCH.c.id).where(MATCH.c.run_id == run.id)
        ids = {row.number: row.id for row in connection.execute(stored)}
    _delete_ids(database, run, [ids[number] for number in numbers if number in ids])


def _delete_ids(database: Database, run: StoredRun, ids: Sequence[int]) -> None:
    with database.writing() as connection:
        lock_run(connection, run)
        # In portions, because databases limit the values of a query.
        for at in range(0, len(ids), AT_ONCE):
            part = select(MATCH.c.id).where(MATCH.c.id.in_(ids[at : at + AT_ONCE]))
            add_removed(connection, run.id, part)
            _delete_matches(connection, part)
        drop_tally(connection, run.id)


def _delete_matches(
    connection: Connection, ids: Select[tuple[int]], tables: Sequence[Table] = OF_MATCHES
) -> int:
    """Delete matches with their rows in `tables`; returns the number of matches."""
    for table in tables:
        connection.execute(delete(table).where(table.c.match_id.in_(ids)))
    return connection.execute(delete(MATCH).where(MATCH.c.id.in_(ids))).rowcount


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
    mine = select(RUN_STATE.c.seen, RUN_STATE.c.snapshot).where(RUN_STATE.c.run_id == run.id)
    with database.reading() as connection:
        found = connection.execute(mine).one_or_none()
    return None if found is None else StoredState(*found)


def set_run_state(
    database: Database, run: RunIdentity, change: Callable[[str | None], str]
) -> None:
    """Replace the state of a run by `change` of the old one, in one transaction."""
    with database.writing() as connection:
        before = _locked_state(connection, run)
        values = {"seen": datetime.now(UTC), "snapshot": change(before)}
        if before is None:
            connection.execute(insert(RUN_STATE).values(run_id=run.id, **values))
        else:
            mine = update(RUN_STATE).where(RUN_STATE.c.run_id == run.id)
            connection.execute(mine.values(**values))


def amend_run_state(database: Database, run: RunIdentity, change: Callable[[str], str]) -> None:
    """Change the state from a process that does not play the run; keeps its time of report."""
    with database.writing() as connection:
        before = _locked_state(connection, run)
        if before is not None:
            mine = update(RUN_STATE).where(RUN_STATE.c.run_id == run.id)
            connection.execute(mine.values(snapshot=change(before)))


def _locked_state(connection: Connection, run: RunIdentity) -> str | None:
    lock_run(connection, run)
    mine = select(RUN_STATE.c.snapshot).where(RUN_STATE.c.run_id == run.id)
    return connection.execute(mine).scalar_one_or_none()


def lock_run(connection: Connection, run: RunIdentity) -> None:
    """Exclude other writers to this run; NotFound if the run was deleted or replaced.

    SQLite's transaction excludes all other writers anyway. If the database was replaced by a copy,
    another run may have the same id.
    """
    if connection.execute(LOCKED, {"run": run.id}).scalar_one_or_none() != run.uid:
        raise NotFound(say("store.run-gone"))


RELEASED: Final = 2.0
"""Seconds for a server to notice that a connection has ended."""


class RunLock:
    """The right to write matches of a run; a context manager that gives it back."""

    def __init__(self, database: Database, run: RunIdentity) -> None:
        self._database = database
        self._run = run
        self._connection: Connection | None = None
        self.held = database.is_file

    def __enter__(self) -> Self:
        if not self.held:
            self._database.patiently(self._wait_for_release)
        if self.held:
            self._database.held_lock = self
        return self

    def _wait_for_release(self) -> None:
        # Who was killed just now may still have the lock for a moment.
        deadline = monotonic() + RELEASED
        while not self._take() and monotonic() < deadline:
            sleep(0.1)

    def __exit__(self, *failure: object) -> None:
        self._database.held_lock = None
        self._close()

    def require(self) -> None:
        """Take the lock again if the connection was lost; TakenOver if another process has it."""
        if self._database.is_file or self._alive():
            return
        self.held = False
        if not self._take():
            raise TakenOver(say("store.run-taken-over"))

    def _alive(self) -> bool:
        with suppress(DatabaseGone), self._database.translating():
            if self._connection is not None:
                self._connection.exec_driver_sql("SELECT 1")
                return True
        return False

    def _take(self) -> bool:
        self._close()
        with self._database.translating():
            connection = self._database.engine.connect()
            self._connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            # The lock belongs to the connection and ends with it, however the process ends.
            asked = "SELECT pg_try_advisory_lock(%s, %s)"
            values = (CLASS, self._run.id)  # runs are numbered from 1; 0 is the lock of the schema
            self.held = bool(self._connection.exec_driver_sql(asked, values).scalar_one())
        if not self.held:
            self._close()
        return self.held

    def _close(self) -> None:
        """Close the connection for good; a pool would keep it, and with it the lock."""
        if self._connection is not None:
            with suppress(DBAPIError):
                self._connection.invalidate()
            self._connection.close()
            self._connection = None


def drop_tally(connection: Connection, run_id: int) -> None:
    """Delete the tally of a run, because matches that it counts are about to be removed."""
    connection.execute(delete(TALLY).where(TALLY.c.run_id == run_id))
