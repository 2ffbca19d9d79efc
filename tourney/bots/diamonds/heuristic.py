"""The heuristic of Diamonds: the best move without looking ahead, and the value of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import ClassVar, Final

from engines.api import Seat, State, View
from engines.diamonds.cards import ANNOUNCE, RANKS, Move
from engines.diamonds.position import ANNOUNCING, DEALING, OVER, PASSING, PLAYING
from engines.diamonds.state import Diamonds
from tourney.bots.diamonds.features import DiamondsFeatures, of_state, of_view, taking
from tourney.bots.diamonds.plays import WEIGHTS, DiamondsWeights, passes, plays
from tourney.bots.shares import likely
from tourney.domain.observation import Observation

SLOPE: Final = 0.025  # share of a win per point
SPREAD: Final = 2.0  # typical change of the difference of two scores in a round
LAST: Final = 0.3  # rounds added, so that points count even when the match is decided


class DiamondsHeuristic:
    """The heuristic of Diamonds with its weights."""

    exploration: ClassVar[float] = 0.15
    prior_visits: ClassVar[float] = 30.0

    def __init__(self, weights: DiamondsWeights = WEIGHTS) -> None:
        self._weights = weights

    def advice(self, view: View) -> Move:
        """The best move for the seat of a view."""
        return self._best(of_view(view))

    def move(self, state: Diamonds, seat: Seat) -> Move:
        """The best move for a seat of a state."""
        return self._best(taking(state, seat))

    def _best(self, features: DiamondsFeatures) -> Move:
        return max(self._choices(features))[1]

    def _quick(self, state: Diamonds, seat: Seat) -> Move:
        """The move of a playout, which ignores majorities."""
        if state.laid:
            suit = state.hands[seat][state.led]
            if len(suit) == 1:
                return suit[0]
        return self._best(of_state(state, seat))

    def _choices(self, features: DiamondsFeatures) -> Sequence[tuple[float, Move]]:
        if features.step == PASSING:
            return passes(features, self._weights, features.announced)
        if features.step == ANNOUNCING:
            counts = range(1, 4)
            return [(max(passes(features, self._weights, n))[0], ANNOUNCE + n) for n in counts]
        return plays(features, self._weights)

    def ranked(
        self, state: Diamonds, seat: Seat, worlds: Callable[[int], Sequence[Diamonds]] | None = None
    ) -> Sequence[tuple[float, Move]]:
        """Moves worth a try, best first, each with its estimated share of a win."""
        found = sorted(self._choices(taking(state, seat)), reverse=True)
        if state.step == PLAYING:
            found = _unlike(found)
        best = found[0][0]
        return [((gain - best) * SLOPE, move) for gain, move in found]

    def world(
        self, observation: Observation[Move], rng: Random, known: Sequence[Diamonds]
    ) -> State[Move]:
        """A world with possible hands of the others."""
        return observation.resample(rng)

    def settled(self, state: Diamonds, start: Diamonds) -> bool:
        """Whether the round is over: the next one has new cards."""
        return state.step in (DEALING, OVER)

    def playout(self, state: Diamonds, start: Diamonds, rng: Random) -> Sequence[float]:
        """Finish the round; rewards by how likely each seat is ahead in the end."""
        while state.step not in (DEALING, OVER):
            seat = state.pending()[0]
            state.apply(seat, self._quick(state, seat))
        return outlook(state)


def _unlike(found: list[tuple[float, Move]]) -> list[tuple[float, Move]]:
    """The choices without cards adjacent to a better choice, which win and lose the same tricks."""
    kept: list[tuple[float, Move]] = []
    ranks: set[tuple[int, int]] = set()
    for gain, card in found:
        assert isinstance(card, int)
        suit, rank = divmod(card, RANKS)
        if not {(suit, rank - 1), (suit, rank + 1)} & ranks:
            kept.append((gain, card))
        ranks.add((suit, rank))
    return kept


def outlook(state: Diamonds) -> list[float]:
    """The expected share of other seats that each seat beats, after a round.

    Points count even after the last round, because they carry more information than places alone.
    """
    scale = SPREAD * sqrt(LAST + state.rounds - state.round)
    scores = [
        open_ + 2 * safe + safe / 64
        for open_, safe in zip(state.showroom, state.vault, strict=True)
    ]
    each = likely(scores, scale)
    return [each[team] for team in state.team]


HEURISTIC: Final = DiamondsHeuristic()
