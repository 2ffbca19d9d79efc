"""Asks questions, one after the other: on a terminal with history, otherwise line by line.

Without a terminal every question is printed on a line of its own, and the answers are the lines of
stdin: the same dialogue works through a pipe.
"""

import asyncio
import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, TextIO

from engines.api import Scene
from engines.messages import Message, say
from tourney.app.host import InputEnded
from tourney.app.play_moves import chosen, squeezed
from tourney.cli.base import App
from tourney.domain.errors import TourneyError
from tourney.domain.safe_text import visible
from tourney.render.text import hanging

ANSWER: Final = 16
"""Columns that stay free for the answer behind a question."""
LONGEST: Final = 1000


class Asker:
    """Asks in the language of the settings."""

    def __init__(self, app: App) -> None:
        self.app = self.host = app
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
        # Whoever writes the answers, say a program behind two pipes, waits for the question.
        self.app.write(f"{prompt.rstrip()}\n")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise InputEnded(what)
        return line.strip()

    def draw(self, scene: Scene, width: int) -> str:
        """A table with the players in `names`, as a text of so many columns."""
        from tourney.render.scenes import Theme, draw, plain

        app = self.app
        theme = Theme(width, app.ascii, lang=app.lang, wide=app.wide_signs)
        return plain(draw(scene, self.names, theme), theme)

    def explain(self, error: TourneyError | OSError) -> str:
        """What an error means, in one line."""
        from tourney.cli.failures import failure

        found = failure(error, self.app.lang)
        assert found is not None, "both have a message"
        return found.message


TICK: Final = 0.5
"""Seconds after which a prompt with a clock is drawn again."""


class TimeUp(Exception):
    """No answer came within the time limit."""


class LineEditor:
    """Reads lines; Tab completes the words that `words` returns at that moment."""

    def __init__(
        self, out: TextIO, words: Callable[[], Iterable[str]], *, whole: bool = False
    ) -> None:
        """A completion replaces the line, or its last word unless `whole` is set."""
        self._out = out
        self._words = words
        self._whole = whole
        self._session: Any = None

    def read(self, prompt: str | Callable[[], str], seconds: float | None = None) -> str:
        """The next line typed; EOFError, KeyboardInterrupt, or TimeUp after so many seconds.

        A prompt that is a function is drawn again as time passes.
        """
        if self._session is None:
            self._session = self._new_session()
        if seconds is None:
            return str(self._session.prompt(prompt))

        def begin() -> None:
            # Once the editor runs, in whose loop alone it can be ended.
            asyncio.get_running_loop().call_later(max(seconds, 0.001), self._late)

        return str(self._session.prompt(prompt, pre_run=begin, refresh_interval=TICK))

    def forget(self) -> None:
        """Forget the lines typed so far: somebody else uses the terminal now."""
        self._session = None

    def completions(self, before: str) -> Sequence[tuple[str, int]]:
        """The words that the text before the cursor begins, and how much each replaces."""
        # Compared without blanks and case; the whole line goes before its last word, as moves may
        # have several words.
        known = {word: squeezed(word) for word in self._words()}
        for begun in (before.lstrip(), "" if self._whole else before.rpartition(" ")[2]):
            start = squeezed(begun)
            found = [word for word, plain in known.items() if start and plain.startswith(start)]
            if found:
                return [(word, len(begun)) for word in found]
        return []

    def _late(self) -> None:
        app = self._session.app
        if app.is_running and not app.is_done:
            app.exit(exception=TimeUp())

    def _new_session(self) -> Any:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.output import create_output
        from prompt_toolkit.shortcuts import CompleteStyle

        find = self.completions

        class Found(Completer):
            """What a completion may be."""

            def get_completions(self, document: Any, complete_event: Any) -> Iterable[Completion]:
                before = document.text_before_cursor
                return (Completion(word, -length) for word, length in find(before))

        return PromptSession(
            completer=Found(),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            output=create_output(self._out),
            reserve_space_for_menu=0,
        )


CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and the lines that have scrolled off."""
BLANK_LINES: Final = 200  # a terminal without control codes is cleared by scrolling


class PlayConsole:
    """Writes to stdout and reads answers from stdin.

    Other code may redirect `sys.stdout` while this object uses the real one.
    """

    def __init__(self) -> None:
        # While bots play, sys.stdout is redirected to stderr.
        self._out = sys.stdout
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._words: Sequence[str] = ()
        dumb = os.environ.get("TERM", "dumb") == "dumb"
        self._editor: LineEditor | None = None
        if self.terminal and not dumb:
            self._editor = LineEditor(self._out, lambda: self._words, whole=True)
        # A byte that is no UTF-8 makes one answer wrong; it must not end the match.
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def write(self, text: str) -> None:
        """Write text that is safe for a terminal."""
        self._out.write(text)
        self._out.flush()

    def ask(
        self,
        prompt: str | Callable[[], str],
        words: Sequence[str] = (),
        seconds: float | None = None,
    ) -> str:
        """The next line typed; Tab completes `words`. A prompt with a clock is a function.

        EOFError at the end of the input, TimeUp after `seconds`.
        """
        # Without a terminal nothing is completed, and the clock of a prompt stands still.
        self._words = words
        if self._editor is not None:
            return self._editor.read(prompt, seconds)
        with _time_limit(seconds):
            self.write(prompt if isinstance(prompt, str) else prompt())
            line = sys.stdin.readline()
        if not line:
            self.write("\n")
            raise EOFError
        line = line.rstrip("\n")
        if not self.terminal:
            self.write(f"{visible(line)}\n")  # what was typed is not on a pipe otherwise
        return line

    def clear(self) -> None:
        """Clear the screen, what has scrolled off it, and the history of typed lines."""
        if not self.terminal:
            return
        self.write("\n" * BLANK_LINES if os.environ.get("TERM") == "dumb" else CLEAR)
        if self._editor is not None:
            self._editor.forget()


@contextmanager
def _time_limit(seconds: float | None) -> Iterator[None]:
    """Raise TimeUp in the body after so many seconds."""
    if seconds is None:
        yield
        return

    def late(number: int, frame: FrameType | None) -> None:
        raise TimeUp

    # Reading a line from a pipe or a dumb terminal blocks: only a signal interrupts it.
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
