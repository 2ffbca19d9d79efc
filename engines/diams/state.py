"""Diam's: the state of a match, and what each seat may see of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from engines.api import CHANCE, EVERYTHING, Outcome, Ply, Refusal, Seat, View, Who, seat_letter
from engines.diams import dealing, scoring
from engines.diams.cards import (
    COPIES,
    DISCARDING,
    DRAWING,
    GIVING,
    KINDS,
    MARKET,
    NAMES,
    OVER,
    PASS,
    PHASES,
    PLAYING,
    STARTING,
    Move,
    cards_of,
    well_formed,
)
from engines.diams.position import DiamsPosition
from engines.diams.turns import (
    APPLY,
    DRAWS,
    REFUSALS,
    discards,
    gifts,
    legal_plays,
    may_pass,
    refuse_discard,
    refuse_gift,
    sample_discard,
    sample_play,
)
from engines.messages import Player, say

STACKS: Final = tuple(
    tuple((NAMES[kind],) * count for count in range(COPIES[kind] + 1)) for kind in range(KINDS)
)
"""Per kind of diamond and number of cards in the market: their names."""


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
            return DRAWS
        if step == PLAYING:
            return legal_plays(self, seat)
        if step == GIVING:
            return gifts(self, seat)
        return discards(self.hands[seat])

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return self._refuse(seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        """Checks in this order: turn, phase, cards in hand, then the rule of the play itself."""
        refused = self._refuse(seat, move)
        assert refused is not None, "a legal move is not refused"
        return refused

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
            if move in DRAWS:
                return None
            return Refusal("DI-R6", say("diams.draw-first"), cards_of(move))
        if step == GIVING:
            return refuse_gift(self, seat, move)
        if step == DISCARDING:
            return refuse_discard(self.hands[seat], move)
        refuse = REFUSALS.get(move[0])
        if refuse is None:
            return Refusal("DI-R7", say("diams.one-play"), cards_of(move))
        return refuse(self, seat, move)

    def sample(self, seat: Seat, rng: Random) -> Move:
        step = self.step
        if step == DRAWING:
            return DRAWS[rng.random() < 0.5]
        if step == PLAYING:
            return sample_play(self, seat, rng)
        if step == DISCARDING:
            return sample_discard(self.hands[seat], rng)
        moves = gifts(self, seat)
        return moves[int(rng.random() * len(moves))]

    def default_move(self, seat: Seat) -> Move:
        """Draw one card, play the lowest diamond to the market, give and discard the lowest."""
        if self.step != PLAYING:
            return self.legal_moves(seat)[0]
        hand = self.hands[seat]
        if hand and hand[0] < KINDS:
            return (MARKET, hand[0])
        return (PASS,) if may_pass(hand) else self.legal_moves(seat)[0]

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
        """View, schema 1: only the owner sees hand and vault; their sizes are public (DI-Q22)."""
        asked = None
        if self.step == GIVING:
            asked = {"by": self.turn, "kind": NAMES[self.asked[1]]}
        closing = None
        if self.closer >= 0:
            closing = {"by": self.closer, "turns_left": max(0, self.left - 1)}
        chips, points = self.chips, self.points
        players = []
        for seat, hand in enumerate(self.hands):
            vault = self.vaults[seat]
            shown = who in (EVERYTHING, seat)
            players.append(
                {
                    "hand": [NAMES[card] for card in hand] if shown else None,
                    "hand_count": len(hand),
                    "vault": [NAMES[card] for card in vault] if shown else None,
                    "vault_count": len(vault),
                    "chips": [row[seat] for row in chips] if chips else [],
                    "points": [row[seat] for row in points] if points else [],
                }
            )
        options = self.options
        market: list[str] = []
        for kind, count in enumerate(self.market):
            if count:
                market += STACKS[kind][count]
        return {
            "game": "diams",
            "schema": 1,
            "seats": self.seats,
            "you": who if who is not None and who >= 0 else None,
            "options": {"length": options.length, "closing": options.closing},
            "phase": PHASES[self.step],
            "pending": list(self.owing),
            "round": self.round,
            "first": self.first if self.first >= 0 else None,
            "turn": self.turn if self.turn >= 0 else None,
            "market": market,
            "deck": len(self.order) - self.top,
            "discards": [NAMES[card] for card in sorted(self.discards)],
            "closing": closing,
            "asked": asked,
            "players": players,
        }

    def key(self) -> tuple[Any, ...]:
        """Everything that the rest of the match depends on, undrawn cards sorted."""
        return (
            self.round,
            self.first,
            self.turn,
            PHASES[self.step],
            self.left,
            self.closer,
            self.asked,
            tuple(self.market),
            tuple(map(tuple, self.hands)),
            tuple(map(tuple, self.vaults)),
            tuple(sorted(self.order[self.top :])),
            tuple(sorted(self.discards)),
            self.chips,
            self.points,
        )

    def tally(self, name: str) -> Mapping[str, str] | None:
        """True values for a `-- check` after a round."""
        if name not in ("points", "chips", "purity", "hand"):
            raise KeyError(name)
        if not self.round or len(self.points) < self.round:
            return None
        counted = scoring.score_round(self.vaults, self.hands)
        values = {
            "points": counted.points,
            "chips": self.chips[-1],
            "purity": counted.purity,
            "hand": counted.hand,
        }[name]
        return {seat_letter(seat): str(value) for seat, value in enumerate(values)}
