"""How this process behaves: when Ctrl-C interrupts it, and how often it looks for garbage.

Python raises KeyboardInterrupt between any two instructions. Raised right after a lock of an
executor was taken, it would leave the lock taken for ever, and the program could not exit.

Reference counts free almost everything here, and imported modules and positions are no garbage.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final


class _Interrupts:
    def __init__(self) -> None:
        self.depth = 0
        self.postponed = False


_interrupts = _Interrupts()


def interrupt() -> None:
    """Raise KeyboardInterrupt; inside `postponed` not before its end."""
    if _interrupts.depth:
        _interrupts.postponed = True
    else:
        raise KeyboardInterrupt


@contextmanager
def postponed() -> Iterator[None]:
    """Postpone interrupts to the end of this block, which must be short."""
    _interrupts.depth += 1
    try:
        yield
    finally:
        _interrupts.depth -= 1
        if _interrupts.postponed and not _interrupts.depth:
            _interrupts.postponed = False
            raise KeyboardInterrupt


NEW_OBJECTS: Final = 200_000
"""New objects before Python looks for garbage; 700 by default. A start makes 150,000 of them."""


def look_rarely() -> None:
    """Look for garbage after `NEW_OBJECTS` new objects only."""
    gc.set_threshold(NEW_OBJECTS)
