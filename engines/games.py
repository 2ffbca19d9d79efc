"""All games by name; every command uses this table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from engines.api import Game

T = TypeVar("T")


class Registry(Mapping[str, T]):
    """Objects by name, in the order of `places`: module and attribute, such as `a.module:NAME`.

    A program that uses one game does not wait for the import of the others. Iterating and asking
    whether a name is known import nothing.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)
        self._imported: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._imported:
            module, _, attribute = self._places[name].partition(":")
            self._imported[name] = getattr(import_module(module), attribute)
        return self._imported[name]

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


GAMES: Final[Registry[Game[Any]]] = Registry(
    {
        "diams": "engines.diams:GAME",
        "diamonds": "engines.diamonds:GAME",
        "blue-border": "engines.blue_border:GAME",
        "diamond-boxes": "engines.diamond_boxes:GAME1",
        "diamond-boxes-2": "engines.diamond_boxes:GAME2",
    }
)
