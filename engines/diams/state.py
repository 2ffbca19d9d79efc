"""Diam's: the game state; finds the module of the rules for each phase and move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from engines.api import CHANCE, Outcome, Ply, Refusal, Seat, View, Who
from engines.diams import dealing, drawing, ending, plays, scoring, specials, views
from engines.diams.cards import KINDS
from engines.diams.moves import (
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    GIVE,
    GIVING,
    MARKET,
    OVER,
    PASS,
    PHASES,
    PLAYING,
    REVEAL,
    STARTING,
    Move,
    well_formed,
)
from engines.diams.position import DiamsPosition
from engines.messages import Player, say


class Diams(DiamsPosition):
    """A match of Diam's."""

    __slots__ = ()

    def pending(self) -> tuple[Seat, ...]:
        return self.owing

    def phase(self) -> str:
        return PHASES[self.step]

    def chance(self) -> str:
        return "start 1" if self.step == STARTING else f"deal {self.round + 1}"

    def pool(self) -> tuple[int, ...]:
        return dealing.pool(self)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat < 0 or self.owing != (seat,):
            return ()
        step = self.step
        if step == DRAWING:
            return drawing.DRAWS
        if step == PLAYING:
            return plays.legal_plays(self, seat)
        if step == GIVING:
            return specials.gifts(self, seat)
        return ending.discards(self.hands[seat])

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return self._refuse(seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        """Checks in this order: turn, phase, cards in hand, then the rule of the play itself."""
        found = self._refuse(seat, move)
        assert found is not None, "a legal move is not refused"
        return found

    def _refuse(self, seat: Seat, move: Move) -> Refusal | None:
        if seat not in self.owing:
            whose = say("kit.turn", who=Player(self.owing[0])) if self.owing else say("kit.over")
            return Refusal("DI-R7", whose)
        if seat == CHANCE:
            return dealing.refuse(self, move)
        if not well_formed(move):
            return Refusal("DI-R7", say("kit.no-such-move"))
        step = self.step
        if step == DRAWING:
            return drawing.refuse(move)
        if step == GIVING:
            return specials.refuse_gift(self, seat, move)
        if step == DISCARDING:
            return ending.refuse_discard(self.hands[seat], move)
        return plays.refuse(self, seat, move)

    def sample(self, seat: Seat, rng: Random) -> Move:
        step = self.step
        if step == DRAWING:
            return drawing.DRAWS[rng.random() < 0.5]
        if step == PLAYING:
            return plays.sample_play(self, seat, rng)
        if step == DISCARDING:
            return ending.sample_discard(self.hands[seat], rng)
        moves = specials.gifts(self, seat)
        return moves[int(rng.random() * len(moves))]

    def default_move(self, seat: Seat) -> Move:
        """Draw one card, play the lowest diamond to the market, give and discard the lowest."""
        if self.step != PLAYING:
            return self.legal_moves(seat)[0]
        hand = self.hands[seat]
        return (MARKET, hand[0]) if hand and hand[0] < KINDS else (PASS,)

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        self.history = None
        if seat >= 0:
            APPLY[move[0]](self, seat, move, log)
        elif self.step == STARTING:
            dealing.begin(self, move)
        else:
            dealing.deal(self, move, log)

    def outcome(self) -> Outcome | None:
        return scoring.outcome(self.points, self.options.length) if self.step == OVER else None

    def view(self, who: Who) -> View:
        return views.view(self, who)

    def key(self) -> tuple[Any, ...]:
        return views.key(self)

    def tally(self, name: str) -> Mapping[str, str] | None:
        return views.tally(self, name)


APPLY: Final[Mapping[int, Callable[[DiamsPosition, Seat, Move, list[Ply[Move]] | None], None]]] = {
    **plays.APPLY,
    DRAW: drawing.draw,
    REVEAL: drawing.reveal,
    GIVE: specials.give,
    DISCARD: ending.discard,
}
