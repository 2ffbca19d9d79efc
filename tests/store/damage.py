"""Thirty kinds of damage to the file of a database, each a function of its path.

SQLite does not notice the kinds in `HARMLESS`: it reads all data as before.
"""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

PAGE: Final = 4096
Damage = Callable[[Path], object]


def bytes_of(change: Callable[[bytearray], bytes]) -> Damage:
    """Replaces the bytes of the file."""
    return lambda path: path.write_bytes(change(bytearray(path.read_bytes())))


def cut(length: Callable[[int], int]) -> Damage:
    """Cuts the file to a length."""
    return bytes_of(lambda data: data[: length(len(data))])


def put(at: int, new: bytes) -> Damage:
    """Overwrites bytes at a place; a negative place counts from the end."""

    def change(data: bytearray) -> bytes:
        start = at if at >= 0 else len(data) + at
        data[start : start + len(new)] = new
        return data

    return bytes_of(change)


def page(number: int, seed: int | None = None) -> Damage:
    """Overwrites a page, counted from 0 or from the end, with noise or with zeros."""
    noise = bytes(PAGE) if seed is None else random.Random(seed).randbytes(PAGE)
    return put(number * PAGE, noise)


def flipped(seed: int) -> Damage:
    """Flips forty random bits."""

    def change(data: bytearray) -> bytes:
        luck = random.Random(seed)
        for _ in range(40):
            data[luck.randrange(100, len(data))] ^= 1 << luck.randrange(8)
        return data

    return bytes_of(change)


def swapped(data: bytearray) -> bytes:
    """Swaps two pages."""
    one, two = slice(3 * PAGE, 4 * PAGE), slice(9 * PAGE, 10 * PAGE)
    data[one], data[two] = data[two], data[one]
    return data


def changed(*statements: str) -> Damage:
    """Runs SQL statements on the database, as another program could."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db, db:
            for statement in statements:
                db.execute(statement)

    return change


def beside(suffix: str, content: bytes | None) -> Damage:
    """Puts another file or folder with this suffix beside the database."""

    def change(path: Path) -> None:
        other = Path(f"{path}{suffix}")
        other.mkdir() if content is None else other.write_bytes(content)

    return change


KINDS: Final[dict[str, Damage]] = {
    "empty": cut(lambda n: 0),
    "one byte": cut(lambda n: 1),
    "header only": cut(lambda n: 100),
    "first page only": cut(lambda n: PAGE),
    "half": cut(lambda n: n // 2),
    "last page lost": cut(lambda n: n - PAGE),
    "cut within a page": cut(lambda n: n - 1000),
    "zeros": bytes_of(lambda data: bytes(len(data))),
    "zeros behind the first page": bytes_of(lambda data: data[:PAGE] + bytes(len(data) - PAGE)),
    "zeros in the second half": bytes_of(lambda d: d[: len(d) // 2] + bytes(len(d) - len(d) // 2)),
    "noise": bytes_of(lambda data: random.Random(1).randbytes(len(data))),
    "text": bytes_of(lambda data: b"recipes for apple pie\n" * 500),
    "header and zeros": bytes_of(lambda data: b"SQLite format 3\0" + bytes(5000)),
    "page 0 zeros": page(0),
    "page 3 zeros": page(3),
    "page 6 noise": page(6, 6),
    "page 10 zeros": page(10),
    "page 20 noise": page(20, 20),
    "last page noise": page(-1, 1),
    "pages swapped": bytes_of(swapped),
    "bits turned over": flipped(0),
    "other bits turned over": flipped(1),
    "page size": put(16, b"\x20\0"),
    "encoding": put(56, b"\0\0\0\2"),
    "format": put(18, b"\x09\x09"),
    "mark": put(68, b"\1\2\3\4"),
    "table ply lost": changed("DROP TABLE ply"),
    "table run lost": changed("DROP TABLE run"),
    "table version lost": changed("DROP TABLE alembic_version"),
    "table replaced by a view": changed(
        "DROP TABLE ply",
        "CREATE VIEW ply AS SELECT 1 AS match_id, 1 AS number, 0 AS seat, 'x' AS text",
    ),
    "column lost": changed("ALTER TABLE run RENAME COLUMN until TO whenever"),
    "version of another program": changed("UPDATE alembic_version SET version_num = 'ae1027a6acf'"),
    "version of bytes": changed("UPDATE alembic_version SET version_num = x'ff'"),
    "no UTF-8": changed("UPDATE bot SET name = CAST(x'ff41' AS TEXT) WHERE name = 'a'"),
    "text for numbers": changed("UPDATE run SET seats = 'two'"),
    "no time": changed("UPDATE run SET created = 'yesterday'"),
    "log is a folder": beside("-wal", None),
    "index is a folder": beside("-shm", None),
    "log is noise": beside("-wal", b"noise" * 9000),
    "index is noise": beside("-shm", b"\xff" * 32768),
    "journal of another": beside("-journal", bytes.fromhex("d9d505f920a163d7") + b"\xff" * 5000),
}
HARMLESS: Final = {"log is noise", "index is noise", "journal of another", "index is a folder"}
