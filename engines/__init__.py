"""The games: rule engines that know nothing of files, clocks, databases or tournaments."""

from typing import Any

from engines.api import Game
from engines.blue_border import GAME as BLUE_BORDER
from engines.diamonds import GAME as DIAMONDS
from engines.diams import GAME as DIAMS

GAMES: dict[str, Game[Any]] = {
    DIAMS.name: DIAMS,
    DIAMONDS.name: DIAMONDS,
    BLUE_BORDER.name: BLUE_BORDER,
}
