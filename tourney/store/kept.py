"""Reads stored matches of a run in the form in which a writer takes them, to merge databases.

A match that was corrected comes as it was played.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from engines.api import Outcome
from tourney.domain.match_values import Entries, Fault, Fixture, KeptMatch, MoveInfo
from tourney.store.connect import Database
from tourney.store.log import append, named_ids
from tourney.store.models import MATCH, REVISION, RUN_BOT
from tourney.store.partitions import plies_of
from tourney.store.reads import (
    ORDER,
    WHOLE,
    MatchFilter,
    NumberRange,
    RowGroups,
    Rows,
    fault_query,
    info_query,
    packed_query,
    ply_query,
    reading_rows,
    result_query,
    run_part,
)
from tourney.store.runs import StoredRun
from tourney.store.state import lock_run

Log = Callable[[int], Entries | bytes | None]


def kept_matches(
    database: Database, run: StoredRun, stretch: NumberRange = WHOLE
) -> Iterator[KeptMatch]:
    """The matches of a run by number, as they were played."""
    with reading_rows(database) as rows:
        logged = LoggedRows(rows, database, run, stretch)
        for number, deal, lineup, rotation, status in logged.places():
            seats, outcome = logged.seats(number)
            yield KeptMatch(
                Fixture(number, deal, lineup, rotation, seats),
                outcome,
                str(logged.played.get(number, status)),
                tuple([Fault(*row) for row in logged.fault_rows(number)]),
                logged.log(number),
                tuple([MoveInfo(*row) for row in logged.info_rows(number)]),
            )


def corrected_numbers(database: Database, run: StoredRun) -> list[int]:
    """The numbers of the corrected matches of a run."""
    with reading_rows(database) as rows:
        return sorted(_played(rows, run_part(run.id)))


def note_merge(database: Database, run: StoredRun, uids: Sequence[str], matches: int) -> None:
    """Write a row of the log: matches of other runs were added to a run."""
    with database.writing() as connection:
        lock_run(connection, run)
        details = {"uid": run.uid, "from": " ".join(uid[:8] for uid in uids), "matches": matches}
        append(connection, database.actor, "run merge", named_ids(run=[run.id]), details)


class LoggedRows:
    """The matches of a run by number, with everything about them read in step."""

    def __init__(
        self, rows: Rows, database: Database, run: StoredRun, stretch: NumberRange = WHOLE
    ) -> None:
        part = run_part(run.id, stretch)
        if not database.is_file:
            part = replace(part, plies=plies_of(run.id))
        bots = select(RUN_BOT.c.bot_id, RUN_BOT.c.number).where(RUN_BOT.c.run_id == run.id)
        self._bots: Mapping[int, int] = dict(map(tuple, rows(bots)))
        self._rows, self._part = rows, part
        self.played = _played(rows, part)
        """The first status of every corrected match."""
        self._seats = RowGroups(rows(result_query(part, MATCH.c.number)))
        self._faults = RowGroups(rows(fault_query(part)))
        self._infos = RowGroups(rows(info_query(part)))
        self.log = _log(rows, run, part)

    def places(self) -> Iterator[Sequence[Any]]:
        """Number, deal, line-up, rotation and status of every match, by number."""
        columns = (MATCH.c.number, MATCH.c.deal, MATCH.c.lineup, MATCH.c.rotation, MATCH.c.status)
        return self._rows(select(*columns).where(self._part.where).order_by(*ORDER))

    def seat_rows(self, number: int) -> list[Sequence[Any]]:
        """Bot, score and place of every seat, as stored."""
        return [row[1:] for row in self._seats.of(number)]

    def seats(self, number: int) -> tuple[tuple[int, ...], Outcome]:
        """The bots by seat, and their result."""
        bots, scores, places = zip(*self.seat_rows(number), strict=True)
        seats = tuple([self._bots[bot] for bot in bots])
        if places[0] is None:
            return seats, Outcome((), (), "abandoned")
        return seats, Outcome(scores, places)

    def fault_rows(self, number: int) -> list[Sequence[Any]]:
        """The values of the faults, in order."""
        return [row[1:] for row in self._faults.of(number)]

    def info_rows(self, number: int) -> list[Sequence[Any]]:
        """The values of what bots wrote about their moves."""
        return [row[1:] for row in self._infos.of(number)]


def _log(rows: Rows, run: StoredRun, part: MatchFilter) -> Log:
    """A function that returns the log of a match, in the form in which the run stores it."""
    if run.spec.log == "rows":
        plies = RowGroups(rows(ply_query(part)))
        return lambda number: _entries(plies.of(number))
    if run.spec.log == "packed":
        pieces = RowGroups(rows(packed_query(part)))
        return lambda number: next((piece for _, piece in pieces.of(number)), None)
    return lambda number: None


def _entries(plies: list[Sequence[Any]]) -> Entries:
    if not plies:
        return Entries((), ())
    _, seats, texts = zip(*plies, strict=True)
    return Entries(seats, texts)


def _played(rows: Rows, part: MatchFilter) -> dict[int, str]:
    """The first status of every corrected match, by number."""
    query = (
        select(MATCH.c.number, REVISION.c.status)
        .join_from(MATCH, REVISION, REVISION.c.match_id == MATCH.c.id)
        .where(part.where, REVISION.c.number == 1)
    )
    return dict(map(tuple, rows(query)))
