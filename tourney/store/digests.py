"""Digests of the matches of runs, so that a change by another program is found.

Every run has a chain of rows of its own: a batch of matches adds one row, however many there are,
and so does a change of the settings or a removal. A row has an entry for each match, and a hash
over its entries and the hash of the row before. Records have digests in the log.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from struct import Struct, pack
from struct import error as StructError
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, bindparam, insert, select

from tourney.domain.match_values import Entries
from tourney.store.models import BOT, MATCH, RUN, RUN_BOT, RUN_DIGEST, SEALING

Rowlike = Sequence[Any]

WHOLE_BYTES: Final = 12
PARTS: Final = ("match, seat", "ply", "fault", "move_info")
"""The tables of a match, each with one byte of its digest, to say where a difference is."""
LOGGED: Final = "ply"
"""The part that has the log of a match, also where it is packed."""
ENTRY: Final = Struct(f">I{WHOLE_BYTES + len(PARTS)}s")
"""An entry of a row: the number of a match, 0 for the settings, and the digest."""
GONE: Final = bytes(WHOLE_BYTES + len(PARTS))
"""The digest of a match that was removed."""


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
    """The digest of the settings of a run, of its bots, and of what it is committed to."""
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
    parts: tuple[object, ...] = (settings, listed)
    sealing = connection.execute(select(SEALING).where(SEALING.c.run_id == run_id)).one_or_none()
    if sealing is not None:
        parts = (*parts, tuple(sealing)[1:])
    found = sha256(repr(parts).encode("utf-8", "backslashreplace")).digest()
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
