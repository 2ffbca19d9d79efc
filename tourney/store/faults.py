"""Translates errors of database drivers into one clear line each.

Knows the messages of SQLite, but no tables.
"""

import re
import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from engines.messages import Sentence, say
from tourney.domain.errors import Conflict, TourneyError
from tourney.store.errors import Damaged
from tourney.store.server_faults import server_fault

NEAR: Final = 1 << 20
"""The file size limit counts as the cause if a file is less than this many bytes below it."""


class Cause(NamedTuple):
    """A pattern of driver messages, and the error to report instead.

    `writing` marks errors that concern the file being written, `room` those that a file size limit
    can also cause.
    """

    pattern: str
    kind: type[TourneyError]
    sentence: Sentence
    writing: bool = False
    room: bool = False


CAUSES: Final = (
    Cause(r"is locked", Conflict, Sentence("store.file-locked")),
    Cause(r"file is not a database", Conflict, Sentence("store.not-a-database")),
    Cause(
        r"malformed|no such (table|column)|could not decode to utf-8",
        Damaged,
        Sentence("store.damaged"),
    ),
    Cause(r"readonly database", TourneyError, Sentence("store.not-writable"), writing=True),
    Cause(
        r"unable to open database file", TourneyError, Sentence("store.cannot-open"), writing=True
    ),
    Cause(r"is full", TourneyError, Sentence("store.disk-full"), writing=True, room=True),
    Cause(r"disk i/o error", TourneyError, Sentence("store.disk-fails"), writing=True, room=True),
)
READING: Final = ("SQLITE_IOERR_READ", "SQLITE_IOERR_SHORT_READ", "SQLITE_IOERR_CORRUPTFS")


def fault_of(
    error: BaseException, shown: str, file: Path | None, written: Path | None = None
) -> TourneyError | None:
    """The error to report for a driver's error; None if no user can cause it.

    `file` is the file of a SQLite database, None for a server. Names the database as `shown`, or
    the file `written` if the error concerns it.
    """
    if file is None:
        return server_fault(error, shown)
    words = " ".join(str(error).split())
    plain = type(error) is sqlite3.DatabaseError
    if not (plain or isinstance(error, sqlite3.OperationalError)):
        return None
    for cause in CAUSES:
        if re.search(cause.pattern, words, re.IGNORECASE):
            concerned = written if cause.writing and not _in_reading(error) else None
            return _translated(cause, str(concerned or shown), file)
    return None


def _in_reading(error: BaseException) -> bool:
    return getattr(error, "sqlite_errorname", "") in READING


def _translated(cause: Cause, shown: str, file: Path) -> TourneyError:
    if cause.room and _limited(file):
        return TourneyError(say("store.size-limit", path=shown))
    return cause.kind(cause.sentence(path=shown))


def _limited(file: Path) -> bool:
    """Whether the database has nearly reached this process's file size limit."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return False
    limit, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    names = (Path(f"{file}{suffix}") for suffix in ("", "-wal", "-journal"))
    largest = max((name.stat().st_size for name in names if name.exists()), default=0)
    return limit != resource.RLIM_INFINITY and largest + NEAR > limit
