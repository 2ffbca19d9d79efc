"""Diam's: the entries of the log and the facts that they reveal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

from engines.api import CHANCE, Fact, Ply, Seat
from engines.diams.cards import DRAW, END, KINDS, REVEAL, SEATS, Move

# The facts that log entries reveal.

# DI-Q22: only the owner sees a card drawn or stored, only owner and thief a card given
HIDDEN_DRAW: Final = tuple(
    tuple((Fact("draw", (card,), (seat,)),) for card in range(END)) for seat in range(SEATS)
)
NOTHING_DRAWN: Final = (Fact("draw", ()),)
MISS: Final = (Fact("miss", ()),)
CLOSING: Final = Fact("end", ())


def revealed(laid: Sequence[int], special: Sequence[int], ended: bool) -> tuple[Fact, ...]:
    """The facts of a reveal: diamonds, special cards, the closing card."""
    facts: tuple[Fact, ...] = (Fact("reveal", tuple(laid)),)
    if special:
        facts = (*facts, Fact("special", tuple(special)))
    return (*facts, CLOSING) if ended else facts


def laid_out(
    name: str, laid: Sequence[int], out: Sequence[int], ended: bool = False
) -> tuple[Fact, ...]:
    """The facts of filling the market; `name` is "market" or "refill"."""
    facts = (Fact(name, tuple(laid)), Fact("out", tuple(out)))
    return (*facts, CLOSING) if ended else facts


def dealt_hand(seat: Seat, cards: tuple[int, ...]) -> tuple[Fact, ...]:
    """The hand that a seat was dealt."""
    return (Fact("hand", cards, (seat,)),)


# Log entries that are made once for many matches.
#
# Most entries of a long run are alike. The same object again costs neither its making nor, when
# its text is looked up, a hash of all its parts.

Key = TypeVar("Key")

MOST: Final = 2_000
"""Entries that are kept for one kind and seat; with more, all are made again."""


class Plies(dict[Key, Ply[Any]]):
    """Entries by the values that they are made from, each made when it is first needed."""

    def __init__(self, make: Callable[[Key], Ply[Any]]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Key) -> Ply[Any]:
        if len(self) >= MOST:
            self.clear()
        entry = self[key] = self._make(key)
        return entry


# The entries of the log; those that are alike in many matches are made once.

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


def _by_seat(make: Callable[[Seat, Key], Ply[Move]]) -> tuple[Plies[Key], ...]:
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
