"""Failures a user can cause or meet, each with the exit code of its kind.

Messages are one line: lower case, the fault first, the offending value quoted, the remedy last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.messages import Message


class TourneyError(Exception):
    """A failure that is shown in one line; anything else is a bug and keeps its traceback.

    It is given an English text or a message that has a text in every language.
    """

    exit_code = 1

    @property
    def message(self) -> Message | str:
        """What the failure was given."""
        return self.args[0] if self.args else ""

    def text(self, lang: str = "en") -> str:
        """The line in a language, in English where it has no other."""
        message = self.message
        return message if isinstance(message, str) else message.text(lang)


class UsageFault(TourneyError):
    """An unknown game, bot, option or value, or a number of seats that a game does not have."""

    exit_code = 2


class DataFault(TourneyError):
    """A file whose content does not pass: malformed TOML or CSV, a record with errors."""

    exit_code = 3


class NotFound(TourneyError):
    """A file, player, run or match that is not there."""

    exit_code = 5


class Conflict(TourneyError):
    """Locked, foreign, newer than this program, or already there with other content."""

    exit_code = 6


def quoted(value: object) -> str:
    """What somebody gave, as a message shows it: text in single quotes and on one line."""
    if not isinstance(value, str):
        return repr(value)
    shown = (c if c.isprintable() and c != "\\" else repr(c)[1:-1] for c in value)
    return "'" + "".join(shown).replace("'", "\\'") + "'"
