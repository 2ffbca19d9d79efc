"""A cache of action texts: the same few thousand make up most of a long run.

Only full texts are cached, never those redacted for a seat.
"""

from typing import Any, Final

from engines.api import Game, Ply

LIMIT: Final = 10_000


class Texts(dict[Ply[Any], str]):
    """The full action text of each entry, made when first needed."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, ply: Ply[Any]) -> str:
        if len(self) >= LIMIT:
            self.clear()
        text = self[ply] = self._game.text(ply)
        return text
