"""What a use case needs of whoever calls it: the command line, a page, a test."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from engines.messages import say
from tourney.domain.errors import TourneyError, UsageFault

if TYPE_CHECKING:
    from engines.api import Scene
    from engines.messages import Message
    from tourney.render.text_tables import Table
    from tourney.store import Database


class Host(Protocol):
    """Whoever calls a use case: says, shows and asks in the language of its people."""

    @property
    def lang(self) -> str:
        """The language of the people who are told something."""

    @property
    def json(self) -> bool:
        """Whether data are wanted as JSON."""

    @property
    def answers(self) -> bool:
        """Whether somebody can answer a question now."""

    def store(self, create: bool = False) -> "Database":
        """The database, which stays open; with `create` a missing one is made."""

    def say(
        self, message: "Message | str", players: Sequence[str] | None = None, *, error: bool = False
    ) -> None:
        """Tell people something about what is done; `players` are the names by number.

        An error is also told to people who want to hear nothing else.
        """

    def text(self, message: "Message | str", players: Sequence[str] = ()) -> str:
        """A message in the language of the people; `players` are the names by number."""

    def write(self, text: str) -> None:
        """Hand over data that was asked for."""

    def show(self, table: "Table") -> None:
        """Show the table that was asked for."""

    def confirm(self, question: "Message | str", *, default: bool = False) -> bool:
        """Whether somebody answers yes."""

    def command(self, *words: str, names: Sequence[str] = ()) -> str:
        """How the next step is asked for here; `names` come last and may look like options."""


class InputEnded(Exception):
    """There are no more answers."""

    def __init__(self, what: "Message") -> None:
        super().__init__(what)
        self.what = what

    def fault(self) -> UsageFault:
        """The error if an answer was necessary."""
        return UsageFault(say("app.record-ended", what=self.what))


class Interviewer(Protocol):
    """Asks somebody one question after the other, in the language of a host.

    Whoever reads at a `terminal` can correct an answer; the lines of a file cannot.
    """

    names: Sequence[str]
    """The players in questions, by seat."""
    words: Callable[[], Iterable[str]]
    """What can be completed in an answer."""

    @property
    def host(self) -> Host:
        """For whom this asks."""

    @property
    def terminal(self) -> bool:
        """Whether a person answers at this moment."""

    def say(self, text: str) -> None:
        """Write a line for the person who answers."""

    def width(self) -> int | None:
        """The columns of the terminal; None without one."""

    def ask(self, what: "Message", proposed: str = "") -> str:
        """The answer to a question; the proposed one if there is none. InputEnded."""

    def choose(self, what: "Message", words: "Mapping[str, Message]", proposed: str = "") -> str:
        """The code of one of these words; the answer as typed if it is none of them."""

    def read(self, prompt: str, what: "Message") -> str:
        """One line of input without outer blanks; InputEnded after the last one."""

    def draw(self, scene: "Scene", width: int) -> str:
        """A table with the players in `names`, as a text of so many columns."""

    def explain(self, error: TourneyError | OSError) -> str:
        """What an error means, in one line."""


class StopRequest(Protocol):
    """Whether somebody has asked a long task to stop."""

    asked: bool

    def ask(self, words: "Message") -> None:
        """Ask it to stop, for this reason."""
