"""The database as the rest of the program sees it: plain domain values in and out."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import select

from tourney.domain.matches import Ending, Fault, MatchResult, StoredMatch
from tourney.domain.runs import BotEntry, RunSpec
from tourney.scoring import DEFAULT_TIEBREAKS
from tourney.store import bots, care, incoming, lengths, reads, runs, schema, state
from tourney.store.bots import BotFault, BotHistory, BotOutput
from tourney.store.connect import Database, address, look
from tourney.store.incoming import Clash, Records
from tourney.store.lengths import Length
from tourney.store.models import BOT, PLAYER
from tourney.store.reads import WHOLE, NumberRange, StoredSeating
from tourney.store.runs import StoredRun
from tourney.store.state import StoredState
from tourney.store.tally import StoredSums, stored_sums
from tourney.store.writer import MatchWriter

BUSY_SECONDS = 5.0


def open_store(url: str, *, create: bool = False, busy_seconds: float = BUSY_SECONDS) -> "Store":
    """Open the database at a path or URL; with `create` a new one is made where there is none.

    NotFound where there is none; Conflict where something else is, or a schema that is not this
    program's, or a lock that is not given up for `busy_seconds`.
    """
    place = address(url)
    look(place, create=create)
    new = place.path if place.path and not place.path.exists() else None
    database = Database(place, busy_seconds, create=create)
    try:
        _check(database, create=create)
    except BaseException:
        database.close()
        if new and new.exists() and not new.stat().st_size:
            new.unlink()  # nothing half made stays where the disk is full
        raise
    return Store(database)


def _check(database: Database, *, create: bool) -> None:
    with database.reading() as connection:
        found = schema.schema(connection)
        if found is schema.Schema.CURRENT:
            schema.require_whole(database.place, connection)
    if create and found is schema.Schema.EMPTY:
        schema.create(database)
    else:
        schema.require_usable(database.place, found)


class Store:
    """An open database; a context manager that closes it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database; streams that are still being read end with it."""
        self.database.close()

    def require_same_file(self) -> None:
        """DatabaseMoved if the file of a SQLite database is not found under its name any more."""
        self.database.require_same_file()

    def salvage(self) -> Path | None:
        """After DatabaseMoved: the file that holds the content, None if there is none."""
        return care.salvage(self.database)

    def add_run(self, spec: RunSpec, *, reproducible: bool = True) -> StoredRun:
        """Store a new run; Conflict if the name is taken."""
        return runs.add_run(self.database, spec, reproducible=reproducible)

    def run(self, name: str) -> StoredRun:
        """The run of this name; NotFound."""
        return runs.run_named(self.database, name)

    def runs(self) -> list[StoredRun]:
        """Every run, oldest first."""
        return runs.all_runs(self.database)

    def replan(self, run: StoredRun, deals: int, until: str) -> StoredRun:
        """Give a run so many deals and this stopping rule; matches on later deals are removed."""
        return runs.replan(self.database, run, deals, until)

    def change_bots(self, run: StoredRun, bots: Sequence[BotEntry]) -> StoredRun:
        """Let a run go on with its bots in these versions; so it cannot be repeated any more."""
        return runs.change_bots(self.database, run, bots)

    def delete_run(self, run: StoredRun) -> None:
        """Remove a run with all its matches; NotFound if it is not there any more."""
        runs.delete_run(self.database, run)

    def finished(self, run: StoredRun, stretch: NumberRange = WHOLE) -> Iterator[int]:
        """Numbers of a run's stored matches, ascending."""
        return reads.finished(self.database, run.id, stretch)

    def forget_unplayed(self, run: StoredRun, code: str) -> None:
        """Remove matches of a run that were given up before their first ply for a fault `code`."""
        runs.delete_unplayed(self.database, run, code)

    def match_count(self, run: StoredRun) -> int:
        """How many matches of a run are stored."""
        return reads.match_count(self.database, run.id)

    def writer(self, run: StoredRun, *, batch: int = 100, seconds: float = 0.25) -> MatchWriter:
        """A writer of complete matches, one transaction per `batch` of them or `seconds`."""
        return MatchWriter(self.database, run, batch=batch, seconds=seconds)

    def results(self, run: StoredRun, stretch: NumberRange = WHOLE) -> Iterator[MatchResult]:
        """Results of a run by match number, which also is their `match_id`; none if abandoned."""
        return reads.results(self.database, run.id, stretch)

    def sums(
        self, run: StoredRun, tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS
    ) -> StoredSums | None:
        """Sums over the first matches of a run, for standings by `scaled`; None if not kept."""
        with self.database.reading() as connection:
            return stored_sums(connection, run.id, tiebreaks)

    def endings(self, run: StoredRun, stretch: NumberRange = WHOLE) -> Iterator[Ending]:
        """How the matches of a run ended, abandoned ones too, by number."""
        return reads.endings(self.database, run.id, stretch)

    def seatings(self, run: StoredRun) -> Iterator[StoredSeating]:
        """The matches of a run with the names of those who sat in them, by number."""
        return reads.seatings(self.database, run.id)

    def faults(self, run: StoredRun, stretch: NumberRange = WHOLE) -> Iterator[tuple[int, Fault]]:
        """Faults of a run with the number of their match, by that number."""
        return reads.faults(self.database, run.id, stretch)

    def told(self, run: StoredRun) -> StoredState | None:
        """What a run was last said to be at; None if nothing ever was."""
        return state.told(self.database, run.id)

    def tell(self, run: StoredRun, change: Callable[[str | None], str]) -> None:
        """Replace what is told of a run by what `change` makes of it, alone; NotFound."""
        state.tell(self.database, run, change)

    def amend(self, run: StoredRun, change: Callable[[str], str]) -> None:
        """The same by who does not play the run; nothing if nothing was told. NotFound."""
        state.amend(self.database, run, change)

    def lengths(self, run: StoredRun) -> Iterator[Length]:
        """How many decisions the matches of a run took, by number; none where no moves are kept."""
        return lengths.lengths(self.database, run.id)

    def matches(
        self, run: StoredRun | None = None, *, entries: bool = True
    ) -> Iterator[StoredMatch]:
        """Matches of a run by number; without one every run's, then the records that came in.

        DataFault where entries are wanted of a run that keeps none.
        """
        wanted = self.runs() if run is None else [run]
        parts = [reads.run_matches(self.database, each, entries=entries) for each in wanted]
        if run is None:
            parts.append(reads.record_matches(self.database, entries=entries))
        return chain.from_iterable(parts)

    def match(self, ref: str, *, entries: bool = True) -> StoredMatch:
        """The match with this record id or database id; NotFound."""
        return incoming.match(self.database, ref, entries=entries)

    def import_records(self, records: Records, clash: Clash = "error") -> Counter[str]:
        """Import records, all or none: how many were new, same, skip, update.

        Conflict if one is stored with other content, unless `clash` says what to do.
        """
        return incoming.import_records(self.database, records, clash)

    def remove_records(self, records: Records) -> Counter[str]:
        """Remove records, all or none; Conflict if one is stored with other content."""
        return incoming.remove_records(self.database, records)

    def foresee(self, records: Records, clash: Clash | None) -> Counter[str]:
        """What importing records would do; without `clash`, what removing them would do."""
        return incoming.foresee(self.database, records, clash)

    def players(self) -> list[str]:
        """Names of the people who sat at tables, in alphabetical order."""
        with self.database.reading() as connection:
            return list(connection.execute(select(PLAYER.c.name).order_by(PLAYER.c.name)).scalars())

    def bots(self) -> list[BotEntry]:
        """Every bot in every version, by name, target and version."""
        columns = (BOT.c.name, BOT.c.target, BOT.c.version)
        with self.database.reading() as connection:
            rows = connection.execute(select(*columns).order_by(*columns)).all()
        return [BotEntry(*row) for row in rows]

    def bot_histories(self) -> list[BotHistory]:
        """Every bot in every version with its runs, by name, target and version."""
        return bots.histories(self.database)

    def bot_faults(self, name: str, run: str | None = None) -> Iterator[BotFault]:
        """Faults of a bot in a run or in all, by run and match; NotFound for an unknown bot."""
        bots.require_bot(self.database, name)
        return bots.bot_faults(self.database, name, run)

    def sayings(self, name: str, run: str | None = None) -> list[BotOutput]:
        """What the processes of a bot said aside from its moves, in order."""
        return bots.sayings(self.database, name, run)

    def keep_saying(self, run: StoredRun, bot: BotEntry, text: str) -> None:
        """Store what a bot's process said in a session of a run."""
        bots.keep_saying(self.database, run, bot, text)
