"""The order of a deck, reconstructed from the entries of a record."""

from collections.abc import Iterable, Sequence
from typing import Any

from engines.api import Ply


def drawn_until(plies: Sequence[Ply[Any]], *marks: str) -> list[int]:
    """Cards drawn by these entries, up to the next entry whose first fact has such a name."""
    shown: list[int] = []
    for index, ply in enumerate(plies):
        if index and ply.facts and ply.facts[0].name in marks:
            break
        shown.extend(ply.drawn)
    return shown


def completed(shown: Iterable[int], pool: Iterable[int]) -> tuple[int, ...]:
    """The items shown, then the rest of the pool in its order, counting equal items."""
    first = tuple(shown)
    rest = list(pool)
    for item in first:
        if item in rest:
            rest.remove(item)
    return (*first, *rest)
