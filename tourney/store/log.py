"""The log of changes: each row contains the hash of the row before, so no row changes unnoticed.

A row is written in the transaction of its change. It contains ids and no personal names, so that a
name can be erased without breaking the chain. What a row says about records is vouched for by their
digests, and by one digest over these in the row. Player names are in no digest but that of the
text, which has a random salt: without it nobody can find out whether a text contained a forgotten
name.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise
from secrets import token_hex
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, insert, select, update

from engines.messages import say
from tourney.domain.errors import Conflict
from tourney.domain.event_log import CHECK_IN, REPORT
from tourney.domain.match_values import StoredMatch
from tourney.store.connect import Database, insert_row
from tourney.store.database_faults import Damaged
from tourney.store.models import (
    ACTOR,
    FAULT,
    LOG,
    LOG_END,
    MATCH,
    MERGED_PLAYER,
    MOVE_INFO,
    RECORD_DIGEST,
    RECORD_TEXT,
    REVISION,
    SEAT,
)

FIRST: Final = ""
"""The hash before the first row."""
END: Final = 1
"""The id of the only row of `log_end`."""
SHORT: Final = 32
"""Digits of a hash in the details of the log."""
UNDO: Final = "undo"
"""The row of the log that names the rows which were taken back, and the one that did it."""
UNDOING: Final = "undoing"
"""The option of a connection that takes back a change."""
PASSED: Final = frozenset({"event open", CHECK_IN, REPORT})
"""What changes neither tables nor standings: an undo leaves it, and goes on before it."""
AT_ONCE: Final = 500
"""Records whose digests are computed at a time."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A row of the log; `at` is in UTC, `ids` are of the changed rows, such as "match 3-7"."""

    number: int
    at: str
    actor: str
    what: str
    ids: str
    details: Mapping[str, Any]
    hash: str


def first_hash(database: Database) -> str:
    """The hash of the first row, which no other database has but its copies; "" without one."""
    with database.reading() as connection:
        found = connection.execute(select(LOG.c.hash).order_by(LOG.c.number).limit(1)).scalar()
    return str(found or "")


def begin(connection: Connection) -> None:
    """Store the end of an empty log."""
    connection.execute(insert(LOG_END).values(id=END, count=0, hash=FIRST))


def append(
    connection: Connection,
    actor: str,
    what: str,
    ids: str,
    details: Mapping[str, Any],
    at: str | None = None,
    records: Iterable[int] = (),
) -> int:
    """Add a row to the log in the transaction of `connection`; returns its number.

    `at` is the time of a change that was made in another database. The row gets the digests of
    `records`, which the change stores or removes, as they are now.
    """
    # First the digests, because the row contains one over all of them.
    digests: list[tuple[int, str, str]] = []
    wanted = sorted(set(records))
    for start in range(0, len(wanted), AT_ONCE):
        part = wanted[start : start + AT_ONCE]
        contents = record_contents(connection, part)
        for match_id in part:
            salt = token_hex(8)
            # Removed records are noted with an empty digest.
            own = salted(salt, contents[match_id]) if match_id in contents else ""
            digests.append((match_id, salt, own))
    if digests:
        details = {**details, "digest": joined((match_id, own) for match_id, _, own in digests)}
    who = actor_id(connection, actor)
    number, previous = next_row(connection)
    undoing: Undoing | None = connection.get_execution_options().get(UNDOING)
    if undoing is not None and what != UNDO and not undoing.begun(connection):
        undoing.require_newest(connection)
    at = at or datetime.now(UTC).isoformat(timespec="microseconds")
    packed = json.dumps(details, ensure_ascii=False, sort_keys=True)
    # Ids and no names: a name can be forgotten without breaking the chain.
    row = (number, at, who, what, ids, packed, previous)
    own_hash = row_hash(*row)
    connection.execute(insert(LOG).values((*row, own_hash)))
    same = update(LOG_END).where(LOG_END.c.id == END)
    connection.execute(same.values(count=number, hash=own_hash))
    if digests:
        columns = ("match_id", "salt", "digest")
        rows = [dict(zip(columns, row, strict=True)) | {"log_number": number} for row in digests]
        connection.execute(insert(RECORD_DIGEST), rows)
    if undoing is not None and what != UNDO:
        append(connection, actor, UNDO, "", {"undone": list(undoing.undone), "by": [number]})
    return number


def next_row(connection: Connection) -> tuple[int, str]:
    """The number of the next row, and the hash of the last one; locks the log on a server.

    Revisions name the row of their correction and are stored before it, so that its digests
    cover them.
    """
    end = select(LOG_END.c.count, LOG_END.c.hash).where(LOG_END.c.id == END)
    found = connection.execute(end.with_for_update()).one_or_none()
    if found is None:
        raise Damaged(say("store.log-end-missing"))
    return int(found[0]) + 1, str(found[1])


@dataclass(frozen=True, slots=True)
class Undoing:
    """Rows of the log that are being taken back, and the newest row when that was decided."""

    undone: Sequence[int]
    newest: int

    def begun(self, connection: Connection) -> bool:
        """Whether a change before this one has taken back a part of them."""
        return self.undone in (json.loads(one)["undone"] for one in self._later(connection, UNDO))

    def require_newest(self, connection: Connection) -> None:
        """Conflict if anything that an undo does not pass over was changed since."""
        for what in self._later(connection):
            if what not in PASSED:
                raise Conflict(say("store.changed-since", what=what))

    def _later(self, connection: Connection, what: str = "") -> Sequence[str]:
        """Of later rows of the log, what was done; of one kind, their details."""
        rows = select(LOG.c.details if what else LOG.c.what).where(LOG.c.number > self.newest)
        rows = rows.where(LOG.c.what == what) if what else rows
        return connection.execute(rows.order_by(LOG.c.number)).scalars().all()


@contextmanager
def taking_back(database: Database, undoing: Undoing) -> Iterator[None]:
    """Meanwhile each row of the log is followed by one that says what it takes back.

    Both are written in the same transaction: a program that is killed leaves both or none.
    """
    engines = database.writing_engine, database.durable_engine
    with_note = (one.execution_options(**{UNDOING: undoing}) for one in engines)
    database.writing_engine, database.durable_engine = with_note
    try:
        yield
    finally:
        database.writing_engine, database.durable_engine = engines


def row_hash(*values: int | str) -> str:
    """The hash of the columns of a row before its own hash, in their order."""
    return sha256(json.dumps(values, ensure_ascii=False).encode()).hexdigest()


def actor_id(connection: Connection, name: str) -> int:
    """The id of somebody who changes data; stores a new name."""
    found = connection.execute(select(ACTOR.c.id).where(ACTOR.c.name == name)).scalar()
    return insert_row(connection, ACTOR, name=name) if found is None else int(found)


def log_entries(database: Database, *, newest: bool = False) -> Iterator[LogEntry]:
    """The rows of the log, oldest first, or the newest first."""
    columns = (LOG.c.number, LOG.c.at, ACTOR.c.name, *LOG.c["what", "ids", "details", "hash"])
    rows = select(*columns).join_from(LOG, ACTOR, ACTOR.c.id == LOG.c.actor_id)
    with database.reading() as connection:
        order = LOG.c.number.desc() if newest else LOG.c.number
        ordered = connection.execute(rows.order_by(order))
        for number, at, actor, what, ids, details, own in ordered:
            yield LogEntry(number, at, actor, what, ids, json.loads(details), own)


def ranges(ids: Iterable[int]) -> str:
    """Ids in a short form: 3-7 9 12-13."""
    ordered = sorted(set(ids))
    # An import of a whole season is one short text.
    if not ordered:
        return ""
    starts = [ordered[0], *(b for a, b in pairwise(ordered) if b > a + 1)]
    ends = [*(a for a, b in pairwise(ordered) if b > a + 1), ordered[-1]]
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends, strict=True))


def named_ids(**ids: Iterable[int]) -> str:
    """Ids of several tables as one text: "match 3-7, player 2"."""
    parts = ((table, ranges(values)) for table, values in ids.items())
    return ", ".join(f"{table} {values}" for table, values in parts if values)


def named_matches(ids: str) -> Iterator[tuple[int, int]]:
    """The first and last id of each range of matches in the ids of a row of the log."""
    matches = next((part[6:] for part in ids.split(", ") if part.startswith("match ")), "")
    for words in matches.split():
        first, _, last = words.partition("-")
        yield int(first), int(last or first)


NOTED_DIGITS: Final = 16
"""Digits of a hash that are noted."""


class NotedRow(NamedTuple):
    """A row of the log as noted outside of the database: its number and the start of its hash."""

    number: int
    hash: str

    def __str__(self) -> str:
        return f"{self.number}:{self.hash}"


def last_row(connection: Connection) -> NotedRow | None:
    """The last row of the log, to be noted; None if the log is empty."""
    rows = select(LOG.c.number, LOG.c.hash).order_by(LOG.c.number.desc()).limit(1)
    row = connection.execute(rows).one_or_none()
    return NotedRow(row.number, row.hash[:NOTED_DIGITS]) if row else None


def fitting(connection: Connection, ids: Iterable[int]) -> set[int]:
    """Those of some records that have a digest and are as the newest one says."""
    return {match_id for match_id, fits in _verdicts(connection, ids) if fits}


def is_altered(database: Database, match: StoredMatch) -> bool:
    """Whether another program changed an imported record after it was written."""
    with database.reading() as connection:
        return bool(altered(connection, [match.id]))


def altered(connection: Connection, ids: Iterable[int]) -> set[int]:
    """Those of some records that have a digest and are not as the newest one says."""
    return {match_id for match_id, fits in _verdicts(connection, ids) if not fits}


def _verdicts(connection: Connection, ids: Iterable[int]) -> Iterator[tuple[int, bool]]:
    """Records that have a digest, and whether they are as the newest one says."""
    wanted = sorted(set(ids))
    for start in range(0, len(wanted), AT_ONCE):
        part = wanted[start : start + AT_ONCE]
        mine = RECORD_DIGEST.c.match_id.in_(part)
        columns = RECORD_DIGEST.c["match_id", "log_number", "salt", "digest"]
        ordered = connection.execute(select(*columns).where(mine).order_by(*columns[:2]))
        # The last row of a match overwrites the earlier ones.
        newest = {match_id: rest for match_id, *rest in ordered}
        contents = record_contents(connection, part, {key: row[0] for key, row in newest.items()})
        for match_id, (_, salt, digest) in newest.items():
            yield match_id, match_id in contents and salted(salt, contents[match_id]) == digest


MERGED: Final = "merged"
"""The key of the digest of all merges in the details of a row that changed one."""


def merged_digest(connection: Connection) -> dict[str, str]:
    """A digest of who is the same person as whom, for the row of a change of it."""
    rows = connection.execute(select(MERGED_PLAYER).order_by(MERGED_PLAYER.c.player_id))
    return {MERGED: sha256(repr([tuple(row) for row in rows]).encode()).hexdigest()[:SHORT]}


def salted(salt: str, content: bytes) -> str:
    """The digest of a record."""
    return sha256(salt.encode() + content).hexdigest()[:SHORT]


def joined(digests: Iterable[tuple[int, str]]) -> str:
    """One digest over those of several records."""
    found = sha256()
    for match_id, digest in digests:
        found.update(f"{match_id} {digest}\n".encode())
    return found.hexdigest()[:SHORT]


_TEXT: Final = ("name", "game", "rules", "options", "headers", "text")
_PARTS_OF_RECORDS: Final = (
    (SEAT, ("seat", "bot_id", "score", "place")),
    (FAULT, ("number", "seat", "code", "ply", "evidence", "detail")),
    (MOVE_INFO, ("number", "ply", "seat", "text")),
    (REVISION, ("number", "at", "actor_id", "log_number", "what", "reason", "status", "text")),
)


def record_contents(
    connection: Connection, ids: Sequence[int], upto: Mapping[int, int] | None = None
) -> dict[int, bytes]:
    """All that is stored of some records, by id; no plies and no people, which the text has.

    Of a seat the person is left out, who may get another name or be joined with another. Of
    revisions only those count that were made until row `upto` of the log, given by match.
    """
    texts = (
        select(MATCH.c.id, MATCH.c.status, *RECORD_TEXT.c[_TEXT])
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id)
        .where(MATCH.c.id.in_(ids))
    )
    found: dict[int, list[Sequence[Any]]] = {row[0]: [row] for row in connection.execute(texts)}
    for table, columns in _PARTS_OF_RECORDS:
        mine = select(table.c.match_id, *table.c[columns]).where(table.c.match_id.in_(ids))
        for row in connection.execute(mine.order_by(table.c.match_id, table.c[columns[0]])):
            if row[0] not in found:
                continue
            if table is REVISION:
                last = (upto or {}).get(row.match_id, row.log_number)
                if row.log_number is None or row.log_number > last:
                    continue
            found[row[0]].append((table.name, *row[1:]))
    return {
        match_id: repr([tuple(row) for row in rows]).encode("utf-8", "backslashreplace")
        for match_id, rows in found.items()
    }
