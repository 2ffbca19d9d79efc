"""Checks a database for damage: the database's own checks, and those of this program.

A row of the log is vouched for by its own hash and by the hash that the row after it has stored,
the last row by `log_end`. Whoever computes all later hashes again, that of `log_end` too, or cuts
off the end with it, is found only by a row that was noted elsewhere. Matches are compared with the
digests of what was written in the order of their numbers, a few at a time, so memory does not grow.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from itertools import groupby, zip_longest
from operator import itemgetter
from struct import iter_unpack
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import (
    Boolean,
    Column,
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
from engines.messages import Message, in_a_row, say
from tourney.domain.errors import DataFault
from tourney.domain.event_log import ENTRY_UNDO, RESULT, EventResult
from tourney.play.packed_logs import unpack
from tourney.results.sums import ResultSums, design
from tourney.store.analyses import analysis_problems
from tourney.store.connect import Database
from tourney.store.corrections import ALTERED
from tourney.store.database_faults import Damaged
from tourney.store.digests import (
    ENTRY,
    GONE,
    LOGGED,
    PARTS,
    WHOLE_BYTES,
    chain_hash,
    match_digest,
    settings_digest,
)
from tourney.store.events import (
    ALL_EVENTS,
    REMOVED,
    RESTORED,
    entries_of_row,
    event_of_row,
)
from tourney.store.log import (
    AT_ONCE,
    END,
    FIRST,
    MERGED,
    SHORT,
    NotedRow,
    joined,
    log_entries,
    merged_digest,
    named_matches,
    record_contents,
    row_hash,
    salted,
)
from tourney.store.matches import (
    LoggedRows,
    NumberRange,
    ReadRows,
    RowGroups,
    record_matches,
    run_endings,
    snapshot,
    unpack_headers,
)
from tourney.store.models import (
    ENTRANT,
    EVENT,
    EVENT_LOG,
    FAULT,
    LOG,
    LOG_END,
    MATCH,
    MERGED_PLAYER,
    MOVE_INFO,
    PACKED_LOG,
    PLAYER,
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

Problem: TypeAlias = Message | str

TYPES: Final = {Integer: "integer", Boolean: "integer", LargeBinary: "blob"}
"""SQLite's name for the values of a column; all other columns contain text."""
PORTION: Final = 1000
"""Values that are read at a time."""
MINUTES: Final = timedelta(minutes=10)
"""How long after its creation a run may get its row of the log, if a server is waited for."""
NAMED: Final = 5
"""How many matches are listed by number; the others are counted."""
SETTINGS: Final = 0
"""The number of the settings among the entries of a run."""


def problems(database: Database, noted: NotedRow | None = None) -> list[Problem]:
    """One line for each problem; empty for a sound database.

    The log must contain the row that was `noted`. Conflict for a database with another schema.
    """
    try:
        with database.translating():
            damage = _damage(database) if database.is_file else []
    except Damaged as damaged:
        return [damaged.message]
    if damage:
        return damage
    with database.reading() as connection:
        require_usable(database.place, schema(connection)[0])
        present = inspect(connection).get_table_names()
        tables = (name for name in SQLModel.metadata.tables if name not in present)
        lost: list[Problem] = [say("store.missing-table", table=name) for name in tables]
        if database.is_file and not lost:
            # Only SQLite stores values of any type in any column.
            lost += _misfits(connection)
        if lost:
            return lost
        found: list[Problem] = [*_contradictions(connection), *_event_problems(connection)]
        log = [*_log_problems(connection)]
        if noted is not None and not log:
            log += _noted_problems(connection, noted)
        return [*found, *log]


def _damage(database: Database) -> list[Problem]:
    """Problems that SQLite finds in the file; checks references only if the pages are sound."""
    with closing(database.connect()) as db:
        try:
            lines = [line for (line,) in db.execute("PRAGMA integrity_check") if line != "ok"]
            if lines:
                return [say("store.of-file", fault=str(line)) for line in lines]
            dangling = db.execute("PRAGMA foreign_key_check").fetchall()
        except sqlite3.OperationalError:  # locked or not readable, which says nothing of the pages
            raise
        except sqlite3.DatabaseError as error:
            return [say("store.of-file", fault=str(error))]
    return [
        say("store.row-refers", table=table, row=number, other=other)
        if number is not None
        else say("store.a-row-refers", table=table, other=other)
        for table, number, other, _ in dangling
    ]


# SQLite stores any value in any column, so a damaged or edited file may contain unreadable values.


def _misfits(connection: Connection) -> Iterator[Message]:
    """Columns with values of a wrong type or with unreadable texts."""
    for table in SQLModel.metadata.sorted_tables:
        columns = list(table.columns)
        counts = []
        for column in columns:
            types = f"'{_type(column)}', 'null'" if column.nullable else f"'{_type(column)}'"
            counts.append(f'total(typeof("{column.name}") NOT IN ({types}))')
        row = connection.exec_driver_sql(f'SELECT {", ".join(counts)} FROM "{table.name}"').one()
        for column, number in zip(columns, row, strict=True):
            if number:
                yield say(
                    "store.wrong-types", table=table.name, count=int(number), column=column.name
                )
        if any(row):
            continue
        for column in columns:
            if _type(column) == "text" and not _readable(connection, table, column):
                yield say("store.unreadable-values", table=table.name, column=column.name)


def _type(column: "Column[Any]") -> str:
    return next((name for kind, name in TYPES.items() if isinstance(column.type, kind)), "text")


def _readable(connection: Connection, table: Table, column: "Column[Any]") -> bool:
    """Whether all values of a column are texts, or times if that is its type."""
    driver: Any = connection.connection.driver_connection
    query = f'SELECT CAST("{column.name}" AS BLOB) FROM "{table.name}"'
    with closing(driver.execute(query)) as cursor:
        try:
            while rows := cursor.fetchmany(PORTION):
                values = [value for (value,) in rows if value is not None]
                if column.type.python_type is str:
                    # Decoded at once: a column may have a million texts.
                    b"\n".join(values).decode("utf-8")
                    continue
                for value in values:
                    datetime.fromisoformat(value.decode("ascii"))
        except ValueError:  # UnicodeDecodeError is one
            return False
    return True


# Whether the parts of a match agree: seats, plies, texts, revisions.


def _strangers(table: Table) -> Select[Any]:
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


def _alone(table: Table) -> Select[Any]:
    """The ids of missing matches that have rows in a table."""
    missing = table.c.match_id.not_in(select(MATCH.c.id))
    return select(table.c.match_id).distinct().where(missing).order_by(table.c.match_id)


def _apart(table: Table) -> Select[Any]:
    """The matches whose rows in a table are not numbered from 1 without a gap."""
    number = table.c.number
    return (
        select(table.c.match_id)
        .group_by(table.c.match_id)
        .having(or_(func.min(number) != 1, func.max(number) != func.count()))
        .order_by(table.c.match_id)
    )


_OF_RUN: Final = select(MATCH.c.id).join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)
_NEWEST: Final = (
    select(REVISION.c.match_id, func.max(REVISION.c.number).label("number"))
    .group_by(REVISION.c.match_id)
    .subquery()
)

CHECKS: Final[Mapping[str, Select[Any]]] = {
    "store.plies-apart": _apart(PLY),
    "store.faults-apart": _apart(FAULT),
    "store.infos-apart": _apart(MOVE_INFO),
    "store.plies-alone": _alone(PLY),
    "store.seats-differ": _OF_RUN.join(SEAT, SEAT.c.match_id == MATCH.c.id, isouter=True)
    .group_by(MATCH.c.id, RUN.c.seats)
    .having(or_(func.count(SEAT.c.bot_id) != RUN.c.seats, func.max(SEAT.c.seat) >= RUN.c.seats))
    .order_by(MATCH.c.id),
    "store.packed-differs": _OF_RUN.join(
        PACKED_LOG, PACKED_LOG.c.match_id == MATCH.c.id, isouter=True
    )
    .where((RUN.c.log == "packed") == PACKED_LOG.c.match_id.is_(None))
    .order_by(MATCH.c.id),
    "store.packed-alone": _alone(PACKED_LOG),
    "store.plies-beside": _OF_RUN.where(
        RUN.c.log != "rows", MATCH.c.id.in_(select(PLY.c.match_id))
    ).order_by(MATCH.c.id),
    "store.infos-beside": _OF_RUN.where(
        RUN.c.log == "results", MATCH.c.id.in_(select(MOVE_INFO.c.match_id))
    ).order_by(MATCH.c.id),
    "store.placed-record": select(MATCH.c.id)
    .where(
        MATCH.c.run_id.is_(None),
        or_(*(column.is_not(None) for column in MATCH.c["number", "deal", "lineup", "rotation"])),
    )
    .order_by(MATCH.c.id),
    "store.run-and-record": select(MATCH.c.id)
    .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id, isouter=True)
    .where(
        or_(
            MATCH.c.run_id.is_(None) == RECORD_TEXT.c.match_id.is_(None),
            # A match of a run has no text in its revisions either.
            MATCH.c.run_id.is_not(None)
            & MATCH.c.id.in_(select(REVISION.c.match_id).where(REVISION.c.text.is_not(None))),
        )
    )
    .order_by(MATCH.c.id),
}
"""What may be wrong with a match, and the query for the matches of which it is true."""
DEEPER_CHECKS: Final[Mapping[str, Select[Any]]] = {
    "store.strange-plies": _strangers(PLY),
    "store.strange-fault": _strangers(FAULT),
    "store.strange-info": _strangers(MOVE_INFO),
    "store.unscored": select(MATCH.c.id)
    .distinct()
    .join_from(MATCH, SEAT, SEAT.c.match_id == MATCH.c.id)
    .where(MATCH.c.run_id.is_not(None), MATCH.c.status != "abandoned")
    .where(or_(SEAT.c.score.is_(None), SEAT.c.place.is_(None)))
    .order_by(MATCH.c.id),
    "store.other-revision": select(REVISION.c.match_id)
    .join_from(
        REVISION,
        _NEWEST,
        (REVISION.c.match_id == _NEWEST.c.match_id) & (REVISION.c.number == _NEWEST.c.number),
    )
    .join(MATCH, MATCH.c.id == REVISION.c.match_id)
    .join(RECORD_TEXT, RECORD_TEXT.c.match_id == REVISION.c.match_id, isouter=True)
    .where(or_(RECORD_TEXT.c.text != REVISION.c.text, MATCH.c.status != REVISION.c.status))
    .order_by(REVISION.c.match_id),
}
"""The same, named after packed logs that cannot be read."""


def _contradictions(connection: Connection) -> Iterator[Message]:
    """Matches whose parts contradict each other, or cannot be read."""
    yield from _checked(connection, CHECKS)
    with connection.execute(select(PACKED_LOG)) as found:
        for match_id, piece in found:
            try:
                unpack(piece)
            except DataFault as fault:  # UnknownDictionary, of a newer program, goes on
                yield _of_match(match_id, fault.message)
    yield from _checked(connection, DEEPER_CHECKS)
    for match_id, headers in connection.execute(select(*RECORD_TEXT.c["match_id", "headers"])):
        try:
            unpack_headers(headers)
        except (ValueError, TypeError):
            yield _of_match(match_id, say("store.unreadable-headers"))


def _checked(connection: Connection, checks: Mapping[str, Select[Any]]) -> Iterator[Message]:
    for code, query in checks.items():
        for match_id in connection.execute(query).scalars():
            yield _of_match(match_id, say(code))


def _of_match(match_id: int, fault: Problem) -> Message:
    return say("store.of-match", match=match_id, fault=fault)


def _event_problems(connection: Connection) -> Iterator[Message]:
    """Events whose rows are not those that the log names, or whose entrants are others."""
    columns = LOG.c["number", "ids", "what", "details"]
    rows = select(*columns).where(LOG.c.ids.startswith("event ")).order_by(LOG.c.number)
    named = [(number, event_of_row(ids), *rest) for number, ids, *rest in connection.execute(rows)]
    removed = {event for _, event, what, _ in named if what == REMOVED}
    gone = removed - {one.id for one in connection.execute(ALL_EVENTS)}
    logged: dict[int, int] = {}
    entered: dict[tuple[int, int], tuple[str, int]] = {}
    for number, event, what, packed in named:
        if event in gone or what in (REMOVED, RESTORED):
            continue
        logged[number] = event
        with suppress(ValueError, TypeError, LookupError):  # the check of the log names this row
            details = json.loads(packed)
            for entrant, column, own in entries_of_row(what, details):
                entered[event, entrant] = column, own
            if what == ENTRY_UNDO:
                entered.pop((event, details["entrant"]), None)
    # Who was forgotten has one row for all names; the log says that, and not which names.
    forgotten = select(LOG.c.ids).where(LOG.c.what == "player forget")
    left = {ids.split(", ")[0] for ids in connection.execute(forgotten).scalars()}
    known = set(connection.execute(select(PLAYER.c.id)).scalars())
    for event, entrant, player, bot in connection.execute(
        select(*ENTRANT.c["event_id", "number", "player_id", "bot_id"]).order_by(ENTRANT.c.event_id)
    ):
        found = ("bot_id", bot) if player is None else ("player_id", player)
        was = entered.pop((event, entrant), None)
        erased = was is not None and was[0] == "player_id" and was[1] not in known
        if was != found and not (erased and f"player {player}" in left):
            yield say("store.entrant-other", event=event, entrant=entrant)
    for event, entrant in entered:
        yield say("store.entrant-missing", event=event, entrant=entrant)
    # The rows as the event has them, to compare with what the log says of itself.
    kept = {number: event for event, number in connection.execute(select(EVENT_LOG)).all()}
    for number in sorted(logged.keys() | kept.keys()):
        if number not in kept:
            yield say("store.event-row-apart", event=logged[number], row=number)
        elif logged.get(number) != kept[number]:
            yield say("store.event-row-other", event=kept[number], row=number)


# The log: the first row that was altered, removed or inserted by another program.


def _noted_problems(connection: Connection, noted: NotedRow) -> Iterator[Message]:
    """What is wrong with a row that was noted; its hash depends on all rows before it."""
    found = select(LOG.c.hash).where(LOG.c.number == noted.number)
    own = connection.execute(found).scalar()
    if own is None:
        yield say("store.of-log", fault=say("store.noted-missing", row=noted.number))
    elif not own.startswith(noted.hash):
        yield say("store.of-log", fault=say("store.noted-other", row=noted.number))


class _Link(NamedTuple):
    """A row of the log without its content; `sound` if its hash fits the content."""

    number: int
    previous: str
    hash: str
    sound: bool


def _log_problems(connection: Connection) -> Iterator[Message]:
    """The first row of the log that is not as it was written; nothing for a sound log."""
    links = []
    for row in connection.execute(select(LOG).order_by(LOG.c.number)):
        *content, own = row
        links.append(_Link(row.number, row.previous, own, row_hash(*content) == own))
    ends = connection.execute(select(LOG_END.c.id, LOG_END.c.count, LOG_END.c.hash)).all()
    end = next((rest for own, *rest in ends if own == END), None)
    if end is not None and len(ends) > 1:
        yield say("store.of-log", fault=say("store.log-ends"))
    fault = say("store.log-end-removed") if end is None else _first_fault(links, *end)
    if end is not None and fault is None:
        # Revisions name rows of the log: those after the end were cut off with it.
        later = select(REVISION.c.log_number).where(REVISION.c.log_number > end[0]).limit(1)
        number = connection.execute(later).scalar()
        fault = None if number is None else say("store.row-removed", row=number)
    if fault is not None:
        yield say("store.of-log", fault=fault)


def _first_fault(links: Sequence[_Link], count: int, last: str) -> Message | None:
    """What is wrong with the first wrong row; None if all are right."""
    vouched, previous = _vouched(links, count, last), FIRST
    for place, link in enumerate(links):
        number = place + 1
        # A gap in the numbers.
        if link.number > number:
            return _removed(number, link.number - 1)
        if link.number < number or number > count:
            return say("store.row-inserted", row=link.number)
        after = links[place + 1] if place + 1 < len(links) else None
        # The row after this one follows the row before it, but has got another number.
        if after is not None and not after.sound and after.previous == previous != link.hash:
            return say("store.row-inserted", row=number)
        if not vouched[place]:
            return say("store.row-altered", row=number)
        previous = link.hash
    return _removed(len(links) + 1, count) if len(links) < count else None


def _removed(first: int, last: int) -> Message:
    if first == last:
        return say("store.row-removed", row=first)
    return say("store.rows-removed", first=first, last=last)


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


# What is stored, compared with the digests of what was written, and with what follows from it.


FirstEntry: TypeAlias = Callable[[Database, StoredRun, int], Message | None]
"""Says which entry of the log of a match is the first that is wrong, given its number."""


def content_problems(
    database: Database, runs: Sequence[StoredRun], first_entry: FirstEntry
) -> Iterator[Message]:
    """One line for each thing that is not as it was written, or does not follow from the rest."""
    yield from _log_digest_problems(database, runs)
    for run in runs:
        yield from _run_digest_problems(database, run, first_entry)
    yield from _revision_problems(database)
    yield from _tally_problems(database, runs)
    yield from _record_problems(database)
    yield from _text_problems(database)
    yield from _event_result_problems(database)
    for match_id, number in analysis_problems(database):
        unknown = say("store.analysis-strange")
        fault = unknown if number is None else say("store.analysis-differs", row=number)
        yield _of_match(match_id, fault)


def _of_run(run: StoredRun, fault: Message) -> Message:
    return say("store.of-run", run=run.spec.name, fault=fault)


def _run_digest_problems(
    database: Database, run: StoredRun, first_entry: FirstEntry
) -> Iterator[Message]:
    """Each way in which a run is not what was written."""
    # Thousands of matches may be wrong in one way: the first ones are named.
    first: dict[Message, list[int]] = {}
    count: Counter[Message] = Counter()
    changed: list[int] = []

    def note(what: Message, number: int) -> None:
        count[what] += 1
        if count[what] <= NAMED:
            first.setdefault(what, []).append(number)

    with snapshot(database) as (connection, rows):
        if (broken := _broken(rows, run.id)) is not None:
            yield _of_run(run, say("store.chain-broken", row=broken))
            return
        claims = _claims(rows, run.id)
        claim = next(claims, None)
        # Number 0 comes first in the order of numbers.
        if claim is not None and claim[0] == SETTINGS:
            if claim[1] != settings_digest(connection, run.id):
                yield _of_run(run, say("store.settings-differ"))
            claim = next(claims, None)
        for number, digest in _digests(rows, database, run):
            while claim is not None and claim[0] < number:
                if claim[1] != GONE:
                    note(say("store.matches-missing"), claim[0])
                claim = next(claims, None)
            if claim is None or claim[0] > number:
                note(say("store.matches-strange"), number)
                continue
            if claim[1] == GONE:
                note(say("store.matches-strange"), number)
            elif claim[1] != digest:
                pairs = zip(PARTS, claim[1][WHOLE_BYTES:], digest[WHOLE_BYTES:], strict=True)
                parts = ", ".join(name for name, old, new in pairs if old != new)
                if parts == LOGGED and len(changed) < NAMED:
                    changed.append(number)
                note(say("store.not-as-written", parts=parts or "match"), number)
            claim = next(claims, None)
        while claim is not None:
            if claim[1] != GONE:
                note(say("store.matches-missing"), claim[0])
            claim = next(claims, None)
    for what, numbers in first.items():
        listed = ", ".join(map(str, numbers)) + (", …" if count[what] > NAMED else "")
        name, many = run.spec.name, count[what]
        yield say("store.some-matches", run=name, count=many, what=what, numbers=listed)
    # A digest covers a whole log; which entry was changed shows when the match is played again.
    for number in changed:
        if (where := first_entry(database, run, number)) is not None:
            yield where


def _digests(rows: ReadRows, database: Database, run: StoredRun) -> Iterator[tuple[int, bytes]]:
    """The digest of every match of a run as it is now, with the status as it was played."""
    logged = LoggedRows(rows, database, run)
    for number, deal, lineup, rotation, status in logged.places():
        place = (number, deal, lineup, rotation, logged.played.get(number, status))
        rest = logged.fault_rows(number), logged.info_rows(number)
        yield number, match_digest(place, logged.seat_rows(number), logged.log(number), *rest)


def _broken(rows: ReadRows, run_id: int) -> int | None:
    """The first row of a chain whose hash does not fit; None if all do."""
    columns = RUN_DIGEST.c["number", "first", "entries", "hash"]
    chain = select(*columns).where(RUN_DIGEST.c.run_id == run_id)
    # Each row covers the hash before it, so all after a changed row are wrong, too.
    previous, expected = "", 1
    for number, first, packed, own in rows(chain.order_by(RUN_DIGEST.c.number)):
        data = bytes(packed)
        if number != expected or len(data) % ENTRY.size or chain_hash(previous, data) != own:
            return expected
        if ENTRY.unpack_from(data)[0] != first:
            return expected
        previous, expected = own, number + 1
    return None


def _claims(rows: ReadRows, run_id: int) -> Iterator[tuple[int, bytes]]:
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


def _log_digest_problems(database: Database, runs: Sequence[StoredRun]) -> Iterator[Message]:
    """Rows of the log whose digest is not that of what is stored beside it."""
    by_uid, begun = {run.uid: run for run in runs}, set[str]()
    merged: tuple[int, str] | None = None
    columns = RECORD_DIGEST.c["log_number", "match_id", "digest"]
    with snapshot(database) as (connection, rows):
        digests = RowGroups(rows(select(*columns).order_by(*columns[:2])))
        changes = select(*LOG.c["number", "at", "what", "details"]).order_by(LOG.c.number)
        for number, at, what, packed in rows(changes):
            details = json.loads(packed)
            if MERGED in details:
                merged = number, details[MERGED]
            if what.startswith("run "):
                uid = str(details.get("uid"))
                # Runs that the log began and did not end must be there.
                begun = {"run new": begun | {uid}, "run rm": begun - {uid}}.get(what, begun)
                run = by_uid.get(uid)
                if run is not None and what == "run new" and not _made_at(run, at):
                    yield _of_run(run, say("store.created-differs", row=number))
                if run is not None and not _has_end(connection, run.id, details):
                    yield _of_run(run, say("store.chain-end-missing", row=number))
                continue
            own = digests.of(number)
            if details.get("digest") != (joined((row[1], row[2]) for row in own) if own else None):
                yield say("store.of-log", fault=say("store.digests-changed", row=number))
        for uid in sorted(begun - by_uid.keys()):
            yield say("store.logged-run-gone", uid=uid[:8])
        if merged is None:
            if connection.execute(select(MERGED_PLAYER.c.player_id).limit(1)).first() is not None:
                yield say("store.merges-strange")
        elif merged_digest(connection)[MERGED] != merged[1]:
            yield say("store.merges-differ", row=merged[0])
        logged = select(LOG.c.number)
        alone = select(RECORD_DIGEST.c.match_id).where(RECORD_DIGEST.c.log_number.not_in(logged))
        for match_id in connection.execute(alone.limit(NAMED)).scalars():
            yield _of_match(match_id, say("store.digest-alone"))


def _made_at(run: StoredRun, at: str) -> bool:
    """Whether a run was made shortly before its row of the log; its day counts in ratings."""
    made = run.created if run.created.tzinfo else run.created.replace(tzinfo=UTC)
    return _near(at, made)


def _near(at: str, other: datetime) -> bool:
    with suppress(ValueError, TypeError):  # another program may have written any text
        return abs(datetime.fromisoformat(at) - other) < MINUTES
    return False


def _has_end(connection: Connection, run_id: int, details: Any) -> bool:
    """Whether the chain of a run has the row that a row of the log names; true without digest."""
    if "digest" not in details:
        return True
    mine = (RUN_DIGEST.c.run_id == run_id) & (RUN_DIGEST.c.number == details.get("rows", 1))
    own = connection.execute(select(RUN_DIGEST.c.hash).where(mine)).scalar()
    return own is not None and own[:SHORT] == details["digest"]


def _record_problems(database: Database) -> Iterator[Message]:
    """Records that are not what was written, or there although they should not be."""
    columns = RECORD_DIGEST.c["match_id", "log_number", "salt", "digest"]
    with snapshot(database) as (connection, rows):
        written = groupby(rows(select(*columns).order_by(*columns[:2])), key=itemgetter(0))
        # The newest digest of each record that was ever stored, in step with those that are there.
        coming = next(written, None)
        for part in _portions(connection):
            newest: dict[int, tuple[int, str, str]] = {}
            for match_id in part:
                while coming is not None and coming[0] < match_id:
                    yield from _gone(coming)
                    coming = next(written, None)
                if coming is None or coming[0] > match_id:
                    yield _of_match(match_id, say("store.record-strange"))
                    continue
                *_, (_, number, salt, digest) = coming[1]
                newest[match_id] = number, salt, digest
                coming = next(written, None)
            upto = {match_id: number for match_id, (number, *_) in newest.items()}
            contents = record_contents(connection, part, upto)
            for match_id, (number, salt, digest) in newest.items():
                if not digest:
                    yield _of_match(match_id, say("store.record-back", row=number))
                elif salted(salt, contents.get(match_id, b"")) != digest:
                    yield _of_match(match_id, say("store.record-differs", row=number))
        while coming is not None:
            yield from _gone(coming)
            coming = next(written, None)


def _gone(written: tuple[int, Iterator[Any]]) -> Iterator[Message]:
    *_, (match_id, number, _, digest) = written[1]
    if digest:
        yield _of_match(match_id, say("store.record-gone", row=number))


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


FOLLOWS: Final = {
    "store.text-settings": ("name", "game", "rules", "options"),
    "store.text-headers": ("headers",),
    "store.text-status": ("status",),
    "store.text-players": ("players", "versions"),
    "store.text-scores": ("scores", "places"),
}
"""What follows from the text of a record, with the tables that have it, and the values."""


def _text_problems(database: Database) -> Iterator[Message]:
    """Records whose stored values do not follow from their text."""
    from tourney.records import read
    from tourney.records import stored as from_record

    for match in record_matches(database, entries=True, typed=True):
        # The text is what people wrote; everything else about a record follows from it.
        document = read(match.text or "")
        if document.faults() or len(document.matches) != 1:
            yield _of_match(match.id, say("store.text-faulty"))
            continue
        own = from_record(document.matches[0])
        wrong = [
            say(code)
            for code, values in FOLLOWS.items()
            if any(getattr(match, value) != getattr(own, value) for value in values)
        ]
        pairs = zip_longest(match.entries, own.entries)
        entry = next((at for at, (one, other) in enumerate(pairs, 1) if one != other), None)
        if entry is not None:
            wrong.append(say("store.text-plies", entry=entry))
        if wrong:
            yield _of_match(match.id, say("store.not-as-text", parts=in_a_row(wrong)))


def _event_result_problems(database: Database) -> Iterator[Message]:
    """Matches whose result differs from the one that their event has in the log."""
    with database.reading() as connection:
        names = dict(map(tuple, connection.execute(select(EVENT.c.id, EVENT.c.name))))
    # A correction is a row of its own: the last one says how the match counts now.
    newest: dict[int, tuple[int, EventResult]] = {}
    places: dict[int, str] = {}
    for entry in log_entries(database):
        if entry.what == RESULT:
            result = EventResult.of(entry.details)
            newest[result.match] = entry.number, result
            places[result.match] = names.get(event_of_row(entry.ids), "")
    with database.reading() as connection:
        for match_id, (number, result) in sorted(newest.items()):
            query = select(MATCH.c.status).where(MATCH.c.id == match_id)
            status = connection.execute(query).scalar()
            if status is None and result.status not in ("removed", "moved"):
                yield _of_match(match_id, say("store.result-missing", row=number))
            # Void, moved and removed matches have no result in the log either.
            if status is None or not result.places:
                continue
            packed = select(RECORD_TEXT.c.headers).where(RECORD_TEXT.c.match_id == match_id)
            headers = dict(unpack_headers(connection.execute(packed).scalar() or "[]"))
            if places[match_id] and headers.get("event") != places[match_id]:
                yield _of_match(match_id, say("store.event-renamed", row=number))
            seats = select(SEAT.c.score, SEAT.c.place).where(SEAT.c.match_id == match_id)
            scored = connection.execute(seats.order_by(SEAT.c.seat)).all()
            own = status, tuple(row[0] for row in scored), tuple(row[1] for row in scored)
            if own != (result.status, result.scores, result.places):
                yield _of_match(match_id, say("store.result-differs", row=number))


def _revision_problems(database: Database) -> Iterator[Message]:
    """Corrections of which the row of the log that they name does not speak."""
    columns = REVISION.c["match_id", "number", "what", "at", "actor_id"]
    query = (
        select(*columns, *LOG.c["at", "actor_id", "number", "what", "ids", "details"])
        .join_from(REVISION, LOG, LOG.c.number == REVISION.c.log_number, isouter=True)
        .order_by(REVISION.c.match_id, REVISION.c.number)
    )
    with snapshot(database) as (_, rows):
        for match_id, number, what, at, actor, noted, by, row, logged, ids, details in rows(query):
            # The content before the first correction may be of a run, or nobody knows of whom.
            if number == 1 and what in ("run", ALTERED):
                if at or actor is not None or row is not None:
                    yield _of_match(match_id, say("store.revision-alone", revision=number))
                continue
            fits = row is not None and any(
                first <= match_id <= last for first, last in named_matches(ids)
            )
            # A revision by an import is in a row that names many matches, and no number.
            if fits and number > 1 and logged.startswith("match "):
                same = logged == f"match {what}" and json.loads(details)["revision"] == number
                # A correction and its row of the log are written at the same time.
                fits = same and by == actor and _near(at, datetime.fromisoformat(noted))
            if not fits:
                yield _of_match(match_id, say("store.revision-alone", revision=number))


def _tally_problems(database: Database, runs: Sequence[StoredRun]) -> Iterator[Message]:
    """Runs whose sums for standings do not follow from their matches."""
    for run in runs:
        with database.reading() as connection:
            found = stored_sums(connection, run.id, run.spec)
            kept = connection.execute(select(TALLY.c.upto).where(TALLY.c.run_id == run.id)).scalar()
        if kept is None:
            continue
        if found is None:
            yield _of_run(run, say("store.sums-unreadable"))
            continue
        # Computed again from the matches, in the order of their numbers, as the writer did.
        own = ResultSums(by=found.sums.by, design=design(run.spec))
        last = 0
        for ending in run_endings(database, run, NumberRange(upto=found.upto)):
            own.take(ending)
            last += 1
        sums = _unordered(json.loads(own.packed())), _unordered(json.loads(found.sums.packed()))
        if last != found.upto or sums[0] != sums[1]:
            yield _of_run(run, say("store.sums-differ", upto=found.upto))


def _unordered(value: Any) -> Any:
    """Sums without the order in which players came: lists of lists are sorted."""
    if not isinstance(value, list):
        return value
    parts = [_unordered(one) for one in value]
    return sorted(parts, key=json.dumps) if all(isinstance(one, list) for one in parts) else parts
