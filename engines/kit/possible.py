"""What cards can be that a record does not show: sets of small integers as bits, and matchings.

Bit c of a set stands for card c. Every card is one of its set, and cards that exist at the same
time differ, so each set needs an element of its own.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from engines.kit.shuffling import shuffle

EXCHANGES: Final = 8
"""Exchanges tried for each set when elements are drawn: with more, the draws are no more alike."""


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


def drawn_apart(sets: Sequence[int], rng: Random) -> list[int] | None:
    """A random element of each set, all different; None if there are no such elements.

    A first choice is mixed by exchanges, so that all are about as likely.
    """
    order = sorted(range(len(sets)), key=lambda at: (sets[at].bit_count(), rng.random()))
    chosen = [0] * len(sets)
    owner: dict[int, int] = {}
    rows = [list(elements(some)) for some in sets]

    def find(at: int, tried: set[int]) -> bool:
        own = rows[at][:]
        shuffle(own, rng)
        for element in sorted(own, key=owner.__contains__):
            if element not in tried:
                tried.add(element)
                if element not in owner or find(owner[element], tried):
                    owner[element], chosen[at] = at, element
                    return True
        return False

    if not all(find(at, set()) for at in order):
        return None
    for _ in range(EXCHANGES * len(sets)):
        at = int(rng.random() * len(sets))
        own, other = chosen[at], rows[at][int(rng.random() * len(rows[at]))]
        holder = owner.get(other)
        if holder is None:
            del owner[own]
        elif sets[holder] >> own & 1:
            owner[own], chosen[holder] = holder, own
        else:
            continue
        owner[other], chosen[at] = at, other
    return chosen
