"""Diam's: the data of a position, and what each part of it means. Knows no rule.

Hands and vaults are sorted lists of kinds. The market counts kinds: `market[kind]` diamonds of
it lie there, `lying` in all. The order of the deck is kept whole with an index into it, `top`, so
that clones share it. `past` links what happened since the deal: copies share that as well.
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
    """What happened since the deal, newest first: a move and what it brought to light.

    `cards`: the index in the deck of a card drawn unseen, the specials met while revealing,
    `HIT` for a safecracker that hits, what a forced sale made the victim show. `taken`: what came
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
        self.owing: tuple[Seat, ...] = DEALER  # who owes a decision
        self.left = 0  # turns left in the round, the current one included; 0 = not closing
        self.closer = -1  # who drew the closing card
        self.asked: tuple[int, int] = (-1, -1)  # the victim of a safecracker, the kind named
        self.chips: tuple[tuple[int, ...], ...] = ()  # of each round counted, by seat
        self.points: tuple[tuple[int, ...], ...] = ()
        self.past: Event | None = None
        # What a seat observed in this round, kept by `inference` from one resampling to the next;
        # a move empties it.
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
