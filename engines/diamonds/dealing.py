"""Diamonds: the dealer's moves: choosing who deals first, and dealing the cards of a round."""

from collections.abc import Sequence
from typing import TypeVar

from engines.api import Refusal, Seat
from engines.diamonds.cards import ANNOUNCE, SUIT, Move, deck
from engines.diamonds.position import ALONE, ANNOUNCING, DEALING, STARTING, DiamondsPosition
from engines.diamonds.turns import played_cards
from engines.messages import say

P = TypeVar("P", bound=DiamondsPosition)


def pool(position: DiamondsPosition) -> tuple[int, ...]:
    """The seats or the cards that the dealer puts in order."""
    if position.step == STARTING:
        return tuple(range(position.seats))
    return deck(position.highest_rank())


def refuse(position: DiamondsPosition, move: Move) -> Refusal | None:
    """Why the dealer's move is not an order of the pool; None if it is."""
    items = pool(position)
    ok = isinstance(move, tuple) and len(move) == len(items) and sorted(move) == list(items)
    return None if ok else Refusal("DM-R3", say("kit.a-deal"))


# DM-R2: chance decides the first dealer; the player on the dealer's left has the thief token
def start(position: DiamondsPosition, dealer: Seat) -> None:
    """Start the match with this first dealer."""
    position.dealer = dealer
    position.thief = (dealer + 1) % position.seats
    position.step = DEALING


# DM-R9, DM-Q4: the deal passes to the left; crystals and token stay where they are
def next_dealer(position: DiamondsPosition) -> Seat:
    """The dealer of the next round."""
    return (position.dealer + 1) % position.seats


# DM-R3, DM-Q8: the first cards go to seat A, the next to B …; nobody sees the cards left over
def deal(position: DiamondsPosition, order: tuple[int, ...]) -> None:
    """Start the next round with this order of the cards."""
    if position.round:
        position.dealer = next_dealer(position)
    position.round += 1
    position.before = (tuple(position.showroom), tuple(position.vault), position.thief)
    _hand_out(position, order)


def _hand_out(position: DiamondsPosition, order: tuple[int, ...]) -> None:
    position.order = order
    size = position.hand_size()
    position.hands = [
        _by_suit(order[seat * size : (seat + 1) * size]) for seat in range(position.seats)
    ]
    position.announced = 0
    position.chosen = [()] * position.seats
    position.played = []
    position.won = []
    position.step = ANNOUNCING
    position.owing = ALONE[position.dealer]


# Crystals and token cannot be computed backwards: spades and clubs have no effect on an empty
# showroom, and nobody notes which had one.
def since_deal(position: P) -> tuple[P, list[tuple[Seat, Move]]]:
    """The position after the deal of this round, and the moves since."""
    dealt = position.clone()
    showroom, vault, dealt.thief = position.before
    dealt.showroom, dealt.vault = list(showroom), list(vault)
    dealt.leader = -1
    dealt.laid = 0
    _hand_out(dealt, position.order)
    moves: list[tuple[Seat, Move]] = []
    if position.announced:
        moves.append((position.dealer, ANNOUNCE + position.announced))
    # In the order of the seats: what each of them sees does not depend on it.
    moves += [(seat, cards) for seat, cards in enumerate(position.chosen) if cards]
    moves += played_cards(position)
    return dealt, moves


def _by_suit(cards: Sequence[int]) -> list[list[int]]:
    suits: list[list[int]] = [[], [], [], []]
    for card in sorted(cards):
        suits[SUIT[card]].append(card)
    return suits
