"""Action texts of log entries, remembered: the same few thousand make up most of a long run.

Texts for everybody's eyes only; what a seat may see is never kept.
"""

from typing import Any, Final

from engines.api import Game, Ply

LIMIT: Final = 10_000


class Texts(dict[Ply[Any], str]):
    """Entry -> its full action text, made when it is first asked for."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, ply: Ply[Any]) -> str:
        if len(self) >= LIMIT:
            self.clear()
        text = self[ply] = self._game.text(ply)
        return text
