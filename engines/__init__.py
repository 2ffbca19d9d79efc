"""The games: rule engines that know nothing of files, clocks, databases or tournaments."""

from typing import Any

from engines.api import Game
from engines.diamonds import GAME as DIAMONDS
from engines.diams import GAME as DIAMS

GAMES: dict[str, Game[Any]] = {
    DIAMS.name: DIAMS,
    DIAMONDS.name: DIAMONDS,
}
