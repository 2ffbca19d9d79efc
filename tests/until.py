"""Waiting for something that can be looked at: it is looked at again and again."""

import time
from collections.abc import Callable
from typing import TypeVar

AGES = 120.0
"""Seconds that nothing takes that goes well, however busy the machine is."""
PAUSE = 0.01

T = TypeVar("T")


def until(look: Callable[[], T], seconds: float = AGES) -> T:
    """What is seen as soon as it is true; fails if that takes longer than it may."""
    end = time.monotonic() + seconds
    while not (seen := look()):
        assert time.monotonic() < end, f"not so within {seconds} s"
        time.sleep(PAUSE)
    return seen
