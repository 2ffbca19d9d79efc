"""People at one terminal: the table as they see it, their turns, what they type.

A person is an agent that is asked here. It sees only the view of its seat and the entries of the
log that the seat may see.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, Final

from engines.api import ITS_SEAT, Game, NotationError, Outcome, Seat, View, seat_letter
from engines.messages import Message, Player, say
from tourney.agents.wrappers import ThroughReferee
from tourney.app.play_moves import (
    COMMANDS,
    MoveList,
    chosen,
    paragraphs,
    plain,
    preview,
    read_command,
    read_move,
    readable,
)
from tourney.app.play_session import MatchLeft, MoveTakenBack
from tourney.bots.search import advice
from tourney.cli.terminal.dialogue import PlayConsole, TimeUp
from tourney.domain.observation import Observation
from tourney.domain.safe_text import visible
from tourney.play.agent import AgentFault, Seating
from tourney.play.clock import NO_CLOCK, Clock
from tourney.render.code_words import CODES
from tourney.render.scenes import Theme, draw, localized, tiles
from tourney.render.scenes import plain as drawn
from tourney.render.text import cell_width, gathered, pad

HINT_SECONDS: Final = 3.0
"""How long a search for a hint takes."""
HINTS_SHOWN: Final = 5
BEST_POINTS: Final = 4
"""Points of the first place in a hint; the last place has none."""
# Signs that a terminal with wide characters may draw in two columns.
PLAIN_SIGNS: Final = str.maketrans({"·": "|", "…": "...", "→": "->"})
YES_NO: Final = {code: CODES[code]() for code in ("yes", "no")}


@dataclass
class PlayTable:
    """The table as its people use it.

    `practice` is called when a hint makes the match practice, and `is_practice` says whether it is;
    `decided` says whether a seat has made a decision, and `take_back` deletes it.
    """

    game: Game[Any]
    names: tuple[str, ...]
    people: frozenset[Seat]
    console: PlayConsole
    theme: Callable[[], Theme]
    practice: Callable[[], None]
    is_practice: Callable[[], bool]
    decided: Callable[[Seat], bool]
    take_back: Callable[[Seat], None]
    shown_to: Seat | None = None
    introduced: set[Seat] = field(default_factory=set)

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

    def make_practice(self, without: Seat | None = None) -> None:
        """Make the match practice and say so; delete the last decision of the seat `without`."""
        # It is said once, when the match stops counting.
        counted = not self.is_practice()
        if without is None:
            self.practice()
        else:
            self.take_back(without)
        if counted:
            self.say(say("cli.play-practice"))

    def hand_over(self, seat: Seat) -> None:
        """Give the screen to a seat: clear what another person has seen, and wait for Enter.

        MatchLeft if the answer is to quit.
        """
        # With one person, or a game in which all see the same, there is nothing to hide.
        hidden = any(known.seen_by == ITS_SEAT for known in self.game.view_fields)
        if len(self.people) > 1 and hidden and self.shown_to != seat:
            self.console.clear()
            answer = self.console.ask(self.text(say("cli.play-press-enter", name=self.names[seat])))
            if read_command(plain(answer)) == ("quit", ""):
                raise MatchLeft
        self.shown_to = seat


class PersonTurn:
    """One decision: its legal moves, the time left, the dialogue about it."""

    def __init__(
        self, observation: Observation[Any], table: PlayTable, rng: Random, clock: Clock
    ) -> None:
        self._observation = observation
        self._table = table
        self._rng = rng
        self._clock = clock
        self._game = observation.game
        self._seat = observation.seat
        lang = table.theme().lang
        self._list = MoveList(observation.game, observation.legal(), lang, observation.view())
        # The time runs on while moves are shown and refused, as at a table.
        self._end = monotonic() + clock.move_ms / 1000 if clock.limited else None
        self._commands: Mapping[str, Callable[[str], None]] = {
            "?": self._show_moves,
            "table": self._show_position,
            "notation": self._show_notation,
            "hint": self._hint,
            "back": self._back,
            "resign": self._resign,
            "quit": self._quit,
        }

    def show(self, news: Sequence[tuple[Seat, str]], seen: View | None = None) -> None:
        """Show what happened, the table, and what is to be decided.

        `seen` is the view of the seat at its last decision.
        """
        table = self._table
        table.write("")
        heading = (
            say("cli.play-happened") if self._seat in table.introduced else say("cli.play-first")
        )
        now = self._observation.view()
        table.tell(heading, news, self._game.changes(seen, now) if seen else ())
        self._show_position("")
        if self._seat not in table.introduced:
            table.introduced.add(self._seat)
            table.say(say("cli.play-introduction"))
        # What this seat must do, and who else must decide.
        do = self._game.phases[self._observation.phase()]()
        table.say(say("kit.has-to", who=Player(self._seat), do=do))
        others = tuple(Player(seat) for seat in now["pending"] if seat not in (self._seat, -1))
        if others:
            table.say(say("cli.play-still-owed", who=others))
        if self._list.short:
            self._show_moves("")
        else:
            table.say(say("cli.play-moves", count=len(self._list.moves)))

    def ask(self) -> Any:
        """Ask until the answer is a legal move, and confirmed if it changes a board."""
        # A move with a preview is made by Enter, or by the same move again; another one is shown
        # in its place.
        proposed = None
        while True:
            text = plain(self._line(self._prompt))
            command = read_command(text)
            if command:
                self._commands[command[0]](command[1])
                continue
            if not text and proposed is not None:
                return proposed
            move = self._legal_move(text)
            if move is None:
                continue
            title = say("cli.play-confirm", move=self._move_text(move))
            scene = None
            if move != proposed:
                scene = preview(self._observation, move, title, self._rng)
            if scene is None:
                return move
            theme = self._table.theme()
            self._table.console.write(drawn(draw(scene, self._table.names, theme), theme))
            proposed = move

    # What is shown; the words after the command matter only to `?`.

    def _show_position(self, _words: str) -> None:
        theme = self._table.theme()
        scene = self._game.scene(self._observation.view())
        lines = draw(scene, self._table.names, theme)
        hand = [zone.tokens for zone in scene.zones if zone.owner == self._seat]
        for tokens in hand:  # what is on the cards, where their names do not say it
            lines += tiles(tokens, theme)
        self._table.console.write(drawn(lines, theme))

    def _show_moves(self, words: str) -> None:
        lines = self._list.lines(words, self._table.theme().width)
        self._table.write(*map(visible, lines))
        default = self._default()
        if default is not None:
            self._table.say(say("cli.play-enter-for", move=self._move_text(default)))

    def _move_text(self, move: Any) -> str:
        return readable(self._game, self._game.move_text(move), self._table.theme().lang)

    def _show_notation(self, _words: str) -> None:
        self._table.write(self._game.notation.template(self._table.theme().lang).strip())

    # What is typed.

    def _prompt(self) -> str:
        """The seat and, with a clock, the remaining time."""
        left = self._left()
        clock = "" if left is None else f" {int(left) // 60}:{int(left) % 60:02}"
        return f"{seat_letter(self._seat)}{clock}> "

    def _left(self) -> float | None:
        return None if self._end is None else max(0.0, self._end - monotonic())

    def _line(self, prompt: str | Callable[[], str]) -> str:
        try:
            texts = [move.text for move in self._list.moves]  # for the Tab key
            return self._table.console.ask(prompt, [*texts, *COMMANDS], self._left())
        except TimeUp:  # for a person as for a bot: the referee decides what follows
            raise AgentFault(
                "timeout", f"took longer than the clock allows: {self._clock}"
            ) from None

    def _default(self) -> Any:
        """The move that Enter alone means: the only one, or the one that records leave out."""
        moves = self._observation.legal()
        if len(moves) == 1:
            return moves[0]
        silent = self._game.silent
        return silent if silent is not None and silent in moves else None

    def _legal_move(self, text: str) -> Any:
        """The legal move that a text means; None after a message that says why there is none."""
        if not text:
            return self._default()
        if text.isdecimal():
            listed = self._list.numbered(int(text))
            if listed is None:
                self._table.say(say("cli.play-no-number", number=text, last=len(self._list.moves)))
            return listed and listed.move
        try:
            move = read_move(self._observation, self._table.names, text)
        except NotationError as error:
            why = error.message
            if error.remedy:
                why = say("cli.play-unreadable-remedy", why=why, remedy=error.remedy)
            self._table.say(say("cli.play-unreadable", why=why))
            return None
        refusal = self._observation.refusal(move, self._rng)
        if refusal is not None:
            rule = refusal.rule or "-"
            self._table.say(say("cli.play-illegal", rule=rule, why=refusal.message))
            return None
        return move

    # Commands.

    def _hint(self, _words: str) -> None:
        """Show the best moves by a search; the match becomes practice."""
        moves = self._observation.legal()
        if len(moves) == 1:
            self._table.say(say("cli.play-only-move", move=self._move_text(moves[0])))
            return
        if not self._becomes_practice(say("cli.play-hint-ask")):
            return
        self._table.make_practice()
        self._table.say(say("cli.play-thinking", seconds=f"{HINT_SECONDS:g}"))
        best = advice(self._observation, self._rng, HINT_SECONDS)[:HINTS_SHOWN]
        self._table.say(say("cli.play-hint-head"))
        texts = [self._move_text(one.move) for one in best]
        width = max(map(cell_width, texts))
        for text, one in zip(texts, best, strict=True):
            # A reward lies between 0, for the last place, and 1, for the first; a search may be a
            # little beside it.
            points = BEST_POINTS * min(1.0, max(0.0, one.reward))
            # The probability is an estimate, and so never 0 or 1.
            percent = round(100 * one.chance)
            chance = "< 1 %" if percent < 1 else "> 99 %" if percent > 99 else f"{percent:3} %"
            self._table.write(f"  {pad(text, width)}  {points:4.2f}  {chance}")

    def _back(self, _words: str) -> None:
        if not self._table.decided(self._seat):
            self._table.say(say("cli.play-nothing-back"))
        elif self._becomes_practice(say("cli.play-back-ask")):
            self._table.make_practice(without=self._seat)
            raise MoveTakenBack

    def _becomes_practice(self, question: Message) -> bool:
        """Whether the match is practice, or the person agrees that it becomes that."""
        if self._table.is_practice():
            return True
        self._table.say(question)
        agreed = chosen(self._line("(y/N) "), YES_NO) == "yes"
        if not agreed:
            self._table.say(say("cli.play-still-counts"))
        return agreed

    def _resign(self, _words: str) -> None:
        question = self._table.text(say("cli.play-resign-ask"))
        if chosen(self._line(question), YES_NO) == "yes":
            self._table.say(say("cli.play-play-on"))
            raise AgentFault("resigned", "")

    def _quit(self, _words: str) -> None:
        raise MatchLeft


class Person:
    """A person at a seat of a table: an agent that is asked at the terminal."""

    version = ""
    info = None
    listens = True
    trusted = True
    keeps_time = True

    def __init__(self, table: PlayTable) -> None:
        self._table = table
        self.news: list[tuple[Seat, str]] = []
        """The entries of the log since the last decision."""
        self._seen: View | None = None
        self._rng = Random()
        self._clock = NO_CLOCK

    def start(self, seating: Seating) -> None:
        """Take the clock of the match."""
        self._clock = seating.clock

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Remember an entry of the log until the next decision."""
        self.news.append((seat, text))

    def seated(self, observation: Observation[Any]) -> None:
        """Do nothing: the screen shows the table when there is something to decide."""

    def repeated(self, observation: Observation[Any]) -> None:
        """Forget what happened before a stored decision."""
        self.news.clear()
        self._seen = observation.view()

    def choose(self, observation: Observation[Any]) -> Any:
        """The move that the person enters."""
        try:
            self._table.hand_over(observation.seat)
            turn = PersonTurn(observation, self._table, self._rng, self._clock)
            turn.show(self.news, self._seen)
            move = turn.ask()
        except AgentFault:
            raise
        # To leave or take back a move is no fault of an agent: the referee lets these pass, where
        # it would take any other exception for a crash of a bot.
        except Exception as error:
            raise ThroughReferee(error) from error
        self.news.clear()
        self._seen = observation.view()
        return move

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Do nothing: the person knows."""

    def end(self, outcome: Outcome) -> None:
        """Do nothing: the result is shown to all."""
