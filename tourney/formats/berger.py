"""Berger tables (FIDE Handbook C.05, annex 1): round robins for two seats.

Places are numbered from 0. A round is computed from its number, so that a long schedule needs no
memory.
"""

from collections.abc import Iterator

Pairing = tuple[int, int]
"""Two places; the first one has the first seat."""


def berger_places(entrants: int) -> int:
    """Number of places of the table: even, so that the last place may be free."""
    return entrants + entrants % 2


def berger_round(places: int, number: int, cycles: int = 1) -> tuple[Pairing, ...]:
    """The pairs of a round, counted from 0; a later cycle repeats the first one with other seats.

    The last two rounds of a cycle before another one change places, as FIDE advises: nobody has the
    same seat three times in a row.
    """
    cycle, turn = divmod(number, places - 1)
    if cycle + 1 < cycles and places > 2 and turn >= places - 3:
        turn = 2 * places - 5 - turn
    pairs = tuple(_pairs(places, turn))
    return tuple((second, first) for first, second in pairs) if cycle % 2 else pairs


def _pairs(places: int, turn: int) -> Iterator[Pairing]:
    moving = places - 1
    pivot = turn * (places // 2) % moving
    yield (moving, pivot) if turn % 2 else (pivot, moving)
    for step in range(1, places // 2):
        yield (pivot + step) % moving, (pivot - step) % moving
