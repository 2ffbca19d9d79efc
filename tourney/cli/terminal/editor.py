"""Opens a text in the user's editor; what was typed is never lost."""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from engines.messages import say
from tourney.domain.errors import TourneyError, UsageFault, quoted
from tourney.domain.new_files import draft_name
from tourney.domain.safe_text import file_word
from tourney.records.problems import Problem, headline

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


def edited(path: Path, words: list[str], line: int) -> None:
    """Open a file in an editor at a line and wait; TourneyError if the editor fails."""
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
        plain = "".join(c if c.isalnum() or c in "-_." else "-" for c in name)[:60]
        self.path = Path(mkdtemp(prefix="tourney-draft-")) / f"{plain or 'match'}.tmr"
        self.path.write_text(text, "utf-8")

    @property
    def word(self) -> str:
        """The path, quoted for a shell."""
        return file_word(self.path)

    def edit(self, words: list[str], line: int) -> bytes:
        """Open the file at a line and wait; the content. TourneyError if the editor fails."""
        edited(self.path, words, line)
        return self.path.read_bytes()

    def discard(self) -> None:
        """Remove the file."""
        shutil.rmtree(self.path.parent, ignore_errors=True)


ERROR: Final = b"#! "
"""Start of a comment with an error, put before its line and removed again."""


class NotesDraft:
    """A file that is edited until its record is stored."""

    def __init__(self, path: Path, *, given: bool) -> None:
        self.path = path
        self.given = given
        self._skeleton: bytes | None = None

    def begin(self, skeleton: bytes) -> None:
        """Write a text in which nothing was typed yet."""
        self.write(skeleton)
        self._skeleton = skeleton

    def unchanged(self) -> bool:
        """Whether nothing was typed into a new draft."""
        return self._skeleton is not None and self.content() == self._skeleton

    def edit(self, words: list[str], line: int) -> None:
        """Open the file in the editor at a line and wait; TourneyError if the editor fails."""
        edited(self.path, words, line)

    def content(self) -> bytes:
        """The text without the comments that name errors."""
        lines = self.path.read_bytes().split(b"\n")
        return b"\n".join(line for line in lines if not line.startswith(ERROR))

    def write(self, data: bytes) -> None:
        """Replace the content; after an OSError it is as before."""
        target = Path(os.path.realpath(self.path))
        new = draft_name(target)
        try:
            new.write_bytes(data)
            if target.exists():
                new.chmod(target.stat().st_mode)
            new.replace(target)
        except BaseException:
            new.unlink(missing_ok=True)
            raise

    def annotate(self, problems: Sequence[Problem], lang: str) -> int:
        """Write each error before its line; the number of the first such line.

        If the disk is full the file stays without them.
        """
        lines = self.content().split(b"\n")
        for problem in sorted(problems, key=lambda one: -one.line):
            words = headline(problem, self.path.name, lang).partition(": ")[2]
            lines.insert(max(0, problem.line - 1), ERROR + words.encode("utf-8", "replace"))
        with suppress(OSError):
            self.write(b"\n".join(lines))
        return min(max(1, problem.line) for problem in problems)

    def finish(self) -> None:
        """Its record is stored: remove a file of the program, and the errors from one of the user.

        If the folder does not allow it the file stays as it is.
        """
        with suppress(OSError):
            if self.given:
                self.write(self.content())
            else:
                self.path.unlink()
