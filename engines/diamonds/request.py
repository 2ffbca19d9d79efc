"""Diamonds: what is told to a seat that owes a move."""

from __future__ import annotations

from typing import Any, Final

from engines.api import Seat, State, Teller, View
from engines.diamonds.cards import NAMES, SUIT, Move
from engines.diamonds.position import PASSING, PHASES, PLAYING, DiamondsPosition
from engines.diamonds.turns import first_leader, may_count, receiver

NOTHING: View = {}
LAID: Final = tuple(tuple([{"seat": seat, "card": name} for name in NAMES]) for seat in range(6))
"""A card in a trick, by the seat that played it."""
NO_CARDS: Final = {"D": 0, "H": 0, "S": 0, "C": 0}


class DiamondsTeller(Teller[Move]):
    """Tells one seat of a match."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._view = NOTHING
        self._players: list[dict[str, Any]] = []
        # The complete tricks of the round that have been counted.
        self._played: list[int] = []
        self._won: list[Seat] = []

    def view(self, state: State[Move]) -> View:
        assert isinstance(state, DiamondsPosition)
        view = self._view
        if view is NOTHING:
            self._view = view = state.view(self.seat)
            self._players = view["players"]
            self._played = [-1]  # counted anew
        step, done = state.step, len(state.won)
        view["phase"] = PHASES[step]
        view["pending"] = list(state.owing)
        view["round"] = state.round
        view["dealer"] = state.dealer if state.dealer >= 0 else None
        passing = state.announced and step in (PASSING, PLAYING)
        view["pass"] = state.announced if passing else None
        view["thief"] = state.thief if state.thief >= 0 else None
        if step == PLAYING:
            view["leader"] = state.leader
            view["trick"] = _trick(state, state.leader, state.played[done * state.size :])
        else:
            view["leader"] = None
            view["trick"] = []
        won = len(self._won)
        if done != won or state.played[: won * state.size] != self._played:
            self._count(state)
        self._tell_players(state)
        return view

    def _count(self, state: DiamondsPosition) -> None:
        """Count the tricks that have been won since the last request."""
        size, done, players = state.size, len(self._won), self._players
        if state.won[:done] != self._won or state.played[: done * size] != self._played:
            done = 0
            for player in players:
                player["taken"] = NO_CARDS
                player["tricks"] = 0
        for index in range(done, len(state.won)):
            player = players[state.won[index]]
            taken = player["taken"] = dict(player["taken"])
            player["tricks"] += 1
            for card in state.played[index * size : (index + 1) * size]:
                taken["DHSC"[SUIT[card]]] += 1
        self._won = state.won[:]
        self._played = state.played[: len(state.won) * size]
        last = None
        if state.won:
            leader = state.won[-2] if len(state.won) > 1 else first_leader(state)
            last = {"cards": _trick(state, leader, self._played[-size:]), "winner": state.won[-1]}
        self._view["last_trick"] = last

    def _tell_players(self, state: DiamondsPosition) -> None:
        me, sealed = self.seat, state.step == PASSING
        for seat, player in enumerate(self._players):
            team, passed, hand = state.team[seat], state.chosen[seat], state.hand(seat)
            player["hand_count"] = len(hand)
            player["showroom"] = state.showroom[team]
            if may_count(state, me, team):
                player["vault"] = state.vault[team]
            shown = None
            if seat == me:
                player["hand"] = [NAMES[card] for card in hand]
                if passed:
                    shown = [NAMES[card] for card in passed]
            elif passed and not sealed and receiver(state, seat) == me:
                shown = [NAMES[card] for card in passed]
            player["passed"] = shown
            player["chosen"] = bool(passed)


def _trick(state: DiamondsPosition, leader: Seat, trick: list[int]) -> list[dict[str, Any]]:
    """The cards of a trick, each with the seat that played it."""
    return [LAID[(leader + turn) % state.seats][card] for turn, card in enumerate(trick)]
