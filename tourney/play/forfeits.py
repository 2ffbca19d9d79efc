"""Where a forfeit stands in the log of a match and what it does to the places.

Pure; knows the layout of a record only through its game.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.api import Game, Seat


def line_start(game: Game[Any], entries: Sequence[tuple[Seat, str]], at: int) -> int:
    """The first entry of the record line that holds entry `at`; a directive never breaks a line."""
    whole = list(game.layout(entries))
    for start in range(at, 0, -1):
        before = list(game.layout(entries[:start]))
        if before == whole[: len(before)]:
            return start
    return 0


def places_with_forfeits(places: Sequence[int], left: Mapping[Seat, int]) -> tuple[int, ...]:
    """Places once those who stopped playing stand last; who left later stands higher.

    `left` gives where in the match each of them left; the same point is a shared place.
    """
    keys = [(1, -left[seat]) if seat in left else (0, place) for seat, place in enumerate(places)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
