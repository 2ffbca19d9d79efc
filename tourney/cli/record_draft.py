"""The draft of `tourney record --from-notes`: a file in which errors stand before their lines.

The file is replaced as a whole or not at all, so that a full disk cannot cut it.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tourney.cli.editor import edited
from tourney.domain.new_files import draft_name
from tourney.records.problems import Problem, headline

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
