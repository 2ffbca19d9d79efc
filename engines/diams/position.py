"""Diam's: options, and the data of a position; the rules are functions on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple, Self, TypeAlias, TypeVar

from engines.api import CHANCE, Fact, Ply, Refusal, Seat, State
from engines.diams.cards import DRAW, END, KINDS, NAMES, REVEAL, SEATS, STARTING, Move
from engines.kit.game_options import Pickled
from engines.messages import Player, say

# The options of a match and their written form.

VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "length": ("standard", "quick"),
    "closing": ("standard", "fixed"),
}
DEFAULTS: Final[Mapping[str, str]] = {"length": "standard", "closing": "standard"}
VARIANTS: Final[tuple[Mapping[str, str], ...]] = (
    {},
    {"length": "quick"},
    {"closing": "fixed"},
    {"closing": "fixed", "length": "quick"},
)
PLAYERS: Final = range(2, 6)


@dataclass(frozen=True)
class DiamsOptions(Pickled):
    """The number of rounds, and where in the deck the closing card may be."""

    length: str = "standard"
    closing: str = "standard"


STANDARD: Final = DiamsOptions()


# The data of a position and the meaning of its fields. Has no rules.
#
# Hands and vaults are sorted lists of kinds. The market counts kinds: it has `market[kind]`
# diamonds of a kind, `lying` in all. The order of the deck never changes; `top` is the index of
# its next card, so clones share the order. `past` is a linked list of the events since the deal,
# also shared.

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
        "asked", "chips", "closer", "dealt", "discards", "first", "hands", "history", "left",
        "lying", "market", "options", "order", "owing", "past", "points", "round", "seats",
        "step", "top", "turn", "vaults",
    )  # fmt: skip

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
        self.step = STARTING  # a phase of `cards.py`
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


# Checks shared by several rules: whether cards are where a move takes them from.


def not_in_hand(hand: list[int], cards: Move, rule: str) -> Refusal | None:
    """Refusal for the first of these cards that the hand lacks; None if it has all."""
    for card in cards:
        held = hand.count(card)
        if held < cards.count(card):
            name = NAMES[card]
            words = (
                say("diams.fewer-in-hand", held=held, card=name)
                if held
                else say("diams.not-in-hand", card=name)
            )
            return Refusal(rule, words, (card,), True)
    return None


def not_in_market(market: list[int], cards: Move, rule: str) -> Refusal | None:
    """Refusal for the first of these cards that the market lacks; None if it has all."""
    for card in cards:
        lying = market[card] if card < KINDS else 0
        if lying < cards.count(card):
            name = NAMES[card]
            words = (
                say("diams.fewer-in-market", held=lying, card=name)
                if lying
                else say("diams.not-in-market", card=name)
            )
            return Refusal(rule, words, (card,), True)
    return None


def no_opponent(position: DiamsPosition, seat: Seat, other: Seat) -> Refusal | None:
    """Refusal if `other` is not an opponent of `seat`."""
    if other == seat or not 0 <= other < position.seats:
        return Refusal("DI-R10", say("diams.no-opponent", who=Player(other)))
    return None


# The entries of the log and the facts that they reveal. Most entries of a long run are alike, so
# each is made once for many matches: the same object again costs neither its making nor, when its
# text is looked up, a hash of all its parts.

Cards: TypeAlias = tuple[int, ...]
Key = TypeVar("Key")

MOST_PLIES: Final = 2_000
"""Entries that are kept for one kind and seat; with more, all are made again."""


class Plies(dict[Key, Ply[Any]]):
    """Entries by the values that they are made from, each made when it is first needed."""

    def __init__(self, make: Callable[[Key], Ply[Any]]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Key) -> Ply[Any]:
        if len(self) >= MOST_PLIES:
            self.clear()
        entry = self[key] = self._make(key)
        return entry


def _by_seat(make: Callable[[Seat, Key], Ply[Move]]) -> tuple[Plies[Key], ...]:
    return tuple(Plies(partial(make, seat)) for seat in range(SEATS))


# DI-Q22: only the owner sees a card drawn or stored, only owner and thief a card given
HIDDEN_DRAW: Final = tuple(
    tuple((Fact("draw", (card,), (seat,)),) for card in range(END)) for seat in range(SEATS)
)
NOTHING_DRAWN: Final = (Fact("draw", ()),)
MISS: Final = (Fact("miss", ()),)
CLOSING: Final = Fact("end", ())


def parted(cards: Cards) -> tuple[Cards, Cards, bool]:
    """Cards from the deck as diamonds, special cards, and whether the closing card is there."""
    diamonds = tuple([card for card in cards if card < KINDS])
    special = tuple([card for card in cards if card >= KINDS and card != END])
    return diamonds, special, END in cards


def laid_out(
    name: str, laid: Sequence[int], out: Sequence[int], ended: bool = False
) -> tuple[Fact, ...]:
    """The facts of filling the market; `name` is "market" or "refill"."""
    facts = (Fact(name, tuple(laid)), Fact("out", tuple(out)))
    return (*facts, CLOSING) if ended else facts


def revealed(laid: Cards, special: Cards, ended: bool) -> tuple[Fact, ...]:
    """The facts of a reveal: diamonds, special cards, the closing card."""
    facts = (Fact("reveal", laid), *((Fact("special", special),) if special else ()))
    return (*facts, CLOSING) if ended else facts


def _drawn(seat: Seat, cards: Cards) -> Ply[Move]:
    drawn = [card for card in cards if card != END]
    facts: tuple[Fact, ...] = HIDDEN_DRAW[seat][drawn[0]] if drawn else NOTHING_DRAWN
    return Ply(seat, (DRAW,), (CLOSING, *facts) if END in cards else facts, cards)


ROUND: Final[Plies[tuple[int, Seat]]] = Plies(lambda of: Ply(CHANCE, None, (Fact("round", of),)))
"""The start of a round, by its number and the seat that begins."""
END_ROUND: Final[Plies[int]] = Plies(lambda of: Ply(CHANCE, None, (Fact("end round", (of,)),)))
"""The end of a round, by its number."""
FIRST_MARKET: Final[Plies[Cards]] = Plies(
    lambda cards: Ply(CHANCE, None, laid_out("market", *parted(cards)[:2]), cards)
)
"""The market of a deal, by the cards from the deck."""
DEALT: Final[tuple[Plies[Cards], ...]] = _by_seat(
    lambda seat, cards: Ply(seat, None, (Fact("hand", cards, (seat,)),), cards)
)
"""A dealt hand, by its cards."""
DRAWN: Final = _by_seat(_drawn)
"""A draw to the hand, by the cards from the deck: the closing card may come before."""
REVEALED: Final[tuple[Plies[Cards], ...]] = _by_seat(
    lambda seat, cards: Ply(seat, (REVEAL,), revealed(*parted(cards)), cards)
)
"""Diamonds for the market, by the cards from the deck."""
PLAYED: Final[tuple[Plies[Move], ...]] = _by_seat(lambda seat, move: Ply(seat, move))
"""A play that reveals nothing, by its move."""
TOLD: Final[tuple[Plies[tuple[Move, tuple[Fact, ...], tuple[Seat, ...] | None]], ...]] = _by_seat(
    lambda seat, play: Ply(seat, play[0], play[1], (), play[2])
)
"""A play that reveals something or is hidden: by its move, the facts, and who may know it."""
