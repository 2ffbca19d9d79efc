"""Prepares the standard streams: open, in UTF-8, and with a stderr that cannot fail.

A closed pipe on stdout stops the program. A closed pipe on stderr does not stop a run, and it does
not cause a fault of a bot that prints to it.
"""

import errno
import io
import os
import sys
from typing import Any, TextIO


class TolerantStream(io.FileIO):
    """A file descriptor for output; what cannot be written is dropped."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor, "w", closefd=False)

    def write(self, data: Any) -> int:
        """Write all data; report it as written even if the reader is gone."""
        left = memoryview(data).cast("B")
        size = left.nbytes
        try:
            # A pipe may take less than all at once; below is no buffer that would write the rest.
            while left:
                left = left[super().write(left) or 0 :]
        except BrokenPipeError:
            pass
        except OSError as error:
            if error.errno != errno.EIO:  # EIO: the terminal was closed
                raise
        return size


def tolerant(stream: TextIO) -> TextIO:
    """A stream to the same descriptor whose writes do not fail.

    There is no buffer below the text layer, because a signal handler may write during a write,
    and buffers are not reentrant.
    """
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return stream
    raw: Any = TolerantStream(descriptor)
    return io.TextIOWrapper(raw, stream.encoding, "backslashreplace", write_through=True)


def terminal_closed() -> bool:
    """Whether a standard stream is a terminal that was closed after the program had started."""
    # Whichever of the three it is: the others may be pipes or files.
    for descriptor in range(3):
        try:
            os.get_terminal_size(descriptor)
        except OSError as error:
            if error.errno == errno.EIO:  # a file or a pipe gives ENOTTY
                return True
    return False


def prepare_streams() -> None:
    """Set stdout to UTF-8 with plain line ends, and replace closed streams."""
    # Python sets a stream to None if its descriptor was closed, as by `2>&-` in a shell.
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = tolerant(sys.stderr) if sys.stderr else open(os.devnull, "w")  # noqa: SIM115
    # Data is the same on every system. A name of a file that is no UTF-8 goes out as it came in.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
