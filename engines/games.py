"""All games by name; every command uses this table."""

from typing import Any, Final

from engines.api import Game
from engines.registry import Registry

GAMES: Final[Registry[Game[Any]]] = Registry(
    {
        "diams": "engines.diams:GAME",
        "diamonds": "engines.diamonds:GAME",
        "blue-border": "engines.blue_border:GAME",
        "diamond-boxes": "engines.diamond_boxes:GAME1",
        "diamond-boxes-2": "engines.diamond_boxes:GAME2",
    }
)
