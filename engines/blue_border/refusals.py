"""Blue Border: whether a move is legal, and if not, which rule refuses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.api import CHANCE, Refusal, Seat, seat_letter

if TYPE_CHECKING:
    from engines.blue_border.state import BlueBorder, Move


NOTHING_NEW = Refusal("BB-R11", "there is no new card to call")


def refuse(state: BlueBorder, seat: Seat, move: Move) -> Refusal | None:
    """None for a legal move."""
    owing = state.pending()
    if seat == CHANCE and owing == (CHANCE,):
        pool = state.pool()
        ok = isinstance(move, tuple) and len(move) == len(pool) and sorted(move) == list(pool)
        return None if ok else Refusal("BB-R4", "the dealer's move is an order of all it deals")
    if seat not in owing:
        return _out_of_turn(state, seat, move)
    if state.phase() == "turn" and move == 10:
        return NOTHING_NEW
    if state.phase() == "turn":
        ok = isinstance(move, int) and 1 <= move <= 9
        return None if ok else Refusal("BB-R8", f"{seat_letter(seat)} takes a card or passes")
    if state.phase() == "call":
        ok = move in (10, 11)
        return None if ok else Refusal("BB-R11", "a placed card can be called or not")
    return _reward(state, move)


def _out_of_turn(state: BlueBorder, seat: Seat, move: Move) -> Refusal:
    owing = state.pending()
    if not owing:
        return Refusal("BB-R19", "the match is over")
    if owing[0] == CHANCE:
        return Refusal("BB-R18", "the dealer has to deal first")
    if move == 10 and 0 <= seat < state.seats:
        if state.skips[seat]:
            return Refusal("BB-R16", f"{seat_letter(seat)} sits out a turn first and cannot call")
        if state.placer == seat:
            return Refusal("BB-R11", f"{seat_letter(seat)} cannot call the own card")
    if move == 10 and state.phase() == "turn":
        return NOTHING_NEW
    if state.phase() == "reward":
        return Refusal("BB-R13", f"{seat_letter(owing[0])} has to choose a reward")
    if state.phase() == "call":
        return Refusal("BB-R11", "the last card can still be called")
    return Refusal("BB-R8", f"it is {seat_letter(owing[0])}'s turn")


def _reward(state: BlueBorder, move: Move) -> Refusal | None:
    if isinstance(move, tuple) or not (12 <= move <= 17 or move > 100):
        return Refusal("BB-R13", "a successful call is followed by a reward")
    if move == 17:
        return None
    if state.moves >= state.options.limit:
        return Refusal("BB-Q26", "the turn limit is reached: the reward is none")
    if move > 100 and move - 100 not in state.discards:
        words = f"no {move - 100} in the discard pile"
        return Refusal("BB-R13", words, (move - 100,), True)
    return None
