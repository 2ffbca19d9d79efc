"""Finding games by the names people type."""

from difflib import get_close_matches
from typing import Any

from engines.api import Game
from tourney.domain.errors import UsageFault, quoted


def find_game(name: str) -> Game[Any]:
    """The game registered as `name`; an unknown one names what it may have meant."""
    from engines import GAMES

    if name in GAMES:
        return GAMES[name]
    near = get_close_matches(name, GAMES, 1)
    meant = f"did you mean {quoted(near[0])}? " if near else ""
    raise UsageFault(f"unknown game {quoted(name)}; {meant}known games: {', '.join(GAMES)}")
