"""Diamond Boxes: what is told to a seat that owes a move, in both rule sets."""

from __future__ import annotations

from typing import Any, Final

from engines.api import Lister, Seat, State, Teller, View
from engines.diamond_boxes.board import CARD, CORNER, FACES, STEPS
from engines.diamond_boxes.cards import COLOURS, NAMES, PHASES, Move
from engines.diamond_boxes.position import BoxesPosition, ColourBoxesPosition
from engines.diamond_boxes.state import cell_shown, placed_shown

NOTHING: Final[View] = {}
CELLS: Final[dict[int, list[Any]]] = {}
"""A cell as a view shows it, by `corner << 4 | face`; entered when it is first shown."""
MOST_CELLS: Final = 10_000


def entered(key: int) -> list[Any]:
    """Enter a cell in `CELLS`."""
    if len(CELLS) >= MOST_CELLS:
        CELLS.clear()
    cell = CELLS[key] = cell_shown(key >> 4, key & 15)
    return cell


class BoxesTeller(Teller[Move]):
    """Tells one seat of a match by rule 1."""

    def __init__(self, seat: Seat, lister: Lister[Move] | None = None) -> None:
        super().__init__(seat, lister)
        self._view = NOTHING
        self._players: list[dict[str, Any]] = []
        # The placements told so far, and the cells that they show, by corner.
        self._placed: list[int] = []
        self._shown: dict[int, list[Any]] = {}

    def view(self, state: State[Move]) -> View:
        assert isinstance(state, BoxesPosition)
        view = self._view
        if view is NOTHING:
            self._view = view = state.view(self.seat)
            self._players = view["players"]
        view["phase"] = PHASES[state.step]
        view["pending"] = [state.owing[0]]
        view["first"] = state.first
        view["turn"] = state.turn if state.turn >= 0 else None
        if state.placed != self._placed:
            self._lay(state.placed)
        self._tell_hands(state)
        return view

    def _lay(self, placed: list[int]) -> None:
        """Show the cards that have been placed since the last request."""
        done, shown = len(self._placed), self._shown
        if placed[:done] != self._placed:
            done = 0
            shown.clear()
        self._placed = placed[:]
        told = self._view["placed"][:done]
        for index in range(done, len(placed)):
            placement = placed[index]
            card, corner, turn = placement >> CARD, placement & CORNER, placement & 3
            for face, step in zip(FACES[card], STEPS[turn], strict=True):
                key = corner + step << 4 | face
                shown[corner + step] = CELLS.get(key) or entered(key)
            told.append(placed_shown(NAMES[card], placement))
        self._view["placed"] = told
        self._view["board"] = [shown[corner] for corner in sorted(shown)]

    def _tell_hands(self, state: BoxesPosition) -> None:
        """All hands, and the cards left in the common deck."""
        self._view["deck"] = state.left(0)
        for seat, player in enumerate(self._players):
            hand = state.hands[seat]
            player["hand"] = [NAMES[card] for card in hand]
            player["hand_count"] = len(hand)


class ColourTeller(BoxesTeller):
    """Tells one seat of a match by rule 2."""

    def _tell_hands(self, state: BoxesPosition) -> None:
        """The seat's own hand, the specified colour, and what concerns passing."""
        assert isinstance(state, ColourBoxesPosition)
        view = self._view
        view["colour"] = COLOURS[state.colour] if state.colour >= 0 else None
        view["passes"] = state.passes
        view["rounds_passed"] = state.stalled
        view["bonus"] = state.bonus
        for seat, player in enumerate(self._players):
            hand = state.hands[seat]
            player["hand_count"] = len(hand)
            player["deck"] = state.left(seat)
        self._players[self.seat]["hand"] = [NAMES[card] for card in state.hands[self.seat]]
