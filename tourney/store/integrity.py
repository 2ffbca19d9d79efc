"""Checks a database for damage: the database's own checks, and those of this program.

A row of the log is vouched for by its own hash and by the hash that the row after it has stored,
the last row by `log_end`. Whoever computes all later hashes again, that of `log_end` too, or cuts
off the end with it, is found only by a row that was noted elsewhere. Matches are compared with the
digests of what was written in the order of their numbers, a few at a time, so memory does not grow.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from heapq import heappop, heappush
from itertools import groupby
from operator import itemgetter
from struct import iter_unpack
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Integer,
    LargeBinary,
    Select,
    Table,
    func,
    inspect,
    or_,
    select,
)
from sqlmodel import SQLModel

from engines.api import CHANCE
from tourney.domain.errors import DataFault
from tourney.domain.event_log import RESULT, EventResult
from tourney.play.packed_logs import unpack
from tourney.results.sums import ResultSums, design
from tourney.store.connect import Database
from tourney.store.database_faults import Damaged
from tourney.store.digests import (
    AT_ONCE,
    ENTRY,
    GONE,
    PARTS,
    SHORT,
    WHOLE_BYTES,
    chain_hash,
    joined,
    match_digest,
    record_contents,
    salted,
    settings_digest,
)
from tourney.store.events import event_problems
from tourney.store.log import END, FIRST, NotedRow, log_entries, names_match, row_hash
from tourney.store.matches import (
    LoggedRows,
    NumberRange,
    RowGroups,
    Rows,
    record_matches,
    run_endings,
    snapshot,
    unpack_headers,
)
from tourney.store.models import (
    FAULT,
    LOG,
    LOG_END,
    MATCH,
    MOVE_INFO,
    PACKED_LOG,
    PLY,
    RECORD_DIGEST,
    RECORD_TEXT,
    REVISION,
    RUN,
    RUN_DIGEST,
    SEAT,
    TALLY,
)
from tourney.store.run_sums import stored_sums
from tourney.store.runs import StoredRun
from tourney.store.schema import require_usable, schema


def problems(database: Database, noted: NotedRow | None = None) -> list[str]:
    """One line for each problem; empty for a sound database.

    The log must contain the row that was `noted`. Conflict for a database with another schema.
    """
    try:
        with database.translating():
            damage = _damage(database) if database.is_file else []
    except Damaged as damaged:
        return [str(damaged)]
    if damage:
        return damage
    with database.reading() as connection:
        require_usable(database.place, schema(connection))
        present = inspect(connection).get_table_names()
        lost = [
            f"table {name}: missing" for name in SQLModel.metadata.tables if name not in present
        ]
        if database.is_file and not lost:
            lost = list(misfits(connection))
        return lost or [
            *(
                f"match {match_id}: {words}"
                for words, query in CHECKS.items()
                for (match_id,) in connection.execute(query)
            ),
            *_unreadable(connection),
            *contradictions(connection),
            *event_problems(connection),
            *(log_problems(connection) if noted is None else _log(connection, noted)),
        ]


def _log(connection: Connection, noted: NotedRow) -> list[str]:
    return [*log_problems(connection)] or [*noted_problems(connection, noted)]


def _unreadable(connection: Connection) -> Iterator[str]:
    """One line for each packed log that cannot be read; UnknownDictionary for a newer one."""
    with connection.execute(select(PACKED_LOG)) as found:
        for match_id, piece in found:
            try:
                unpack(piece)
            except DataFault as fault:
                yield f"match {match_id}: {fault}"


def _damage(database: Database) -> list[str]:
    """Problems that SQLite finds in the file; checks references only if the pages are sound."""
    with closing(database.connect()) as db:
        try:
            lines = [line for (line,) in db.execute("PRAGMA integrity_check") if line != "ok"]
            if lines:
                return [f"file: {line}" for line in lines]
            return [
                f"table {table}: {_row(number)} refers to a missing row of {other}"
                for table, number, other, _ in db.execute("PRAGMA foreign_key_check")
            ]
        except sqlite3.OperationalError:  # locked or not readable, which says nothing of the pages
            raise
        except sqlite3.DatabaseError as error:
            return [f"file: {error}"]


def _row(number: int | None) -> str:
    return "a row" if number is None else f"row {number}"


def _plies_apart() -> Select[Any]:
    return (
        select(PLY.c.match_id)
        .group_by(PLY.c.match_id)
        .having(or_(func.min(PLY.c.number) != 1, func.max(PLY.c.number) != func.count()))
        .order_by(PLY.c.match_id)
    )


def _plies_alone() -> Select[Any]:
    return (
        select(PLY.c.match_id)
        .distinct()
        .where(PLY.c.match_id.not_in(select(MATCH.c.id)))
        .order_by(PLY.c.match_id)
    )


def _seats_missing() -> Select[Any]:
    return (
        select(MATCH.c.id)
        .join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)
        .join(SEAT, SEAT.c.match_id == MATCH.c.id, isouter=True)
        .group_by(MATCH.c.id, RUN.c.seats)
        .having(or_(func.count(SEAT.c.bot_id) != RUN.c.seats, func.max(SEAT.c.seat) >= RUN.c.seats))
        .order_by(MATCH.c.id)
    )


def _text_missing() -> Select[Any]:
    return (
        select(MATCH.c.id)
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id, isouter=True)
        .where(MATCH.c.run_id.is_(None) == RECORD_TEXT.c.match_id.is_(None))
        .order_by(MATCH.c.id)
    )


def _logs_missing() -> Select[Any]:
    return (
        select(MATCH.c.id)
        .join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)
        .join(PACKED_LOG, PACKED_LOG.c.match_id == MATCH.c.id, isouter=True)
        .where((RUN.c.log == "packed") == PACKED_LOG.c.match_id.is_(None))
        .order_by(MATCH.c.id)
    )


def _logs_alone() -> Select[Any]:
    return (
        select(PACKED_LOG.c.match_id)
        .where(PACKED_LOG.c.match_id.not_in(select(MATCH.c.id)))
        .order_by(PACKED_LOG.c.match_id)
    )


def _beside(kind: ColumnElement[bool], table: Table) -> Select[Any]:
    """The matches with rows in a table, of runs whose kind of log has none."""
    return (
        select(MATCH.c.id)
        .join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)
        .where(kind, MATCH.c.id.in_(select(table.c.match_id)))
        .order_by(MATCH.c.id)
    )


CHECKS = {
    "the plies are not numbered 1, 2, 3 … without a gap": _plies_apart(),
    "plies of a match that is missing": _plies_alone(),
    "the number of seats differs from that of the run": _seats_missing(),
    "a packed log is missing, or is there although the run has none": _logs_missing(),
    "a packed log of a match that is missing": _logs_alone(),
    "plies, although the run does not store plies": _beside(RUN.c.log != "rows", PLY),
    "texts about moves, although the run stores only results": _beside(
        RUN.c.log == "results", MOVE_INFO
    ),
    "belongs to both a run and a record, or to neither": _text_missing(),
}


def contradictions(connection: Connection) -> Iterator[str]:
    """One line for each match whose parts contradict each other."""
    for words, query in CONTRADICTIONS.items():
        for (match_id,) in connection.execute(query):
            yield f"match {match_id}: {words}"
    for match_id, headers in connection.execute(select(*RECORD_TEXT.c["match_id", "headers"])):
        try:
            unpack_headers(headers)
        except (ValueError, TypeError):
            yield f"match {match_id}: the headers cannot be read"


def _strangers(table: Any) -> Select[Any]:
    """The matches with rows for seats that they do not have."""
    seated = select(func.count()).where(SEAT.c.match_id == table.c.match_id).scalar_subquery()
    return (
        select(table.c.match_id)
        .distinct()
        .join_from(table, MATCH, MATCH.c.id == table.c.match_id)
        .join(RUN, RUN.c.id == MATCH.c.run_id, isouter=True)
        .where(or_(table.c.seat < CHANCE, table.c.seat >= func.coalesce(RUN.c.seats, seated)))
        .order_by(table.c.match_id)
    )


def _unscored() -> Select[Any]:
    return (
        select(MATCH.c.id)
        .distinct()
        .join_from(MATCH, SEAT, SEAT.c.match_id == MATCH.c.id)
        .where(MATCH.c.run_id.is_not(None), MATCH.c.status != "abandoned")
        .where(or_(SEAT.c.score.is_(None), SEAT.c.place.is_(None)))
        .order_by(MATCH.c.id)
    )


def _other_revision() -> Select[Any]:
    newest = (
        select(REVISION.c.match_id, func.max(REVISION.c.number).label("number"))
        .group_by(REVISION.c.match_id)
        .subquery()
    )
    mine = (REVISION.c.match_id == newest.c.match_id) & (REVISION.c.number == newest.c.number)
    text = RECORD_TEXT.c.text != REVISION.c.text
    return (
        select(REVISION.c.match_id)
        .join_from(REVISION, newest, mine)
        .join(MATCH, MATCH.c.id == REVISION.c.match_id)
        .join(RECORD_TEXT, RECORD_TEXT.c.match_id == REVISION.c.match_id, isouter=True)
        .where(or_(text, MATCH.c.status != REVISION.c.status))
        .order_by(REVISION.c.match_id)
    )


CONTRADICTIONS = {
    "plies of a seat that the match does not have": _strangers(PLY),
    "a fault of a seat that the match does not have": _strangers(FAULT),
    "a text about a move of a seat that the match does not have": _strangers(MOVE_INFO),
    "a seat without score or place": _unscored(),
    "differs from its newest revision": _other_revision(),
}


class _Link(NamedTuple):
    """A row of the log without its content; `sound` if its hash fits the content."""

    number: int
    previous: str
    hash: str
    sound: bool


def noted_problems(connection: Connection, noted: NotedRow) -> Iterator[str]:
    """What is wrong with a row that was noted; its hash depends on all rows before it."""
    found = select(LOG.c.hash).where(LOG.c.number == noted.number)
    own = connection.execute(found).scalar()
    if own is None:
        yield f"log: row {noted.number} was noted and is missing: the log was cut off"
    elif not own.startswith(noted.hash):
        yield (
            f"log: row {noted.number} is not the one that was noted: rows up to it were altered, "
            "removed or inserted, and all hashes computed again"
        )


def log_problems(connection: Connection) -> Iterator[str]:
    """The first row of the log that is not as it was written; nothing for a sound log."""
    links = [_link(row) for row in connection.execute(select(LOG).order_by(LOG.c.number))]
    end = connection.execute(
        select(LOG_END.c.count, LOG_END.c.hash).where(LOG_END.c.id == END)
    ).one_or_none()
    if end is None:
        yield "log: its end, the row of log_end, was removed"
        return
    count, last = end
    found = _first(links, count, last)
    if found:
        yield f"log: {found}"
    else:
        yield from _cut_off(connection, count)


def _link(row: Any) -> _Link:
    *content, own = row
    return _Link(row.number, row.previous, own, row_hash(*content) == own)


def _first(links: Sequence[_Link], count: int, last: str) -> str:
    """What is wrong with the first wrong row; empty if all are right."""
    vouched, previous = _vouched(links, count, last), FIRST
    for place, link in enumerate(links):
        number = place + 1
        if link.number > number:
            return _missing(number, link.number - 1)
        if link.number < number or number > count:
            return f"row {link.number} was inserted"
        after = links[place + 1] if place + 1 < len(links) else None
        if _inserted(link, after, previous):
            return f"row {number} was inserted"
        if not vouched[place]:
            return f"row {number} was altered"
        previous = link.hash
    return _missing(len(links) + 1, count) if len(links) < count else ""


def _missing(first: int, last: int) -> str:
    return f"row {first} was removed" if first == last else f"rows {first} to {last} were removed"


def _inserted(link: _Link, after: _Link | None, previous: str) -> bool:
    """Whether the row after this one follows the row before it, but has got another number."""
    return after is not None and not after.sound and after.previous == previous != link.hash


def _vouched(links: Sequence[_Link], count: int, last: str) -> list[bool]:
    """Whether each row is sound, and the row after it, or the end of the log, has its hash.

    A later row that is wrong itself proves nothing about the row before it.
    """
    found: list[bool] = []
    expected: str | None = last
    after = count + 1
    for link in reversed(links):
        known = None if link.number + 1 != after else expected
        found.append(link.sound and known in (None, link.hash))
        expected, after = link.previous if found[-1] else None, link.number
    return found[::-1]


def _cut_off(connection: Connection, count: int) -> Iterator[str]:
    """Revisions that name a row of the log which is not there: rows were cut off with the end."""
    named = select(REVISION.c.log_number).where(REVISION.c.log_number > count).limit(1)
    for number in connection.execute(named).scalars():
        yield f"log: row {number} was removed"


TYPES: Final = {Integer: "integer", Boolean: "integer", LargeBinary: "blob"}
"""SQLite's name for the values of a column; all other columns contain text."""
PORTION: Final = 1000


def misfits(connection: Connection) -> Iterator[str]:
    """One line for each column with values of a wrong type or with unreadable texts."""
    for table in SQLModel.metadata.sorted_tables:
        wrong = list(_of_other_types(connection, table))
        yield from wrong
        if not wrong:
            yield from _unreadable_values(connection, table)


def _of_other_types(connection: Connection, table: Table) -> Iterator[str]:
    columns = list(table.columns)
    counts = ", ".join(_count(column) for column in columns)
    row = connection.exec_driver_sql(f'SELECT {counts} FROM "{table.name}"').one()
    for column, number in zip(columns, row, strict=True):
        if number:
            yield f"table {table.name}: {number:.0f} values of {column.name} have the wrong type"


def _type(column: "Column[Any]") -> str:
    return next((name for kind, name in TYPES.items() if isinstance(column.type, kind)), "text")


def _count(column: "Column[Any]") -> str:
    """SQL for the number of values that have a wrong type."""
    types = f"'{_type(column)}', 'null'" if column.nullable else f"'{_type(column)}'"
    return f'total(typeof("{column.name}") NOT IN ({types}))'


def _unreadable_values(connection: Connection, table: Table) -> Iterator[str]:
    for column in table.columns:
        if _type(column) == "text":
            reads = _are_texts if column.type.python_type is str else _are_times
            if not all(map(reads, _values(connection, table, column))):
                yield f"table {table.name}: values of {column.name} cannot be read"


def _values(connection: Connection, table: Table, column: "Column[Any]") -> Iterator[list[bytes]]:
    """The values of a column as bytes, in batches."""
    driver: Any = connection.connection.driver_connection
    query = f'SELECT CAST("{column.name}" AS BLOB) FROM "{table.name}"'
    with closing(driver.execute(query)) as cursor:
        while rows := cursor.fetchmany(PORTION):
            yield [value for (value,) in rows if value is not None]


def _are_texts(values: Sequence[bytes]) -> bool:
    try:
        b"\n".join(values).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _are_times(values: Sequence[bytes]) -> bool:
    try:
        for value in values:
            datetime.fromisoformat(value.decode("ascii"))
    except ValueError:
        return False
    return True


NAMED: Final = 5
"""How many matches are listed by number; the others are counted."""
MISSING: Final = "written and no longer there"
STRANGE: Final = "there although the run has not written them"
SETTINGS: Final = 0
"""The number of the settings among the entries of a run."""


class MisfitNumbers:
    """Match numbers by what is wrong with them; keeps the first ones and counts the rest."""

    def __init__(self) -> None:
        self._first: dict[str, list[int]] = {}
        self._count: Counter[str] = Counter()

    def add(self, what: str, number: int) -> None:
        """Note a match."""
        self._count[what] += 1
        if self._count[what] <= NAMED:
            self._first.setdefault(what, []).append(number)

    def lines(self, where: str) -> Iterator[str]:
        """A line for each kind of fault."""
        for what, numbers in self._first.items():
            count = self._count[what]
            many = "1 match" if count == 1 else f"{count} matches"
            more = ", …" if count > NAMED else ""
            yield f"{where}: {many} {what} (number {', '.join(map(str, numbers))}{more})"


def content_problems(database: Database, runs: Sequence[StoredRun]) -> Iterator[str]:
    """One line for each thing that is not as it was written, or does not follow from the rest."""
    yield from log_digest_problems(database, runs)
    for run in runs:
        yield from run_digest_problems(database, run)
    yield from revision_problems(database)
    yield from tally_problems(database, runs)
    yield from record_problems(database)
    yield from text_problems(database)
    yield from event_result_problems(database)


def run_digest_problems(database: Database, run: StoredRun) -> Iterator[str]:
    """One line for each way in which a run is not what was written."""
    where, found = f"run '{run.spec.name}'", MisfitNumbers()
    with snapshot(database) as (connection, rows):
        if (broken := _broken(rows, run.id)) is not None:
            yield f"{where}: row {broken} of run_digest was altered, removed or inserted"
            return
        claims = _claims(rows, run.id)
        claim = next(claims, None)
        if claim is not None and claim[0] == SETTINGS:
            if claim[1] != settings_digest(connection, run.id):
                yield f"{where}: the settings or bots differ from those written (run, run_bot, bot)"
            claim = next(claims, None)
        for number, digest in _stored(rows, database, run):
            while claim is not None and claim[0] < number:
                _note_missing(found, claim)
                claim = next(claims, None)
            if claim is None or claim[0] > number:
                found.add(STRANGE, number)
                continue
            if claim[1] == GONE:
                found.add(STRANGE, number)
            elif claim[1] != digest:
                found.add(_difference(claim[1], digest), number)
            claim = next(claims, None)
        while claim is not None:
            _note_missing(found, claim)
            claim = next(claims, None)
    yield from found.lines(where)


def _note_missing(found: MisfitNumbers, claim: tuple[int, bytes]) -> None:
    if claim[1] != GONE:
        found.add(MISSING, claim[0])


def _difference(written: bytes, own: bytes) -> str:
    pairs = zip(PARTS, written[WHOLE_BYTES:], own[WHOLE_BYTES:], strict=True)
    tables = [name for name, old, new in pairs if old != new]
    return f"not as written: {', '.join(tables) or 'match'}"


def _stored(rows: Rows, database: Database, run: StoredRun) -> Iterator[tuple[int, bytes]]:
    """The digest of every match of a run as it is now, with the status as it was played."""
    logged = LoggedRows(rows, database, run)
    for number, deal, lineup, rotation, status in logged.places():
        place = (number, deal, lineup, rotation, logged.played.get(number, status))
        rest = logged.fault_rows(number), logged.info_rows(number)
        yield number, match_digest(place, logged.seat_rows(number), logged.log(number), *rest)


def _broken(rows: Rows, run_id: int) -> int | None:
    """The first row of a chain whose hash does not fit; None if all do."""
    chain = select(*RUN_DIGEST.c["number", "entries", "hash"]).where(RUN_DIGEST.c.run_id == run_id)
    previous, expected = "", 1
    for number, packed, own in rows(chain.order_by(RUN_DIGEST.c.number)):
        data = bytes(packed)
        if number != expected or len(data) % ENTRY.size or chain_hash(previous, data) != own:
            return expected
        previous, expected = own, number + 1
    return None


def _claims(rows: Rows, run_id: int) -> Iterator[tuple[int, bytes]]:
    """The last entry of every number in the chain of a run, in their order.

    A row is opened when its first number comes: only rows that overlap are in memory together.
    """
    chain = select(*RUN_DIGEST.c["number", "entries"]).where(RUN_DIGEST.c.run_id == run_id)
    ordered = rows(chain.order_by(RUN_DIGEST.c.first, RUN_DIGEST.c.number))
    opened: list[tuple[int, int, bytes, Iterator[tuple[int, bytes]]]] = []

    def advance(row: int, listed: Iterator[Any]) -> None:
        following = next(listed, None)
        if following is not None:
            heappush(opened, (following[0], row, following[1], listed))

    def until(limit: int | None) -> Iterator[tuple[int, bytes]]:
        while opened and (limit is None or opened[0][0] < limit):
            number, last = opened[0][0], b""
            while opened and opened[0][0] == number:
                _, row, last, listed = heappop(opened)
                advance(row, listed)
            yield number, last

    for row, packed in ordered:
        listed = iter_unpack(ENTRY.format, bytes(packed))
        (first, _) = ENTRY.unpack_from(bytes(packed))
        yield from until(first)
        advance(row, listed)
    yield from until(None)


# -- the log and the ends of the chains


def log_digest_problems(database: Database, runs: Sequence[StoredRun]) -> Iterator[str]:
    """One line for each row of the log whose digest is not that of what is stored beside it."""
    by_uid, begun = {run.uid: run for run in runs}, set[str]()
    columns = RECORD_DIGEST.c["log_number", "match_id", "digest"]
    with snapshot(database) as (connection, rows):
        digests = RowGroups(rows(select(*columns).order_by(*columns[:2])))
        changes = select(*LOG.c["number", "what", "details"]).order_by(LOG.c.number)
        for number, what, packed in rows(changes):
            details = json.loads(packed)
            if what.startswith("run "):
                uid = str(details.get("uid"))
                begun = {"run new": begun | {uid}, "run rm": begun - {uid}}.get(what, begun)
                run = by_uid.get(uid)
                if run is not None and not _has_end(connection, run.id, details):
                    yield (
                        f"run '{run.spec.name}': row {number} of the log names a row of "
                        "run_digest that is not there"
                    )
                continue
            own = digests.of(number)
            if details.get("digest") != (joined((row[1], row[2]) for row in own) if own else None):
                yield f"log: the digests of row {number} (record_digest) were changed"
        for uid in sorted(begun - by_uid.keys()):
            yield f"run with uid {uid[:8]}: in the log and no longer there"
        logged = select(LOG.c.number)
        alone = select(RECORD_DIGEST.c.match_id).where(RECORD_DIGEST.c.log_number.not_in(logged))
        for match_id in connection.execute(alone.limit(NAMED)).scalars():
            yield f"match {match_id}: a digest (record_digest) of no row of the log"


def _has_end(connection: Connection, run_id: int, details: Any) -> bool:
    """Whether the chain of a run has the row that a row of the log names; true without digest."""
    if "digest" not in details:
        return True
    mine = (RUN_DIGEST.c.run_id == run_id) & (RUN_DIGEST.c.number == details.get("rows", 1))
    own = connection.execute(select(RUN_DIGEST.c.hash).where(mine)).scalar()
    return own is not None and own[:SHORT] == details["digest"]


# -- records


def record_problems(database: Database) -> Iterator[str]:
    """One line for each record that is not what was written, or contradicts its own text."""
    with snapshot(database) as (connection, rows):
        query = select(*RECORD_DIGEST.c["match_id", "log_number", "salt", "digest"]).order_by(
            RECORD_DIGEST.c.match_id, RECORD_DIGEST.c.log_number
        )
        written = groupby(rows(query), key=itemgetter(0))
        coming = _newest(next(written, None))
        for part in _portions(connection):
            contents = record_contents(connection, part)
            for match_id in part:
                while coming is not None and coming[0] < match_id:
                    yield from _gone(coming)
                    coming = _newest(next(written, None))
                if coming is None or coming[0] > match_id:
                    yield f"match {match_id}: there although no command has stored it"
                    continue
                _, number, salt, digest = coming
                if not digest:
                    yield f"match {match_id}: there although row {number} of the log removed it"
                elif salted(salt, contents.get(match_id, b"")) != digest:
                    yield (
                        f"match {match_id}: not as row {number} of the log left it: match, "
                        "record_text, seat, fault or move_info"
                    )
                coming = _newest(next(written, None))
        while coming is not None:
            yield from _gone(coming)
            coming = _newest(next(written, None))


def _newest(group: tuple[int, Iterator[Any]] | None) -> tuple[int, int, str, str] | None:
    if group is None:
        return None
    *_, last = group[1]
    return (last[0], last[1], last[2], last[3])


def _gone(written: tuple[int, int, str, str]) -> Iterator[str]:
    match_id, number, _, digest = written
    if digest:
        yield f"match {match_id}: stored by row {number} of the log and no longer there"


def _portions(connection: Connection) -> Iterator[Sequence[int]]:
    """The ids of all records, some at a time."""
    last = 0
    while True:
        after = select(MATCH.c.id).where(MATCH.c.run_id.is_(None), MATCH.c.id > last)
        ids = connection.execute(after.order_by(MATCH.c.id).limit(AT_ONCE)).scalars().all()
        if not ids:
            return
        yield ids
        last = ids[-1]


def text_problems(database: Database) -> Iterator[str]:
    """One line for each record whose stored values do not follow from its text."""
    from tourney.records import read
    from tourney.records import stored as from_record

    for match in record_matches(database, entries=True, typed=True):
        document = read(match.text or "")
        if document.faults() or len(document.matches) != 1:
            yield f"match {match.id}: its text is not a record without errors (record_text)"
            continue
        own = from_record(document.matches[0])
        wrong = [
            words
            for words, values in FOLLOWS.items()
            if any(getattr(match, value) != getattr(own, value) for value in values)
        ]
        if wrong:
            yield f"match {match.id}: {', '.join(wrong)} not as in its text"


FOLLOWS: Final = {
    "name, game, rules or options (record_text)": ("name", "game", "rules", "options"),
    "headers (record_text)": ("headers",),
    "status (match)": ("status",),
    "players or bots (seat, player, bot)": ("players", "versions"),
    "scores or places (seat)": ("scores", "places"),
    "plies (ply)": ("entries",),
}
"""What follows from the text of a record, and the tables that have it."""


def event_result_problems(database: Database) -> Iterator[str]:
    """One line for each match whose result differs from the one that its event has in the log."""
    newest: dict[int, tuple[int, EventResult]] = {}
    for entry in log_entries(database):
        if entry.what == RESULT:
            result = EventResult.of(entry.details)
            newest[result.match] = entry.number, result
    with database.reading() as connection:
        for match_id, (number, result) in sorted(newest.items()):
            query = select(MATCH.c.status).where(MATCH.c.id == match_id)
            status = connection.execute(query).scalar()
            if status is None and result.status not in ("removed", "moved"):
                yield f"match {match_id}: missing, but row {number} of the log has its result"
            if status is None or not result.places:
                continue
            seats = select(SEAT.c.score, SEAT.c.place).where(SEAT.c.match_id == match_id)
            scored = connection.execute(seats.order_by(SEAT.c.seat)).all()
            own = status, tuple(row[0] for row in scored), tuple(row[1] for row in scored)
            if own != (result.status, result.scores, result.places):
                yield (
                    f"match {match_id}: its result (match, seat) differs from row {number} of the "
                    "log, by which it counts in its event"
                )


def revision_problems(database: Database) -> Iterator[str]:
    """One line for each correction of which the row of the log that it names does not speak."""
    columns = REVISION.c["match_id", "number", "what"]
    query = (
        select(*columns, LOG.c.number, LOG.c.what, LOG.c.ids, LOG.c.details)
        .join_from(REVISION, LOG, LOG.c.number == REVISION.c.log_number, isouter=True)
        .where(REVISION.c.number > 1)
        .order_by(REVISION.c.match_id, REVISION.c.number)
    )
    with snapshot(database) as (_, rows):
        for match_id, number, what, row, logged, ids, details in rows(query):
            fits = row is not None and names_match(ids, match_id)
            if fits and logged.startswith("match "):
                fits = logged == f"match {what}" and json.loads(details)["revision"] == number
            if not fits:
                yield f"match {match_id}: the log has no row for revision {number} (revision)"


def tally_problems(database: Database, runs: Sequence[StoredRun]) -> Iterator[str]:
    """One line for each run whose sums for standings do not follow from its matches."""
    for run in runs:
        with database.reading() as connection:
            found = stored_sums(connection, run.id, run.spec)
            kept = connection.execute(select(TALLY.c.upto).where(TALLY.c.run_id == run.id)).scalar()
        if kept is None:
            continue
        if found is None:
            yield f"run '{run.spec.name}': the sums for standings (tally) cannot be read"
            continue
        own = ResultSums(by=found.sums.by, design=design(run.spec))
        last = 0
        for ending in run_endings(database, run, NumberRange(upto=found.upto)):
            own.take(ending)
            last += 1
        sums = _unordered(json.loads(own.packed())), _unordered(json.loads(found.sums.packed()))
        if last != found.upto or sums[0] != sums[1]:
            yield (
                f"run '{run.spec.name}': the sums for standings (tally) are not those of its "
                f"matches 1 to {found.upto}"
            )


def _unordered(value: Any) -> Any:
    """Sums without the order in which players came: lists of lists are sorted."""
    if not isinstance(value, list):
        return value
    parts = [_unordered(one) for one in value]
    return sorted(parts, key=json.dumps) if all(isinstance(one, list) for one in parts) else parts
