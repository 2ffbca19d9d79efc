"""Tournaments of card games: bots and people, every move stored and checked.

    import tourney

    with tourney.open("tourney.db") as db:
        print(db.run("demo").standings())

The names in `__all__` are what a Python program may use; docs/from-python.md shows each of them.
Everything else is internal.
"""

import os.path
import sys
from types import ModuleType

import engines

TYPE_CHECKING = False  # as in `typing`, whose import would take longer than all the rest
if TYPE_CHECKING:
    from tourney.domain.errors import (
        Conflict,
        DataFault,
        NotFound,
        TourneyError,
        Unreachable,
        UsageFault,
    )
    from tourney.library.data_rows import DataRows
    from tourney.library.open_database import OpenDatabase, PlayedEvent, Run, open
    from tourney.library.play_bots import play
    from tourney.library.playable_game import GameState, PlayableGame, game
    from tourney.library.read_match import CheckedMatch, Match, Picture, Position, read

__version__ = "0.9.0"
__all__ = [
    "CheckedMatch",
    "Conflict",
    "DataFault",
    "DataRows",
    "GameState",
    "Match",
    "NotFound",
    "OpenDatabase",
    "Picture",
    "PlayableGame",
    "PlayedEvent",
    "Position",
    "Run",
    "TourneyError",
    "Unreachable",
    "UsageFault",
    "game",
    "open",
    "play",
    "read",
]

_PLACES = {
    "domain.errors": (
        *("Conflict", "DataFault", "NotFound", "TourneyError", "Unreachable", "UsageFault"),
    ),
    "library.open_database": ("OpenDatabase", "PlayedEvent", "Run", "open"),
    "library.play_bots": ("play",),
    "library.playable_game": ("GameState", "PlayableGame", "game"),
    "library.read_match": ("CheckedMatch", "Match", "Picture", "Position", "read"),
    "library.data_rows": ("DataRows",),
}
"""Where each name comes from; a module is imported when one of its names is asked for."""

# Other distributions may install a package `engines`, too: one of both then replaces files of the
# other one or stands before it, and nothing else would say so.
_FOLDER = os.path.dirname(__file__)
_FOUND = getattr(engines, "__file__", None) or ", ".join(engines.__path__)
if getattr(engines, "__distribution__", "") != "tabletop-tourney" or os.path.dirname(
    os.path.dirname(_FOUND)
) != os.path.dirname(_FOLDER):
    _LINE = (
        f"the package 'engines' that Python finds, {_FOUND}, is not that of tourney; another"
        " distribution or folder has this name: use an environment of its own for tourney, or"
        " remove the other one and reinstall tabletop-tourney"
    )
    # The program itself says so in one line; whoever imports it gets an error to catch.
    if sys.argv[:1] == ["-m"] or os.path.basename("".join(sys.argv[:1])) == "tourney":
        sys.exit(f"tourney: {_LINE}")
    raise ImportError(_LINE)

engines.CATALOGUES.append(_FOLDER)


def __getattr__(name: str) -> object:
    """A name of `__all__`, imported when it is asked for."""
    for place, names in _PLACES.items():
        if name in names:
            from importlib import import_module

            found: object = getattr(import_module(f"tourney.{place}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module 'tourney' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


class _Package(ModuleType):
    """Keeps the function `play` where Python would put the room of the same name."""

    @property
    def play(self) -> object:
        return __getattr__("play")

    @play.setter
    def play(self, room: object) -> None:
        """Called when the room is imported, which is found by its full name all the same."""


sys.modules[__name__].__class__ = _Package
