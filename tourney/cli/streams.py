"""The standard streams as the program wants them: there, in UTF-8, and talk that nobody hears.

Data that nobody reads any more is a reason to stop. Talk is none: a run goes on when the pipe that
its stderr led to is closed, and no bot is blamed because it printed into it.
"""

import errno
import io
import os
import sys
from typing import Any, TextIO


class TolerantStream(io.FileIO):
    """A file descriptor to write to; what nobody takes is dropped."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor, "w", closefd=False)

    def write(self, data: Any) -> int:
        """All of it, as far as anybody can tell."""
        left = memoryview(data).cast("B")
        size = left.nbytes
        try:
            while left:
                left = left[super().write(left) or 0 :]
        except BrokenPipeError:
            pass
        except OSError as error:
            if error.errno != errno.EIO:  # EIO: the terminal was closed
                raise
        return size


def talking(stream: TextIO) -> TextIO:
    """A stream like `stderr` that cannot break.

    Nothing is buffered below the text: Ctrl-C may be answered in the middle of writing, and a
    buffer lets nobody in twice.
    """
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return stream
    talk: Any = TolerantStream(descriptor)
    return io.TextIOWrapper(talk, stream.encoding, "backslashreplace", write_through=True)


def prepare_streams() -> None:
    """Records are UTF-8 with plain line ends whatever the machine prefers; closed streams exist."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = talking(sys.stderr) if sys.stderr else open(os.devnull, "w")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
