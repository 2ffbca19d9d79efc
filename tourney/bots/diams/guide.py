"""Diam's for the built-in bots: what is sound without looking ahead, and what a round is worth."""

from __future__ import annotations

from engines.api import Seat, View
from engines.diams.cards import HAND_LIMIT, KINDS
from engines.diams.moves import (
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    GIVE,
    PLAYING,
    REVEAL,
    Move,
    matching,
)
from engines.diams.state import Diams
from tourney.bots.diams.plays import Choice, market_plays, vault_play
from tourney.bots.diams.sight import Sight, of_state, of_view
from tourney.bots.diams.specials import special_plays
from tourney.bots.diams.worth import STAGES, WEIGHTS, Weights, unfold


class DiamsGuide:
    """A heuristic with its weights."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.worth = unfold(weights)

    def advice(self, view: View) -> Move:
        """The move that is sound for the seat of a view."""
        return self._best(of_view(view))

    def move(self, state: Diams, seat: Seat) -> Move:
        """The same for a seat of a state."""
        return self._best(of_state(state, seat))

    def _best(self, sight: Sight) -> Move:
        if sight.step == DRAWING:
            return self._draws(sight)[0]
        if sight.step == PLAYING:
            return max(self.plays(sight))[1]
        if sight.step == DISCARDING:
            return self._discard(sight)
        return (GIVE, matching(sight.vault, sight.asked)[0])  # the star counts for purity

    def plays(self, sight: Sight) -> list[Choice]:
        """The plays worth a thought."""
        stage = _stage(sight)
        found = market_plays(sight, self.worth, stage)
        found.extend(vault_play(sight, self.worth, stage))
        if sight.hand and sight.hand[-1] >= KINDS:
            found.extend(special_plays(sight, self.worth, stage))
        return found

    def _draws(self, sight: Sight) -> list[Move]:
        """Reveal when no play is good enough as things lie."""
        weights = self.worth.weights
        enough = weights.reveal[_stage(sight)] + weights.crowd * len(sight.hand)
        if max(self.plays(sight))[0] >= enough:
            return [(DRAW,), (REVEAL,)]
        return [(REVEAL,), (DRAW,)]

    def _discard(self, sight: Sight) -> Move:
        """Card by card the one whose loss is least (DI-R11)."""
        stage, held = _stage(sight), sight.held[:]
        cards, given = list(sight.hand), []
        while len(cards) > HAND_LIMIT:
            card = min(cards, key=lambda c: self._loss(sight, held, stage, c))
            cards.remove(card)
            given.append(card)
            if card < KINDS:
                held[(card >> 1) + 1] -= 1
        return (DISCARD, *sorted(given))

    def _loss(self, sight: Sight, held: list[int], stage: int, card: int) -> float:
        worth = self.worth
        if card >= KINDS:
            return worth.weights.special[stage]
        quality = (card >> 1) + 1
        row, n = worth.hand[stage][sight.stored[quality]][quality], held[quality]
        loss = row[min(5, n)] - row[min(5, n - 1)] + worth.deny[quality]
        return loss + (card & 1) * worth.weights.star_hand


def _stage(sight: Sight) -> int:
    return min(STAGES - 1, int(sight.later() + 0.5))
