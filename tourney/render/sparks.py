"""Small drawings made of characters, for a cell of a table: courses, distributions, intervals.

They are drawn with signs; `in_ascii` gives the same drawing with ASCII characters.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Final

LEVELS: Final = "▁▂▃▄▅▆▇█"
LINE: Final = "─"
DOT: Final = "●"
_ASCII: Final = str.maketrans(LEVELS + LINE + DOT, "_.-:=+*#" + "-o")
WIDE: Final = 16


def in_ascii(text: str) -> str:
    """A drawing with ASCII characters only."""
    return text.translate(_ASCII)


def course(values: Sequence[float], low: float, high: float) -> str:
    """One sign for each value, the higher the greater it is between `low` and `high`."""
    if not high > low:
        return LEVELS[3] * len(values)
    top = len(LEVELS) - 1
    shares = [(min(max(value, low), high) - low) / (high - low) for value in values]
    return "".join(LEVELS[round(share * top)] for share in shares)


def distribution(counts: Mapping[int, int], low: int, high: int, wide: int = WIDE) -> str:
    """How often values from `low` to `high` occurred; a blank where none did."""
    step = -(-(high - low + 1) // wide)
    bars = [0] * -(-(high - low + 1) // step)
    for value, many in counts.items():
        bars[(value - low) // step] += many
    most = max(bars, default=0)
    return "".join(LEVELS[ceil(len(LEVELS) * many / most) - 1] if many else " " for many in bars)


def interval(
    value: float, ends: tuple[float | None, float | None], low: float, high: float, wide: int
) -> str:
    """A dot at a value with a line from end to end, in `wide` columns from `low` to `high`."""
    first, last = (value if end is None else end for end in ends)
    places = [_column(each, low, high, wide) for each in (first, value, last)]
    start, dot, stop = places
    signs = [LINE if start <= at <= stop else " " for at in range(wide)]
    signs[dot] = DOT
    return "".join(signs).rstrip()


def _column(value: float, low: float, high: float, wide: int) -> int:
    share = (min(max(value, low), high) - low) / ((high - low) or 1)
    return min(floor(share * wide), wide - 1)
