"""What a server serves; a page as the host of a use case: what is said stands on the page."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engines.messages import Message, say
from tourney.domain.errors import Conflict, DataFault, NotFound, TourneyError, UsageFault
from tourney.domain.safe_text import shell_word
from tourney.render.code_words import worded
from tourney.render.text_tables import Table
from tourney.serve.guards import TooOften
from tourney.store import Database
from tourney.store.database_faults import Busy

LATER: Final[Mapping[int, Mapping[str, str]]] = {
    429: {"Retry-After": "3"},
    503: {"Retry-After": "3"},
}
"""Headers of answers after which a telephone sends the same again."""


class Served(NamedTuple):
    """What is served: a database, the name of its event, and the rules of this server.

    Without an event people play, and a `run` can be watched. `pin` is that of the desk, None if it
    asks for none.
    `address` is that of the start page, as telephones reach it; `hosts` are the names under which
    this server answers. `site` is the folder into which the desk publishes web pages.
    """

    database: str
    event: str | None
    secret: bytes
    pin: str | None
    address: str
    hosts: frozenset[str]
    lang: str = "en"
    read_only: bool = False
    run: str | None = None
    site: Path = Path("public")


def status_of(error: TourneyError, *, form: bool = False) -> int:
    """The number of a fault: with 429 and 503 the same may work later.

    What a `form` names and is not there is a fault of the form: the page itself was found.
    """
    kinds = ((TooOften, 429), (Busy, 503), (NotFound, 422 if form else 404), (Conflict, 409))
    known = (number for kind, number in kinds if isinstance(error, kind))
    return next(known, 422 if isinstance(error, UsageFault | DataFault) else 503)


class Unanswered(TourneyError):
    """The use case asks before it goes on: the page shows what was said, and a button for yes."""


class WebHost:
    """Keeps what a use case says for the page; `yes` if the question was answered before."""

    json = False

    def __init__(
        self,
        database: Database,
        lang: str,
        *,
        yes: bool = False,
        button: Callable[[Sequence[str]], Message | None] = lambda words: None,
        served: Served | None = None,
    ) -> None:
        self.lang = lang
        self.served = served
        """Where this server publishes, if its pages do."""
        self.answers = True
        """Questions can be asked: they are answered by sending the form again."""
        self.said: list[str] = []
        self.next: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        """The commands that were proposed, each with its names."""
        self._database = database
        self._yes = yes
        self._button = button

    def store(self, create: bool = False) -> Database:
        """The database of the server."""
        return self._database

    def say(
        self,
        message: Message | str,
        players: Sequence[str] | None = None,
        *,
        error: bool = False,
    ) -> None:
        """Keep a line for the page."""
        self.said.append(self.text(message, players or ()))

    def text(self, message: Message | str, players: Sequence[str] = ()) -> str:
        """A message in the language of whoever reads the page."""
        return message if isinstance(message, str) else worded(message, self.lang, players)

    def write(self, text: str) -> None:
        """Keep data as lines for the page."""
        self.said += text.splitlines()

    def show(self, table: Table) -> None:
        """Nothing: the page shows all tables anyway."""

    def confirm(self, question: Message | str, *, default: bool = False) -> bool:
        """Unanswered, unless somebody has seen the question and sent the form again."""
        if not self._yes:
            raise Unanswered(self.text(question))
        return True

    def command(self, *words: str, names: Sequence[str] = ()) -> str:
        """A step that is proposed: a button of the desk, which the page has then, or a command."""
        self.next.append((words, tuple(names)))
        label = self._button(words)
        if label is None:
            return " ".join(map(shell_word, ("tourney", *words, *names)))
        return self.text(say("serve.step", words=label))
