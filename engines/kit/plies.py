"""Log entries that are made once for many matches.

Most entries of a long run are alike. The same object again costs neither its making nor, when its
text is looked up, a hash of all its parts.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from engines.api import Ply

K = TypeVar("K")

MOST: Final = 2_000
"""Entries that are kept for one kind and seat; with more, all are made again."""


class Plies(dict[K, Ply[Any]]):
    """Entries by the values that they are made from, each made when it is first needed."""

    def __init__(self, make: Callable[[K], Ply[Any]]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> Ply[Any]:
        if len(self) >= MOST:
            self.clear()
        entry = self[key] = self._make(key)
        return entry
