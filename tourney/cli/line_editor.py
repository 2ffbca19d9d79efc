"""Reads a line on a terminal with history, completion, and a time limit.

prompt_toolkit is imported only here, when the first line is asked for.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TextIO

from tourney.cli.play_answers import squeezed

TICK: Final = 0.5
"""Seconds after which a prompt with a clock is drawn again."""

Words = Callable[[], Iterable[str]]


class TimeUp(Exception):
    """No answer came within the time limit."""


class LineEditor:
    """Reads lines; Tab completes the words that `words` returns at that moment."""

    def __init__(self, out: TextIO, words: Words, *, whole: bool = False) -> None:
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
            asyncio.get_running_loop().call_later(max(seconds, 0.001), self._late)

        return str(self._session.prompt(prompt, pre_run=begin, refresh_interval=TICK))

    def forget(self) -> None:
        """Forget the lines typed so far: somebody else uses the terminal now."""
        self._session = None

    def completions(self, before: str) -> Sequence[tuple[str, int]]:
        """The words that the text before the cursor begins, and how much each replaces."""
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
