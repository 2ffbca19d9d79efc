"""Translates errors of a PostgreSQL server into one clear line each.

An error of a statement has a state, which is the same in every language of the server. When no
connection is made, the driver gives only the words of the server or of its library.
"""

import re
from typing import Final, NamedTuple

from engines.messages import Message, Sentence, say
from tourney.domain.errors import (
    Conflict,
    NotFound,
    TourneyError,
    UsageFault,
    quoted,
)
from tourney.store.errors import Damaged, DatabaseGone


class ServerCause(NamedTuple):
    """Beginnings of states, a pattern of words, and the error to report instead."""

    states: tuple[str, ...]
    words: str
    kind: type[TourneyError]
    sentence: Sentence


NOTHING: Final = r"(?!)"
"""Matches no words."""
CAUSES: Final = (
    ServerCause(("55P03", "40"), r"lock timeout", Conflict, Sentence("store.locked")),
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


def server_fault(error: BaseException, shown: str) -> TourneyError | None:
    """The error to report for a driver's error; None if no user can cause it."""
    state = getattr(error, "sqlstate", None)
    words = _words(error)
    for cause in CAUSES:
        if _is(cause, state, words):
            return cause.kind(_said(cause.sentence, shown, words))
    if UNREACHED & {kind.__name__ for kind in type(error).__mro__}:
        return DatabaseGone(say("store.no-answer", database=quoted(shown), words=words))
    return None


def _words(error: BaseException) -> str:
    """The message of an error on one line, without the statement that has caused it."""
    diagnosis = getattr(error, "diag", None)
    first = getattr(diagnosis, "message_primary", None)
    return " ".join((first or str(error)).split()).rstrip(".?")


def _is(cause: ServerCause, state: str | None, words: str) -> bool:
    if state is not None:
        return bool(cause.states) and state.startswith(cause.states)
    return re.search(cause.words, words, re.IGNORECASE) is not None


def _said(sentence: Sentence, shown: str, words: str) -> Message:
    """The sentence with those arguments that it has."""
    given = {"database": quoted(shown), "words": words}
    return sentence(**{name: given[name] for name in sentence.fields()})
