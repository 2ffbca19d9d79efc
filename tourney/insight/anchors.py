"""What figures of accounts are compared with: how much built-in bots err, how lucky draws can be.

The figures are measured by `tests/benchmarks/anchors.py` with the usual judge, for every game and
number of seats, and then stay as they are.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from engines.api import Game

FILE: Final = Path(__file__).with_name("anchors.json")
LUCK: Final = "luck"
"""Luck that one event in 20 exceeds, and one in 100, in matches of `greedy`."""


@cache
def figures() -> dict[str, dict[str, Any]]:
    """The figures of each table: error rates in thousandths by bot, and those of luck."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return found


def table_of(game: Game[Any], options: Any, seats: int) -> str:
    """The game with its options and the number of seats, as the figures name them."""
    return f"{game.name} {game.options_text(options)}".strip() + f" {seats}"


def plays_like(table: str, rate: float, error: float) -> list[str]:
    """The bots whose error rate is within `error` of `rate`; else the two or one beside it.

    All in thousandths, best bot first; no bot for a table that was not measured.
    """
    anchors = sorted((value, bot) for bot, value in figures().get(table, {}).items() if bot != LUCK)
    near = [bot for value, bot in anchors if abs(value - rate) <= error]
    if near or not anchors:
        return near
    below = [bot for value, bot in anchors if value < rate][-1:]
    above = [bot for value, bot in anchors if value > rate][:1]
    return below + above


def luck_mark(table: str, luck: float) -> str:
    """`+` or `++` for luck that is rare, `−` or `−−` for bad luck; else nothing."""
    ends: Sequence[float] = figures().get(table, {}).get(LUCK, ())
    size = sum(abs(luck) > end for end in ends)
    return ("+" if luck > 0 else "−") * size
