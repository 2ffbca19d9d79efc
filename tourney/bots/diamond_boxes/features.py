"""Features of a Diamond Boxes position: known hands, and the board to try placements on.

Made from a view or, within a search, from a resampled state, of which also only what the seat may
know is read.
"""

from __future__ import annotations

from typing import Any

from engines.api import Seat, View
from engines.diamond_boxes.board import CARD, Board, DeepBoard, spot
from engines.diamond_boxes.cards import COLOURS, NUMBERS, PHASES
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes

TURNS = "nesw"


class BoxesFeatures:
    """One seat's position; under rule 2 only the own hand is known."""

    __slots__ = ("board", "colour", "hand", "left", "next_hand", "seats", "shown", "step")

    def __init__(self, seats: int, step: int, hand: list[int], board: Any) -> None:
        self.seats = seats
        self.step = step
        self.hand = hand
        self.board = board
        self.next_hand: list[int] = []  # of the seat that moves next, if hands are open
        self.left = 0  # cards in the deck that this seat draws from
        self.colour = -1  # specified
        self.shown: list[int] = []  # cells that show each colour


def open_state(state: OpenBoxes, seat: Seat) -> BoxesFeatures:
    """The features of a state of rule 1 for `seat`."""
    features = BoxesFeatures(state.seats, state.step, state.hands[seat], state.board)
    features.next_hand = state.hands[(seat + 1) % state.seats]
    features.left = state.left(seat)
    return features


def open_view(view: View) -> BoxesFeatures:
    """The features of a view of rule 1."""
    seat, hands = view["you"], [_cards(player["hand"]) for player in view["players"]]
    features = BoxesFeatures(
        view["seats"], PHASES.index(view["phase"]), hands[seat], _board(view, Board())
    )
    features.next_hand = hands[(seat + 1) % view["seats"]]
    features.left = view["deck"]
    return features


def colour_state(state: ColourBoxes, seat: Seat) -> BoxesFeatures:
    """The features of a state of rule 2 for `seat`."""
    features = BoxesFeatures(state.seats, state.step, state.hands[seat], state.board)
    features.left = state.left(seat)
    features.colour = state.colour
    features.shown = state.shown
    return features


def colour_view(view: View) -> BoxesFeatures:
    """The features of a view of rule 2."""
    seat = view["you"]
    own = view["players"][seat]
    board = _board(view, DeepBoard())
    features = BoxesFeatures(view["seats"], PHASES.index(view["phase"]), _cards(own["hand"]), board)
    features.left = own["deck"]
    features.colour = COLOURS.index(view["colour"]) if view["colour"] else -1
    letters = [letter for _, _, letter, _ in view["board"]]
    features.shown = [letters.count(letter) for letter in COLOURS]
    return features


def _cards(names: list[str]) -> list[int]:
    return [NUMBERS[name] for name in names]


def _board(view: View, board: Any) -> Any:
    for name, x, y, turn in view["placed"]:
        board.lay(NUMBERS[name] << CARD | spot(x, y, TURNS.index(turn)))
    return board
