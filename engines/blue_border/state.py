"""Blue Border: the game state; passes each decision to the module of its rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.api import CHANCE, Outcome, Ply, Refusal, Seat, View, Who
from engines.blue_border import calls, deck, ending, rewards, setting_up, turns, views
from engines.blue_border.calls import ANSWERS
from engines.blue_border.moves import CALL, DECK, NO, PASS, REWARD_NONE, Move
from engines.blue_border.position import (
    DEALER,
    DEALING,
    LOTS,
    RESHUFFLING,
    REWARD,
    STARTING,
    TURN,
    WINDOW,
    BlueBorderPosition,
)
from engines.blue_border.turns import TURNS
from engines.messages import Player, say


class BlueBorder(BlueBorderPosition):
    """A match of Blue Border."""

    __slots__ = ()

    def chance(self) -> str:
        if self.step == RESHUFFLING:
            return f"reshuffle {self.reshuffles + 1}"
        if self.step == LOTS:
            return f"lots {self.written + 1}"
        return f"{self.phase()} {self.round + 1}"

    def pool(self) -> tuple[int, ...]:
        if self.step == STARTING:
            return tuple(range(self.seats))
        if self.step == LOTS:
            return self.callers
        if self.step == RESHUFFLING:
            return deck.to_shuffle(self)
        return tuple(range(1, self.options.cards + 1))

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat < 0 or seat not in self.owing:
            return ()
        if self.step == TURN:
            return TURNS
        return ANSWERS if self.step == WINDOW else rewards.legal(self)

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return self.refuse(seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        found = self.refuse(seat, move)
        assert found is not None, "a legal move is not refused"
        return found

    def refuse(self, seat: Seat, move: Move) -> Refusal | None:
        """Why a move is refused; None for a legal one."""
        if seat not in self.owing:
            return self._out_of_turn(seat, move)
        if seat == CHANCE:
            return setting_up.refuse(self.pool(), move)
        if self.step == TURN:
            return None if move in TURNS else turns.refusal(seat, move)
        if self.step == WINDOW:
            return None if move in ANSWERS else calls.NO_ANSWER
        return rewards.refuse(self, move)

    def _out_of_turn(self, seat: Seat, move: Move) -> Refusal:
        """Why a seat that has nothing to decide cannot make this move."""
        owing = self.owing
        if not owing:
            return Refusal("BB-R19", say("kit.over"))
        if owing == DEALER:
            return Refusal("BB-R18", say("kit.must-deal"))
        if self.step == REWARD:
            return Refusal(
                "BB-R13",
                say("kit.has-to", who=Player(owing[0]), do=say("blue-border.choose-reward")),
            )
        if move == CALL and 0 <= seat < self.seats and (found := calls.barred(self, seat)):
            return found
        if self.step == WINDOW:
            return Refusal("BB-R11", say("blue-border.still-open"))
        return calls.NOTHING_NEW if move == CALL else turns.waiting(owing[0])

    def sample(self, seat: Seat, rng: Random) -> Move:
        if self.step == TURN:
            return TURNS[int(rng.random() * 9)]
        moves = self.legal_moves(seat)
        return moves[int(rng.random() * len(moves))]

    def default_move(self, seat: Seat) -> Move:
        """Pass onto pile 1, do not call, take no reward."""
        if self.step == TURN:
            return PASS + 1
        return NO if self.step == WINDOW else REWARD_NONE

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        if isinstance(move, tuple):
            self._deal(move, log)
        elif self.step == WINDOW:
            calls.answer(self, seat, move, log)
        elif self.step == REWARD:
            rewards.reward(self, seat, move, log)
        elif move <= DECK:
            turns.take(self, seat, move, log)
        else:
            turns.pass_on(self, seat, move, log)

    def _deal(self, order: tuple[int, ...], log: list[Ply[Move]] | None) -> None:
        """Apply a move of the dealer."""
        if self.step == STARTING:
            setting_up.choose_starter(self, order)
        elif self.step == DEALING:
            setting_up.deal(self, order, log)
        elif self.step == RESHUFFLING:
            deck.reshuffle(self, order, log)
        else:
            calls.judge(self, order[0], log)

    def outcome(self) -> Outcome | None:
        return ending.outcome(self)

    def view(self, who: Who) -> View:
        return views.view(self, who)

    def key(self) -> tuple[Any, ...]:
        return views.key(self)

    def tally(self, name: str) -> Mapping[str, str] | None:
        return views.tally(self, name)
