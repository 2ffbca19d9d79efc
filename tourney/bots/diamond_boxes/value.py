"""What a value function looks at in Diamond Boxes, both rule sets: cards left, and which ones fit.

By rule 1 every position can be judged, by rule 2 those before a placement or pass.
"""

from __future__ import annotations

from math import exp, log, sqrt
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from engines.api import State
from engines.diamond_boxes.board import (
    CLASH,
    COUNT,
    DIAMONDS,
    EVERY_BIT,
    SHOWS,
    SIX,
    Board,
    fitting,
)
from engines.diamond_boxes.cards import CHOOSING, COLOUR, DECK, HAND, OVER, PLAYING
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes
from engines.diamond_boxes.turns import sides
from tourney.bots.diamond_boxes.heuristic import COLOUR_HEURISTIC
from tourney.bots.values import Features

NEAR: Final = 2.0  # cards that bring the end closer by the factor e
SOON: Final = 3.0  # cards of the common deck, within which hands are counted soon
LATE: Final = 8.0  # the same, a few turns before
SHALLOW: Final = 3  # cells that a card covers if it covers fewer than four: an estimate
ENOUGH: Final = 4.0  # of the turns of rule 2, a unit of the cards left


class Fits:
    """How the cards of a hand fit on the board."""

    __slots__ = ("best", "now", "ways")

    def __init__(self, cards: int) -> None:
        self.best = [0] * cards
        """The most cells that each card covers; 0 if fewer than four."""
        self.now = [0] * cards
        """The same with the specified colour among them."""
        self.ways = 0
        """Placements over six cells by rule 1, all with the colour by rule 2."""


def fits_of(hands: list[list[int]], board: Board, shows: int, least: int) -> list[Fits]:
    """How each hand fits; `ways` are counted from so many cells on."""
    depth = fitting()
    patterns = [sides(hand) for hand in hands]
    found = [Fits(len(hand)) for hand in hands]
    for under in board.words:
        fit = depth[under & DIAMONDS]
        if not fit:
            continue
        cells = COUNT[(under | under >> 6) & SIX]
        for seat, hand in enumerate(hands):
            if not fit & patterns[seat]:
                continue
            own = found[seat]
            for index, card in enumerate(hand):
                if under & CLASH[2 * card] and under & CLASH[2 * card + 1]:
                    continue
                own.best[index] = max(own.best[index], cells)
                if under & shows:
                    own.now[index] = max(own.now[index], cells)
                    own.ways += cells >= least
    return found


def _patterns(hand: list[int]) -> int:
    """The number of different patterns in a hand."""
    return (sides(hand) & 0x55555).bit_count()


@mypyc_attr(allow_interpreted_subclasses=True)
class OpenBoxesValue(Features):
    """Rule 1: cards in hand, weighed by what is left in the deck, and cards that cover much."""

    names: ClassVar[tuple[str, ...]] = (
        "hand",
        "near",  # how near the hand is to its end: 1 for no card
        "one card",
        "two cards",
        "order",  # turns of others before the next one, as a part of a round
        "penalty",  # that the seat to move cannot avoid
        "penalty next",  # the same for the seat after it, as the board is
        "six cells",  # cards that cover six
        "five cells",
        "uncovered",  # cells without cover, over all cards of the hand
        "low card",  # the smallest number, which decides between equal hands; more with few cards
        "low card, late",  # in the deck
        "end",  # the hand at the end
        "end, low card",
        "last card",  # that covers six and is next
        "next last",
        "ways",  # to cover six
        "patterns",  # different ones in the hand
        "hand, late",  # the hand by what is left in the deck
        "hand, soon",
        "hand, by deck",
    )

    def stage(self, state: State[Any]) -> float:
        """How near the shortest hand is to its end."""
        assert isinstance(state, OpenBoxes)
        if state.step != PLAYING:
            return 1.0 if state.step == OVER else 0.0
        return max(0.0, 1.0 - min(map(len, state.hands)) / HAND)

    def settle(self, state: State[Any], rng: Random) -> None:
        """Every position can be judged."""

    def rows(self, state: State[Any]) -> list[list[float]]:
        """The features of each seat."""
        assert isinstance(state, OpenBoxes)
        if state.step != PLAYING:
            rows = [[0.0] * len(OpenBoxesValue.names) for _ in state.hands]
            for hand, row in zip(state.hands, rows, strict=True):
                if state.step == OVER:
                    row[12] = float(len(hand))
                    row[13] = _low(hand)
            return rows
        deck = len(state.order) - state.top
        late, soon, by_deck = exp(-deck / LATE), exp(-deck / SOON), 1.0 / sqrt(deck + 2.0)
        found = fits_of(state.hands, state.board, EVERY_BIT, 6)
        rows = []
        for seat, hand in enumerate(state.hands):
            fits, cards = found[seat], len(hand)
            near = (seat - state.turn) % state.seats
            six = fits.best.count(6)
            penalty = 6.0 - (max(fits.best) or SHALLOW)
            uncovered = 0.0
            for cells in fits.best:
                uncovered += 6 - max(SHALLOW, cells)
            low, last = _low(hand), cards == 1 and six
            rows.append(
                [
                    float(cards),
                    exp(-cards / NEAR),
                    1.0 if cards == 1 else 0.0,
                    1.0 if cards == 2 else 0.0,
                    near / state.seats,
                    penalty if near == 0 else 0.0,
                    penalty if near == 1 else 0.0,
                    float(six),
                    float(fits.best.count(5)),
                    uncovered / NEAR,
                    low,
                    low / sqrt(deck + 1.0),
                    0.0,
                    0.0,
                    1.0 if last and near == 0 else 0.0,
                    1.0 if last and near == 1 else 0.0,
                    log(1.0 + fits.ways),
                    float(_patterns(hand)),
                    cards * late,
                    cards * soon,
                    cards * by_deck,
                ]
            )
        return rows


def _low(hand: list[int]) -> float:
    """The smallest number of a hand, as a part of the greatest."""
    return hand[0] / len(DECK) if hand else 0.0


@mypyc_attr(allow_interpreted_subclasses=True)
class ColourBoxesValue(Features):
    """Rule 2: cards left, and those that fit now or once their colour is specified."""

    names: ClassVar[tuple[str, ...]] = (
        "left",  # cards in hand and deck
        "near",  # how near that is to its end: 1 for no card
        "one left",
        "few held",  # cards of a hand that is no longer full
        "order",  # turns of others before the next one, as a part of a round
        "bonus",  # a bonus turn
        "fit",  # cards that may be laid when the turn comes, as the board is
        "six cells",  # those for a bonus
        "fit once",  # cards that may be laid under some specified colour
        "six, some colour",
        "none fits",  # under any colour
        "own colour",  # cards of the specified colour
        "lays",  # the seat to move has a card that fits
        "lays six",
        "next lays",
        "next, six",
        "last card",  # that fits and is next
        "next last",
        "ways",  # to lay a card
        "patterns",  # different ones in the hand
        "end",  # cards left at the end of a match that is won
    )

    def stage(self, state: State[Any]) -> float:
        """The part of the cards that the leading seat has laid."""
        assert isinstance(state, ColourBoxes)
        if state.step != PLAYING:
            return 1.0 if state.step == OVER else 0.0
        return 1.0 - min(_left(state)) / state.size

    def quiet(self, state: State[Any]) -> bool:
        """When no colour is to be chosen."""
        assert isinstance(state, ColourBoxes)
        return state.step != CHOOSING

    def settle(self, state: State[Any], rng: Random) -> None:
        """Choose a colour as the heuristic does."""
        assert isinstance(state, ColourBoxes)
        while not self.quiet(state):
            seat = state.owing[0]
            state.apply(seat, COLOUR_HEURISTIC.ranked(state, seat)[0][1])

    def rows(self, state: State[Any]) -> list[list[float]]:
        """The features of each seat."""
        assert isinstance(state, ColourBoxes)
        lefts = _left(state)
        if state.step != PLAYING:
            rows = [[0.0] * len(ColourBoxesValue.names) for _ in lefts]
            if state.step == OVER and 0 in lefts:  # not drawn
                for left, row in zip(lefts, rows, strict=True):
                    row[-1] = float(left)
            return rows
        found = fits_of(state.hands, state.board, SHOWS[state.colour], 0)
        rows = []
        for seat, hand in enumerate(state.hands):
            fits, cards, left = found[seat], len(hand), lefts[seat]
            near = (seat - state.turn) % state.seats
            now, six = cards - fits.now.count(0), fits.now.count(6)
            some = cards - fits.best.count(0)
            lays, last = 1.0 if now else 0.0, left == 1 and now
            bonus = 1.0 if six else 0.0
            own = 0
            for card in hand:
                own += COLOUR[card] == state.colour
            rows.append(
                [
                    left / ENOUGH,
                    exp(-left / NEAR),
                    1.0 if left == 1 else 0.0,
                    float(cards) if cards < HAND else 0.0,
                    near / state.seats,
                    1.0 if state.bonus and near == 0 else 0.0,
                    float(now),
                    float(six),
                    float(some),
                    float(fits.best.count(6)),
                    0.0 if some else 1.0,
                    float(own),
                    lays if near == 0 else 0.0,
                    bonus if near == 0 else 0.0,
                    lays if near == 1 else 0.0,
                    bonus if near == 1 else 0.0,
                    1.0 if last and near == 0 else 0.0,
                    1.0 if last and near == 1 else 0.0,
                    log(1.0 + fits.ways),
                    float(_patterns(hand)),
                    0.0,
                ]
            )
        return rows


def _left(state: ColourBoxes) -> list[int]:
    """The cards that each seat still has in hand and deck."""
    return [len(hand) + state.left(seat) for seat, hand in enumerate(state.hands)]


OPEN_FEATURES: Final = OpenBoxesValue()
COLOUR_FEATURES: Final = ColourBoxesValue()
