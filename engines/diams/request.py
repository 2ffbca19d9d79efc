"""Diam's: what is told to a seat that owes a move."""

from __future__ import annotations

from typing import Any, Final

from engines.api import Seat, State, Teller, View
from engines.diams.cards import GIVING, NAMES, PHASES, SEATS, Move
from engines.diams.position import DiamsPosition
from engines.diams.state import STACKS

NOTHING: Final[View] = {}
PENDING: Final = tuple([[seat] for seat in range(SEATS)])


class DiamsTeller(Teller[Move]):
    """Tells one seat of a match."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._view = NOTHING
        self._players: list[dict[str, Any]] = []
        self._round = 0
        self._points: tuple[tuple[int, ...], ...] = ()
        self._market: list[int] = []
        self._discards: list[int] = []
        self._special = False  # whether the round is closing, or somebody must give a card

    def view(self, state: State[Move]) -> View:
        assert isinstance(state, DiamsPosition)
        if state.round != self._round or state.points != self._points:
            return self._begin(state)
        view, step = self._view, state.step
        view["phase"] = PHASES[step]
        view["pending"] = PENDING[state.owing[0]]
        view["first"] = state.first
        view["turn"] = state.turn
        view["deck"] = len(state.order) - state.top
        if state.market != self._market:
            self._market = state.market[:]
            market: list[str] = []
            for kind, count in enumerate(state.market):
                if count:
                    market += STACKS[kind][count]
            view["market"] = market
        if state.discards != self._discards:
            self._discards = state.discards[:]
            view["discards"] = [NAMES[card] for card in sorted(state.discards)]
        special = state.closer >= 0 or step == GIVING
        if special or self._special:
            self._special = special
            view["closing"] = view["asked"] = None
            if state.closer >= 0:
                view["closing"] = {"by": state.closer, "turns_left": max(0, state.left - 1)}
            if step == GIVING:
                view["asked"] = {"by": state.turn, "kind": NAMES[state.asked[1]]}
        players, vaults = self._players, state.vaults
        for seat, hand in enumerate(state.hands):
            player = players[seat]
            player["hand_count"] = len(hand)
            player["vault_count"] = len(vaults[seat])
        player = players[self.seat]
        player["hand"] = [NAMES[card] for card in state.hands[self.seat]]
        player["vault"] = [NAMES[card] for card in vaults[self.seat]]
        return view

    def _begin(self, state: DiamsPosition) -> View:
        """Tell everything anew in the first request of a round."""
        self._round = state.round
        self._points = state.points
        self._market = state.market[:]
        self._discards = state.discards[:]
        self._special = True
        self._view = view = state.view(self.seat)
        self._players = view["players"]
        return view
