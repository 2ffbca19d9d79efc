"""What cards can be that a record does not show: sets of small integers as bits, and matchings.

Bit c of a set stands for card c. Every card is one of its set, and cards that exist at the same
time differ, so each set needs an element of its own.
"""

from collections.abc import Sequence
from functools import lru_cache


@lru_cache(maxsize=1 << 13)
def elements(cards: int) -> tuple[int, ...]:
    """The elements of a set, the lowest first."""
    numbers = []
    while cards:
        low = cards & -cards
        numbers.append(low.bit_length() - 1)
        cards ^= low
    return tuple(numbers)


def without_own(sets: Sequence[int]) -> int | None:
    """The first set that gets no element of its own beside the earlier ones; None if all do."""
    # A set with as many elements as there are sets always finds one.
    hard = [at for at, some in enumerate(sets) if some.bit_count() < len(sets)]
    wrong = uncovered([elements(sets[at]) for at in hard])
    return None if wrong is None else hard[wrong]


def uncovered(rows: Sequence[Sequence[int]]) -> int | None:
    """The first row that gets no column of its own when all earlier rows have one; None if none."""
    taken: dict[int, int] = {}

    def find(row: int, tried: set[int]) -> bool:
        for column in rows[row]:
            if column not in taken:  # the usual case, without a search
                taken[column] = row
                return True
        for column in rows[row]:
            if column not in tried:
                tried.add(column)
                if find(taken[column], tried):
                    taken[column] = row
                    return True
        return False

    return next((row for row in range(len(rows)) if not find(row, set())), None)
