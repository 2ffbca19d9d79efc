"""Blue Border: what is told to a seat that owes a move."""

from __future__ import annotations

from typing import Any, Final

from engines.api import Seat, State, Teller, View
from engines.blue_border.cards import CARDS, Move, bands
from engines.blue_border.position import PHASES, WINDOW, BlueBorderPosition

NOTHING: Final[View] = {}


class BlueBorderTeller(Teller[Move]):
    """Tells one seat of a match."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._view = NOTHING
        self._players: list[dict[str, Any]] = []
        self._round = -1
        # The shade of each card, and how it stands in a line, covered and opened.
        self._shades: tuple[int, ...] = ()
        self._covered: list[dict[str, int | None]] = []
        self._numbered: list[dict[str, int | None]] = []
        self._field: list[list[int]] = []
        self._discards: list[int] = []
        self._lines: list[list[int]] = []
        self._opened = 0

    def view(self, state: State[Move]) -> View:
        assert isinstance(state, BlueBorderPosition)
        view, shades = self._view, self._shades
        if state.round != self._round:
            return self._begin(state)
        view["phase"] = PHASES[state.step]
        view["pending"] = list(state.owing)
        view["start"] = state.first if state.first >= 0 else None
        view["turn"] = state.turn if state.turn >= 0 else None
        view["deck"] = len(state.order) - state.top
        view["top"] = shades[state.order[state.top]]
        if state.field != self._field:
            self._field = [pile[:] for pile in state.field]
            view["field"] = [[shades[card] for card in pile] for pile in state.field]
        if state.discards != self._discards:
            self._discards = state.discards[:]
            view["discards"] = sorted(state.discards)
        view["moves"] = state.moves
        window = None
        if state.step == WINDOW:
            window = {"diver": state.placer, "reward": state.rewarded}
        view["window"] = window
        self._tell_players(state)
        return view

    def _begin(self, state: BlueBorderPosition) -> View:
        """Tell everything anew, also what stays the same in a round."""
        self._round = state.round
        sight = state.options.sight
        self._shades = bands(sight)
        self._covered = [{"band": shade, "number": None} for shade in self._shades]
        self._numbered = [{"band": self._shades[card], "number": card} for card in range(CARDS + 1)]
        self._field = [pile[:] for pile in state.field]
        self._discards = state.discards[:]
        self._lines = [line[:] for line in state.lines]
        self._opened = state.opened
        self._view = view = state.view(self.seat)
        self._players = view["players"]
        return view

    def _tell_players(self, state: BlueBorderPosition) -> None:
        opened, lines, told = state.opened, state.lines, self._lines
        again = opened != self._opened
        self._opened = opened
        covered, numbered = self._covered, self._numbered
        for seat, player in enumerate(self._players):
            line = lines[seat]
            if again or line != told[seat]:
                told[seat] = line[:]
                player["line"] = [
                    (numbered if opened >> card & 1 else covered)[card] for card in line
                ]
            player["skip"] = state.skips[seat]
            player["wins"] = state.wins[seat]
