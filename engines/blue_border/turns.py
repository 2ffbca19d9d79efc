"""Blue Border: the choices of a diver in a turn."""

from __future__ import annotations

from typing import Final

from engines.api import Fact, Ply, Refusal, Seat
from engines.blue_border.calls import NOTHING_NEW
from engines.blue_border.deck import entry, laid, lay, owe_shuffle
from engines.blue_border.ending import is_spent
from engines.blue_border.moves import CALL, DECK, PASS, PILES, TAKE, Move
from engines.blue_border.next_turn import resume
from engines.blue_border.position import TURN, BlueBorderPosition
from engines.messages import Player, say

# BB-R8, BB-Q22: take a card or pass; either is one decision.
TURNS: Final = (
    *(TAKE + pile for pile in PILES),
    DECK,
    *(PASS + pile for pile in PILES),
)


def refusal(seat: Seat, move: Move) -> Refusal:
    """Why a move that is not one of `TURNS` is refused in a turn."""
    if move == CALL:
        return NOTHING_NEW
    return Refusal("BB-R8", say("blue-border.takes-or-passes", who=Player(seat)))


def waiting(seat: Seat) -> Refusal:
    """The refusal for the other seats: it is this seat's turn."""
    return Refusal("BB-R8", say("kit.turn", who=Player(seat)))


def take(position: BlueBorderPosition, seat: Seat, move: int, log: list[Ply[Move]] | None) -> None:
    """Put one card at the next free point of the line."""
    card, refill = lay(position, seat, move)
    position.written += 1
    if log is not None:
        log.append(entry(seat, move, move == DECK, card, refill))
    laid(position, seat, False, log)


# BB-R9, BB-Q1, BB-Q21: the top card of the deck goes onto a pile; it cannot be called.
def pass_on(
    position: BlueBorderPosition, seat: Seat, move: int, log: list[Ply[Move]] | None
) -> None:
    """Pass: put the top card of the deck onto a pile; the deck is never empty here."""
    position.moves += 1
    card = position.order[position.top]
    position.top += 1
    position.field[move - PASS - 1].append(card)
    position.written += 1
    if log is not None:
        log.append(Ply(seat, move, (Fact("card", (card,), ()),), (card,)))
    if position.top == len(position.order) and not is_spent(position):
        owe_shuffle(position, TURN)
    else:
        resume(position, log)
