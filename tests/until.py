"""Waits for a condition by checking it repeatedly."""

import time
from collections.abc import Callable
from typing import TypeVar

AGES = 120.0
"""Seconds: far more than any step takes that succeeds, even on a busy machine."""
PAUSE = 0.01

T = TypeVar("T")


def until(look: Callable[[], T], seconds: float = AGES) -> T:
    """The first true result of `look`; fails if there is none within these seconds."""
    end = time.monotonic() + seconds
    while not (seen := look()):
        assert time.monotonic() < end, f"not so within {seconds} s"
        time.sleep(PAUSE)
    return seen
