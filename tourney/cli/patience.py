"""How long an interrupted session waits for a server that does not answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

from tourney.store import Store

LAST_CHANCE: Final = 3.0
"""Seconds for storing the last complete matches after the session was interrupted at once."""


@contextmanager
def limited_patience(store: Store) -> Iterator[Callable[[], None]]:
    """A function that ends the connections to a server a few seconds after it is called.

    Without it, a server that hangs would keep every thread of the program waiting for ever.
    """
    timer = Timer(LAST_CHANCE, store.give_up)
    timer.daemon = True
    called = False

    def hurry() -> None:
        nonlocal called
        if not called:
            called = True
            timer.start()

    try:
        yield hurry
    finally:
        timer.cancel()
