"""How long an interrupted session waits for a server that does not answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

from tourney.store import Store
from tourney.store.server_faults import DatabaseGone

LAST_CHANCE: Final = 3.0
"""Seconds for storing the last complete matches after the session was interrupted at once."""


@contextmanager
def limited_patience(store: Store) -> Iterator[Callable[[], None]]:
    """A function that ends the connections to a server a few seconds after it is called.

    Without it, a server that hangs would keep every thread of the program waiting for ever. That
    holds also for what is done when the session was interrupted, such as to give back its lock.
    KeyboardInterrupt if the session fails because of this.
    """
    timer = Timer(LAST_CHANCE, store.give_up)
    timer.daemon = True
    called = False

    def hurry() -> None:
        nonlocal called
        if not (called or store.database.is_file):
            called = True
            timer.start()

    try:
        yield hurry
    except DatabaseGone as gone:
        if store.given_up:
            raise KeyboardInterrupt from gone
        raise
