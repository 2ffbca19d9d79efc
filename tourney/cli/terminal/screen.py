"""Full-screen use of a terminal: reads single keys, draws whole screens, restores the terminal.

The terminal is restored however the screen ends: by a key, Ctrl-C, a signal or an exception.
"""

import os
import re
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import RLock
from types import FrameType
from typing import Final

from engines.messages import say
from tourney.domain.errors import UsageFault

ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[?7l"  # other screen, no cursor, no wrapping
LEAVE: Final = "\x1b[?7h\x1b[?25h\x1b[?1049l"
BEGIN: Final = "\x1b[?2026h\x1b[H"  # show what follows at once, where the terminal can
END: Final = "\x1b[0m\x1b[?2026l"
# Written before a line: after a line of full width they would erase its last column.
CLEAR_LINE: Final = "\x1b[0m\x1b[K"
CLEAR_BELOW: Final = "\x1b[0m\x1b[J"

SEQUENCES: Final = {
    b"[A": "up", b"[B": "down", b"[C": "right", b"[D": "left",
    b"OA": "up", b"OB": "down", b"OC": "right", b"OD": "left",
    b"[H": "home", b"[F": "end", b"OH": "home", b"OF": "end",
    b"[1~": "home", b"[4~": "end", b"[7~": "home", b"[8~": "end",
    b"[5~": "pgup", b"[6~": "pgdn",
}  # fmt: skip
# What follows an escape belongs to the same key up to a letter or tilde, also of keys unknown here.
SEQUENCE: Final = re.compile(rb"[\[O][^@-~]*[@-~]?")
SINGLE: Final = {
    b"\r": "enter", b"\n": "enter", b"\x7f": "backspace", b"\x08": "backspace", b" ": "space",
}  # fmt: skip
PATIENCE: Final = 0.05  # seconds to wait for the rest of a key sequence


class Terminal:
    """A terminal in full-screen mode; a context manager. Any thread may call `show`."""

    def __init__(self, keys: int, screen: int) -> None:
        self._keys = keys
        self._screen = screen
        # A signal may come in a thread that is drawing, and then locks a second time.
        self._lock = RLock()
        self._ours = False
        self._suspended = False
        self._size = (80, 24)
        import termios  # here and below: Windows has neither module

        self._saved = termios.tcgetattr(keys)
        # Keys that came together are read together: pasted ones, or those held down.
        self._held = b""
        self._wake, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        # Without it, a signal just before the wait for a key would be noticed only after that key.
        self._before = signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)

    def __enter__(self) -> "Terminal":
        try:
            self._take()
        except BaseException:  # also Ctrl-C while the mode is being set
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._give_back()
        signal.set_wakeup_fd(self._before)
        os.close(self._wake)
        os.close(self._waker)

    def size(self) -> tuple[int, int]:
        """Width and height in cells, at least 1 each."""
        with suppress(OSError):  # the terminal was closed: keep its last size
            self._size = os.get_terminal_size(self._screen)
        return max(1, self._size[0] or 80), max(1, self._size[1] or 24)

    def show(self, lines: Sequence[str]) -> None:
        """Replace the content of the screen in one write, without clearing it first."""
        rows = [CLEAR_LINE + line for line in lines[:-1]] + [
            CLEAR_BELOW + line for line in lines[-1:]
        ]
        with self._lock:
            if not self._ours and self._suspended and foreground(self._screen):
                self._take()
            if self._ours:
                with suppress(OSError):  # the terminal was closed
                    self._write(BEGIN + "\r\n".join(rows) + END)

    def key(self, patience: float | None = None) -> str:
        """The name of the next key; empty if none is pressed within `patience` seconds.

        "resize" after a signal: the screen must be drawn again.
        """
        while not self._held:
            ready, _, _ = select.select([self._keys, self._wake], [], [], patience)
            if not ready:
                return ""
            if self._wake in ready:
                # Many signals, as while a window is being dragged, make one new drawing.
                while select.select([self._wake], [], [], 0)[0]:
                    os.read(self._wake, 64)
                return "resize"
            self._read()
        if self._held[:1] == b"\x1b":
            return self._escape()
        key, self._held = self._held[:1], self._held[1:]
        return SINGLE.get(key) or key.decode("ascii", "ignore")

    def suspended(self) -> None:
        """Restore the terminal and stop; continue when the program is in the foreground again."""
        with self._lock:
            self._give_back()
            self._suspended = True
            # SIGTSTP has a handler, so that this is what stops the program. It may go on in the
            # background (`bg`): then the screen is taken when it is in front again.
            os.kill(os.getpid(), signal.SIGSTOP)
            if foreground(self._screen):
                self._take()

    def ended(self, number: int) -> None:
        """Restore the terminal and end the program by the signal's default action."""
        self._give_back()
        # A shell, and whoever waits for a core file, sees a program that the signal has ended.
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _take(self) -> None:
        self._ours, self._suspended = True, False
        import tty

        tty.setcbreak(self._keys)
        self._write(ENTER)

    def _give_back(self) -> None:
        with self._lock:
            if not self._ours:
                return  # a background process that changes terminal modes is stopped
            self._ours = False
            with suppress(OSError):  # the terminal was closed
                self._write(LEAVE)
            import termios

            with suppress(OSError, termios.error):
                termios.tcsetattr(self._keys, termios.TCSADRAIN, self._saved)

    def _write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        while data:  # a terminal may take less than a whole screen at once
            data = data[os.write(self._screen, data) :]

    def _read(self) -> None:
        data = os.read(self._keys, 1024)
        if not data:  # nobody can press a key any more
            raise EOFError
        self._held += data

    def _escape(self) -> str:
        """The name of a key that is sent as several bytes; "escape" if nothing follows."""
        if len(self._held) == 1 and select.select([self._keys], [], [], PATIENCE)[0]:
            self._read()
        rest = self._held[1:]
        sequence = SEQUENCE.match(rest)
        if sequence is None:
            self._held = rest
            return "escape"
        self._held = rest[sequence.end() :]
        return SEQUENCES.get(sequence[0], "")


def foreground(screen: int) -> bool:
    """Whether this program is the foreground job of its terminal, and can take the whole screen."""
    if not hasattr(os, "tcgetpgrp"):  # Windows: only lines are written there
        return False
    try:
        return os.tcgetpgrp(screen) == os.getpgrp()
    except OSError:  # not our controlling terminal, so it has no job control
        return True


@contextmanager
def taken(keys: int | None = None, screen: int | None = None) -> Iterator[Terminal]:
    """Put a terminal into full-screen mode; by default the one of stdin and stdout."""
    if not hasattr(os, "tcgetpgrp"):
        raise UsageFault(say("cli.no-whole-screen"))
    out = sys.stdout.fileno() if screen is None else screen
    terminal = Terminal(sys.stdin.fileno() if keys is None else keys, out)
    handlers: dict[signal.Signals, Callable[[int, FrameType | None], None]] = {
        signal.SIGQUIT: lambda number, frame: terminal.ended(number),
        signal.SIGWINCH: lambda number, frame: None,  # waking the wait for a key is enough
        signal.SIGTSTP: lambda number, frame: terminal.suspended(),
    }
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        with terminal:
            yield terminal
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
