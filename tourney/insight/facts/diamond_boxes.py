"""What good players of Diamond Boxes say of a move: cells covered, cards that fit, next seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.api import Seat
from engines.diamond_boxes.board import (
    CARD,
    COLOURED,
    COUNT,
    EVERY_BIT,
    SHOWS,
    SIX,
    Board,
    DeepBoard,
    covered,
)
from engines.diamond_boxes.cards import (
    CHOOSE,
    CHOOSING,
    COLOUR,
    COLOUR_WORDS,
    PASS,
    PLACEMENTS,
    Move,
)
from engines.diamond_boxes.position import BoxesPosition
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes
from engines.diamond_boxes.turns import deep_placements
from tourney.bots.diamond_boxes.heuristic import CELLS, PLACEMENT, deep, deepest, shallow
from tourney.insight.reasons import Arguments, Concept

WHOLE: Final = 6
"""Cells of a card."""
MUCH: Final = 2
"""Cards too many that are worth a word: one less is often the price of a better place."""


def _placed(move: Move) -> int:
    """The placement that a move makes; 0 for a pass or a choice of colour."""
    return move if isinstance(move, int) and move >= PLACEMENTS else 0


def _rest(state: BoxesPosition, seat: Seat, move: Move) -> list[int]:
    """The hand after a placement, before anything is drawn."""
    return [card for card in state.hands[seat] if card != _placed(move) >> CARD]


def _next(state: BoxesPosition, seat: Seat) -> Seat:
    return (seat + 1) % state.seats


# -- Rule 1: all hands are open, so nothing but the deck is hidden.


def _board(state: OpenBoxes, move: Move) -> Board:
    """The table after a placement."""
    board = state.board.clone()
    board.lay(_placed(move))
    return board


def _covers(state: OpenBoxes, move: Move) -> int:
    """The cells that a placement covers."""
    return covered(state.board.under(_placed(move)))


def _most(hand: Sequence[int], board: Board) -> int:
    """The most cells that some card of a hand can cover."""
    return (deepest(hand, board) or max(shallow(hand, board), default=0)) >> CELLS


# DJ1-R16, DJ1-Q5
def goes_out(state: OpenBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Lays the last card over six cells."""
    return {} if len(state.hands[seat]) == 1 and _covers(state, move) == WHOLE else None


# DJ1-R16
def lets_out(state: OpenBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Lets somebody lay the last card over six cells before the own next turn."""
    board = _board(state, move)
    for step in range(1, state.seats):
        whom = (seat + step) % state.seats
        hand = state.hands[whom]
        if len(hand) == 1 and _most(hand, board) == WHOLE:
            return {"whom": whom}
    return None


# DJ1-R17, DJ1-Q6
def ends(state: OpenBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Draws the last card of the deck."""
    return {} if 0 < state.left(seat) <= WHOLE - _covers(state, move) else None


# DJ1-R14
def penalty(state: OpenBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Draws clearly more cards than another placement would."""
    more = _most(state.hands[seat], state.board) - _covers(state, move)
    return {"count": more} if more >= MUCH else None


# DJ1-R12, DJ1-R14
def keeps_six(state: OpenBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Keeps a card that then covers six cells."""
    return {} if _most(_rest(state, seat, move), _board(state, move)) == WHOLE else None


# DJ1-R12, DJ1-R14
def feeds(state: OpenBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Lets the next seat cover six cells."""
    whom = _next(state, seat)
    return {"whom": whom} if _most(state.hands[whom], _board(state, move)) == WHOLE else None


# DJ1-R14
def spares(state: OpenBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Lets the next seat cover five cells at least, with one card to draw at most."""
    whom = _next(state, seat)
    return {"whom": whom} if _most(state.hands[whom], _board(state, move)) >= WHOLE - 1 else None


# DJ1-R17, DJ1-Q9
def gives_lowest(state: OpenBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Lays the smallest number, which decides between hands of equal size."""
    hand = state.hands[seat]
    lowest = len(hand) > 1 and _placed(move) >> CARD == hand[0]
    return {"number": hand[0]} if lowest else None


# DJ1-R12
def strands(state: OpenBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Keeps a card that then covers fewer than four cells."""
    rest, board = _rest(state, seat, move), _board(state, move)
    fit = {(place & PLACEMENT) >> CARD for place in deep(rest, board)}
    left = len(set(rest) - fit)
    return {"count": left} if left else None


OPEN_CONCEPTS: Final = (
    Concept("insight.diamond-boxes-goes-out", goes_out),
    Concept("insight.diamond-boxes-lets-out", lets_out),
    Concept("insight.diamond-boxes-ends", ends),
    Concept("insight.diamond-boxes-penalty", penalty),
    Concept("insight.diamond-boxes-keeps-six", keeps_six),
    Concept("insight.diamond-boxes-feeds", feeds),
    Concept("insight.diamond-boxes-spares", spares),
    Concept("insight.diamond-boxes-gives-lowest", gives_lowest),
    Concept("insight.diamond-boxes-strands", strands),
)


# -- Rule 2: the hands of others and all decks are hidden.


class TableAfter:
    """The table after a placement by rule 2, and what then may be specified."""

    def __init__(self, state: ColourBoxes, move: Move) -> None:
        self.board: DeepBoard = state.board.clone()
        self.shown = state.shown[:]
        self.cells = 0
        placement = _placed(move)
        if placement:
            under = self.board.lay(placement)
            self.cells = covered(under)
            for colour in range(5):
                self.shown[colour] -= COUNT[under >> COLOURED + 6 * colour & SIX]
            self.shown[COLOUR[placement >> CARD]] += WHOLE
        self.colour = state.colour
        if state.step == CHOOSING and isinstance(move, int):
            self.colour = move - CHOOSE
        self.gone = not self.shown[self.colour]

    def shows(self) -> int:
        """The bits of the specified colour; of all colours if a new one is to be chosen."""
        return EVERY_BIT if self.gone else SHOWS[self.colour]

    def fits(self, hand: Sequence[int]) -> int:
        """The cards of a hand that may then be laid."""
        placements = deep_placements(hand, self.board, self.shows())
        return len({place >> CARD for place in placements})


# DJ2-R5
def passes(state: ColourBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Passes, although a card can be laid."""
    return {} if move == PASS and len(state.legal_moves(seat)) > 1 else None


# DJ2-R9
def bonus(state: ColourBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Covers six cells and has another turn."""
    return {} if TableAfter(state, move).cells == WHOLE else None


# DJ2-R6, DJ2-R9
def keeps_fit(state: ColourBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Keeps a card that may be laid next, as things stand then."""
    count = TableAfter(state, move).fits(_rest(state, seat, move))
    return {"count": count} if count else None


# DJ2-R8
def goes_out_2(state: ColourBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Lays the very last card."""
    last = _placed(move) and len(state.hands[seat]) == 1 and not state.left(seat)
    return {} if last else None


# DJ2-R8
def lets_out_2(state: ColourBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Lets somebody lay the very last card before the own next turn."""
    laid = TableAfter(state, move)
    for step in range(1, state.seats):
        whom = (seat + step) % state.seats
        if len(state.hands[whom]) == 1 and not state.left(whom) and laid.fits(state.hands[whom]):
            return {"whom": whom}
    return None


# DJ2-R6
def feeds_2(state: ColourBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Lets the next seat lay a card."""
    whom = _next(state, seat)
    return {"whom": whom} if TableAfter(state, move).fits(state.hands[whom]) else None


# DJ2-R9
def feeds_bonus(state: ColourBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Lets the next seat cover six cells."""
    whom, laid = _next(state, seat), TableAfter(state, move)
    six = deepest(state.hands[whom], laid.board, laid.shows()) >> CELLS == WHOLE
    return {"whom": whom} if six else None


# DJ2-R11
def covers_colour(state: ColourBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Covers the last of the specified colour, so that another one is chosen."""
    gone = _placed(move) and TableAfter(state, move).gone
    return {"colour": COLOUR_WORDS[state.colour].code} if gone else None


# DJ2-R11, DJ2-E5
def lets_choose(state: ColourBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Lets the player to the right choose the colour of the bonus turn."""
    laid = TableAfter(state, move)
    right = (seat - 1) % state.seats
    return {"whom": right} if laid.cells == WHOLE and laid.gone else None


# DJ2-R10, DJ2-Q12
def chooses_useless(state: ColourBoxes, seat: Seat, move: Move) -> Arguments | None:
    """Chooses a colour for which no own card fits."""
    useless = state.step == CHOOSING and not TableAfter(state, move).fits(state.hands[seat])
    return {} if useless else None


COLOUR_CONCEPTS: Final = (
    Concept("insight.diamond-boxes-goes-out-2", goes_out_2),
    Concept("insight.diamond-boxes-lets-out-2", lets_out_2, hidden=True),
    Concept("insight.diamond-boxes-passes", passes),
    Concept("insight.diamond-boxes-bonus", bonus),
    Concept("insight.diamond-boxes-feeds-2", feeds_2, hidden=True),
    Concept("insight.diamond-boxes-feeds-bonus", feeds_bonus, hidden=True),
    Concept("insight.diamond-boxes-chooses-useless", chooses_useless),
    Concept("insight.diamond-boxes-lets-choose", lets_choose),
    Concept("insight.diamond-boxes-covers-colour", covers_colour),
    Concept("insight.diamond-boxes-keeps-fit", keeps_fit),
)
