"""Diam's: the entries of the log; those that are alike in many matches are made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias, TypeVar

from engines.api import CHANCE, Fact, Ply, Seat
from engines.diams.cards import END, KINDS
from engines.diams.facts import (
    CLOSING,
    HIDDEN_DRAW,
    NOTHING_DRAWN,
    dealt_hand,
    laid_out,
    revealed,
)
from engines.diams.moves import DRAW, REVEAL, SEATS, Move
from engines.kit.plies import Plies

Cards: TypeAlias = tuple[int, ...]
Play: TypeAlias = tuple[Move, tuple[Fact, ...], tuple[Seat, ...] | None]
"""A move, what it revealed, and the seats that may know it."""


def parted(cards: Sequence[int]) -> tuple[Cards, Cards, bool]:
    """Cards from the deck as diamonds, special cards, and whether the closing card is there."""
    diamonds = tuple([card for card in cards if card < KINDS])
    special = tuple([card for card in cards if card >= KINDS and card != END])
    return diamonds, special, END in cards


def _round(of: tuple[int, Seat]) -> Ply[Move]:
    return Ply(CHANCE, None, (Fact("round", of),))


def _ended(number: int) -> Ply[Move]:
    return Ply(CHANCE, None, (Fact("end round", (number,)),))


def _market(cards: Cards) -> Ply[Move]:
    laid, out, _ = parted(cards)
    return Ply(CHANCE, None, laid_out("market", laid, out), cards)


def _hand(seat: Seat, cards: Cards) -> Ply[Move]:
    return Ply(seat, None, dealt_hand(seat, cards), cards)


def _drawn(seat: Seat, cards: Cards) -> Ply[Move]:
    drawn = [card for card in cards if card != END]
    facts: tuple[Fact, ...] = HIDDEN_DRAW[seat][drawn[0]] if drawn else NOTHING_DRAWN
    return Ply(seat, (DRAW,), (CLOSING, *facts) if END in cards else facts, cards)


def _revealed(seat: Seat, cards: Cards) -> Ply[Move]:
    return Ply(seat, (REVEAL,), revealed(*parted(cards)), cards)


def _played(seat: Seat, move: Move) -> Ply[Move]:
    return Ply(seat, move)


def _told(seat: Seat, play: Play) -> Ply[Move]:
    move, facts, seen = play
    return Ply(seat, move, facts, (), seen)


K = TypeVar("K")


def _by_seat(make: Callable[[Seat, K], Ply[Move]]) -> tuple[Plies[K], ...]:
    return tuple(Plies(partial(make, seat)) for seat in range(SEATS))


ROUND: Final = Plies(_round)
"""The start of a round, by its number and the seat that begins."""
END_ROUND: Final = Plies(_ended)
"""The end of a round, by its number."""
MARKET: Final = Plies(_market)
"""The market of a deal, by the cards from the deck."""
DEALT: Final = _by_seat(_hand)
"""A dealt hand, by its cards."""
DRAWN: Final = _by_seat(_drawn)
"""A draw to the hand, by the cards from the deck: the closing card may come before."""
REVEALED: Final = _by_seat(_revealed)
"""Diamonds for the market, by the cards from the deck."""
PLAYED: Final = _by_seat(_played)
"""A play that reveals nothing, by its move."""
TOLD: Final = _by_seat(_told)
"""A play that reveals something or is hidden from others."""
