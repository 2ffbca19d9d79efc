"""Caches of texts: the same few thousand make up most of a long run.

Only full texts of entries are cached, never those redacted for a seat.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from engines.api import Game, Ply

LIMIT: Final = 10_000
MOVES: Final = 20_000
"""Most moves of a game that are cached."""


class Texts(dict[Ply[Any], str]):
    """The full action text of each entry, made when first needed."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self._game = game
        self._by_id: dict[int, str] = {}  # of the entries that are keys here, so they exist

    def __missing__(self, ply: Ply[Any]) -> str:
        if len(self) >= LIMIT:
            self.clear()
            self._by_id.clear()
        text = self[ply] = self._by_id[id(ply)] = self._game.text(ply)
        return text

    def listed(self, log: Iterable[Ply[Any]]) -> tuple[str, ...]:
        """The text of each entry of a log.

        Games use the same objects for usual entries: to find them needs no hash of all their parts.
        """
        by_id = self._by_id
        return tuple([by_id.get(id(ply)) or self[ply] for ply in log])


class MoveTexts(dict[Any, str]):
    """The text of each move, made when first needed, and the moves of these texts."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self._game = game
        self._moves: dict[str, Any] = {}

    def __missing__(self, move: Any) -> str:
        if len(self) >= MOVES:
            self.clear()
            self._moves.clear()
        text = self[move] = self._game.move_text(move)
        self._moves[text] = move
        return text

    def move(self, text: str) -> Any:
        """The move with a text; NotationError for any other text."""
        move = self._moves.get(text)
        return self._game.parse_move(text) if move is None else move


@cache
def move_texts(game: Game[Any]) -> MoveTexts:
    """The texts of the moves of a game: one cache for all matches of this process."""
    return MoveTexts(game)
