"""The heuristic of Diamond Boxes, rule 1: cover much, keep cards that fit, block the next seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar, Final, NamedTuple, TypeAlias

from engines.api import Seat, State, View
from engines.diamond_boxes.board import CARD
from engines.diamond_boxes.cards import OVER, Move
from engines.diamond_boxes.state import OpenBoxes
from tourney.bots.diamond_boxes.features import BoxesFeatures, open_state, open_view
from tourney.bots.diamond_boxes.fits import deep, shallow
from tourney.bots.shares import by_places, likely
from tourney.domain.observation import Observation

Choice: TypeAlias = tuple[float, int]

SLOPE: Final = 0.05  # share of a win per card
SPREAD: Final = 1.5  # typical error of estimates, in cards
AHEAD: Final = 3  # turns of each seat that a playout looks ahead
TRIED: Final = 12  # placements whose consequences are evaluated


class OpenBoxesWeights(NamedTuple):
    """Weights, in cards."""

    fits: float = 0.3  # a card left that covers six
    nearly: float = 0.1  # one that covers five
    spoil: float = 0.3  # the next seat cannot cover six


WEIGHTS: Final = OpenBoxesWeights()


class OpenBoxesHeuristic:
    """The heuristic of rule 1 with its weights."""

    exploration: ClassVar[float] = 0.3
    prior_visits: ClassVar[float] = 12.0

    def __init__(self, weights: OpenBoxesWeights = WEIGHTS) -> None:
        self._weights = weights

    def advice(self, view: View) -> Move:
        """The best move for the seat of a view."""
        return max(self._choices(open_view(view)))[1]

    def move(self, state: OpenBoxes, seat: Seat) -> Move:
        """The best move for a seat of a state."""
        return max(self._choices(open_state(state, seat)))[1]

    def ranked(
        self,
        state: OpenBoxes,
        seat: Seat,
        worlds: Callable[[int], Sequence[OpenBoxes]] | None = None,
    ) -> Sequence[tuple[float, Move]]:
        """Moves worth a try, best first, each with its estimated share of a win."""
        found = sorted(self._choices(open_state(state, seat)), reverse=True)
        best = found[0][0]
        return [((gain - best) * SLOPE, move) for gain, move in found]

    def world(
        self, observation: Observation[Move], rng: Random, known: Sequence[State[Move]]
    ) -> State[Move]:
        """A world with the deck in any order; nothing else is hidden."""
        return observation.resample(rng)

    def settled(self, state: OpenBoxes, start: OpenBoxes) -> bool:
        """Whether the match is over."""
        return state.step == OVER

    def playout(self, state: OpenBoxes, start: OpenBoxes, rng: Random) -> Sequence[float]:
        """Play on for some turns; rewards by who then has fewer cards."""
        until = len(start.placed) + 1 + AHEAD * state.seats
        while state.step != OVER:
            if len(state.placed) >= until:
                wait = [
                    (seat - state.turn) % state.seats / state.seats for seat in range(state.seats)
                ]
                rest = zip(state.hands, wait, strict=True)
                return likely([-len(hand) - more for hand, more in rest], SPREAD)
            seat = state.turn
            hand, words = state.hands[seat], state.board.words
            state.apply(seat, max(deep(hand, words) or shallow(hand, words))[1])
        outcome = state.outcome()
        assert outcome is not None, "no decision is pending, so the match is over"
        return by_places(outcome.places)

    def _choices(self, features: BoxesFeatures) -> list[Choice]:
        """The placements that cover most, each with its value in cards."""
        hand, words = features.hand, features.board.words
        found = sorted(deep(hand, words) or shallow(hand, words), reverse=True)[:TRIED]
        return [(covered + self._after(features, move), move) for covered, move in found]

    def _after(self, features: BoxesFeatures, move: int) -> float:
        """The value after a placement: own cards that fit, a next seat that cannot cover six."""
        board = features.board.clone()
        board.lay(move)
        weights = self._weights
        rest = [card for card in features.hand if card != move >> CARD]
        best: dict[int, int] = {}
        for covered, placement in deep(rest, board.words):
            card = placement >> CARD
            best[card] = max(covered, best.get(card, 0))
        gain = sum(
            weights.fits if covered == 6 else weights.nearly if covered == 5 else 0.0
            for covered in best.values()
        )
        if all(covered < 6 for covered, _ in deep(features.next_hand, board.words)):
            gain += weights.spoil
        return gain


HEURISTIC: Final = OpenBoxesHeuristic()
