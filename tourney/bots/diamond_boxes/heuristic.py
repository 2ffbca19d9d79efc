"""The heuristics of Diamond Boxes: cover much, keep cards that fit, and what each rule set adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import ClassVar, Final, NamedTuple, TypeAlias

from engines.api import Seat, State, View
from engines.diamond_boxes.board import (
    ALL,
    CARD,
    COLOURED,
    COUNT,
    DIAMONDS,
    SHOWS,
    SIDES,
    SIX,
    DeepBoard,
    fitting,
)
from engines.diamond_boxes.cards import CHOOSE, CHOOSING, COLOUR, OVER, PASS, Move
from engines.diamond_boxes.laying import WAYS
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes
from tourney.bots.diamond_boxes.features import (
    BoxesFeatures,
    colour_state,
    colour_view,
    open_state,
    open_view,
)
from tourney.bots.heuristics import by_places, likely
from tourney.domain.observation import Observation

# Finds placements that cover many cells, without listing all placements.
#
# The cells of a berth are one word (see `engines.diamond_boxes.board`); a table has the patterns
# that fit over four cells and more, so that few berths must be checked card by card.


def deep(hand: Sequence[int], words: Mapping[int, int], shows: int = ALL) -> list[tuple[int, int]]:
    """Placements over at least four cells that touch the colours `shows`: cells, placement."""
    patterns = 0
    for card in hand:
        patterns |= SIDES[card]
    patterns |= patterns << 1
    depth = fitting()
    berths = [
        (berth, under)
        for berth, under in words.items()
        if depth[under & DIAMONDS] & patterns and under & shows
    ]
    if not berths:
        return []
    ways = [way for card in hand for way in WAYS[card]]
    return [
        (COUNT[(under | under >> 6) & SIX], way + berth)
        for way, clash in ways
        for berth, under in berths
        if not under & clash
    ]


def shallow(hand: Sequence[int], words: Mapping[int, int]) -> list[tuple[int, int]]:
    """Placements over most cells, if that is fewer than four: cells, placement."""
    by_depth: list[list[tuple[int, int]]] = [[] for _ in range(7)]
    for berth, under in words.items():
        by_depth[COUNT[(under | under >> 6) & SIX]].append((berth, under))
    for covered in (3, 2, 1, 0):
        found = [
            (covered, way + berth)
            for card in hand
            for way, clash in WAYS[card]
            for berth, under in by_depth[covered]
            if not under & clash
        ]
        if found:
            return found
    return []


# The heuristic of Diamond Boxes, rule 1: cover much, keep cards that fit, block the next seat.

Choice: TypeAlias = tuple[float, int]

OPEN_SLOPE: Final = 0.05  # share of a win per card
OPEN_SPREAD: Final = 1.5  # typical error of estimates, in cards
OPEN_AHEAD: Final = 3  # turns of each seat that a playout looks ahead
OPEN_TRIED: Final = 12  # placements whose consequences are evaluated


class OpenBoxesWeights(NamedTuple):
    """Weights, in cards."""

    fits: float = 0.3  # a card left that covers six
    nearly: float = 0.1  # one that covers five
    spoil: float = 0.3  # the next seat cannot cover six


OPEN_WEIGHTS: Final = OpenBoxesWeights()


class OpenBoxesHeuristic:
    """The heuristic of rule 1 with its weights."""

    exploration: ClassVar[float] = 0.3
    prior_visits: ClassVar[float] = 12.0

    def __init__(self, weights: OpenBoxesWeights = OPEN_WEIGHTS) -> None:
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
        return [((gain - best) * OPEN_SLOPE, move) for gain, move in found]

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
        until = len(start.placed) + 1 + OPEN_AHEAD * state.seats
        while state.step != OVER:
            if len(state.placed) >= until:
                wait = [
                    (seat - state.turn) % state.seats / state.seats for seat in range(state.seats)
                ]
                rest = zip(state.hands, wait, strict=True)
                return likely([-len(hand) - more for hand, more in rest], OPEN_SPREAD)
            seat = state.turn
            hand, words = state.hands[seat], state.board.words
            state.apply(seat, max(deep(hand, words) or shallow(hand, words))[1])
        outcome = state.outcome()
        assert outcome is not None, "no decision is pending, so the match is over"
        return by_places(outcome.places)

    def _choices(self, features: BoxesFeatures) -> list[Choice]:
        """The placements that cover most, each with its value in cards."""
        hand, words = features.hand, features.board.words
        found = sorted(deep(hand, words) or shallow(hand, words), reverse=True)[:OPEN_TRIED]
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


OPEN_HEURISTIC: Final = OpenBoxesHeuristic()


# The heuristic of Diamond Boxes, rule 2: cover six cells, keep cards that fit, choose colours.

ColourChoice: TypeAlias = tuple[float, int]

COLOUR_SLOPE: Final = 0.08  # share of a win per card
COLOUR_SPREAD: Final = 2.0  # typical error of estimates, in cards
COLOUR_AHEAD: Final = 1  # turns of each seat that a playout looks ahead
COLOUR_TRIED: Final = 12  # placements whose consequences are evaluated


class ColourBoxesWeights(NamedTuple):
    """Weights, in cards."""

    again: float = 0.9  # a bonus turn with a card that fits
    later: float = 0.3  # a card that fits when the turn comes round
    more: float = 0.07  # each further one
    room: float = 0.01  # each place that shows the colour, where others may place a card


COLOUR_WEIGHTS: Final = ColourBoxesWeights()


class ColourBoxesHeuristic:
    """The heuristic of rule 2 with its weights."""

    exploration: ClassVar[float] = 0.3
    prior_visits: ClassVar[float] = 15.0

    def __init__(self, weights: ColourBoxesWeights = COLOUR_WEIGHTS) -> None:
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
        return [((gain - best) * COLOUR_SLOPE, move) for gain, move in found]

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
        for _ in range(COLOUR_AHEAD * state.seats):
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
        return likely(
            [-cards - more for cards, more in zip(rest, wait, strict=True)], COLOUR_SPREAD
        )

    def _choices(self, features: BoxesFeatures) -> list[ColourChoice]:
        """The placements that cover most, or the colours, each with its value in cards."""
        if features.step == CHOOSING:
            return self._colours(features)
        found = deep(features.hand, features.board.words, SHOWS[features.colour])
        best = sorted(found, reverse=True)[:COLOUR_TRIED]
        return [(0.0, PASS), *((1 + self._after(features, *choice), choice[1]) for choice in best)]

    def _colours(self, features: BoxesFeatures) -> list[ColourChoice]:
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


COLOUR_HEURISTIC: Final = ColourBoxesHeuristic()
