"""Features of a Diamond Boxes position: known hands, and the board to try placements on.

Made from a view or, within a search, from a resampled state, of which also only what the seat may
know is read.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.api import View
from engines.diamond_boxes.board import CARD, Board, DeepBoard, spot
from engines.diamond_boxes.cards import CHOOSING, COLOURS, NUMBERS, PHASES

TURNS = "nesw"


class OpenFeatures:
    """What a seat considers by rule 1: the board, its hand, that of the seat that moves next."""

    __slots__ = ("board", "hand", "next_hand")

    def __init__(self, board: Board, hand: list[int], next_hand: list[int]) -> None:
        self.board = board
        self.hand = hand
        self.next_hand = next_hand


class ColourFeatures:
    """What a seat considers by rule 2; `shown` are the cells that show each colour."""

    __slots__ = ("board", "choosing", "colour", "hand", "shown")

    def __init__(
        self, board: DeepBoard, hand: list[int], choosing: bool, colour: int, shown: list[int]
    ) -> None:
        self.board = board
        self.hand = hand
        self.choosing = choosing
        self.colour = colour  # specified; -1 for none
        self.shown = shown


def open_view(view: View) -> OpenFeatures:
    """The features of a view of rule 1."""
    board, seat, players = Board(), view["you"], view["players"]
    for placement in _placements(view):
        board.lay(placement)
    own, after = players[seat], players[(seat + 1) % view["seats"]]
    return OpenFeatures(board, _cards(own["hand"]), _cards(after["hand"]))


def colour_view(view: View) -> ColourFeatures:
    """The features of a view of rule 2."""
    board = DeepBoard()
    for placement in _placements(view):
        board.lay(placement)
    letters = [letter for _, _, letter, _ in view["board"]]
    return ColourFeatures(
        board,
        _cards(view["players"][view["you"]]["hand"]),
        view["phase"] == PHASES[CHOOSING],
        COLOURS.index(view["colour"]) if view["colour"] else -1,
        [letters.count(letter) for letter in COLOURS],
    )


def _cards(names: list[str]) -> list[int]:
    return [NUMBERS[name] for name in names]


def _placements(view: View) -> Iterator[int]:
    for name, x, y, turn in view["placed"]:
        yield NUMBERS[name] << CARD | spot(x, y, TURNS.index(turn))
