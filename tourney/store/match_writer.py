"""Writes complete matches of a run to the database, each exactly once.

A batch is one transaction, so a match is stored with all its seats, faults and plies or not at
all. Does not depend on how matches are played or scheduled.
"""

from collections.abc import Sequence
from contextlib import closing
from itertools import chain, islice
from time import monotonic
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, bindparam, select

from tourney.domain.match_values import Entries, KeptMatch, PlayedMatch
from tourney.play.packed_logs import kept
from tourney.store.bulk import BULK, Columns, fault_rows, info_rows, ply_columns
from tourney.store.connect import Database
from tourney.store.digests import ChainEnd, add_entries, chain_end, match_digest
from tourney.store.log import SHORT, append, named_ids
from tourney.store.matches import NumberRange, run_endings
from tourney.store.models import FAULT, MATCH, MOVE_INFO, PACKED_LOG, PLY, RUN_BOT, SEAT
from tourney.store.run_sums import Tally, store_tally, stored_sums
from tourney.store.runs import StoredRun, lock_run

TALLY_EVERY = 500
"""Matches between two writes of the tally, and so the most that readers must add."""

CATCH_UP = 20_000
"""Most matches that a session adds to a tally that lags behind: about half a second."""

STORED = select(MATCH.c.number).where(
    MATCH.c.run_id == bindparam("run"),
    MATCH.c.number.between(bindparam("first"), bindparam("last")),
)
"""The stored numbers of a run in a range; made once, because each is freed as garbage only.

A session writes its matches in the order of their numbers, so no number is read twice.
"""


class MatchWriter:
    """Collects matches and writes them in batches; a context manager that writes the rest."""

    def __init__(
        self, database: Database, run: StoredRun, *, batch: int = 100, seconds: float = 0.25
    ) -> None:
        """Write after `batch` matches, or with the first match that comes `seconds` after the
        last write, so that slow matches are stored at once.
        """
        self._database = database
        self._run = run
        self._batch = batch
        self._seconds = seconds
        self._held: list[KeptMatch] = []
        self._since = monotonic()
        self._failed = False
        self._tally: Tally | None = None
        self._uncounted = 0
        self._end: ChainEnd | None = None  # of the digests of the run, if matches were written
        self._begun = False  # whether the database is prepared for matches of the run
        bots = select(RUN_BOT.c.bot_id).where(RUN_BOT.c.run_id == run.id)
        with database.reading() as connection:
            self._bots = connection.execute(bots.order_by(RUN_BOT.c.number)).scalars().all()

    def add(self, match: PlayedMatch) -> None:
        """Take a complete match whose log is stored as rows."""
        self.take(kept(match, "rows"))

    def take(self, match: KeptMatch) -> None:
        """Take a complete match; a number that is already stored is not written again."""
        self._held.append(match)
        if len(self._held) >= self._batch or monotonic() - self._since >= self._seconds:
            self.flush()

    def flush(self) -> None:
        """Write the collected matches in one transaction; they are kept if that fails."""
        if not self._held:
            return
        self._failed = True
        self._database.patiently(self._flush)
        self._failed = False
        self._held.clear()
        self._since = monotonic()

    def _flush(self) -> None:
        if self._database.held_lock is not None:
            self._database.held_lock.require()
        # Drop the tally first: after a failed transaction it must not be used again.
        tally, self._tally = self._tally, None
        with self._database.writing() as connection:
            new = self._write(connection)
            tally = self._count(connection, tally, new)
        self._tally, self._begun = tally, True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Write the rest, also after an error, because these matches are complete."""
        if not self._failed:
            self.flush()
        if self._tally and kind is None:
            tally = self._tally
            self._database.patiently(lambda: self._end_tally(tally))
        if self._end and kind is None:
            self._database.patiently(self._note_end)

    def _note_end(self) -> None:
        """Write a row of the log with the end of the chain of digests, which vouches for them."""
        with self._database.writing() as connection:
            lock_run(connection, self._run)
            end = chain_end(connection, self._run.id)
            details = {"uid": self._run.uid, "rows": end.rows, "digest": end.hash[:SHORT]}
            ids = named_ids(run=[self._run.id])
            append(connection, self._database.actor, "run write", ids, details)

    def _count(
        self, connection: Connection, tally: Tally | None, new: Sequence[KeptMatch]
    ) -> Tally:
        """Add matches to the run's tally, which is written from time to time."""
        if tally is None or (new and new[0].fixture.number > tally.upto + 1):
            tally = Tally(self._run.spec, stored_sums(connection, self._run.id, self._run.spec))
        for match in new:
            tally.add(match)
        self._uncounted += len(new)
        if self._uncounted >= TALLY_EVERY:
            self._uncounted = 0
            store_tally(connection, self._run.id, tally)
        return tally

    def _end_tally(self, tally: Tally) -> None:
        """Write the tally, with matches stored after a gap that is now closed."""
        with self._database.reading() as connection:
            lags = self._stored(connection, tally.upto + 1, tally.upto + 1)
        if lags:
            behind = run_endings(self._database, self._run, NumberRange(after=tally.upto))
            with closing(behind):
                for ending in islice(behind, CATCH_UP):
                    if not tally.catch_up(ending):
                        break
                    self._uncounted += 1
        if not self._uncounted:
            return
        with self._database.writing() as connection:
            lock_run(connection, self._run)
            store_tally(connection, self._run.id, tally)

    def _write(self, connection: Connection) -> list[KeptMatch]:
        """Write the collected matches that are not stored, by number, as their ids ascend."""
        run_id = self._run.id
        lock_run(connection, self._run)
        held = {match.fixture.number: match for match in reversed(self._held)}
        numbers = sorted(held)
        for number in self._stored(connection, numbers[0], numbers[-1]):
            held.pop(number, None)
        new = [held[number] for number in numbers if number in held]
        bulk = BULK[connection.dialect.name]
        if not self._begun:
            bulk.begin_run(connection, run_id)
        ids = bulk.reserve(connection, len(new), run_id)
        pairs = list(zip(ids, new, strict=True))
        # The fields of a fixture and of the table are in the same order: number to rotation.
        rows = ((match_id, run_id, *m.fixture[:4], m.status) for match_id, m in pairs)
        bulk.insert(connection, MATCH, rows)
        bulk.insert_columns(connection, SEAT, self._seat_columns(pairs))
        bulk.insert(
            connection, FAULT, chain.from_iterable(fault_rows(i, m.faults) for i, m in pairs)
        )
        plies = ply_columns((i, m.log) for i, m in pairs if isinstance(m.log, Entries))
        bulk.insert_columns(connection, PLY, plies)
        packed = ((i, m.log) for i, m in pairs if isinstance(m.log, bytes))
        bulk.insert(connection, PACKED_LOG, packed)
        infos = [row for i, m in pairs if m.infos for row in info_rows(i, m.infos)]
        if infos:
            bulk.insert(connection, MOVE_INFO, iter(infos))
        self._end = add_entries(connection, run_id, map(self._digest, new))
        return new

    def _stored(self, connection: Connection, first: int, last: int) -> Sequence[int]:
        """The stored numbers of the run in a range."""
        given = {"run": self._run.id, "first": first, "last": last}
        return connection.execute(STORED, given).scalars().all()

    def _digest(self, match: KeptMatch) -> tuple[int, bytes]:
        at, result = match.fixture, match.outcome
        unknown = (None,) * len(at.seats)  # an abandoned match has no result
        bots = map(self._bots.__getitem__, at.seats)
        seats = zip(bots, result.scores or unknown, result.places or unknown, strict=True)
        faults = [row[2:] for row in fault_rows(0, match.faults)] if match.faults else ()
        infos = [row[2:] for row in info_rows(0, match.infos)] if match.infos else ()
        return at.number, match_digest((*at[:4], match.status), seats, match.log, faults, infos)

    def _seat_columns(self, matches: Sequence[tuple[int, KeptMatch]]) -> Columns:
        """The columns of table `seat` for matches with these ids."""
        ids, numbers, bots = list[int](), list[int](), list[int]()
        scores, places = list[int | None](), list[int | None]()
        for match_id, match in matches:
            seats = match.fixture.seats
            unknown = (None,) * len(seats)
            ids += [match_id] * len(seats)
            numbers += range(len(seats))
            bots += [self._bots[bot] for bot in seats]
            scores += match.outcome.scores or unknown
            places += match.outcome.places or unknown
        return ids, numbers, bots, [None] * len(ids), scores, places
