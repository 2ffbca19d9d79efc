"""Diamonds: whether a move is legal, and if not, which rule refuses it.

Checks are made in a fixed order: turn, kind of move, cards held, following suit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.api import CHANCE, Refusal, Seat, seat_letter
from engines.diamonds.cards import NAMES, SUIT

if TYPE_CHECKING:
    from engines.diamonds.state import Diamonds, Move

SUIT_NAMES = ("diamonds", "hearts", "spades", "clubs")


def refuse(state: Diamonds, seat: Seat, move: Move) -> Refusal | None:
    """None for a legal move."""
    owing = state.pending()
    if seat not in owing:
        return _out_of_turn(state)
    if seat == CHANCE:
        pool = state.pool()
        ok = isinstance(move, tuple) and len(move) == len(pool) and sorted(move) == list(pool)
        return None if ok else Refusal("DM-R3", "a deal is an order of all the cards")
    phase = state.phase()
    if phase == "announce":
        ok = isinstance(move, int) and 101 <= move <= 103
        return None if ok else Refusal("DM-R4", "the dealer announces 1, 2 or 3")
    if phase == "pass":
        return _passing(state, seat, move)
    if isinstance(move, tuple) or not 0 <= move < 60:
        return Refusal("DM-R6", "a card has to be played")
    return _playing(state, seat, move)


def _out_of_turn(state: Diamonds) -> Refusal:
    owing = state.pending()
    rule = {"announce": "DM-R4", "pass": "DM-R4"}.get(state.phase(), "DM-R6")
    if not owing:
        return Refusal(rule, "the match is over")
    if owing[0] == CHANCE:
        return Refusal(rule, "the dealer has to deal first")
    return Refusal(rule, f"it is {' and '.join(map(seat_letter, owing))}'s turn")


def _passing(state: Diamonds, seat: Seat, move: Move) -> Refusal | None:
    count = state.announced
    if isinstance(move, int):
        return Refusal("DM-R4", f"{count} cards have to be passed", (move,) if move < 60 else ())
    hand = state.hand(seat)
    for card in move:
        if card not in hand:
            return Refusal("DM-R4", f"no {_name(card)} in hand", (card,), True)
    if len(set(move)) != count or len(move) != count:
        return Refusal("DM-R4", f"{len(set(move))} cards passed, {count} were announced", move)
    ok = list(move) == sorted(move)
    return None if ok else Refusal("DM-R4", "not in order", move)


def _playing(state: Diamonds, seat: Seat, card: int) -> Refusal | None:
    if card not in state.hands[seat][SUIT[card]]:
        return Refusal("DM-R6", f"no {_name(card)} in hand", (card,), True)
    led = state.led
    if not state.laid or SUIT[card] == led or not state.hands[seat][led]:
        return None
    words = f"{_name(card)} does not follow {SUIT_NAMES[led]} although {seat_letter(seat)} could"
    return Refusal("DM-R6", words, (card,))


def _name(card: int) -> str:
    return NAMES[card] if 0 <= card < len(NAMES) else str(card)
