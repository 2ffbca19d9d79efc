"""The host of use cases that a Python program calls: nothing is printed, nobody is asked."""

from collections.abc import Callable, Sequence

from engines.messages import Message
from tourney.domain.safe_text import shell_line
from tourney.render.code_words import worded
from tourney.render.text_tables import Table
from tourney.store import Database


class ScriptHost:
    """Keeps what a use case says as notes, and the tables that it shows."""

    json = False
    answers = False

    def __init__(self, store: Callable[[], Database], lang: str) -> None:
        self.lang = lang
        self.notes: list[str] = []
        self.tables: list[Table] = []
        self._store = store

    def store(self, create: bool = False) -> Database:
        """The open database."""
        return self._store()

    def say(
        self, message: Message | str, players: Sequence[str] | None = None, *, error: bool = False
    ) -> None:
        """Note what is said."""
        self.notes.append(self.text(message, players or ()))

    def text(self, message: Message | str, players: Sequence[str] = ()) -> str:
        """A message in the language of the program's user."""
        return message if isinstance(message, str) else worded(message, self.lang, players)

    def write(self, text: str) -> None:
        """Note a text that was asked for."""
        self.notes.append(text.rstrip("\n"))

    def show(self, table: Table) -> None:
        """Keep a table."""
        self.tables.append(table)

    def confirm(self, question: Message | str, *, default: bool = False) -> bool:
        """Nobody is there to answer: what has to be confirmed is not done."""
        return default

    def command(self, *words: str, names: Sequence[str] = ()) -> str:
        """The same step at the command line."""
        ends = ("--", *names) if any(name.startswith("-") for name in names) else names
        return shell_line(("tourney", *words, *ends))
