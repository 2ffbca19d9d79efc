"""All games by name; every command uses this table."""

from typing import Any

from engines.api import Game
from engines.blue_border import GAME as BLUE_BORDER
from engines.diamond_boxes import GAME1 as DIAMOND_BOXES
from engines.diamond_boxes import GAME2 as DIAMOND_BOXES_2
from engines.diamonds import GAME as DIAMONDS
from engines.diams import GAME as DIAMS

GAMES: dict[str, Game[Any]] = {
    DIAMS.name: DIAMS,
    DIAMONDS.name: DIAMONDS,
    BLUE_BORDER.name: BLUE_BORDER,
    DIAMOND_BOXES.name: DIAMOND_BOXES,
    DIAMOND_BOXES_2.name: DIAMOND_BOXES_2,
}
