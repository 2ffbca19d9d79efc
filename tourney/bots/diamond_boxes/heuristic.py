"""The heuristics of Diamond Boxes: cover much, keep cards that fit, and what each rule set adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final, TypeAlias

from engines.api import Seat, State, View
from engines.diamond_boxes.board import (
    CARD,
    COLOURED,
    COUNT,
    DIAMONDS,
    EVERY_BIT,
    SHOWS,
    SIX,
    WORD,
    Board,
    DeepBoard,
    fitting,
)
from engines.diamond_boxes.cards import CHOOSE, CHOOSING, COLOUR, OVER, PASS, Move
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes
from engines.diamond_boxes.turns import WAYS, sides
from tourney.bots.diamond_boxes.features import (
    ColourFeatures,
    OpenFeatures,
    colour_view,
    open_view,
)
from tourney.bots.heuristics import by_places, likely, softmax
from tourney.domain.observation import Observation

# Placements that cover many cells, without listing all placements.
#
# The cells of a berth are one word (see `engines.diamond_boxes.board`); a table has the patterns
# that fit over four cells and more, so that few berths must be checked card by card. A way is a
# card with its turn; a move is the sum of a way and a berth. A placement with the number of cells
# that it covers is one number, the cells above the placement: the greatest covers most.

CELLS: Final = CARD + 6  # lowest bit of the number of cells covered
PLACEMENT: Final = (1 << CELLS) - 1


def deep(hand: Sequence[int], board: Board, shows: int = EVERY_BIT) -> list[int]:
    """Placements over at least four cells that touch the colours `shows`, below their cells."""
    patterns, depth = sides(hand), fitting()
    berths = [
        board.berths[slot] << WORD | under
        for slot, under in enumerate(board.words)
        if under & shows and depth[under & DIAMONDS] & patterns
    ]
    found: list[int] = []
    if berths:
        for card in hand:
            for way, clash in WAYS[card]:
                found += [
                    COUNT[(place | place >> 6) & SIX] << CELLS | way + (place >> WORD)
                    for place in berths
                    if not place & clash
                ]
    return found


def deepest(hand: Sequence[int], board: Board, shows: int = EVERY_BIT) -> int:
    """The greatest of `deep`, found without a list of them for playouts; 0 if there is none."""
    patterns, depth, best = sides(hand), fitting(), 0
    for slot, under in enumerate(board.words):
        if under & shows and depth[under & DIAMONDS] & patterns:
            place = COUNT[(under | under >> 6) & SIX] << CELLS | board.berths[slot]
            for card in hand:
                for way, clash in WAYS[card]:
                    if not under & clash and way + place > best:
                        best = way + place
    return best


def shallow(hand: Sequence[int], board: Board) -> list[int]:
    """Placements over most cells, if that is fewer than four, below their cells."""
    by_depth: list[list[int]] = [[] for _ in range(7)]
    for slot, under in enumerate(board.words):
        by_depth[COUNT[(under | under >> 6) & SIX]].append(board.berths[slot] << WORD | under)
    for covered in (3, 2, 1, 0):
        placements = [
            covered << CELLS | way + (place >> WORD)
            for card in hand
            for way, clash in WAYS[card]
            for place in by_depth[covered]
            if not place & clash
        ]
        if placements:
            return placements
    return []


# The heuristic of Diamond Boxes, rule 1: cover much, keep cards that fit, block the next seat.

Choice: TypeAlias = tuple[float, int]

OPEN_SLOPE: Final = 0.05  # share of a win per card
OPEN_SPREAD: Final = 1.5  # typical error of estimates, in cards
OPEN_AHEAD: Final = 3  # turns of each seat that a playout looks ahead
OPEN_TRIED: Final = 12  # placements whose consequences are evaluated
OPEN_QUICK: Final = 4  # the same where a match is played on


@dataclass(frozen=True)
class OpenBoxesWeights:
    """Weights, in cards."""

    fits: float = 0.3  # a card left that covers six
    nearly: float = 0.1  # one that covers five
    spoil: float = 0.3  # the next seat cannot cover six


OPEN_WEIGHTS: Final = OpenBoxesWeights()


class OpenBoxesHeuristic:
    """The heuristic of rule 1 with its weights."""

    exploration: ClassVar[float] = 0.3
    prior_visits: ClassVar[float] = 12.0
    ahead: ClassVar[int] = 2

    def __init__(self, weights: OpenBoxesWeights = OPEN_WEIGHTS) -> None:
        self._weights = weights

    def advice(self, view: View) -> Move:
        """The best move for the seat of a view."""
        return max(self._choices(open_view(view)))[1]

    def ranked(
        self,
        state: OpenBoxes,
        seat: Seat,
        worlds: Callable[[int], Sequence[OpenBoxes]] | None = None,
    ) -> Sequence[tuple[float, Move]]:
        """Moves worth a try, best first, each with its estimated share of a win."""
        choices = sorted(self._choices(_open_features(state, seat)), reverse=True)
        best = choices[0][0]
        return [((gain - best) * OPEN_SLOPE, move) for gain, move in choices]

    def move(self, state: OpenBoxes, seat: Seat) -> Move:
        """The best of a few placements for a seat of a state."""
        return max(self._choices(_open_features(state, seat), OPEN_QUICK))[1]

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
                # A seat that moves later is a fraction of a card behind.
                seats, turn = state.seats, state.turn
                rest = [
                    -len(hand) - (seat - turn) % seats / seats
                    for seat, hand in enumerate(state.hands)
                ]
                return likely(rest, OPEN_SPREAD)
            seat = state.turn
            hand, board = state.hands[seat], state.board
            state.apply(seat, (deepest(hand, board) or max(shallow(hand, board))) & PLACEMENT)
        outcome = state.outcome()
        assert outcome is not None, "no decision is pending, so the match is over"
        return by_places(outcome.places)

    def _choices(self, features: OpenFeatures, tried: int = OPEN_TRIED) -> list[Choice]:
        """The placements that cover most, each with its value in cards."""
        hand, board = features.hand, features.board
        most = sorted(deep(hand, board) or shallow(hand, board), reverse=True)[:tried]
        return [
            ((place >> CELLS) + self._after(features, place & PLACEMENT), place & PLACEMENT)
            for place in most
        ]

    def _after(self, features: OpenFeatures, move: int) -> float:
        """The value after a placement: own cards that fit, a next seat that cannot cover six."""
        board = features.board.clone()
        board.lay(move)
        weights = self._weights
        rest = [card for card in features.hand if card != move >> CARD]
        best: dict[int, int] = {}
        for place in deep(rest, board):
            card = (place & PLACEMENT) >> CARD
            best[card] = max(place >> CELLS, best.get(card, 0))
        gain = 0.0
        for covered in best.values():
            gain += weights.fits if covered == 6 else weights.nearly if covered == 5 else 0.0
        if max(deep(features.next_hand, board), default=0) >> CELLS < 6:
            gain += weights.spoil
        return gain


def _open_features(state: OpenBoxes, seat: Seat) -> OpenFeatures:
    hands, after = state.hands, (seat + 1) % state.seats
    return OpenFeatures(state.board, hands[seat], hands[after])


OPEN_HEURISTIC: Final = OpenBoxesHeuristic()


# The heuristic of Diamond Boxes, rule 2: cover six cells, keep cards that fit, choose colours.

COLOUR_SLOPE: Final = 0.08  # share of a win per card
COLOUR_SPREAD: Final = 2.0  # typical error of estimates, in cards
COLOUR_AHEAD: Final = 1  # turns of each seat that a playout looks ahead
COLOUR_TRIED: Final = 12  # placements whose consequences are evaluated

# Temperatures of `likelihood`, fitted as in Diam's: the hands of others are guessed best with them.
# Moves alone would give 0.7 cells for greedy and 1 for search. Older moves were made with cards
# that are mostly gone.
COVER_WARMTH: Final = 1.0  # cells
COLOUR_WARMTH: Final = 2.0  # cards that fit
SLIPS: Final = 0.05


@dataclass(frozen=True)
class ColourBoxesWeights:
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
    recent: ClassVar[int] = 8
    ahead: ClassVar[int] = 1

    def __init__(self, weights: ColourBoxesWeights = COLOUR_WEIGHTS) -> None:
        self._weights = weights

    def advice(self, view: View) -> Move:
        """The best move for the seat of a view."""
        return max(self._choices(colour_view(view)))[1]

    def ranked(
        self,
        state: ColourBoxes,
        seat: Seat,
        worlds: Callable[[int], Sequence[ColourBoxes]] | None = None,
    ) -> Sequence[tuple[float, Move]]:
        """Moves worth a try, best first, each with its estimated share of a win."""
        choices = sorted(self._choices(_colour_features(state, seat)), reverse=True)
        best = choices[0][0]
        return [((gain - best) * COLOUR_SLOPE, move) for gain, move in choices]

    def likelihood(self, state: ColourBoxes, seat: Seat, move: Move) -> float:
        """The probability of a placement, by the cells it covers, of a pass, or of a colour."""
        hand, board = state.hands[seat], state.board
        if state.step == CHOOSING:
            fits = [
                (float(len({(place & PLACEMENT) >> CARD for place in deep(hand, board, shows)})), n)
                for n, shows in enumerate(SHOWS)
                if state.shown[n] and n != state.colour
            ]
            assert isinstance(move, int)
            return softmax(fits, move - CHOOSE, COLOUR_WARMTH, SLIPS)
        choices: list[Choice] = [(0.0, PASS)]
        for place in deep(hand, board, SHOWS[state.colour]):
            choices.append((float(place >> CELLS), place & PLACEMENT))
        return softmax(choices, move, COVER_WARMTH, SLIPS)

    def move(self, state: ColourBoxes, seat: Seat) -> Move:
        """The best move for a seat of a state."""
        return max(self._choices(_colour_features(state, seat)))[1]

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
                hand, board = state.hands[seat], state.board
                # Speed: the consequences of a move are not looked at.
                if state.step == CHOOSING:
                    best = max(
                        len(deep(hand, board, SHOWS[colour])) << CELLS | CHOOSE + colour
                        for colour, cells in enumerate(state.shown)
                        if cells and colour != state.colour
                    )
                else:  # 0 is a pass
                    best = deepest(hand, board, SHOWS[state.colour])
                state.apply(seat, best & PLACEMENT)
        outcome = state.outcome()
        if outcome is not None:
            return by_places(outcome.places)
        # A seat that moves later is a fraction of a card behind.
        seats, turn = state.seats, state.turn
        rest = [
            -(len(hand) + state.left(seat)) - (seat - turn) % seats / seats
            for seat, hand in enumerate(state.hands)
        ]
        return likely(rest, COLOUR_SPREAD)

    def _choices(self, features: ColourFeatures) -> list[Choice]:
        """The placements that cover most, or the colours, each with its value in cards."""
        hand, board = features.hand, features.board
        if features.choosing:
            later = self._weights.later
            return [
                (self._ready(hand, board, colour, later), CHOOSE + colour)
                for colour, cells in enumerate(features.shown)
                if cells and colour != features.colour
            ]
        placements = deep(hand, board, SHOWS[features.colour])
        most = sorted(placements, reverse=True)[:COLOUR_TRIED]
        choices = [(0.0, PASS)]
        for place in most:
            move = place & PLACEMENT
            choices.append((1 + self._after(features, place >> CELLS, move), move))
        return choices

    def _after(self, features: ColourFeatures, covered: int, move: int) -> float:
        """The value after a placement: cards that fit, now in a bonus turn or later."""
        board = features.board.clone()
        under = board.lay(move)
        # The cells that then show each colour: less those under the card, and the card's own six.
        shown = [
            cells - COUNT[under >> COLOURED + 6 * colour & SIX]
            for colour, cells in enumerate(features.shown)
        ]
        shown[COLOUR[move >> CARD]] += 6
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
        shows, weights, depth = SHOWS[colour], self._weights, fitting()
        fits = len({(place & PLACEMENT) >> CARD for place in deep(hand, board, shows)})
        room = 0
        for under in board.words:
            if under & shows and depth[under & DIAMONDS]:
                room += 1
        return (first + weights.more * (fits - 1) if fits else 0.0) - weights.room * room


def _colour_features(state: ColourBoxes, seat: Seat) -> ColourFeatures:
    choosing, hand = state.step == CHOOSING, state.hands[seat]
    return ColourFeatures(state.board, hand, choosing, state.colour, state.shown)


COLOUR_HEURISTIC: Final = ColourBoxesHeuristic()
