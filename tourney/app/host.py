"""What a use case needs of whoever calls it: the command line, a page, a test."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engines.messages import Message
    from tourney.render.tables import Table
    from tourney.store import Database


class Host(Protocol):
    """Whoever calls a use case: says, shows and asks in the language of its people."""

    @property
    def lang(self) -> str:
        """The language of the people who are told something."""

    @property
    def answers(self) -> bool:
        """Whether somebody can answer a question now."""

    def store(self, create: bool = False) -> "Database":
        """The database, which stays open; with `create` a missing one is made."""

    def say(
        self,
        message: "Message | str",
        players: Sequence[str] | None = None,
        *,
        error: bool = False,
    ) -> None:
        """Tell people something about what is done; `players` are the names by number.

        An error is also told to people who want to hear nothing else.
        """

    def write(self, text: str) -> None:
        """Hand over data that was asked for."""

    def show(self, table: "Table") -> None:
        """Show the table that was asked for."""

    def confirm(self, question: "Message | str", *, default: bool = False) -> bool:
        """Whether somebody answers yes."""

    def command(self, *words: str, names: Sequence[str] = ()) -> str:
        """How the next step is asked for here; `names` come last and may look like options."""
