"""Finds games by name."""

from difflib import get_close_matches
from typing import Any

from engines.api import Game
from engines.messages import say
from tourney.domain.errors import UsageFault, quoted


def find_game(name: str) -> Game[Any]:
    """The game called `name`; the error for an unknown name suggests a similar one."""
    from engines.games import GAMES

    if name in GAMES:
        return GAMES[name]
    near, known = get_close_matches(name, GAMES, 1), ", ".join(GAMES)
    if near:
        raise UsageFault(
            say("cli.meant-game", name=quoted(name), near=quoted(near[0]), known=known)
        )
    raise UsageFault(say("cli.unknown-game", name=quoted(name), known=known))
