"""Compares what is stored with the digests of what was written, and with what follows from it.

Finds matches, seats, faults, plies and texts that another program changed, added or removed. Reads
matches in the order of their numbers, a few at a time, so memory does not grow with them.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import groupby
from operator import itemgetter
from struct import iter_unpack
from typing import Any, Final

from sqlalchemy import Connection, select

from tourney.domain.event_log import RESULT, EventResult
from tourney.results.sums import ResultSums, design
from tourney.store.connect import Database
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
from tourney.store.kept import LoggedRows
from tourney.store.log import log_entries, names_match
from tourney.store.models import (
    LOG,
    MATCH,
    RECORD_DIGEST,
    REVISION,
    RUN_DIGEST,
    SEAT,
    TALLY,
)
from tourney.store.reads import (
    NumberRange,
    RowGroups,
    Rows,
    record_matches,
    run_endings,
    snapshot,
)
from tourney.store.runs import StoredRun
from tourney.store.tally import stored_sums

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
