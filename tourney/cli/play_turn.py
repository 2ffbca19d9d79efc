"""One decision of a person: shows the table, reads commands, asks for a legal move."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import monotonic
from typing import Any, Final

from engines.api import NotationError, Seat, View, seat_letter
from engines.messages import Message, Player, say
from tourney.app.play_moves import (
    COMMANDS,
    MoveList,
    chosen,
    plain,
    preview,
    read_command,
    read_move,
    readable,
)
from tourney.bots.search import MoveEstimate, advice
from tourney.cli.play_table import MatchLeft, PlayTable
from tourney.cli.terminal.dialogue import TimeUp
from tourney.domain.observation import Observation
from tourney.play.agent import AgentFault
from tourney.play.clock import Clock
from tourney.render.code_words import CODES
from tourney.render.scenes import draw, tiles
from tourney.render.scenes import plain as drawn
from tourney.render.text import cell_width, pad, visible

HINT_SECONDS: Final = 3.0
HINTS_SHOWN: Final = 5
BEST_POINTS: Final = 4
"""Points of the first place; the last one has none."""
YES_NO: Final = {code: CODES[code]() for code in ("yes", "no")}
RULE: Final = "-"


class TakeBack(Exception):
    """A person takes back the last decision of the seat."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


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
        self._end = monotonic() + clock.move_ms / 1000 if clock.limited else None
        self._commands: Mapping[str, Callable[[str], None]] = {
            "?": self._show_moves,
            "table": lambda rest: self._show_position(),
            "notation": lambda rest: self._show_notation(),
            "hint": lambda rest: self._hint(),
            "back": lambda rest: self._back(),
            "resign": lambda rest: self._resign(),
            "quit": lambda rest: self._quit(),
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
        self._show_position()
        if self._seat not in table.introduced:
            table.introduced.add(self._seat)
            table.say(say("cli.play-introduction"))
        self._show_owed()
        if self._list.short:
            self._show_moves("")
        else:
            table.say(say("cli.play-moves", count=len(self._list.moves)))

    def ask(self) -> Any:
        """Ask until the answer is a legal move, and confirmed if it changes a board."""
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
            if move == proposed or not self._show_preview(move):
                return move
            proposed = move

    # What is shown.

    def _show_position(self) -> None:
        theme = self._table.theme()
        scene = self._game.scene(self._observation.view())
        lines = draw(scene, self._table.names, theme)
        hand = [zone.tokens for zone in scene.zones if zone.owner == self._seat]
        for tokens in hand:  # what is on the cards, where their names do not say it
            lines += tiles(tokens, theme)
        self._table.console.write(drawn(lines, theme))

    def _show_owed(self) -> None:
        """Say what this seat must do, and who else must decide."""
        do = self._game.phases[self._observation.phase()]()
        self._table.say(say("kit.has-to", who=Player(self._seat), do=do))
        pending = self._observation.view()["pending"]
        others = tuple(Player(seat) for seat in pending if seat not in (self._seat, -1))
        if others:
            self._table.say(say("cli.play-still-owed", who=others))

    def _show_moves(self, words: str) -> None:
        lines = self._list.lines(words, self._table.theme().width)
        self._table.write(*map(visible, lines))
        default = self._default()
        if default is not None:
            self._table.say(say("cli.play-enter-for", move=self._move_text(default)))

    def _move_text(self, move: Any) -> str:
        return readable(self._game, self._game.move_text(move), self._table.theme().lang)

    def _show_notation(self) -> None:
        self._table.write(self._game.notation.template(self._table.theme().lang).strip())

    def _show_preview(self, move: Any) -> bool:
        """Draw the board after a move; whether it changes."""
        title = say("cli.play-confirm", move=self._move_text(move))
        scene = preview(self._observation, move, title, self._rng)
        if scene is None:
            return False
        theme = self._table.theme()
        self._table.console.write(drawn(draw(scene, self._table.names, theme), theme))
        return True

    # What is typed.

    def _prompt(self) -> str:
        """The seat and, with a clock, the remaining time."""
        left = self._left()
        clock = "" if left is None else f" {int(left) // 60}:{int(left) % 60:02}"
        return f"{seat_letter(self._seat)}{clock}> "

    def _left(self) -> float | None:
        return None if self._end is None else max(0.0, self._end - monotonic())

    def _line(self, prompt: str | Callable[[], str]) -> str:
        texts = [one.text for one in self._list.moves]
        try:
            return self._table.console.ask(prompt, [*texts, *COMMANDS], self._left())
        except TimeUp:
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
            self._table.say(_unreadable(error))
            return None
        refusal = self._observation.refusal(move, self._rng)
        if refusal is not None:
            self._table.say(say("cli.play-illegal", rule=refusal.rule or RULE, why=refusal.message))
            return None
        return move

    # Commands.

    def _hint(self) -> None:
        """Show the best moves by a search; the match becomes practice."""
        moves = self._observation.legal()
        if len(moves) == 1:
            self._table.say(say("cli.play-only-move", move=self._move_text(moves[0])))
            return
        if not self._becomes_practice(say("cli.play-hint-ask")):
            return
        self._table.practice()
        self._table.say(say("cli.play-thinking", seconds=f"{HINT_SECONDS:g}"))
        found = advice(self._observation, self._rng, HINT_SECONDS)[:HINTS_SHOWN]
        self._table.say(say("cli.play-hint-head"))
        self._table.write(*self._hint_lines(found))

    def _hint_lines(self, found: Sequence[MoveEstimate]) -> list[str]:
        texts = [self._move_text(one.move) for one in found]
        width = max(map(cell_width, texts))
        return [
            f"  {pad(text, width)}  {_points(one.reward):4.2f}  {_percent(one.chance)}"
            for text, one in zip(texts, found, strict=True)
        ]

    def _back(self) -> None:
        if not self._table.decided(self._seat):
            self._table.say(say("cli.play-nothing-back"))
        elif self._becomes_practice(say("cli.play-back-ask")):
            raise TakeBack(self._seat)

    def _becomes_practice(self, question: Message) -> bool:
        """Whether the match is practice, or the person agrees that it becomes that."""
        if self._table.is_practice():
            return True
        self._table.say(question)
        agreed = chosen(self._line("(y/N) "), YES_NO) == "yes"
        if not agreed:
            self._table.say(say("cli.play-still-counts"))
        return agreed

    def _resign(self) -> None:
        question = self._table.text(say("cli.play-resign-ask"))
        if chosen(self._line(question), YES_NO) == "yes":
            self._table.say(say("cli.play-play-on"))
            raise AgentFault("resigned", "")

    def _quit(self) -> None:
        raise MatchLeft


def _unreadable(error: NotationError) -> Message:
    why = error.message
    if error.remedy:
        why = say("cli.play-unreadable-remedy", why=why, remedy=error.remedy)
    return say("cli.play-unreadable", why=why)


def _points(reward: float) -> float:
    return BEST_POINTS * min(1.0, max(0.0, reward))


def _percent(chance: float) -> str:
    """A probability that is an estimate, and so never 0 or 1."""
    percent = round(100 * chance)
    return "< 1 %" if percent < 1 else "> 99 %" if percent > 99 else f"{percent:3} %"
