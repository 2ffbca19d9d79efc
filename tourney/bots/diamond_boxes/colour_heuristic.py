"""The heuristic of Diamond Boxes, rule 2: cover six cells, keep cards that fit, choose colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar, Final, NamedTuple, TypeAlias

from engines.api import Seat, State, View
from engines.diamond_boxes.board import CARD, COLOURED, COUNT, SHOWS, SIX, DeepBoard
from engines.diamond_boxes.cards import CHOOSE, CHOOSING, COLOUR, OVER, PASS, Move
from engines.diamond_boxes.state import ColourBoxes
from tourney.bots.diamond_boxes.features import BoxesFeatures, colour_state, colour_view
from tourney.bots.diamond_boxes.fits import deep
from tourney.bots.shares import by_places, likely
from tourney.domain.observation import Observation

Choice: TypeAlias = tuple[float, int]

SLOPE: Final = 0.08  # share of a win per card
SPREAD: Final = 2.0  # typical error of estimates, in cards
AHEAD: Final = 1  # turns of each seat that a playout looks ahead
TRIED: Final = 12  # placements whose consequences are evaluated


class ColourBoxesWeights(NamedTuple):
    """Weights, in cards."""

    again: float = 0.9  # a bonus turn with a card that fits
    later: float = 0.3  # a card that fits when the turn comes round
    more: float = 0.07  # each further one
    room: float = 0.01  # each place that shows the colour, where others may place a card


WEIGHTS: Final = ColourBoxesWeights()


class ColourBoxesHeuristic:
    """The heuristic of rule 2 with its weights."""

    exploration: ClassVar[float] = 0.3
    prior_visits: ClassVar[float] = 15.0

    def __init__(self, weights: ColourBoxesWeights = WEIGHTS) -> None:
        self._weights = weights

    def advice(self, view: View) -> Move:
        """The best move for the seat of a view."""
        return max(self._choices(colour_view(view)))[1]

    def move(self, state: ColourBoxes, seat: Seat) -> Move:
        """The best move for a seat of a state."""
        return max(self._choices(colour_state(state, seat)))[1]

    def ranked(
        self,
        state: ColourBoxes,
        seat: Seat,
        worlds: Callable[[int], Sequence[ColourBoxes]] | None = None,
    ) -> Sequence[tuple[float, Move]]:
        """Moves worth a try, best first, each with its estimated share of a win."""
        found = sorted(self._choices(colour_state(state, seat)), reverse=True)
        best = found[0][0]
        return [((gain - best) * SLOPE, move) for gain, move in found]

    def world(
        self, observation: Observation[Move], rng: Random, known: Sequence[State[Move]]
    ) -> State[Move]:
        """A world with possible hands of the others, and decks in any order."""
        return observation.resample(rng)

    def settled(self, state: ColourBoxes, start: ColourBoxes) -> bool:
        """Whether the match is over."""
        return state.step == OVER

    def playout(self, state: ColourBoxes, start: ColourBoxes, rng: Random) -> Sequence[float]:
        """Play on for some turns; rewards by who then has fewer cards."""
        for _ in range(AHEAD * state.seats):
            turn = state.turn
            while state.step != OVER and (state.turn == turn or state.step == CHOOSING):
                seat = state.pending()[0]
                state.apply(seat, _light(state, seat))
        outcome = state.outcome()
        if outcome is not None:
            return by_places(outcome.places)
        seats = state.seats
        wait = [(seat - state.turn) % seats / seats for seat in range(seats)]
        rest = [len(hand) + state.left(seat) for seat, hand in enumerate(state.hands)]
        return likely([-cards - more for cards, more in zip(rest, wait, strict=True)], SPREAD)

    def _choices(self, features: BoxesFeatures) -> list[Choice]:
        """The placements that cover most, or the colours, each with its value in cards."""
        if features.step == CHOOSING:
            return self._colours(features)
        found = deep(features.hand, features.board.words, SHOWS[features.colour])
        best = sorted(found, reverse=True)[:TRIED]
        return [(0.0, PASS), *((1 + self._after(features, *choice), choice[1]) for choice in best)]

    def _colours(self, features: BoxesFeatures) -> list[Choice]:
        weights = self._weights
        return [
            (self._ready(features.hand, features.board, colour, weights.later), CHOOSE + colour)
            for colour, cells in enumerate(features.shown)
            if cells and colour != features.colour
        ]

    def _after(self, features: BoxesFeatures, covered: int, move: int) -> float:
        """The value after a placement: cards that fit, now in a bonus turn or later."""
        board = features.board.clone()
        shown = _shown(features.shown, move >> CARD, board.lay(move))
        rest = [card for card in features.hand if card != move >> CARD]
        weights = self._weights
        first = weights.again if covered == 6 else weights.later
        if shown[features.colour]:
            return self._ready(rest, board, features.colour, first)
        choices = [
            self._ready(rest, board, colour, first) for colour, cells in enumerate(shown) if cells
        ]
        return min(choices) if covered == 6 else max(choices)  # DJ2-R11: who chooses

    def _ready(self, hand: Sequence[int], board: DeepBoard, colour: int, first: float) -> float:
        """The value of a specified colour for a hand."""
        fits = len({move >> CARD for _, move in deep(hand, board.words, SHOWS[colour])})
        shows, weights = SHOWS[colour], self._weights
        room = sum(1 for under in board.words.values() if under & shows)
        return (first + weights.more * (fits - 1) if fits else 0.0) - weights.room * room


def _light(state: ColourBoxes, seat: Seat) -> int:
    """A good move without its consequences, for playouts."""
    hand, words = state.hands[seat], state.board.words
    if state.step == CHOOSING:
        return max(
            (len(deep(hand, words, SHOWS[colour])), CHOOSE + colour)
            for colour, cells in enumerate(state.shown)
            if cells and colour != state.colour
        )[1]
    found = deep(hand, words, SHOWS[state.colour])
    return max(found)[1] if found else PASS


def _shown(shown: Sequence[int], card: int, under: int) -> list[int]:
    """The number of cells that show each colour after a card covers the cells `under`."""
    cells = [n - COUNT[under >> COLOURED + 6 * colour & SIX] for colour, n in enumerate(shown)]
    cells[COLOUR[card]] += 6
    return cells


HEURISTIC: Final = ColourBoxesHeuristic()
