"""How long an interrupted session waits for a server that does not answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Final

from tourney.store.connect import Database
from tourney.store.database_faults import DatabaseGone

LAST_CHANCE: Final = 3.0
"""Seconds for storing the last complete matches after the session was interrupted at once."""


@contextmanager
def limited_patience(database: Database) -> Iterator[Callable[[], None]]:
    """A function that ends the connections to a server a few seconds after it is called.

    Without it, a server that hangs would keep every thread of the program waiting for ever. That
    holds also for what is done when the session was interrupted, such as to give back its lock.
    KeyboardInterrupt if the session fails because of this.
    """
    if database.is_file:
        yield lambda: None
        return
    # Signal handlers call `hurry`: putting into this queue waits for no lock.
    calls: SimpleQueue[bool] = SimpleQueue()
    Thread(target=_give_up_if_called, args=(database, calls), daemon=True).start()
    try:
        yield lambda: calls.put(True)
    except DatabaseGone as gone:
        if database.given_up:
            raise KeyboardInterrupt from gone
        raise
    finally:
        calls.put(False)


def _give_up_if_called(database: Database, calls: SimpleQueue[bool]) -> None:
    if calls.get():
        sleep(LAST_CHANCE)
        database.give_up()
