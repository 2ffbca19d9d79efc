"""The standard streams as the program wants them: there, in UTF-8, and talk that nobody hears.

Data that nobody reads any more is a reason to stop. Talk is none: a run goes on when the pipe that
its stderr led to is closed, and no bot is blamed because it printed into it.
"""

import io
import os
import sys
from typing import Any, TextIO


class Talk(io.FileIO):
    """A file descriptor to write to; what nobody takes is dropped."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor, "w", closefd=False)

    def write(self, data: Any) -> int:
        """All of it, as far as anybody can tell."""
        try:
            return super().write(data)
        except BrokenPipeError:
            return memoryview(data).nbytes


def talking(stream: TextIO) -> TextIO:
    """A stream like `stderr` that cannot break."""
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return stream
    buffer = io.BufferedWriter(Talk(descriptor))
    return io.TextIOWrapper(buffer, stream.encoding, "backslashreplace", line_buffering=True)


def prepare_streams() -> None:
    """Records are UTF-8 with plain line ends whatever the machine prefers; closed streams exist."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = talking(sys.stderr) if sys.stderr else open(os.devnull, "w")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
