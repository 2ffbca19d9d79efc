"""Deal blocks: the seatings that share one deal.

Arithmetic only. The base order of a line-up is drawn afresh for every deal by whoever calls this,
because luck has its seeds elsewhere.
"""

from collections.abc import Sequence

from tourney.domain.errors import UsageFault

BLOCKS: tuple[str, ...] = ("rotation", "none")


def block_size(block: str, seats: int) -> int:
    """How many matches share a deal: `rotation` gives every bot every seat once, `none` is one."""
    if block not in BLOCKS:
        raise UsageFault(f"unknown block '{block}'; use {' or '.join(BLOCKS)}")
    return seats if block == "rotation" else 1


def rotated(order: Sequence[int], rotation: int) -> tuple[int, ...]:
    """The base order moved on by `rotation` seats, clockwise."""
    start = -rotation % len(order)
    return (*order[start:], *order[:start])


def position(number: int, lineup_count: int, size: int) -> tuple[int, int, int]:
    """(deal, line-up, rotation) of a match counted from 1.

    Deals come outermost, so that a run with more deals begins with the same matches.
    """
    rest, rotation = divmod(number - 1, size)
    deal, lineup = divmod(rest, lineup_count)
    return deal, lineup, rotation
