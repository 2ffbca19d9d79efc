"""Failures that a user can cause or meet; each kind has its exit code.

Messages are one line: lower case, the fault first, the offending value quoted, the remedy last.
"""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.messages import Message

MOST_QUOTED = 100  # characters up to which a message shows a given text whole
SHOWN = 80  # characters that a message shows of a longer one


class TourneyError(Exception):
    """A failure that is shown in one line; any other exception is a bug and keeps its traceback.

    Created with an English text, or with a message that has a text in every language.
    """

    exit_code = 1

    @property
    def message(self) -> Message | str:
        """The text or message of the failure."""
        return self.args[0] if self.args else ""

    @property
    def code(self) -> str:
        """The code of the message, such as `store.no-database`; empty if it is a plain text."""
        message = self.message
        return "" if isinstance(message, str) else message.code

    def text(self, lang: str = "en") -> str:
        """The line in a language; English if there is no translation."""
        message = self.message
        return message if isinstance(message, str) else message.text(lang)


class UsageFault(TourneyError):
    """Wrong use: an unknown game, bot or option, an invalid value or number of seats."""

    exit_code = 2


class SearchFault(UsageFault):
    """A search found no round that is allowed; one of an earlier `method` may have found one."""

    def __init__(self, message: Message | str, method: int) -> None:
        super().__init__(message)
        self.method = method


class DataFault(TourneyError):
    """Data with errors: a malformed file, a record that breaks the rules."""

    exit_code = 3


class NotFound(TourneyError):
    """A file, run, match or bot was not found."""

    exit_code = 5


class Conflict(TourneyError):
    """A conflict: a locked, foreign or newer database, or different content under the same name."""

    exit_code = 6


class Unreachable(TourneyError):
    """A server or scheduler is gone; what was done remains, and the rest can be done later."""


class TakenOver(Conflict):
    """Another process goes on with what this one was doing."""


def quoted(value: object) -> str:
    """A given value as a message shows it: text in single quotes, on one line.

    Of a text that is too long for a name, only the beginning is shown; a path is whole. A value of
    a file of JSON or TOML that is no text is shown as it stands there: true, [1, 2].
    """
    plain = isinstance(value, bool | list | dict | None)
    text = dumps(value, ensure_ascii=False, default=str) if plain else str(value)
    if len(text) > MOST_QUOTED and "/" not in text:
        text = f"{text[:SHOWN]}…"
    if not isinstance(value, str):
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    shown = (c if c.isprintable() and c != "\\" else repr(c)[1:-1] for c in text)
    return "'" + "".join(shown).replace("'", "\\'") + "'"
