"""Diam's, the first phase of a turn: one card to the hand, or two diamonds to the market."""

from __future__ import annotations

from bisect import insort
from typing import Final

from engines.api import Ply, Refusal, Seat
from engines.diams.cards import END, KINDS
from engines.diams.ending import close
from engines.diams.entries import DRAWN, REVEALED
from engines.diams.moves import DRAW, PLAYING, REVEAL, Move, cards_of
from engines.diams.position import DiamsPosition, Event
from engines.messages import say

# DI-R6, DI-Q4: two ways to draw, both open with too few cards in the deck as well
DRAWS: Final[tuple[Move, ...]] = ((DRAW,), (REVEAL,))


def refuse(move: Move) -> Refusal | None:
    """Why a turn cannot start with this move; None for a draw."""
    return None if move in DRAWS else Refusal("DI-R6", say("diams.draw-first"), cards_of(move))


# DI-Q3: the closing card is set aside and the draw goes on with the next card
def draw(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """One card to the hand, unseen by others; none from an empty deck."""
    order = position.order
    start = position.top
    if start < len(order) and order[start] == END:
        close(position, seat)
        start += 1
    end = start + 1 if start < len(order) else start
    drawn = order[start:end]
    if drawn:
        insort(position.hands[seat], drawn[0])
    position.past = Event(position.past, seat, move, (start,) if drawn else (), ())
    if log is not None:
        log.append(DRAWN[seat][order[position.top : end]])
    position.top = end
    position.step = PLAYING


def reveal(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Two diamonds to the market; special cards met go to the hand."""
    order = position.order
    top = start = position.top
    market = position.market
    laid = 0
    special: list[int] = []
    ended = False
    while laid < 2 and top < len(order):
        card = order[top]
        top += 1
        if card < KINDS:
            laid += 1
            market[card] += 1
        elif card == END:
            ended = True
        else:
            special.append(card)
    position.lying += laid
    position.top = top
    for card in special:
        insort(position.hands[seat], card)
    if ended:
        close(position, seat)
    position.past = Event(position.past, seat, move, tuple(special), ())
    position.step = PLAYING
    if log is not None:
        log.append(REVEALED[seat][order[start:top]])
