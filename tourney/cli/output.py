"""Where data goes: stdout, or a file that appears whole or not at all.

Knows nothing of what is written.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO


class Output:
    """Text sink; a regular file is written beside its target and put in place at the end."""

    def __init__(self, target: str | None, stdout: TextIO | None = None) -> None:
        self._final: Path | None = None
        self._draft: Path | None = None
        self._file: TextIO = stdout or sys.stdout
        if target is not None and target != "-":
            self._open(Path(os.path.realpath(target)))
        self.terminal = self._file.isatty()
        """Whether it is a terminal, which obeys what is written to it."""

    def _open(self, final: Path) -> None:
        if final.exists() and not final.is_file():  # a device or a pipe: nothing to put in place
            self._final, path = final, final
        else:
            self._final = final
            self._draft = path = final.with_name(f".{final.name}.{os.getpid()}.part")
        try:
            self._file = open(path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115
        except OSError as error:
            error.filename = str(final)
            raise

    def write(self, text: str) -> None:
        """Append `text` as it is."""
        self._file.write(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._final is None:
            return
        try:
            self._file.close()
            if self._draft and kind is None:
                os.replace(self._draft, self._final)
        finally:
            if self._draft:
                with suppress(FileNotFoundError):
                    self._draft.unlink()
