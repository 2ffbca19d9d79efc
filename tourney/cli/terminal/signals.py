"""Signals that ask the program to stop: Ctrl-C (SIGINT), SIGTERM, and SIGHUP of a closed terminal.

All have the same effect: a run finishes its running matches first, other commands stop at once.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING, Final

from engines.messages import Message, say
from tourney.work.interrupts import interrupt

if TYPE_CHECKING:
    from tourney.store.connect import Database

WORDS: Final = {
    signal.SIGINT: say("cli.run-ctrl-c"),
    signal.SIGTERM: say("cli.run-signal", signal="SIGTERM"),
}
if hasattr(signal, "SIGHUP"):  # not on Windows
    WORDS[signal.SIGHUP] = say("cli.run-signal", signal="SIGHUP")
SAME: Final = 1.0
"""Seconds after a signal in which a SIGHUP is ignored: some programs send both."""


def end_like_ctrl_c() -> None:
    """Make all these signals interrupt the program, unless they are ignored."""
    # nohup and background jobs of a script ignore some of them: those stay ignored.
    for number in WORDS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, lambda number, frame: interrupt())


class Interruption:
    """Whether a run was asked to stop; the first request prints its reason."""

    def __init__(self, tell: Callable[[Message], None], at_once: Callable[[], None]) -> None:
        self._tell = tell
        self._at_once = at_once
        self._first: float | None = None
        self.asked = False

    def ask(self, words: Message) -> None:
        """Ask the run to stop and print the reason, unless it was asked before."""
        if not self.asked:
            self.asked = True
            self._tell(words)

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal: the first asks the run to stop, the second interrupts it at once."""
        # Two signals at the same moment come from one program that ends this one, not from
        # somebody who has lost patience.
        now = monotonic()
        if self._first is None:
            self._first = now
            self.ask(WORDS[signal.Signals(number)])
        elif signal.Signals(number).name != "SIGHUP" or now - self._first > SAME:
            self._at_once()
            interrupt()


@contextmanager
def interruptible(
    tell: Callable[[Message], None], at_once: Callable[[], None]
) -> Iterator[Interruption]:
    """Handle the signals: the first asks the run to stop, the second interrupts it at once.

    Each signal after the first calls `at_once` before. SIGINT is handled even if it was ignored
    until now, as in background jobs of a script. Other signals stay ignored: nohup relies on that.
    """
    interruption = Interruption(tell, at_once)
    handled = [n for n in WORDS if n == signal.SIGINT or signal.getsignal(n) != signal.SIG_IGN]
    before = {number: signal.signal(number, interruption.handle) for number in handled}
    try:
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


LAST_CHANCE: Final = 3.0
"""Seconds for storing the last complete matches after the session was interrupted at once."""


@contextmanager
def limited_patience(database: "Database") -> Iterator[Callable[[], None]]:
    """A function that ends the connections to a server a few seconds after it is called.

    Without it, a server that hangs would keep every thread of the program waiting for ever. That
    holds also for what is done when the session was interrupted, such as to give back its lock.
    KeyboardInterrupt if the session fails because of this.
    """
    if database.is_file:
        yield lambda: None
        return
    from queue import SimpleQueue
    from threading import Thread

    from tourney.store.database_faults import DatabaseGone

    # Signal handlers call `hurry`: putting into this queue waits for no lock.
    calls: SimpleQueue[bool] = SimpleQueue()

    def give_up_if_called() -> None:
        if calls.get():
            sleep(LAST_CHANCE)
            database.give_up()

    # A thread of its own, as all others may be waiting for the server.
    Thread(target=give_up_if_called, daemon=True).start()
    try:
        yield lambda: calls.put(True)
    except DatabaseGone as gone:
        if database.given_up:
            raise KeyboardInterrupt from gone
        raise
    finally:
        calls.put(False)
