"""Diam's, setting up a round: who begins, the deal, the place of the closing card."""

from __future__ import annotations

from random import Random
from typing import Final, TypeVar

from engines.api import Ply, Refusal, Seat
from engines.diams.cards import DEALING, DECK, DRAWING, END, KINDS, STARTING, Move
from engines.diams.position import ALONE, DEALT, FIRST_MARKET, ROUND, DiamsOptions, DiamsPosition
from engines.kit.shuffling import shuffle
from engines.messages import say

# DI-R16: every round is dealt from all the cards
POOL: Final = (*DECK, END)

HAND: Final = 3  # cards dealt to each seat
LAID: Final = 3  # diamonds laid out in an empty market

P = TypeVar("P", bound=DiamsPosition)


def pool(position: DiamsPosition) -> tuple[int, ...]:
    """What the dealer's move orders: first the seats, then all the cards."""
    return tuple(range(position.seats)) if position.step == STARTING else POOL


def refuse(position: DiamsPosition, order: Move) -> Refusal | None:
    """Why this order of the seats or of the deck is not allowed; None if it is."""
    if sorted(order) != list(pool(position)):
        return Refusal("DI-R3", say("kit.a-deal"))
    if position.step == STARTING:
        return None
    below = len(order) - order.index(END)
    most = window(position.options, position.seats)
    if below > most:
        return Refusal("DI-R4", say("diams.closing-too-high", below=below, most=most), (END,))
    return None


# DI-Q29: chance decides who begins the first round; the next seat begins each further round
def begin(position: DiamsPosition, order: Move) -> None:
    """The first seat in this order begins the first round; see `deal` for later rounds."""
    position.first = order[0]
    position.step = DEALING


# DI-R3: three diamonds to the market, then three cards to each seat from seat 0 on
def deal(position: DiamsPosition, order: Move, log: list[Ply[Move]] | None) -> None:
    """Set up the next round with this order of the deck."""
    seats = position.seats
    position.round += 1
    if position.round > 1:
        position.first = (position.first + 1) % seats
    position.order = order
    position.top = 0
    position.market = [0] * KINDS
    position.lying = 0
    position.discards = []
    lay_out(position)
    position.dealt = position.top
    ends = [position.dealt + HAND * seat for seat in range(seats + 1)]
    position.hands = [sorted(order[ends[seat] : ends[seat + 1]]) for seat in range(seats)]
    position.vaults = [[] for _ in range(seats)]
    position.top = ends[seats]
    position.left = 0
    position.closer = -1
    position.turn = position.first
    position.step = DRAWING
    position.owing = ALONE[position.turn]
    position.past = None
    if log is not None:
        log.append(ROUND[position.round, position.first])
        log.append(FIRST_MARKET[order[: position.dealt]])
        for seat, hand in enumerate(position.hands):
            log.append(DEALT[seat][tuple(hand)])


def since_deal(position: P) -> tuple[P, list[tuple[Seat, Move]]]:
    """The position after the deal of this round, and the moves since."""
    dealt = position.clone()
    dealt.round = position.round - 1
    if dealt.round:  # the deal then moves it on
        dealt.first = (position.first - 1) % position.seats
    dealt.asked = (-1, -1)
    dealt.chips, dealt.points = position.chips[: dealt.round], position.points[: dealt.round]
    deal(dealt, position.order, None)
    moves: list[tuple[Seat, Move]] = []
    event = position.past
    while event is not None:
        moves.append((event.seat, event.move))
        event = event.before
    moves.reverse()
    return dealt, moves


# DI-Q20: special cards met while the market is filled are discarded, in the set-up and later
def lay_out(position: DiamsPosition) -> tuple[list[int], list[int], bool]:
    """Fill an empty market: diamonds laid out, special cards met, whether the closing card came."""
    order = position.order
    laid: list[int] = []
    out: list[int] = []
    ended = False
    while len(laid) < LAID and position.top < len(order):
        card = order[position.top]
        position.top += 1
        if card < KINDS:
            laid.append(card)
            position.market[card] += 1
        elif card == END:
            ended = True
        else:
            out.append(card)
    position.lying += len(laid)
    position.discards.extend(out)
    return laid, out, ended


# DI-R4, DI-Q2: the closing card is among the last cards of the deck, counting itself
def window(options: DiamsOptions, seats: int) -> int:
    """Number of last cards of the deck among which the closing card is placed."""
    if options.closing == "fixed":
        return 1
    return 15 if seats <= 3 else 5


def shuffled(position: DiamsPosition, rng: Random) -> Move:
    """A random order of the seats or of the deck, with the closing card where it may be."""
    if position.step == STARTING:
        seats = list(pool(position))
        shuffle(seats, rng)
        return tuple(seats)
    cards = list(DECK)
    shuffle(cards, rng)
    below = int(rng.random() * window(position.options, position.seats))
    cards.insert(len(cards) - below, END)
    return tuple(cards)


def redrawn(position: P, rng: Random) -> P:
    """The same position with another order of what is left of the deck."""
    twin = position.clone()
    top, size = position.top, len(position.order)
    cards = list(position.order[top:])
    closing = END in cards
    if closing:
        cards.remove(END)
    shuffle(cards, rng)
    if closing:
        # It is anywhere among the last cards, but for those that are drawn.
        first = max(top, size - window(position.options, position.seats))
        cards.insert(first - top + int(rng.random() * (size - first)), END)
    twin.order = (*position.order[:top], *cards)
    return twin
