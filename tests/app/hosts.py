"""A host of use cases without a terminal: what is said and shown goes to lists."""

from collections.abc import Sequence

from engines.messages import Message
from tourney.render.code_words import worded
from tourney.render.text_tables import Table
from tourney.store import Database


class ListHost:
    """Keeps what it is told; questions are answered by `yes`, or by nobody."""

    def __init__(self, store: Database, *, lang: str = "en", yes: bool | None = None) -> None:
        self.lang = lang
        self.said: list[str] = []
        self.shown: list[Table] = []
        self.asked: list[str] = []
        self.written = ""
        self._store = store
        self._yes = yes

    @property
    def answers(self) -> bool:
        return self._yes is not None

    def store(self, create: bool = False) -> Database:
        return self._store

    def say(
        self,
        message: Message | str,
        players: Sequence[str] | None = None,
        *,
        error: bool = False,
    ) -> None:
        named = isinstance(message, Message)
        self.said.append(worded(message, self.lang, players or ()) if named else str(message))

    def write(self, text: str) -> None:
        self.written += text

    def show(self, table: Table) -> None:
        self.shown.append(table)

    def confirm(self, question: Message | str, *, default: bool = False) -> bool:
        self.asked.append(str(question))
        return bool(self._yes)

    def command(self, *words: str, names: Sequence[str] = ()) -> str:
        return " ".join((*words, *names))
