"""Rule engines; they do not depend on files, clocks, databases or tournaments.

`GAMES` has all games by name: `engines.GAMES["diams"]`.
"""

import os.path

from engines import build as build  # before any module that may be compiled

TYPE_CHECKING = False  # as in `typing`, which is slow to import
if TYPE_CHECKING:
    from engines.games import GAMES

__all__ = ["GAMES"]
__distribution__ = "tabletop-tourney"
"""What tells this package from others with the same general name."""

CATALOGUES = [os.path.dirname(__file__)]
"""Folders whose rooms have catalogues of what they say; see `engines.messages.catalogue`."""


def __getattr__(name: str) -> object:
    """The table of games, imported when it is asked for."""
    if name != "GAMES":
        raise AttributeError(f"module 'engines' has no attribute {name!r}")
    from engines.games import GAMES

    return GAMES
