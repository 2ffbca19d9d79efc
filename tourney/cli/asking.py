"""Asks questions, one after the other: on a terminal with history, otherwise line by line.

Without a terminal every question is printed on a line of its own, and the answers are the lines of
stdin: the same dialogue works through a pipe.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from engines.messages import Message, say
from tourney.cli.base import App
from tourney.cli.line_editor import LineEditor
from tourney.cli.play_answers import chosen
from tourney.domain.errors import UsageFault
from tourney.render.text import hanging

ANSWER: Final = 16
"""Columns that stay free for the answer behind a question."""
LONGEST: Final = 1000


class InputEnded(Exception):
    """There are no more answers."""

    def __init__(self, what: Message) -> None:
        super().__init__(what)
        self.what = what

    def fault(self) -> UsageFault:
        """The error if an answer was necessary."""
        return UsageFault(say("cli.record-ended", what=self.what))


class Asker:
    """Asks in the language of the settings."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.names: Sequence[str] = ()
        """The players in questions, by seat."""
        self.words: Callable[[], Iterable[str]] = tuple
        """The words that the Tab key completes."""
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._editor = LineEditor(sys.stdout, lambda: self.words()) if self.terminal else None

    def say(self, text: str) -> None:
        """Write a line for the person who answers."""
        self.app.write(f"{text}\n")

    def width(self) -> int | None:
        """The columns of the terminal; None without one."""
        return self.app.width() if self.terminal else None

    def ask(self, what: Message, proposed: str = "") -> str:
        """The answer to a question; the proposed one if only Enter was pressed."""
        question = (
            say("cli.record-ask-proposed", what=what, proposed=proposed)
            if proposed
            else say("cli.record-ask", what=what)
        )
        return self.read(question.text(self.app.lang, self.names), what) or proposed

    def choose(self, what: Message, words: Mapping[str, Message], proposed: str = "") -> str:
        """The code of one of these words; the answer as typed if it is none of them."""
        value = words[proposed].text(self.app.lang) if proposed else ""
        typed = self.ask(what, value)
        return chosen(typed, words) or typed

    def read(self, prompt: str, what: Message) -> str:
        """One line of input without outer blanks; InputEnded after the last one."""
        if self._editor is not None:
            *before, last = hanging(prompt, (self.width() or LONGEST) - ANSWER, "")
            for line in before:
                self.say(line)
            try:
                return self._editor.read(f"{last.rstrip()} ").strip()
            except EOFError:
                raise InputEnded(what) from None
        self.app.write(f"{prompt.rstrip()}\n")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise InputEnded(what)
        return line.strip()
