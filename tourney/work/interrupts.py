"""Ctrl-C at a moment when no lock of an executor is held.

Python raises KeyboardInterrupt between any two instructions. Raised right after a lock was taken,
it would leave the lock taken for ever, and the program could not exit.
"""

from collections.abc import Iterator
from contextlib import contextmanager


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
