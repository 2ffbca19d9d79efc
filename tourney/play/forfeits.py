"""The position of a forfeit in the log of a match.

Pure; knows the layout of a record only through its game.
"""

from collections.abc import Sequence
from typing import Any

from engines.api import Game, Seat


def line_start(game: Game[Any], entries: Sequence[tuple[Seat, str]], at: int) -> int:
    """The first entry of the record line with entry `at`: a forfeit must not split a line."""
    whole = list(game.layout(entries))
    for start in range(at, 0, -1):
        before = list(game.layout(entries[:start]))
        if before == whole[: len(before)]:
            return start
    return 0
