"""Errors of databases, and one clear line for each error of a driver.

Of SQLite the messages are known. An error of a statement on a server has a state, which is the same
in every language; when no connection is made, the driver gives only words.
"""

import re
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from engines.messages import Sentence, say
from tourney.domain.errors import (
    Conflict,
    NotFound,
    TourneyError,
    Unreachable,
    UsageFault,
    quoted,
)


class DatabaseGone(Unreachable):
    """The connection to a server is lost, or it does not answer."""


class Damaged(Conflict):
    """A database with content that this program did not store."""


class Busy(Conflict):
    """Another process keeps the database locked: later the same may work."""


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
    Cause(r"is locked", Busy, Sentence("store.file-locked")),
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
        return _server_fault(error, shown)
    words = " ".join(str(error).split())
    # Its subclasses, such as IntegrityError, are for the caller to understand.
    plain = type(error) is sqlite3.DatabaseError
    if not (plain or isinstance(error, sqlite3.OperationalError)):
        return None
    cause = next((one for one in CAUSES if re.search(one.pattern, words, re.IGNORECASE)), None)
    if cause is None:
        return None
    in_reading = getattr(error, "sqlite_errorname", "") in READING
    concerned = str(written if written and cause.writing and not in_reading else shown)
    if cause.room:
        # SQLite says that the disk is full when it is only this process that may write no more.
        with suppress(ImportError):  # Windows has no such limit
            import resource

            limit, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
            names = (Path(f"{file}{suffix}") for suffix in ("", "-wal", "-journal"))
            largest = max((name.stat().st_size for name in names if name.exists()), default=0)
            if limit != resource.RLIM_INFINITY and largest + NEAR > limit:
                return TourneyError(say("store.size-limit", path=concerned))
    return cause.kind(cause.sentence(path=concerned))


class ServerCause(NamedTuple):
    """Beginnings of states, a pattern of words, and the error to report instead."""

    states: tuple[str, ...]
    words: str
    kind: type[TourneyError]
    sentence: Sentence


NOTHING: Final = r"(?!)"
"""Matches no words."""
SERVER_CAUSES: Final = (
    ServerCause(("55P03", "40"), r"lock timeout", Busy, Sentence("store.locked")),
    ServerCause(
        ("53300",),
        r"too many (clients|connections)|connection slots are reserved",
        DatabaseGone,
        Sentence("store.no-connection"),
    ),
    ServerCause(
        ("3D000",),
        r'database "[^"]*" does not exist',
        NotFound,
        Sentence("store.no-server-database"),
    ),
    ServerCause(
        ("28",),
        r'authentication failed|no password supplied|role "[^"]*" does not exist|pg_hba\.conf|'
        "is not permitted to log in",
        TourneyError,
        Sentence("store.login-refused"),
    ),
    ServerCause(
        (),
        r"invalid (connection option|sslmode|port number|integer value)|bad value for|"
        r"definition of service|unrecognized configuration parameter|invalid value for parameter",
        UsageFault,
        Sentence("store.address-refused"),
    ),
    ServerCause(
        (),
        r"invalid response to SSL negotiation|expected authentication request",
        TourneyError,
        Sentence("store.not-postgresql"),
    ),
    ServerCause(("42501",), r"permission denied for", TourneyError, Sentence("store.not-allowed")),
    ServerCause(("25006",), NOTHING, TourneyError, Sentence("store.only-readable")),
    ServerCause(("53100",), r"no space left", TourneyError, Sentence("store.server-full")),
    ServerCause(("53",), NOTHING, TourneyError, Sentence("store.server-memory")),
    ServerCause(
        (), r"certificate file|private key file", TourneyError, Sentence("store.no-certificate")
    ),
    ServerCause(
        ("58",), r"could not (open|read|write) ", TourneyError, Sentence("store.server-fails")
    ),
    ServerCause(("XX001", "XX002"), NOTHING, Damaged, Sentence("store.server-damaged")),
    ServerCause(("22021", "22P05"), NOTHING, Conflict, Sentence("store.not-in-encoding")),
)
UNREACHED: Final = frozenset({"OperationalError", "InterfaceError"})
"""Kinds of errors that mean a lost connection unless their cause is known."""


def _server_fault(error: BaseException, shown: str) -> TourneyError | None:
    state = getattr(error, "sqlstate", None)
    # The message on one line, without the statement that has caused it.
    first = getattr(getattr(error, "diag", None), "message_primary", None)
    words = " ".join((first or str(error)).split()).rstrip(".?")
    given = {"database": quoted(shown), "words": words}
    for cause in SERVER_CAUSES:
        if state is None:
            fits = re.search(cause.words, words, re.IGNORECASE) is not None
        else:
            fits = bool(cause.states) and state.startswith(cause.states)
        if fits:
            sentence = cause.sentence
            return cause.kind(sentence(**{name: given[name] for name in sentence.fields()}))
    if UNREACHED & {kind.__name__ for kind in type(error).__mro__}:
        return DatabaseGone(say("store.no-answer", **given))
    return None
