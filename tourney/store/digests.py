"""Digests of what is stored, so that a change by another program is found.

Every run has a chain of rows of its own: a batch of matches adds one row, however many there are,
and so does a change of the settings or a removal. A row has an entry for each match, and a hash
over its entries and the hash of the row before. Records have digests by row of the log; that row
contains one digest over them. Player names are in no digest but that of the text, which has a
random salt: without it nobody can find out whether a text contained a forgotten name.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from secrets import token_hex
from struct import Struct, pack
from struct import error as StructError
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, bindparam, insert, select

from tourney.domain.match_values import Entries, StoredMatch
from tourney.store.connect import Database
from tourney.store.log import append
from tourney.store.models import (
    BOT,
    FAULT,
    MATCH,
    MOVE_INFO,
    RECORD_DIGEST,
    RECORD_TEXT,
    RUN,
    RUN_BOT,
    RUN_DIGEST,
    SEAT,
)

Rowlike = Sequence[Any]

WHOLE_BYTES: Final = 12
PARTS: Final = ("match, seat", "ply", "fault", "move_info")
"""The tables of a match, each with one byte of its digest, to say where a difference is."""
ENTRY: Final = Struct(f">I{WHOLE_BYTES + len(PARTS)}s")
"""An entry of a row: the number of a match, 0 for the settings, and the digest."""
GONE: Final = bytes(WHOLE_BYTES + len(PARTS))
"""The digest of a match that was removed."""
SHORT: Final = 32
"""Digits of a hash in the details of the log."""
AT_ONCE: Final = 500
"""Records whose digests are computed at a time."""


def match_digest(
    place: Rowlike,
    seats: Iterable[Rowlike],
    log: Entries | bytes | None,
    faults: Sequence[Rowlike] = (),
    infos: Sequence[Rowlike] = (),
) -> bytes:
    """The digest of a match of a run: the whole, then a byte for each of `PARTS`.

    `place` has number, deal, line-up, rotation and the status as played; a seat has bot, score and
    place; faults and texts about moves are rows without the id of the match.
    """
    if isinstance(log, Entries):
        # No database takes a NUL, so it separates texts; whole numbers of seats fit into a byte.
        try:
            seated = pack(f"{len(log.seats)}b", *log.seats)
        except StructError:  # only another program writes such seats; the loop takes much longer
            seated = bytes([seat & 255 for seat in log.seats])
        entries = b"\0".join((seated, "\0".join(log.texts).encode("utf-8", "backslashreplace")))
    else:
        entries = log or b""
    # Every match of a run pays for this: the text is what `repr` gives for (place, list of seats)
    # in twice the time, and what most matches lack costs nothing.
    number, deal, lineup, rotation, status = place
    listed = ", ".join([f"({bot!r}, {score!r}, {rank!r})" for bot, score, rank in seats])
    result = f"(({number!r}, {deal!r}, {lineup!r}, {rotation!r}, {status!r}), [{listed}])"
    hashes = [sha256(result.encode()).digest(), b"", b"", b""]
    if entries:
        hashes[1] = sha256(entries).digest()
    if faults:
        hashes[2] = _rows_hash(faults)
    if infos:
        # A move whose time was not measured has none in the digest.
        hashes[3] = _rows_hash([row if row[-1] is not None else row[:-1] for row in infos])
    whole = sha256(b"|".join(hashes)).digest()[:WHOLE_BYTES]
    return whole + bytes([part[0] if part else 0 for part in hashes])


def _rows_hash(rows: Iterable[Rowlike]) -> bytes:
    text = repr([tuple(row) for row in rows])
    return sha256(text.encode("utf-8", "backslashreplace")).digest()


def settings_digest(connection: Connection, run_id: int) -> bytes:
    """The digest of the settings of a run and of its bots."""
    columns = [column for column in RUN.columns if column.name not in ("id", "created")]
    run = connection.execute(select(*columns).where(RUN.c.id == run_id)).one()
    settings = sorted(zip((column.name for column in columns), run, strict=True))
    bots = (
        select(RUN_BOT.c.number, RUN_BOT.c.content, *BOT.c["id", "name", "target", "version"])
        .join_from(RUN_BOT, BOT, BOT.c.id == RUN_BOT.c.bot_id)
        .where(RUN_BOT.c.run_id == run_id)
        .order_by(RUN_BOT.c.number)
    )
    listed = [tuple(row) for row in connection.execute(bots)]
    found = sha256(repr((settings, listed)).encode("utf-8", "backslashreplace")).digest()
    return found[:WHOLE_BYTES] + bytes(len(PARTS))


class ChainEnd(NamedTuple):
    """The number of rows of a run's chain, and the hash of the last one."""

    rows: int
    hash: str


# Both statements are made once, because every batch of matches uses them.
_LAST: Final = (
    select(RUN_DIGEST.c.number, RUN_DIGEST.c.hash)
    .where(RUN_DIGEST.c.run_id == bindparam("run"))
    .order_by(RUN_DIGEST.c.number.desc())
    .limit(1)
)
_ADD: Final = insert(RUN_DIGEST)


def chain_end(connection: Connection, run_id: int) -> ChainEnd:
    """The end of the chain of a run."""
    found = connection.execute(_LAST, {"run": run_id}).one_or_none()
    return ChainEnd(0, "") if found is None else ChainEnd(*found)


def chain_hash(previous: str, entries: bytes) -> str:
    """The hash of a row of a chain."""
    return sha256(previous.encode() + entries).hexdigest()


def add_entries(
    connection: Connection, run_id: int, entries: Iterable[tuple[int, bytes]]
) -> ChainEnd:
    """Add a row to the chain of a run, which is locked; the new end."""
    packed = b"".join(ENTRY.pack(*entry) for entry in sorted(entries))
    rows, previous = chain_end(connection, run_id)
    if not packed:
        return ChainEnd(rows, previous)
    # Each row vouches for all before it.
    end = ChainEnd(rows + 1, chain_hash(previous, packed))
    values = {"run_id": run_id, "number": end.rows, "entries": packed, "hash": end.hash}
    (first, _) = ENTRY.unpack_from(packed)
    connection.execute(_ADD, {**values, "first": first})
    return end


def add_settings(connection: Connection, run_id: int) -> ChainEnd:
    """Add the settings of a run to its chain, as they are now; those of a new run begin it."""
    return add_entries(connection, run_id, [(0, settings_digest(connection, run_id))])


def add_removed(connection: Connection, run_id: int, matches: Select[tuple[int]]) -> None:
    """Note in the chain of a run that matches are about to be removed, given their ids."""
    numbers = select(MATCH.c.number).where(MATCH.c.id.in_(matches))
    gone = connection.execute(numbers).scalars().all()
    add_entries(connection, run_id, [(number, GONE) for number in gone])


def append_with_digests(
    connection: Connection,
    actor: str,
    what: str,
    ids: str,
    details: Mapping[str, Any],
    records: Iterable[int],
) -> int:
    """Add a row to the log with the digests of the records that it stores or removes; its number.

    They are those of the records as they are now, "" for records that are no longer there.
    """
    rows: list[dict[str, Any]] = []
    for part in _portions(records):
        contents = record_contents(connection, part)
        for match_id in part:
            salt = token_hex(8)
            own = salted(salt, contents[match_id]) if match_id in contents else ""
            rows.append({"match_id": match_id, "salt": salt, "digest": own})
    if not rows:
        return append(connection, actor, what, ids, details)
    over_all = joined((row["match_id"], row["digest"]) for row in rows)
    number = append(connection, actor, what, ids, {**details, "digest": over_all})
    connection.execute(insert(RECORD_DIGEST), [{**row, "log_number": number} for row in rows])
    return number


def _portions(ids: Iterable[int]) -> Iterator[Sequence[int]]:
    """Ids in their order, some at a time."""
    wanted = sorted(set(ids))
    return (wanted[at : at + AT_ONCE] for at in range(0, len(wanted), AT_ONCE))


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
    for part in _portions(ids):
        contents = record_contents(connection, part)
        mine = RECORD_DIGEST.c.match_id.in_(part)
        query = select(*RECORD_DIGEST.c["match_id", "salt", "digest"]).where(mine)
        ordered = query.order_by(RECORD_DIGEST.c.match_id, RECORD_DIGEST.c.log_number)
        newest = {match_id: rest for match_id, *rest in connection.execute(ordered)}
        for match_id, (salt, digest) in newest.items():
            yield match_id, match_id in contents and salted(salt, contents[match_id]) == digest


def salted(salt: str, content: bytes) -> str:
    """The digest of a record."""
    return sha256(salt.encode() + content).hexdigest()[:SHORT]


def joined(digests: Iterable[tuple[int, str]]) -> str:
    """One digest over those of several records."""
    found = sha256()
    for match_id, digest in digests:
        found.update(f"{match_id} {digest}\n".encode())
    return found.hexdigest()[:SHORT]


def record_contents(connection: Connection, ids: Sequence[int]) -> dict[int, bytes]:
    """All that is stored of some records, by id; no plies and no people, which the text has.

    Of a seat the person is left out, who may get another name or be joined with another.
    """
    texts = (
        select(MATCH.c.id, MATCH.c.status, *RECORD_TEXT.c[_TEXT])
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id)
        .where(MATCH.c.id.in_(ids))
    )
    found: dict[int, list[Rowlike]] = {row[0]: [row] for row in connection.execute(texts)}
    for table, columns in _PARTS_OF_RECORDS:
        mine = select(table.c.match_id, *table.c[columns]).where(table.c.match_id.in_(ids))
        for row in connection.execute(mine.order_by(table.c.match_id, table.c[columns[0]])):
            if row[0] in found:
                found[row[0]].append((table.name, *row[1:]))
    return {
        match_id: repr([tuple(row) for row in rows]).encode("utf-8", "backslashreplace")
        for match_id, rows in found.items()
    }


_TEXT: Final = ("name", "game", "rules", "options", "headers", "text")
_PARTS_OF_RECORDS: Final = (
    (SEAT, ("seat", "bot_id", "score", "place")),
    (FAULT, ("number", "seat", "code", "ply", "evidence", "detail")),
    (MOVE_INFO, ("number", "ply", "seat", "text")),
)
