"""How many tables of each size a number of entrants needs, and how many entrants have a bye."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from engines.messages import say
from tourney.domain.draws import Sizes
from tourney.domain.errors import UsageFault


class Split(NamedTuple):
    """Sizes of the tables of a round, largest first, and the number of byes."""

    tables: tuple[int, ...]
    byes: int


LISTED: Final = 30
"""Up to this number of tables their sizes are listed one by one."""


def sizes_text(sizes: Sequence[int]) -> str:
    """Sizes of tables for people: 5+5+4+4, or 180x5+20x4 for many tables."""
    if len(sizes) <= LISTED:
        return "+".join(map(str, sizes))
    return "+".join(f"{count}x{size}" for size, count in Counter(sizes).items())


class _Best(NamedTuple):
    """The best way to seat a number of entrants; the first three fields decide."""

    deviation: int
    others: int
    tables: int
    last: int


def split(count: int, sizes: Sizes) -> Split:
    """The tables for this many entrants: fewest byes, then sizes nearest to the preferred one.

    Nearest means: least sum of squared deviations, then fewest tables of another size, then fewest
    tables. Deviation comes first because 5+5+4+4 is fairer than 5+5+5+3.
    """
    best = _best(count, sizes)
    for seated in range(count, 0, -1):
        if best[seated] is not None:
            return Split(_traced(best, seated), count - seated)
    raise UsageFault(say("formats.no-split", count=count, least=min(sizes.allowed)))


def _best(count: int, sizes: Sizes) -> list[_Best | None]:
    """The best way to seat every number of entrants up to `count` without byes."""
    best: list[_Best | None] = [_Best(0, 0, 0, 0)]
    for seated in range(1, count + 1):
        ways = [
            _Best(
                before.deviation + (size - sizes.preferred) ** 2,
                before.others + (size != sizes.preferred),
                before.tables + 1,
                size,
            )
            for size in sorted(sizes.allowed, reverse=True)
            if size <= seated and (before := best[seated - size]) is not None
        ]
        best.append(min(ways, key=lambda way: way[:3]) if ways else None)
    return best


def _traced(best: list[_Best | None], seated: int) -> tuple[int, ...]:
    """The sizes that lead to this number of entrants, largest first."""
    found = []
    while seated and (step := best[seated]) is not None:
        found.append(step.last)
        seated -= step.last
    return tuple(sorted(found, reverse=True))
