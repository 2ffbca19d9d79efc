"""Diamonds: cards as a record describes them: known, partly known or unknown."""

from functools import cache
from typing import NamedTuple

from engines.api import Seat
from engines.diamonds.cards import OF_RANK, OF_SUIT, RANKS, TENTATIVE, UNKNOWN


def suit_of(card: int) -> int | None:
    """The suit of a card; None if it is unknown."""
    if card < UNKNOWN:
        return card // RANKS
    return card - OF_SUIT if OF_SUIT <= card < OF_RANK else None


def rank_of(card: int) -> int | None:
    """The rank of a card, counted from 0; None if it is unknown."""
    if card < UNKNOWN:
        return card % RANKS
    return card - OF_RANK if card >= OF_RANK else None


@cache
def alike(one: int, two: int) -> bool:
    """Whether two descriptions can mean the same card."""
    suits, ranks = {suit_of(one), suit_of(two)}, {rank_of(one), rank_of(two)}
    return len(suits - {None}) < 2 and len(ranks - {None}) < 2


def certain(card: int) -> int:
    """The card without its `?`: a tentative card is taken as known."""
    return card - TENTATIVE if card >= TENTATIVE else card


class Written(NamedTuple):
    """A hand or a pass as written: its entry and its cards, known or unknown."""

    entry: int
    cards: tuple[int, ...]

    def complete(self) -> bool:
        """Whether all of its cards are known."""
        return all(card < UNKNOWN for card in self.cards)


class Play(NamedTuple):
    """A card played: entry, player, card, suit led and number of the trick (None if unknown)."""

    entry: int
    seat: Seat
    card: int
    led: int | None
    trick: int | None
    waived: bool

    def discards(self) -> bool:
        """Whether the card certainly does not follow suit."""
        suit = suit_of(self.card)
        return self.led is not None and suit is not None and suit != self.led
