"""Opens a text in the user's editor; what was typed is never lost."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from tourney.domain.errors import TourneyError, UsageFault, quoted
from tourney.domain.shell import file_word

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
                raise UsageFault(f"invalid command {given} in {name}: check its quotes") from None
    if shutil.which("vi"):
        return ["vi"]
    raise UsageFault("no editor: set VISUAL or EDITOR, or use --from FILE")


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
        at = [f"+{line}"] if line > 1 and Path(words[0]).name in AT_LINE else []
        try:
            status = subprocess.run([*words, *at, os.fspath(self.path)], check=False).returncode
            if status == 0:
                return self.path.read_bytes()
            ended = (
                f"ended with status {status}" if status > 0 else f"was ended by signal {-status}"
            )
        except OSError as error:
            ended = f"cannot be started: {error.strerror or error}"
        raise TourneyError(
            f"the editor {quoted(words[0])} {ended}; nothing saved, the draft is in {self.word}"
        )

    def discard(self) -> None:
        """Remove the file."""
        shutil.rmtree(self.path.parent, ignore_errors=True)
