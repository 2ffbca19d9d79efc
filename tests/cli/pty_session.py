"""A `tourney` command on a pseudo-terminal: tests send keys and read screens."""

import fcntl
import os
import re
import select
import struct
import subprocess
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.program import Program

PATIENCE = 120.0
SETTING = {
    "TERM": "xterm-256color",
    "NO_COLOR": "",
    "PROMPT_TOOLKIT_NO_CPR": "1",
}
SIZE = ("COLUMNS", "LINES")
SCREEN = re.compile(r"\x1b\[\?2026h\x1b\[H(.*?)\x1b\[0m\x1b\[\?2026l", re.DOTALL)
CODES = re.compile(r"\x1b\[[0-9;]*[mKJ]")
# Codes that restore and that change the terminal: cursor, wrapping, screen.
SWITCHES = (
    ("\x1b[?25h", "\x1b[?25l"),
    ("\x1b[?7h", "\x1b[?7l"),
    ("\x1b[?1049l", "\x1b[?1049h"),
)
KEYS = {
    "left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B", "home": "\x1b[H",
    "end": "\x1b[F", "pgup": "\x1b[5~", "pgdn": "\x1b[6~", "enter": "\r", "escape": "\x1b",
    "ctrl-c": "\x03",
}  # fmt: skip


class Session:
    """A running command; `screen` is what its terminal shows."""

    def __init__(
        self,
        args: Sequence[str],
        folder: Path,
        size: tuple[int, int],
        *,
        talk: bool = False,
        **env: str,
    ) -> None:
        """Start the command; with `talk` its stderr is also the terminal."""
        self.master, self.slave = os.openpty()
        self.resize(*size, tell=False)
        self.before: list[Any] = termios.tcgetattr(self.slave)
        # The size is the terminal's own, not that of the terminal the tests run in.
        outer = {name: value for name, value in os.environ.items() if name not in SIZE}
        self.process = Program(
            args, terminal=True, cwd=folder, env={**outer, **SETTING, **env},
            start_new_session=True, stdin=self.slave, stdout=self.slave,
            stderr=self.slave if talk else subprocess.PIPE,
        )  # fmt: skip
        self.output = ""
        self._decoder = getincrementaldecoder("utf-8")("replace")

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.process.stderr:
            self.process.stderr.close()
        os.close(self.master)
        os.close(self.slave)

    def resize(self, width: int, height: int, *, tell: bool = True) -> None:
        """Change the size of the terminal; with `tell` the process gets SIGWINCH."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        if tell:
            self.signal(28)  # SIGWINCH

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        os.kill(self.process.pid, number)

    def hang_up(self) -> None:
        """Close the terminal, as when its window is closed."""
        os.close(self.master)
        self.master = os.open(os.devnull, os.O_RDONLY)

    def press(self, *keys: str) -> None:
        """Send keys, by name or as characters."""
        for key in keys:
            os.write(self.master, KEYS.get(key, key).encode())

    def read(self, seconds: float) -> bool:
        """Read new output, waiting at most this long for it; False if there is none."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if ready:
            self.output += self._decoder.decode(os.read(self.master, 65536))
        return bool(ready)

    def raw(self) -> str:
        """The last complete screen, with colour codes."""
        found = SCREEN.findall(self.output)
        return found[-1] if found else ""

    def screen(self) -> list[str]:
        """The lines of the last complete screen, without colour codes."""
        return CODES.sub("", self.raw()).replace("\r", "").split("\n")

    def until(self, *words: str) -> list[str]:
        """Wait for a screen that shows all of these words; several blanks count as one."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shown = self.screen()
            if all(any(word in " ".join(line.split()) for line in shown) for word in words):
                return shown
            if not self.read(0.2) and self.process.poll() is not None:
                break
        raise AssertionError("\n".join([f"{words} did not come; the screen:", *self.screen()]))

    def ended(self) -> tuple[int, str]:
        """Wait for the process to end; exit status and stderr (empty with `talk`)."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.1)
        while self.read(0):
            pass
        err = self.process.stderr
        return self.process.wait(PATIENCE), err.read().decode() if err else ""

    def left(self) -> str:
        """Text on the terminal's normal screen after the program left the alternate screen."""
        return CODES.sub("", self.output.rpartition(SWITCHES[-1][0])[2]).replace("\r", "")

    def restored(self) -> bool:
        """Whether modes, cursor, wrapping and screen of the terminal are as before."""
        given_back = all(self.output.rfind(was) > self.output.rfind(now) for was, now in SWITCHES)
        return given_back and termios.tcgetattr(self.slave) == self.before
