"""Finds matches, and streams matches and results as columns instead of row objects.

Everything is ordered by match number within a run, independent of the order of writing. Matches
that have not ended, recordings and plays, are listed here too.
"""

import json
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple, Protocol

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    func,
    null,
    select,
    true,
)

from engines.api import CHANCE, Outcome, Seat
from engines.messages import say
from tourney.domain.errors import DataFault, NotFound, quoted
from tourney.domain.match_values import (
    COMMANDS,
    Ending,
    Entries,
    Fault,
    Fixture,
    KeptMatch,
    MatchResult,
    MoveInfo,
    StoredMatch,
    UnfinishedMatch,
    unpack_options,
)
from tourney.domain.safe_text import is_text, shell_line
from tourney.play.packed_logs import unpack
from tourney.store.bulk import plies_of
from tourney.store.connect import Database
from tourney.store.log import append, named_ids
from tourney.store.models import (
    BOT,
    FAULT,
    MATCH,
    MERGED_PLAYER,
    MOVE_INFO,
    OPEN_MATCH,
    PACKED_LOG,
    PLAYER,
    PLY,
    RECORD_TEXT,
    RECORDING,
    REVISION,
    RUN,
    RUN_BOT,
    SEALING,
    SEAT,
)
from tourney.store.runs import StoredRun, all_runs, lock_run

UNKNOWN = "?"
"""The name of an unknown player."""
VOID = "void"
"""The status of a match that counts nowhere."""


PORTION: Final = 1000
"""Rows that are read at a time."""
AT_ONCE: Final = {"yield_per": None, "stream_results": False}
"""Options with which SQLAlchemy itself reads no row ahead."""
ORDER = (MATCH.c.number, MATCH.c.id)
"""By number within a run, else by id; with the id SQLite need not sort the plies."""


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches to read, and the column that identifies them.

    `plies` is a condition that is true for all their plies, and spares a server the others.
    """

    key: Column[Any]
    where: ColumnElement[bool]
    plies: ColumnElement[bool] = field(default_factory=true)


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Match numbers above `after` and up to `upto`, if that is given."""

    after: int = 0
    upto: int | None = None


WHOLE = NumberRange()
"""All matches of a run."""


def run_part(run_id: int, stretch: NumberRange = WHOLE) -> MatchFilter:
    """The matches of a run, by number."""
    where = MATCH.c.run_id == run_id
    if stretch.after:
        where &= MATCH.c.number > stretch.after
    if stretch.upto is not None:
        where &= MATCH.c.number <= stretch.upto
    return MatchFilter(MATCH.c.number, where)


def record_part() -> MatchFilter:
    """The matches imported as records, by id."""
    return MatchFilter(MATCH.c.id, MATCH.c.run_id.is_(None))


def single_part(match_id: int) -> MatchFilter:
    """One match."""
    return MatchFilter(MATCH.c.id, MATCH.c.id == match_id)


class RowGroups:
    """Groups the rows of an ordered stream by their first column, for a second stream of keys."""

    def __init__(self, rows: Iterator[Sequence[Any]]) -> None:
        self._groups = groupby(rows, key=itemgetter(0))
        self._next = next(self._groups, None)

    def of(self, key: int) -> list[Sequence[Any]]:
        """The rows with this key; keys must be requested in ascending order."""
        while self._next is not None and self._next[0] < key:
            self._next = next(self._groups, None)
        # A match without faults, say, has no group here: the next one belongs to a later match.
        if self._next is None or self._next[0] != key:
            return []
        # The group must be read before the next one is asked for: both come from one stream.
        rows = list(self._next[1])
        self._next = next(self._groups, None)
        return rows


# Every table is a stream in the order of the matches, and they are read in step: a run of a million
# matches takes no more memory than one of ten.
class ReadRows(Protocol):
    """Reads a table; `plain` if all its columns are numbers and texts."""

    def __call__(self, query: Select[Any], *, plain: bool = False) -> Iterator[Sequence[Any]]: ...


@contextmanager
def snapshot(database: Database) -> Iterator[tuple[Connection, ReadRows]]:
    """A transaction that sees one state of the database, and a function that streams rows in it."""
    with database.reading() as connection, ExitStack() as stack:

        def rows(query: Select[Any], *, plain: bool = False) -> Iterator[Sequence[Any]]:
            plain = plain and database.is_file
            result = connection.execute(query, execution_options=AT_ONCE if plain else {})
            stack.enter_context(database.streamed(result))
            if not plain:
                return chain.from_iterable(result.partitions())
            # SQLite gives them as they are; to make rows of SQLAlchemy takes as long again.
            cursor: Any = result.cursor
            return chain.from_iterable(iter(partial(cursor.fetchmany, PORTION), []))

        yield connection, rows


def finished_numbers(
    database: Database, run: StoredRun, stretch: NumberRange = WHOLE
) -> Iterator[int]:
    """Numbers of a run's stored matches, ascending."""
    part = run_part(run.id, stretch)
    # Streamed, because a run may have a million matches.
    numbers = select(MATCH.c.number).where(part.where).order_by(MATCH.c.number)
    with snapshot(database) as (_, rows):
        yield from map(itemgetter(0), rows(numbers))


def void_matches(database: Database, run: StoredRun) -> list[str]:
    """The names of the matches of a run that count nowhere, by number."""
    mine = MATCH.c.id.in_(select(REVISION.c.match_id))  # only a corrected match can be void
    void = select(MATCH.c.number).where(MATCH.c.run_id == run.id, MATCH.c.status == VOID, mine)
    with database.reading() as connection:
        numbers = connection.execute(void.order_by(MATCH.c.number)).scalars()
        return [f"{run.spec.name}/{number}" for number in numbers]


def match_count(database: Database, run: StoredRun) -> int:
    """The number of stored matches of a run."""
    number = select(func.count()).select_from(MATCH).where(MATCH.c.run_id == run.id)
    with database.reading() as connection:
        return int(connection.execute(number).scalar_one())


def record_count(database: Database) -> int:
    """The number of imported records."""
    number = select(func.count()).select_from(MATCH).where(MATCH.c.run_id.is_(None))
    with database.reading() as connection:
        return int(connection.execute(number).scalar_one())


def run_results(
    database: Database, run: StoredRun, stretch: NumberRange = WHOLE
) -> Iterator[MatchResult]:
    """Results of a run by match number, which is also their id; abandoned matches have none."""
    for ending in run_endings(database, run, stretch):
        if ending.result is not None:
            yield ending.result


def run_endings(
    database: Database, run: StoredRun, stretch: NumberRange = WHOLE
) -> Generator[Ending, None, None]:
    """How the matches of a run ended, by number; void matches are left out."""
    from tourney.results.sums import contest  # with scoring and stats, which lists spare

    part = run_part(run.id, stretch)
    columns = (MATCH.c.number, MATCH.c.deal, MATCH.c.lineup, MATCH.c.status)
    with snapshot(database) as (_, rows):
        names = dict(map(tuple, rows(select(BOT.c.id, BOT.c.name))))
        teams, fewer = contest(run.spec.game, dict(run.spec.options), run.spec.seats)
        if len(set(teams)) == run.spec.seats:  # everybody plays alone
            teams = ()
        # All seats of a match follow each other; its faults come from a second stream.
        faults = RowGroups(rows(beside_query(part, FAULT, "seat", "code")))
        for number, group in groupby(rows(result_query(part, *columns)), key=itemgetter(0)):
            _, deals, lineups, statuses, bots, scores, places = zip(*group, strict=True)
            if statuses[0] == VOID:
                continue
            found = faults.of(number)
            codes = tuple([code for _, _, code in found])
            players = tuple([names[bot] for bot in bots])
            if places[0] is None:
                yield Ending(number, None, codes, players)
                continue
            # A fault that a bot was forgiven is stored, too, but nobody forfeits by it.
            given_up = found if statuses[0] == "forfeit" else ()
            result = MatchResult(
                match_id=number,
                players=players,
                scores=scores,
                places=places,
                block=(deals[0], lineups[0]),
                # Seat -1 is a failure of the program itself, which nobody forfeits.
                forfeits=tuple(dict.fromkeys([seat for _, seat, _ in given_up if seat >= 0])),
                sides=teams,
                fewer_wins=fewer,
            )
            yield Ending(number, result, codes)


def result_query(part: MatchFilter, *columns: Column[Any]) -> Select[Any]:
    """A query for `columns` of the match, then bot, score and place of every seat."""
    return (
        select(*columns, SEAT.c.bot_id, SEAT.c.score, SEAT.c.place)
        .join_from(MATCH, SEAT, SEAT.c.match_id == MATCH.c.id)
        .where(part.where)
        .order_by(*ORDER, SEAT.c.seat)
    )


class StoredSeating(NamedTuple):
    """The place of a stored match in the schedule, and the names of its bots by seat."""

    number: int
    deal: int
    lineup: int
    rotation: int
    bots: tuple[str | None, ...]


def run_seatings(database: Database, run: StoredRun) -> Iterator[StoredSeating]:
    """The matches of a run with their bots, by number; None for a missing bot."""
    columns = (MATCH.c.number, MATCH.c.deal, MATCH.c.lineup, MATCH.c.rotation)
    query = (
        select(*columns, BOT.c.name)
        .join_from(MATCH, SEAT, SEAT.c.match_id == MATCH.c.id, isouter=True)
        .join(BOT, BOT.c.id == SEAT.c.bot_id, isouter=True)
        .where(MATCH.c.run_id == run.id)
        .order_by(MATCH.c.number, SEAT.c.seat)
    )
    with database.reading() as connection:
        # The join is from the match outwards, so one without seats is here, too, with a bot None.
        for place, rows in groupby(connection.execute(query), key=itemgetter(0, 1, 2, 3)):
            number, deal, lineup, rotation = place
            yield StoredSeating(number, deal, lineup, rotation, tuple(row[4] for row in rows))


def run_faults(
    database: Database, run: StoredRun, stretch: NumberRange = WHOLE
) -> Iterator[tuple[int, Fault]]:
    """Faults of a run with the numbers of their matches, in that order; none of void matches."""
    part = run_part(run.id, stretch)
    query = beside_query(part, FAULT, *FAULTS).where(MATCH.c.status != VOID)
    with snapshot(database) as (_, rows):
        for number, *fault in rows(query):
            yield number, Fault(*fault)


def move_times(database: Database, run: StoredRun) -> Iterator[tuple[str, int]]:
    """The bots of a run with the times of their moves in microseconds; none of void matches."""
    # Of the dealer and of people no time is measured.
    times = (
        select(BOT.c.name, MOVE_INFO.c.us)
        .join_from(MATCH, MOVE_INFO, MOVE_INFO.c.match_id == MATCH.c.id)
        .join(SEAT, (SEAT.c.match_id == MATCH.c.id) & (SEAT.c.seat == MOVE_INFO.c.seat))
        .join(BOT, BOT.c.id == SEAT.c.bot_id)
        .where(MATCH.c.run_id == run.id, MATCH.c.status != VOID, MOVE_INFO.c.us.is_not(None))
    )
    with snapshot(database) as (_, rows):
        yield from ((str(name), int(used)) for name, used in rows(times))


FAULTS: Final = ("seat", "code", "ply", "evidence", "detail")
INFOS: Final = ("ply", "seat", "text", "us")
"""The columns of faults and of texts about moves, as their values have them."""


def beside_query(part: MatchFilter, table: Table, *columns: str) -> Select[Any]:
    """A query for the rows of matches in a table, in the order of the matches, then their own."""
    plies = part.plies if table is PLY else true()
    # The key begins with the id of the match; a packed log has nothing else in it.
    _, *own = table.primary_key.columns
    return (
        select(part.key, *table.c[columns])
        .join_from(MATCH, table, table.c.match_id == MATCH.c.id)
        .where(part.where, plies)
        .order_by(*ORDER, *own)
    )


def seat_query(part: MatchFilter, *, typed: bool = False) -> Select[Any]:
    """A query for name, version, score and place of every seat; people under their own name.

    With `typed` they have the name that they have in the record.
    """
    # A seat keeps the name under which somebody sat down; the person behind it may have another
    # one by now, because of a merge or a new name.
    person = PLAYER.alias("person")
    names = (PLAYER.c.name,) if typed else (person.c.name, PLAYER.c.name)
    name = func.coalesce(BOT.c.name, *names, UNKNOWN)
    return (
        select(part.key, name, BOT.c.version, SEAT.c.score, SEAT.c.place)
        .join_from(MATCH, SEAT, SEAT.c.match_id == MATCH.c.id)
        .join(BOT, BOT.c.id == SEAT.c.bot_id, isouter=True)
        .join(PLAYER, PLAYER.c.id == SEAT.c.player_id, isouter=True)
        .join(MERGED_PLAYER, MERGED_PLAYER.c.player_id == PLAYER.c.id, isouter=True)
        .join(person, person.c.id == MERGED_PLAYER.c.person_id, isouter=True)
        .where(part.where)
        .order_by(*ORDER, SEAT.c.seat)
    )


class LogKind(NamedTuple):
    """How a kind of log is stored: its table and columns, and how a match's rows become entries."""

    table: Table
    columns: tuple[str, ...]
    entries: Callable[[list[Sequence[Any]]], list[tuple[Seat, str]]]

    def query(self, part: MatchFilter) -> Select[Any]:
        """A query for the logs of matches."""
        return beside_query(part, self.table, *self.columns)


ROWS: Final = LogKind(
    PLY, ("seat", "text"), lambda group: [(seat, text) for _, seat, text in group]
)
PACKED: Final = LogKind(
    PACKED_LOG, ("entries",), lambda group: [one for _, piece in group for one in unpack(piece)]
)
LOGS: Final = {"rows": ROWS, "packed": PACKED}


class _Contents:
    """Seats, faults and logs, read in step with a stream of matches."""

    def __init__(
        self, rows: ReadRows, part: MatchFilter, log: LogKind | None, *, typed: bool = False
    ) -> None:
        """Read logs of this kind with the texts about moves; None leaves both out."""
        # Five streams in the same order; who wants no logs does not open theirs.
        self._seats = RowGroups(rows(seat_query(part, typed=typed)))
        self._faults = RowGroups(rows(beside_query(part, FAULT, *FAULTS)))
        self._entries = (log or ROWS).entries
        self._logs = RowGroups(rows(log.query(part), plain=log is ROWS) if log else iter(()))
        infos = beside_query(part, MOVE_INFO, *INFOS)
        self._infos = RowGroups(rows(infos) if log else iter(()))

    def of(self, key: int) -> Mapping[str, Any]:
        """The fields of a StoredMatch that come from seats, faults and plies."""
        seats = self._seats.of(key)
        return {
            "players": tuple(seat[1] for seat in seats),
            "versions": tuple(seat[2] for seat in seats),
            "scores": tuple(seat[3] for seat in seats),
            "places": tuple(seat[4] for seat in seats),
            "faults": tuple(Fault(*fault[1:]) for fault in self._faults.of(key)),
            "entries": self._entries(self._logs.of(key)),
            "infos": tuple([MoveInfo(*info[1:]) for info in self._infos.of(key)]),
        }


def run_matches(
    database: Database,
    run: StoredRun,
    *,
    part: MatchFilter | None = None,
    stretch: NumberRange = WHOLE,
    entries: bool = True,
    counts: bool = False,
) -> Iterator[StoredMatch]:
    """Matches of a run by number: those in `stretch`, or those of `part`.

    With `counts` each knows the length of its log. DataFault at once if entries
    are wanted of a run that stores none.
    """
    part = part or run_part(run.id, stretch)
    if entries and run.spec.log not in LOGS:
        with snapshot(database) as (_, rows):
            numbers = list(rows(select(MATCH.c.number).where(part.where).limit(2)))
        # One match can be played again to see its moves; of several the reader chooses one.
        only = str(numbers[0][0]) if len(numbers) == 1 else "N"
        words = ("tourney", "run", "--resume", run.spec.name, "--only", only)
        raise DataFault(say("store.no-moves", run=run.spec.name, command=shell_line(words)))
    # The length of a packed log is known only when it is unpacked.
    if counts and run.spec.log == "packed":
        found = _run_matches(database, run, part, PACKED, null())
        counted = ((match, len(match.entries)) for match in found)
        if entries:
            return (replace(match, plies=plies) for match, plies in counted)
        return (replace(match, plies=plies, entries=[]) for match, plies in counted)
    count = LAST_PLY if counts and run.spec.log == "rows" else null()
    return _run_matches(database, run, part, LOGS[run.spec.log] if entries else None, count)


LAST_PLY: ColumnElement[Any] = func.coalesce(
    select(func.max(PLY.c.number)).where(PLY.c.match_id == MATCH.c.id).scalar_subquery(), 0
)
"""The number of the last ply of a match, 0 if it has none: one look into the key."""


def _run_matches(
    database: Database,
    run: StoredRun,
    part: MatchFilter,
    log: LogKind | None,
    count: ColumnElement[Any],
) -> Iterator[StoredMatch]:
    # A server keeps the plies of each run in a part of the table, and reads only this one.
    part = part if database.is_file else replace(part, plies=plies_of(run.id))
    columns = (MATCH.c.id, MATCH.c.number, MATCH.c.status, count, MATCH.c.deal, MATCH.c.lineup)
    query = select(part.key, *columns, MATCH.c.rotation).where(part.where).order_by(*ORDER)
    spec = run.spec
    given = ("event", spec.event), ("date", spec.date)
    set_ones = tuple((key, value) for key, value in given if value)
    origin = f"seed {spec.seed}"
    with snapshot(database) as (_, rows):
        # Until a sealed run is opened, its seed would tell the cards of the matches to come.
        sealed = select(SEALING.c.text).where(SEALING.c.run_id == run.id, SEALING.c.opened == "")
        for (text,) in rows(sealed):
            origin = f"commitment {sha256(text.encode()).hexdigest()}"
        contents, newest = _Contents(rows, part, log), _newest(rows, part)
        for key, match_id, number, status, plies, deal, lineup, rotation in rows(query):
            # What a record of the match says under `deal`: from these words it can be dealt again.
            provenance = f"{origin} deal {deal} rotation {rotation}"
            if spec.schedule != "fixed" and len(spec.bots) > spec.seats:
                provenance += f" lineup {lineup}"
            yield StoredMatch(
                id=match_id,
                name=f"{spec.name}/{number}",
                game=spec.game,
                rules=spec.rules,
                options=spec.options,
                headers=(*set_ones, ("source", "engine"), ("deal", provenance)),
                status=status,
                revision=newest.get(match_id, 1),
                plies=plies,
                **contents.of(key),
            )


def _newest(rows: ReadRows, part: MatchFilter) -> dict[int, int]:
    """The newest revision of each corrected match."""
    query = (
        select(REVISION.c.match_id, func.max(REVISION.c.number))
        .join_from(REVISION, MATCH, MATCH.c.id == REVISION.c.match_id)
        .where(part.where)
        .group_by(REVISION.c.match_id)
    )
    return dict(map(tuple, rows(query)))


def event_part(event: str) -> MatchFilter:
    """The imported records with this event in their headers."""
    pair = json.dumps(["event", event], ensure_ascii=False)
    # The headers are one JSON text, so a pair is looked for as it is written there.
    has = RECORD_TEXT.c.headers.contains(pair, autoescape=True)
    named = select(RECORD_TEXT.c.match_id).where(has)
    return MatchFilter(MATCH.c.id, MATCH.c.id.in_(named))


def record_matches(
    database: Database,
    *,
    part: MatchFilter | None = None,
    entries: bool = True,
    counts: bool = False,
    typed: bool = False,
) -> Iterator[StoredMatch]:
    """Matches imported as records, by id: all of them, or those of `part`.

    With `counts` each knows the length of its log; with `typed` players have the names of the text.
    """
    part = part or record_part()
    count = LAST_PLY if counts else null()
    query = (
        select(part.key, MATCH.c.id, MATCH.c.status, count, *RECORD_TEXT.columns[1:])
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id)
        .where(part.where)
        .order_by(*ORDER)
    )
    with snapshot(database) as (_, rows):
        contents = _Contents(rows, part, ROWS if entries else None, typed=typed)
        newest = _newest(rows, part)
        for key, match_id, status, plies, name, *content in rows(query):
            game, rules, options, headers, text = content
            yield StoredMatch(
                id=match_id,
                name=name,
                game=game,
                rules=rules,
                options=unpack_options(options),
                headers=unpack_headers(headers),
                status=status,
                text=text,
                revision=newest.get(match_id, 1),
                plies=plies,
                **contents.of(key),
            )


def unpack_headers(text: str) -> tuple[tuple[str, str], ...]:
    """Headers in their order; they are stored as JSON."""
    return tuple((key, value) for key, value in json.loads(text))


def stored_matches(database: Database, *, entries: bool = True) -> Iterator[StoredMatch]:
    """The matches of all runs, oldest run first, then the imported records.

    DataFault if entries are wanted of a run that stores none.
    """
    # Each stream is opened when the one before it has ended.
    parts = [run_matches(database, run, entries=entries) for run in all_runs(database)]
    return chain.from_iterable([*parts, record_matches(database, entries=entries)])


def event_matches(
    database: Database, event: str, *, entries: bool = False, counts: bool = False
) -> Generator[StoredMatch, None, None]:
    """The imported records with this event, by id; without their logs unless asked for."""
    # Found by the text of the headers, and looked at again below.
    part = event_part(event)
    for match in record_matches(database, part=part, entries=entries, counts=counts):
        if dict(match.headers).get("event") == event:  # SQLite ignores the case
            yield match


class Length(NamedTuple):
    """A match with its status and number of decisions; moves of the dealer do not count."""

    number: int
    deal: int
    status: str
    plies: int


def match_lengths(database: Database, run: StoredRun) -> Iterator[Length]:
    """The lengths of a run's matches whose moves are stored, by number; none of void ones."""
    columns: tuple[Column[Any], ...] = tuple(MATCH.c["number", "deal", "status"])
    mine = (MATCH.c.run_id == run.id) & (MATCH.c.status != VOID)
    # A server counts rows; packed logs are counted here. A run has one kind or the other.
    of_rows: Select[Any] = (
        select(*columns, func.count())
        .join_from(MATCH, PLY, PLY.c.match_id == MATCH.c.id)
        .where(mine, PLY.c.seat != CHANCE)
        .group_by(*columns, MATCH.c.id)
        .order_by(MATCH.c.number)
    )
    of_pieces: Select[Any] = (
        select(*columns, PACKED_LOG.c.entries)
        .join_from(MATCH, PACKED_LOG, PACKED_LOG.c.match_id == MATCH.c.id)
        .where(mine)
        .order_by(MATCH.c.number)
    )
    with database.reading() as connection:
        for number, deal, status, plies in connection.execute(of_rows):
            yield Length(number, deal, status, plies)
    with database.reading() as connection:
        for number, deal, status, piece in connection.execute(of_pieces):
            plies = sum(seat != CHANCE for seat, _ in unpack(piece))
            yield Length(number, deal, status, plies)


def kept_matches(
    database: Database, run: StoredRun, stretch: NumberRange = WHOLE
) -> Iterator[KeptMatch]:
    """The matches of a run by number, as they were played."""
    with snapshot(database) as (_, rows):
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
    with snapshot(database) as (_, rows):
        # Every corrected match of a run has a first revision with its status as played.
        return sorted(_first_statuses(rows, run_part(run.id)))


def note_merge(database: Database, run: StoredRun, uids: Sequence[str], matches: int) -> None:
    """Write a row of the log: matches of other runs were added to a run."""
    with database.writing() as connection:
        lock_run(connection, run)
        details = {"uid": run.uid, "from": " ".join(uid[:8] for uid in uids), "matches": matches}
        append(connection, database.actor, "run merge", named_ids(run=[run.id]), details)


class LoggedRows:
    """The matches of a run by number, with everything about them read in step."""

    def __init__(
        self, rows: ReadRows, database: Database, run: StoredRun, stretch: NumberRange = WHOLE
    ) -> None:
        part = run_part(run.id, stretch)
        if not database.is_file:
            part = replace(part, plies=plies_of(run.id))
        # Seats name bots by id; the players of a fixture are their numbers in the run.
        bots = select(RUN_BOT.c.bot_id, RUN_BOT.c.number).where(RUN_BOT.c.run_id == run.id)
        self._bots: Mapping[int, int] = dict(map(tuple, rows(bots)))
        self._rows, self._part = rows, part
        self.played = _first_statuses(rows, part)
        """The first status of every corrected match."""
        self._seats = RowGroups(rows(result_query(part, MATCH.c.number)))
        self._faults = RowGroups(rows(beside_query(part, FAULT, *FAULTS)))
        self._infos = RowGroups(rows(beside_query(part, MOVE_INFO, *INFOS)))
        self._kind = LOGS.get(run.spec.log)
        logs = rows(self._kind.query(part), plain=self._kind is ROWS) if self._kind else iter(())
        self._logs = RowGroups(logs)

    def places(self) -> Iterator[Sequence[Any]]:
        """Number, deal, line-up, rotation and status of every match, by number."""
        columns = (MATCH.c.number, MATCH.c.deal, MATCH.c.lineup, MATCH.c.rotation, MATCH.c.status)
        return self._rows(select(*columns).where(self._part.where).order_by(*ORDER))

    def log(self, number: int) -> Entries | bytes | None:
        """The log of a match, in the form in which the run stores it."""
        found = self._logs.of(number)
        if self._kind is PACKED:
            return next((piece for _, piece in found), None)
        if self._kind is ROWS:
            return Entries(*zip(*(row[1:] for row in found), strict=True)) if found else Entries()
        return None

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


def _first_statuses(rows: ReadRows, part: MatchFilter) -> dict[int, str]:
    """The first status of every corrected match, by number."""
    query = (
        select(MATCH.c.number, REVISION.c.status)
        .join_from(MATCH, REVISION, REVISION.c.match_id == MATCH.c.id)
        .where(part.where, REVISION.c.number == 1)
    )
    return dict(map(tuple, rows(query)))


def unfinished_matches(database: Database) -> list[UnfinishedMatch]:
    """Recordings in progress, then plays that have not ended; each oldest first."""
    with database.reading() as connection:
        return list(unfinished(connection))


def unfinished(connection: Connection) -> Iterator[UnfinishedMatch]:
    """Every recording, then every play that has not ended; each oldest first."""
    recordings = select(*RECORDING.c["name", "setup"]).order_by(RECORDING.c.id)
    # What was typed so far is not read: the setup already names the place in an event.
    for name, setup in connection.execute(recordings):
        values = json.loads(setup)
        yield UnfinishedMatch(
            name=name,
            kind="recording",
            game=values.get("game", ""),
            players=tuple(values.get("players", ())),
            headers=dict(values.get("headers", ())),
        )
    columns = OPEN_MATCH.c["name", "game", "holders", "headers", "date", "practice"]
    # Practice of an event takes no place at its tables.
    for name, game, holders, headers, date, practice in connection.execute(
        select(*columns).order_by(OPEN_MATCH.c.id)
    ):
        yield UnfinishedMatch(
            name=name,
            kind="play",
            game=game,
            players=tuple(str(each[0]) for each in json.loads(holders)),
            headers={**dict(unpack_headers(headers)), "date": date},
            practice=practice,
        )


def kind_of(connection: Connection, name: str) -> str | None:
    """Whether an unfinished match of this name is a recording or a play; None if there is none."""
    return next((one.kind for one in unfinished(connection) if one.name == name), None)


ID_DIGITS: Final = 18
"""Most digits of a match id; on a server they have 64 bits."""


def find(database: Database, ref: str) -> int:
    """The database id of a match, given as record id or as database id; NotFound."""
    begun = None
    if is_text(ref):
        with database.reading() as connection:
            # A record id goes before a database id: a record may be called `17`.
            found = id_named(connection, ref)
            if found is None and ref.isascii() and ref.isdecimal() and len(ref) <= ID_DIGITS:
                itself = select(MATCH.c.id).where(MATCH.c.id == int(ref))
                found = connection.execute(itself).scalar()
            if found is not None:
                return found
            begun = kind_of(connection, ref)
    if begun:
        words = {"name": quoted(ref), "id": ref, "command": COMMANDS[begun]}
        raise NotFound(say("store.not-stored-yet", **words))
    where = quoted(database.place.shown)
    raise NotFound(say("store.no-match", name=quoted(ref), database=where))


PLAYED_NAME: Final = re.compile(r"(.+)/([0-9]{1,9})", re.DOTALL)
"""The name of a match of a run: that of the run and a number."""


def id_named(connection: Connection, name: str) -> int | None:
    """The id of the match with this record id; None if there is none."""
    if at := PLAYED_NAME.fullmatch(name):
        played = id_in_run(connection, *at.groups())
        if played is not None:
            return played
    came_in = select(RECORD_TEXT.c.match_id).where(RECORD_TEXT.c.name == name)
    return connection.execute(came_in).scalar()


def id_in_run(connection: Connection, run: str, number: str) -> int | None:
    """The id of a match of a run; None if there is none."""
    played = (
        select(MATCH.c.id)
        .join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)
        .where(RUN.c.name == run, MATCH.c.number == int(number))
    )
    return connection.execute(played).scalar()


def match_named(
    database: Database, ref: str, *, entries: bool = True, counts: bool = False
) -> StoredMatch:
    """One match; NotFound, or DataFault if `entries` are wanted but not stored.

    With `entries` it also has what bots wrote about their moves.
    """
    return match_with_id(database, find(database, ref), entries=entries, counts=counts)


def match_with_id(
    database: Database, match_id: int, *, entries: bool, counts: bool = False
) -> StoredMatch:
    """The match with this database id."""
    part = single_part(match_id)
    # A record has its values beside its text; a match of a run needs the settings of the run.
    for record in record_matches(database, part=part, entries=entries, counts=counts):
        return record
    with database.reading() as connection:
        run_id = connection.execute(select(MATCH.c.run_id).where(part.where)).scalar_one()
    run = next(run for run in all_runs(database) if run.id == run_id)
    return next(run_matches(database, run, part=part, entries=entries, counts=counts))


def has_match(database: Database, name: str) -> bool:
    """Whether a match has this record id."""
    with database.reading() as connection:
        return id_named(connection, name) is not None
