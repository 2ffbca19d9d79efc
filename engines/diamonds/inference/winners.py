"""Diamonds: the possible winners of a trick with unknown cards."""

from collections.abc import Container, Sequence

from engines.api import Seat
from engines.diamonds.cards import RANKS, SUITS, UNKNOWN
from engines.diamonds.inference.described import Play, rank_of, suit_of


def winners(trick: Sequence[Play], shown: Container[int], ranks: int) -> frozenset[Seat]:
    """The seats whose card can have been the highest of the suit led.

    `shown` are all known cards played in this round; `ranks` is the highest rank.
    """
    led = suit_of(trick[0].card)
    suits = range(len(SUITS)) if led is None else (led,)
    found: set[Seat] = set()
    for suit in suits:
        free = [rank for rank in range(ranks) if RANKS * suit + rank not in shown]
        found.update(play.seat for play in trick if _wins(play, trick, suit, free))
    return frozenset(found or (play.seat for play in trick))


def _wins(play: Play, trick: Sequence[Play], led: int, free: Sequence[int]) -> bool:
    """Whether this card can be the highest if `led` was led; `free`: ranks of it not yet shown."""
    if suit_of(play.card) not in (led, None):
        return False
    own = rank_of(play.card)
    ranks = free if own is None else [own]
    others = [other.card for other in trick if other is not play]
    known = [card % RANKS for card in others if card < UNKNOWN and card // RANKS == led]
    below = sum(1 for card in others if card >= UNKNOWN and suit_of(card) == led)
    first = trick[0].card
    if first >= UNKNOWN and suit_of(first) is None and trick[0] is not play:
        rank = rank_of(first)  # the first card has the suit led
        known += [] if rank is None else [rank]
        below += rank is None
    return any(
        rank > max(known, default=-1) and sum(1 for low in free if low < rank) >= below
        for rank in ranks
    )
