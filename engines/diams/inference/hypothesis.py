"""Diam's: a hypothesis about the state of a round that a record with gaps allows.

The number of cards in each zone is certain here, which cards they are need not be. If a record
leaves open how many cards moved, the tracker keeps several hypotheses. `turns` applies an entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engines.api import Seat
from engines.diams.dealing import HAND, POOL
from engines.diams.inference import masks
from engines.diams.inference.masks import Cards
from engines.diams.moves import DRAWING

MOST: Final = 12  # with more hypotheses, those with equal numbers of cards are merged
GIVEN_UP: Final = 48  # with more hypotheses even then, only the order of turns is followed


class Hypothesis:
    """Hands, vaults, market and turn; `deck` includes the closing card until it comes up."""

    __slots__ = (
        "asked",
        "deck",
        "ended",
        "gone",
        "hands",
        "left",
        "loose",
        "market",
        "step",
        "turn",
        "vaults",
        "victim",
    )

    def __init__(
        self, seats: int = 0, first: Seat = 0, market: Cards = (), gone: Cards = ()
    ) -> None:
        unknown = (masks.ANY,) * HAND
        self.hands: list[Cards] = [unknown] * seats
        self.vaults: list[Cards] = [()] * seats
        self.market = market
        self.gone = gone  # special cards spent or discarded
        self.deck = len(POOL) - len(market) - len(gone) - HAND * seats
        self.loose = False  # whether the deck may have fewer cards, because turns are missing
        self.ended = False
        self.turn = first
        self.step = DRAWING
        self.left = 0  # turns left in the round, the current one included; 0 = not closing
        self.asked = 0  # the kinds a safecracker asked for, as bits
        self.victim = -1

    @classmethod
    def empty(cls, seats: int) -> Hypothesis:
        """A table without cards, before a round is dealt."""
        found = cls(seats)
        found.hands, found.deck = [()] * seats, 0
        return found

    def clone(self) -> Hypothesis:
        """An independent copy."""
        twin = Hypothesis.__new__(Hypothesis)
        twin.hands = self.hands[:]
        twin.vaults = self.vaults[:]
        twin.market = self.market
        twin.gone = self.gone
        twin.deck = self.deck
        twin.loose = self.loose
        twin.ended = self.ended
        twin.turn = self.turn
        twin.step = self.step
        twin.left = self.left
        twin.asked = self.asked
        twin.victim = self.victim
        return twin

    def without_cards(self) -> Hypothesis:
        """A copy that keeps the turn and the deck, but no card of any zone."""
        twin = self.clone()
        twin.hands = [()] * len(self.hands)
        twin.vaults = [()] * len(self.vaults)
        twin.market = twin.gone = ()
        return twin

    def zones(self) -> list[Cards]:
        """All cards that have left the deck."""
        return [*self.hands, *self.vaults, self.market, self.gone]

    def cards(self) -> Iterable[int]:
        """All cards that have left the deck, one after the other."""
        return (mask for zone in self.zones() for mask in zone)

    def key(self) -> tuple[Any, ...]:
        """A key that is equal for equal hypotheses."""
        return (*self.zones(), *self._course())

    def sizes(self) -> tuple[int, ...]:
        """A key that is equal for hypotheses that differ only in what their cards can be."""
        return (*map(len, self.zones()), *self._course())

    def _course(self) -> tuple[int, ...]:
        return (
            self.deck,
            self.loose,
            self.ended,
            self.turn,
            self.step,
            self.left,
            self.asked,
            self.victim,
        )

    def blended(self, other: Hypothesis) -> Hypothesis:
        """A hypothesis that covers both; they must have the same sizes."""
        twin = self.clone()
        seats = range(len(self.hands))
        twin.hands = [masks.blended(self.hands[s], other.hands[s]) for s in seats]
        twin.vaults = [masks.blended(self.vaults[s], other.vaults[s]) for s in seats]
        twin.market = masks.blended(self.market, other.market)
        twin.gone = masks.blended(self.gone, other.gone)
        return twin


def distinct(found: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Without duplicates; if still too many, those with the same sizes are merged."""
    ways = {at.key(): at for at in found}
    if len(ways) <= MOST:
        return list(ways.values())
    merged: dict[tuple[int, ...], Hypothesis] = {}
    for at in ways.values():
        sizes = at.sizes()
        merged[sizes] = merged[sizes].blended(at) if sizes in merged else at
    return list(merged.values())
