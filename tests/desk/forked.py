"""Terminal sessions that start without a new interpreter: a fork of this process, then `tourney`.

For campaigns with hundreds of starts. The program runs as usual, but its modules are imported.
"""

import fcntl
import os
import signal
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import prompt_toolkit  # noqa: F401  (imported before the fork)

from tests.cli.pty_session import Session
from tourney.cli import record_dialogue, record_setup  # noqa: F401
from tourney.cli.commands import record  # noqa: F401
from tourney.cli.root import script


class Fork:
    """A forked child, as far as a session needs a `subprocess.Popen`."""

    stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit code; None while the child runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end of the child; its exit code."""
        end = time.monotonic() + (timeout or 1e9)
        while self.poll() is None and time.monotonic() < end:
            time.sleep(0.001)
        assert self.returncode is not None, "the child does not end"
        return self.returncode

    def kill(self) -> None:
        """Kill the child."""
        os.kill(self.pid, signal.SIGKILL)


class ForkedSession(Session):
    """A `tourney` command on a pseudo-terminal, in a fork of this process."""

    def _started(
        self, args: Sequence[str], folder: Path, env: Mapping[str, str], *, talk: bool
    ) -> Any:
        pid = os.fork()
        return Fork(pid) if pid else _tourney(self.slave, args, folder, env)


def _tourney(terminal: int, args: Sequence[str], folder: Path, env: Mapping[str, str]) -> NoReturn:
    """Run `tourney ARGS…` on this terminal, and end the process."""
    code: Any = 1
    try:
        os.setsid()
        for number in (0, 1, 2):
            os.dup2(terminal, number)
        os.closerange(3, 64)
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(env)
        sys.stdin, sys.stdout, sys.stderr = (
            os.fdopen(n, "rw"[n > 0], closefd=False) for n in (0, 1, 2)
        )
        sys.argv = ["tourney", *args]
        script()
    except SystemExit as end:
        code = end.code
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # the terminal was closed
                stream.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))
