"""What the people at one terminal share: console, players, language, whose screen it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engines.api import ITS_SEAT, Game, Seat
from engines.messages import Message, say
from tourney.app.play_moves import paragraphs, plain, read_command
from tourney.cli.terminal.dialogue import PlayConsole
from tourney.render.scenes import Theme, localized
from tourney.render.text import gathered

PLAIN_SIGNS: Final = str.maketrans({"·": "|", "…": "...", "→": "->"})


class MatchLeft(Exception):
    """A person leaves the match, which can be continued later."""


@dataclass
class PlayTable:
    """The table as its people use it.

    `practice` is called when a hint makes the match practice, and `is_practice` says whether it is;
    `decided` says whether a seat has made a decision that can be taken back.
    """

    game: Game[Any]
    names: tuple[str, ...]
    people: frozenset[Seat]
    console: PlayConsole
    theme: Callable[[], Theme]
    practice: Callable[[], None]
    is_practice: Callable[[], bool]
    decided: Callable[[Seat], bool]
    shown_to: Seat | None = None
    introduced: set[Seat] = field(default_factory=set)

    @property
    def hidden(self) -> bool:
        """Whether a seat sees something that others must not see."""
        return any(one.seen_by == ITS_SEAT for one in self.game.view_fields)

    def text(self, message: Message) -> str:
        """A message in the language of these people, safe for a terminal."""
        theme = self.theme()
        text = gathered(localized(message, self.names, theme))
        return text.translate(PLAIN_SIGNS) if theme.narrow else text

    def write(self, *lines: str) -> None:
        """Write lines that are safe for a terminal."""
        self.console.write("".join(f"{line}\n" for line in lines))

    def say(self, message: Message, indent: str = "") -> None:
        """Write a message."""
        self.write(*paragraphs(self.text(message), self.theme().width, indent))

    def tell(
        self, heading: Message, news: Sequence[tuple[Seat, str]], more: Sequence[Message] = ()
    ) -> None:
        """Write entries of the log, and more, as sentences below a heading, if there are any."""
        if news:
            self.say(heading)
            for message in (*(self.game.narrate(seat, text) for seat, text in news), *more):
                self.say(message, "  ")
            self.write("")

    def hand_over(self, seat: Seat) -> None:
        """Give the screen to a seat: clear what another person has seen, and wait for Enter.

        MatchLeft if the answer is to quit.
        """
        if len(self.people) > 1 and self.hidden and self.shown_to != seat:
            self.console.clear()
            answer = self.console.ask(self.text(say("cli.play-press-enter", name=self.names[seat])))
            if read_command(plain(answer)) == ("quit", ""):
                raise MatchLeft
        self.shown_to = seat
