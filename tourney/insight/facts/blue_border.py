"""What good players of Blue Border say of a move: what fits, what may follow, what others get."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.api import Seat
from engines.blue_border.calls import D, G, fits
from engines.blue_border.cards import (
    CALL,
    DECK,
    NO,
    PASS,
    POINT_NAMES,
    POINTS,
    REWARD_DISCARD,
    REWARD_NONE,
    REWARD_TAKE,
    Move,
)
from engines.blue_border.position import REWARD, TURN, WINDOW
from engines.blue_border.state import BlueBorder
from tourney.insight.reasons import Arguments, Concept


def _laid(state: BlueBorder, move: Move) -> int:
    """The card that a move lays in the own line; 0 for none."""
    assert isinstance(move, int)
    if state.step == REWARD:
        if move >= REWARD_DISCARD:
            return move - REWARD_DISCARD
        move = 0 if move == REWARD_NONE else move - REWARD_TAKE
    elif state.step != TURN or move > DECK:
        return 0
    return (0, *(pile[-1] for pile in state.field), state.order[state.top])[move]


def _offers(state: BlueBorder, move: Move) -> list[int]:
    """The cards on offer after a move, as far as they lie open now."""
    assert isinstance(move, int)
    top = state.order[state.top]
    tops = [pile[-1] for pile in state.field]
    if state.step == TURN and move > DECK:  # what the deck shows next is not known
        tops[move - PASS - 1] = top
        return tops
    taken = 0
    if state.step == TURN or REWARD_TAKE < move < REWARD_NONE:
        taken = move if state.step == TURN else move - REWARD_TAKE
    if taken == DECK:
        return tops
    if taken:
        pile = state.field[taken - 1]
        tops[taken - 1] = pile[-2] if len(pile) > 1 else top
        if len(pile) == 1:  # the deck's top takes its place, and the next one is not known
            return tops
    return [*tops, top]


def _suits(state: BlueBorder, line: list[int], cards: Iterable[int]) -> bool:
    """Whether one of these cards fits at the end of a line."""
    before = line[-1] if line else 0
    reach, bottoms = state.borderline(), state.bottoms()
    return any(fits(len(line) + 1, before, card, reach, bottoms) for card in cards)


# -- The card laid.


# BB-R6, BB-R7
def misfits(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Lays a card that may be called."""
    card = _laid(state, move)
    return None if not card or _suits(state, state.lines[seat], [card]) else {}


# BB-R6, BB-E3
def out_of_reach(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Lays a card from which the bottoms, or the borderline at G, are too far away."""
    card, point = _laid(state, move), len(state.lines[seat]) + 1
    reach = state.borderline()
    far = card + reach * (D - point) < state.bottoms() if point < D else False
    if D <= point < G:
        far = card - reach * (G - point) > reach
    return {"point": POINT_NAMES[(D if point < D else G) - 1]} if card and far else None


# BB-R6
def stuck(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Lays a card that no card on offer can follow."""
    card = _laid(state, move)
    line = [*state.lines[seat], card]
    if not card or len(line) == POINTS or _suits(state, line, _offers(state, move)):
        return None
    return {}


# BB-R8, BB-R13
def lays_nothing(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Passes, or takes no reward."""
    return {} if state.step != WINDOW and not _laid(state, move) else None


# BB-R13, BB-Q16
def knows(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Lays a card from the discard pile, of which the number is known."""
    known = state.step == REWARD and isinstance(move, int) and move >= REWARD_DISCARD
    return {} if known else None


# BB-R19
def finishes(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Lays a card that fits at G."""
    line, card = state.lines[seat], _laid(state, move)
    return {} if len(line) == POINTS - 1 and card and _suits(state, line, [card]) else None


# -- Calls.


# BB-R15, BB-R16, BB-E9, BB-E10
def calls_right_card(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Calls a card that fits."""
    wrong = state.step == WINDOW and move == CALL and _stands(state)
    return {"whom": state.placer} if wrong else None


# BB-R7, BB-R13
def lets_stand(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Does not call a card that does not fit."""
    missed = state.step == WINDOW and move == NO and not _stands(state)
    return {"whom": state.placer} if missed else None


def _stands(state: BlueBorder) -> bool:
    """Whether the new card fits."""
    line = state.lines[state.placer]
    return _suits(state, line[:-1], line[-1:])


# BB-R19
def lets_win(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Does not call a card at G."""
    last = len(state.lines[state.placer]) == POINTS if state.step == WINDOW else False
    return {"whom": state.placer} if last and move == NO else None


# -- What the next diver gets.


def _next(state: BlueBorder, seat: Seat) -> Seat:
    """The diver whose turn follows, if nobody calls."""
    return (seat + 1) % state.seats


# BB-R9, BB-E13
def feeds(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Leaves the next diver a card that fits."""
    if state.step == WINDOW:
        return None
    whom = _next(state, seat)
    return {"whom": whom} if _suits(state, state.lines[whom], _offers(state, move)) else None


# BB-R19
def feeds_last(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Leaves a diver with six points a card that fits at G."""
    if state.step == WINDOW:
        return None
    for step in range(1, state.seats):
        whom = (seat + step) % state.seats
        line = state.lines[whom]
        if len(line) == POINTS - 1 and _suits(state, line, _offers(state, move)):
            return {"whom": whom}
    return None


# BB-R9
def buries(state: BlueBorder, seat: Seat, move: Move) -> Arguments | None:
    """Covers a card that would have fitted in the own line."""
    assert isinstance(move, int)
    if state.step != TURN or move <= DECK:
        return None
    return {} if _suits(state, state.lines[seat], [state.field[move - PASS - 1][-1]]) else None


CONCEPTS: Final = (
    Concept("insight.blue-border-feeds-last", feeds_last, hidden=True),
    Concept("insight.blue-border-lets-win", lets_win),
    Concept("insight.blue-border-finishes", finishes, hidden=True),
    Concept("insight.blue-border-misfits", misfits, hidden=True),
    Concept("insight.blue-border-calls-right-card", calls_right_card, hidden=True),
    Concept("insight.blue-border-lets-stand", lets_stand, hidden=True),
    Concept("insight.blue-border-out-of-reach", out_of_reach, hidden=True),
    Concept("insight.blue-border-stuck", stuck, hidden=True),
    Concept("insight.blue-border-lays-nothing", lays_nothing),
    Concept("insight.blue-border-knows", knows),
    Concept("insight.blue-border-feeds", feeds, hidden=True),
    Concept("insight.blue-border-buries", buries, hidden=True),
)
