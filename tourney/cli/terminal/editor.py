"""Opens a text in the user's editor; what was typed is never lost."""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from engines.messages import say
from tourney.domain.errors import TourneyError, UsageFault, quoted
from tourney.domain.safe_text import file_word

AT_LINE: Final = frozenset(
    {"vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe"}
)
"""Editors that accept the number of a line as +NUMBER."""


def editor(environ: Mapping[str, str]) -> list[str]:
    """The words of the editor's command: $VISUAL, else $EDITOR, else vi; UsageFault."""
    for name in ("VISUAL", "EDITOR"):
        if environ.get(name, "").strip():
            try:
                return shlex.split(environ[name])
            except ValueError:
                given = quoted(environ[name])
                raise UsageFault(say("cli.editor-quotes", command=given, name=name)) from None
    if shutil.which("vi"):
        return ["vi"]
    raise UsageFault(say("cli.editor-none"))


def edited(words: Sequence[str], path: Path, line: int) -> None:
    """Open a file in an editor at a line and wait; TourneyError if the editor fails."""
    # Any other editor would take +12 for the name of a file.
    at = [f"+{line}"] if line > 1 and Path(words[0]).name in AT_LINE else []
    try:
        with keyboard_for_editor(), subprocess.Popen([*words, *at, os.fspath(path)]) as process:
            status = process.wait()
        if status == 0:
            return
        if status > 0:
            ended = say("cli.editor-status", editor=quoted(words[0]), status=status)
        else:
            ended = say("cli.editor-signal", editor=quoted(words[0]), signal=-status)
    except OSError as error:
        why = error.strerror or str(error)
        ended = say("cli.editor-no-start", editor=quoted(words[0]), why=why)
    raise TourneyError(say("cli.editor-draft", fault=ended, file=file_word(path)))


@contextmanager
def keyboard_for_editor() -> Iterator[None]:
    """Leave Ctrl-C to the editor, which reads it as a key."""
    # Not SIG_IGN, which the editor would inherit.
    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Draft:
    """A text in a temporary file, which stays there until it is discarded."""

    def __init__(self, name: str, text: str) -> None:
        # A folder of its own keeps the file private and lets it have a name that says what it is,
        # with the ending by which an editor knows the format.
        plain = "".join(c if c.isalnum() or c in "-_." else "-" for c in name)[:60]
        self.path = Path(mkdtemp(prefix="tourney-draft-")) / f"{plain or 'match'}.tmr"
        self.path.write_text(text, "utf-8")

    @property
    def word(self) -> str:
        """The path, quoted for a shell."""
        return file_word(self.path)

    def edit(self, words: list[str], line: int) -> bytes:
        """Open the file at a line and wait; the content. TourneyError if the editor fails."""
        edited(words, self.path, line)
        return self.path.read_bytes()

    def discard(self) -> None:
        """Remove the file."""
        shutil.rmtree(self.path.parent, ignore_errors=True)
