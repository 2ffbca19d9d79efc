"""The heuristic of Diam's: the best move without looking ahead, and the value of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar, Final

from engines.api import Seat, State, View
from engines.diams.cards import (
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    END,
    GIVE,
    HAND_LIMIT,
    KINDS,
    PLAYING,
    REVEAL,
    Move,
)
from engines.diams.specials import matching
from engines.diams.state import Diams
from tourney.bots.diams.features import DiamsFeatures, of_state, of_view
from tourney.bots.diams.hand_values import OUTLOOK, SIMPLE, STAGES, WEIGHTS, DiamsWeights, unfold
from tourney.bots.diams.outlook import counted, expected
from tourney.bots.diams.plays import Choice, market_plays, vault_play
from tourney.bots.diams.specials import special_plays
from tourney.domain.observation import Observation

WORLDS: Final = 10  # newly drawn worlds; later ones differ only in the order of the deck
CLUES: Final = 10  # worlds used to estimate the cards of others
SMALL: Final = 3  # with fewer cards in hand, a reveal may be better than a draw
SLOPE: Final = 0.03  # share of a win per point


class DiamsHeuristic:
    """The heuristic of Diam's with its weights."""

    exploration: ClassVar[float] = 0.08
    prior_visits: ClassVar[float] = 12.0

    def __init__(self, weights: DiamsWeights = WEIGHTS) -> None:
        self.worth = unfold(weights)
        self._outlook = unfold(OUTLOOK)

    def advice(self, view: View) -> Move:
        """The best move for the seat of a view, by simple weights."""
        return PLAIN.best(of_view(view))

    def move(self, state: Diams, seat: Seat) -> Move:
        """The best move for a seat of a state, by these weights."""
        if state.step == DRAWING and len(state.hands[seat]) >= SMALL:
            return (DRAW,)  # the result of `_draws`, without computing features
        return self.best(of_state(state, seat))

    def best(self, features: DiamsFeatures) -> Move:
        """The best move by these weights."""
        if features.step == DRAWING:
            return self._draws(features)[0]
        if features.step == PLAYING:
            return max(self.plays(features))[1]
        if features.step == DISCARDING:
            return self._discard(features)
        return (GIVE, matching(features.vault, features.asked)[0])  # the star counts for purity

    def plays(self, features: DiamsFeatures, worlds: Sequence[Diams] = ()) -> list[Choice]:
        """The plays worth considering; those that depend on hidden cards are rated in `worlds`."""
        stage = _stage(features)
        found = market_plays(features, self.worth, stage)
        found.extend(vault_play(features, self.worth, stage))
        if features.hand and features.hand[-1] >= KINDS:
            found.extend(special_plays(features, self.worth, stage, worlds))
        return found

    def ranked(
        self, state: Diams, seat: Seat, worlds: Callable[[int], Sequence[Diams]] | None = None
    ) -> Sequence[Choice]:
        """Moves worth a try, best first, each with its estimated share of a win."""
        features = of_state(state, seat)
        if features.step == PLAYING:
            special = bool(features.hand) and features.hand[-1] >= KINDS
            plays = self.plays(features, worlds(CLUES) if worlds and special else ())
            found = sorted(plays, key=_gain, reverse=True)
            best = found[0][0]
            return [((gain - best) * SLOPE, move) for gain, move in found]
        if features.step == DRAWING:
            moves = self._draws(features)
        else:
            first = self.best(features)
            rest = [move for move in state.legal_moves(seat) if move != first]
            moves = [first, *sorted(rest, key=lambda move: self._lost(features, move))]
        return [(-SLOPE * (rank > 0), move) for rank, move in enumerate(moves)]

    def world(
        self, observation: Observation[Move], rng: Random, known: Sequence[Diams]
    ) -> State[Move]:
        """The first worlds are newly drawn; later ones repeat them with another deck order."""
        number = len(known)
        return (
            observation.resample(rng) if number < WORLDS else _redrawn(known[number % WORLDS], rng)
        )

    def settled(self, state: Diams, start: Diams) -> bool:
        """Whether the round of `start` is over."""
        return len(state.points) > len(start.points)

    def playout(self, state: Diams, start: Diams, rng: Random) -> Sequence[float]:
        """Finish the turn and play one more of every seat; count the points or estimate them."""
        for _ in range(1 + state.seats):
            turn = state.turn
            while state.turn == turn and not self.settled(state, start):
                seat = state.pending()[0]
                state.apply(seat, self.move(state, seat))
        if self.settled(state, start):
            return counted(state.points[-1])
        return expected(state, self._outlook)

    def _draws(self, features: DiamsFeatures) -> list[Move]:
        """Draw first, unless the hand is small and no play is good; the better move first."""
        if len(features.hand) < SMALL and max(self.plays(features))[0] < self.worth.weights.reveal:
            return [(REVEAL,), (DRAW,)]
        return [(DRAW,), (REVEAL,)]

    def _discard(self, features: DiamsFeatures) -> Move:
        """Discard, card by card, the least valuable one (DI-R11)."""
        stage, held = _stage(features), features.held[:]
        cards, given = list(features.hand), []
        while len(cards) > HAND_LIMIT:
            card = min(cards, key=lambda c: self._loss(features, held, stage, c))
            cards.remove(card)
            given.append(card)
            if card < KINDS:
                held[(card >> 1) + 1] -= 1
        return (DISCARD, *sorted(given))

    def _lost(self, features: DiamsFeatures, move: Move) -> float:
        """The sum of the values of the cards that a move gives away."""
        stage = _stage(features)
        return sum(self._loss(features, features.held, stage, card) for card in move[1:])

    def _loss(self, features: DiamsFeatures, held: list[int], stage: int, card: int) -> float:
        worth = self.worth
        if card >= KINDS:
            return worth.weights.special[stage]
        quality = (card >> 1) + 1
        row, n = worth.hand[stage][features.stored[quality]][quality], held[quality]
        loss = row[min(5, n)] - row[min(5, n - 1)] + worth.deny[quality]
        return loss + (card & 1) * worth.weights.star_hand


def _gain(choice: Choice) -> float:
    return choice[0]


def _stage(features: DiamsFeatures) -> int:
    return min(STAGES - 1, int(features.later() + 0.5))


def _redrawn(state: Diams, rng: Random) -> Diams:
    """A copy with the deck in another order, except for the closing card."""
    order, deck = state.order, list(state.order[state.top :])
    end = deck.index(END) if END in deck else -1
    if end >= 0:
        del deck[end]
    rng.shuffle(deck)
    if end >= 0:
        deck.insert(end, END)
    twin = state.clone()
    twin.order = (*order[: state.top], *deck)
    return twin


PLAIN: Final = DiamsHeuristic(SIMPLE)
HEURISTIC: Final = DiamsHeuristic()
