"""Places by score, shared by all games."""

from collections.abc import Sequence
from typing import Any


def places(keys: Sequence[Any], fewer: bool = False) -> tuple[int, ...]:
    """The place of each: 1 for the highest key, or the lowest if `fewer`; equal keys share one."""
    order = sorted(keys)
    if not fewer:
        order.reverse()
    return tuple([1 + order.index(own) for own in keys])
