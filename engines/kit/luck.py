"""The order of a deck as the entries of a record show it."""

from collections.abc import Iterable, Sequence
from typing import Any

from engines.api import Ply


def drawn_until(plies: Sequence[Ply[Any]], *marks: str) -> list[int]:
    """Cards drawn by these entries, up to the next that has a fact of one of these names."""
    shown: list[int] = []
    for index, ply in enumerate(plies):
        if index and ply.facts and ply.facts[0].name in marks:
            break
        shown.extend(ply.drawn)
    return shown


def completed(shown: Iterable[int], pool: Iterable[int]) -> tuple[int, ...]:
    """What was shown, then the rest of the pool in its order; each item as often as it is there."""
    first = tuple(shown)
    rest = list(pool)
    for item in first:
        if item in rest:
            rest.remove(item)
    return (*first, *rest)
