"""Diam's: the data of a position and the meaning of its fields. Has no rules.

Hands and vaults are sorted lists of kinds. The market counts kinds: it has `market[kind]` diamonds
of a kind, `lying` in all. The order of the deck never changes; `top` is the index of its next card,
so clones share the order. `past` is a linked list of the events since the deal, also shared.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Self

from engines.api import CHANCE, Seat, State
from engines.diams.cards import KINDS
from engines.diams.moves import SEATS, STARTING, Move
from engines.diams.options import STANDARD, DiamsOptions

DEALER: Final = (CHANCE,)
ALONE: Final = tuple((seat,) for seat in range(SEATS))
HIT: Final = (1,)


class Event(NamedTuple):
    """An event since the deal, linked to the one before it: a move and what it revealed.

    `cards`: for a hidden draw the card's index in the deck, for a reveal the special cards met, for
    a safecracker that hits `HIT`, for a forced sale the cards shown. `taken`: the cards that came
    from the market to the hand.
    """

    before: Event | None
    seat: Seat
    move: Move
    cards: tuple[int, ...]
    taken: tuple[int, ...]


class DiamsPosition(State[Move]):
    """Where all cards are, whose turn it is, and how the rounds before were counted."""

    __slots__ = (
        "asked",
        "chips",
        "closer",
        "dealt",
        "discards",
        "first",
        "hands",
        "history",
        "left",
        "lying",
        "market",
        "options",
        "order",
        "owing",
        "past",
        "points",
        "round",
        "seats",
        "step",
        "top",
        "turn",
        "vaults",
    )

    def __init__(self, options: DiamsOptions = STANDARD, seats: int = 2) -> None:
        self.options = options
        self.seats = seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.vaults: list[list[int]] = [[] for _ in range(seats)]
        self.market: list[int] = [0] * KINDS
        self.lying = 0  # cards in the market
        self.order: tuple[int, ...] = ()
        self.top = 0
        self.dealt = 0  # index of the first card of seat 0's hand
        self.discards: list[int] = []
        self.round = 0
        self.first = -1
        self.turn = -1
        self.step = STARTING  # a phase of `moves.py`
        self.owing: tuple[Seat, ...] = DEALER  # seats that must decide
        self.left = 0  # turns left in the round, the current one included; 0 = not closing
        self.closer = -1  # the seat that drew the closing card
        self.asked: tuple[int, int] = (-1, -1)  # a safecracker's victim and the kind asked for
        self.chips: tuple[tuple[int, ...], ...] = ()  # of each finished round, by seat
        self.points: tuple[tuple[int, ...], ...] = ()
        self.past: Event | None = None
        # What a seat observed in this round: cached by `inference` for the next resampling,
        # cleared by every move.
        self.history: object = None

    def clone(self) -> Self:
        kind = self.__class__
        twin = kind.__new__(kind)
        twin.options = self.options
        twin.seats = self.seats
        twin.hands = [hand[:] for hand in self.hands]
        twin.vaults = [vault[:] for vault in self.vaults]
        twin.market = self.market[:]
        twin.lying = self.lying
        twin.order = self.order
        twin.top = self.top
        twin.dealt = self.dealt
        twin.discards = self.discards[:]
        twin.round = self.round
        twin.first = self.first
        twin.turn = self.turn
        twin.step = self.step
        twin.owing = self.owing
        twin.left = self.left
        twin.closer = self.closer
        twin.asked = self.asked
        twin.chips = self.chips
        twin.points = self.points
        twin.past = self.past
        twin.history = None
        return twin
