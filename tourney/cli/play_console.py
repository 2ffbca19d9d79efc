"""The dialogue with people: on a terminal with line editing, elsewhere line by line.

Does not depend on games or matches.
"""

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final

from tourney.cli.line_editor import LineEditor, TimeUp
from tourney.render.text import visible

CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and the lines that have scrolled off."""
BLANK_LINES: Final = 200  # a terminal without control codes is cleared by scrolling


class PlayConsole:
    """Writes to stdout and reads answers from stdin.

    Other code may redirect `sys.stdout` while this object uses the real one.
    """

    def __init__(self) -> None:
        self._out = sys.stdout
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._words: Sequence[str] = ()
        dumb = os.environ.get("TERM", "dumb") == "dumb"
        self._editor: LineEditor | None = None
        if self.terminal and not dumb:
            self._editor = LineEditor(self._out, lambda: self._words, whole=True)
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

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
