"""A host of use cases without a terminal: what is said and shown goes to lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from engines.api import Scene
from engines.messages import Message
from tourney.app.host import InputEnded
from tourney.domain.errors import TourneyError
from tourney.render.code_words import worded
from tourney.render.text_tables import Table
from tourney.store import Database


class ListHost:
    """Keeps what it is told; questions are answered by `yes`, or by nobody."""

    json = False

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
        self.said.append(self.text(message, players or ()))

    def text(self, message: Message | str, players: Sequence[str] = ()) -> str:
        return message if isinstance(message, str) else worded(message, self.lang, players)

    def write(self, text: str) -> None:
        self.written += text

    def show(self, table: Table) -> None:
        self.shown.append(table)

    def confirm(self, question: Message | str, *, default: bool = False) -> bool:
        self.asked.append(str(question))
        return bool(self._yes)

    def command(self, *words: str, names: Sequence[str] = ()) -> str:
        return " ".join((*words, *names))


class ListInterviewer:
    """Answers questions from a list, one after the other, as the lines of a file would."""

    def __init__(self, host: ListHost, answers: Sequence[str]) -> None:
        self.host = host
        self.names: Sequence[str] = ()
        self.words: Callable[[], Iterable[str]] = tuple
        self.terminal = False
        self.said: list[str] = []
        self._answers = list(answers)

    def say(self, text: str) -> None:
        self.said.append(text)

    def width(self) -> int | None:
        return None

    def ask(self, what: Message, proposed: str = "") -> str:
        return self.read("", what) or proposed

    def choose(self, what: Message, words: Mapping[str, Message], proposed: str = "") -> str:
        return self.ask(what, proposed)

    def read(self, prompt: str, what: Message) -> str:
        if not self._answers:
            raise InputEnded(what)
        return self._answers.pop(0)

    def draw(self, scene: Scene, width: int) -> str:
        return ""

    def explain(self, error: TourneyError | OSError) -> str:
        return str(error)
