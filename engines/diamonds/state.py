"""Diamonds: the game state; passes each decision to the module of its rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.api import CHANCE, Outcome, Ply, Refusal, Seat, View, Who
from engines.diamonds import dealing, passing, scoring, tricks, views
from engines.diamonds.moves import ANNOUNCEMENTS, Move
from engines.diamonds.passing import drawn_pass
from engines.diamonds.position import (
    ANNOUNCING,
    OVER,
    PASSING,
    PHASES,
    PLAYING,
    STARTING,
    DiamondsPosition,
)
from engines.diamonds.tricks import drawn_card, play, playable
from engines.messages import Player, say


class Diamonds(DiamondsPosition):
    """A match of Diamonds."""

    __slots__ = ()

    def pending(self) -> tuple[Seat, ...]:
        return self.owing

    def phase(self) -> str:
        return PHASES[self.step]

    def chance(self) -> str:
        return dealing.label(self)

    def pool(self) -> tuple[int, ...]:
        return dealing.pool(self)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat not in self.owing:
            return ()
        if self.step == PLAYING:
            return playable(self, seat)
        if self.step == PASSING:
            return passing.passes(self, seat)
        return ANNOUNCEMENTS if self.step == ANNOUNCING else ()

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return self._refuse(seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        found = self._refuse(seat, move)
        assert found is not None, "a legal move is not refused"
        return found

    def _refuse(self, seat: Seat, move: Move) -> Refusal | None:
        if seat not in self.owing:
            return self._out_of_turn()
        if self.step == PLAYING:
            return tricks.refuse(self, seat, move)
        if self.step == PASSING:
            return passing.refuse(self, seat, move)
        if self.step == ANNOUNCING:
            return passing.refuse_announcement(move)
        return dealing.refuse(self, move)

    def _out_of_turn(self) -> Refusal:
        rule = "DM-R4" if self.step in (ANNOUNCING, PASSING) else "DM-R6"
        if not self.owing:
            return Refusal(rule, say("kit.over"))
        if self.owing[0] == CHANCE:
            return Refusal(rule, say("kit.must-deal"))
        who = tuple(map(Player, self.owing))
        if len(who) == 1:
            return Refusal(rule, say("kit.turn", who=who[0]))
        return Refusal(rule, say("kit.turns", who=who))

    def sample(self, seat: Seat, rng: Random) -> Move:
        if self.step == PLAYING:
            return drawn_card(self, seat, rng)
        if self.step == ANNOUNCING:
            return ANNOUNCEMENTS[int(rng.random() * len(ANNOUNCEMENTS))]
        return drawn_pass(self, seat, rng)

    def default_move(self, seat: Seat) -> Move:
        """Announce one card; pass and play the lowest cards."""
        if self.step == PASSING:
            return tuple(self.hand(seat)[: self.announced])
        return self.legal_moves(seat)[0]

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        if self.step == PLAYING:
            play(self, seat, move, log)  # type: ignore[arg-type]  # a card
        elif isinstance(move, int):
            passing.announce(self, seat, move, log)
        elif seat >= 0:
            passing.choose(self, seat, move, log)
        elif self.step == STARTING:
            dealing.start(self, move[0])
        else:
            dealing.deal(self, move)

    def outcome(self) -> Outcome | None:
        if self.step != OVER:
            return None
        return scoring.outcome(self.showroom, self.vault, self.team)

    def view(self, who: Who) -> View:
        return views.view(self, who)

    def key(self) -> tuple[Any, ...]:
        return views.key(self)

    def tally(self, name: str) -> Mapping[str, str] | None:
        return views.tally(self, name)
