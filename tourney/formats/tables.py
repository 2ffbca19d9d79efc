"""Sizes of the tables of a round: how a number of entrants is split."""

from functools import lru_cache
from typing import NamedTuple

from tourney.domain.errors import UsageFault
from tourney.domain.events import Sizes
from tourney.formats.schedule_messages import TOO_FEW


class TableSizes(NamedTuple):
    """Sizes of the tables of a round, larger ones first, and the number of byes."""

    tables: tuple[int, ...]
    byes: int


@lru_cache(maxsize=256)
def table_sizes(entrants: int, sizes: Sizes) -> TableSizes:
    """The split with the fewest byes, then sizes near the preferred one, then the fewest tables.

    Nearness is the sum of squared differences, so tables are as equal as they can be.
    """
    least = min(sizes.allowed)
    if entrants < least:
        raise UsageFault(TOO_FEW(entrants=entrants, least=least))
    first = _first_sizes(entrants, sizes)
    byes = next(byes for byes in range(entrants) if first[entrants - byes])
    left, tables = entrants - byes, []
    while left:
        tables.append(first[left])
        left -= first[left]
    return TableSizes(tuple(sorted(tables, reverse=True)), byes)


def _first_sizes(entrants: int, sizes: Sizes) -> list[int]:
    """For each number up to `entrants` one table of its best split; 0 if there is no split."""
    best: list[tuple[int, int] | None] = [(0, 0)] + [None] * entrants
    first = [0] * (entrants + 1)
    for number in range(1, entrants + 1):
        for size in sorted(sizes.allowed, reverse=True):
            rest = best[number - size] if size <= number else None
            if rest is not None:
                cost = (rest[0] + (size - sizes.preferred) ** 2, rest[1] + 1)
                known = best[number]
                if known is None or cost < known:
                    best[number], first[number] = cost, size
    return first
