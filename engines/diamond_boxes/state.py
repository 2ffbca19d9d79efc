"""Diamond Boxes: what both rule sets share: cards, hands, the board, the two cards at its centre.

A position keeps its placements in order; the board follows from them and is kept beside them, so
that looking for legal placements starts from what is there. Hands are sorted lists of cards.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Final

from engines.api import CHANCE, Fact, Ply, Refusal, Seat, State
from engines.diamond_boxes import refusals
from engines.diamond_boxes.board import CARD, spot
from engines.diamond_boxes.cards import DECK, HAND
from engines.diamond_boxes.moves import DEALING, PHASES, Move

DEALER: Final = (CHANCE,)
ALONE: Final = tuple((seat,) for seat in range(4))

CENTRE: Final = (spot(1, 0, 1), spot(0, 0, 0))
"""How the first card and the one on top of it lie (DJ1-R7)."""


@dataclass(frozen=True)
class Options:
    """Neither rule set has options."""


class Boxes(State[Move]):
    """A match of Diamond Boxes by either rule set."""

    __slots__ = ("_owing", "first", "hands", "order", "placed", "seats", "step", "turn")

    rule: int
    """1 or 2."""
    TURNS: str  # the rules that say whose turn it is …
    DEAL: str  # … and what is dealt

    def __init__(self, seats: int = 2, step: int = DEALING) -> None:
        self.seats = seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.order: tuple[int, ...] = ()
        self.placed: list[int] = []
        self.first = -1
        self.turn = -1
        self.step = step
        self._owing: tuple[Seat, ...] = DEALER

    def pending(self) -> tuple[Seat, ...]:
        return self._owing

    def phase(self) -> str:
        return PHASES[self.step]

    def pool(self) -> tuple[int, ...]:
        return DECK

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        if seat not in self._owing:
            return self._not_yours()
        if seat == CHANCE:
            return refusals.deal(move, self.DEAL)
        found = self._refused(seat, move if isinstance(move, int) else -1)
        assert found is not None, "a legal move is not refused"
        return found

    def _not_yours(self) -> Refusal:
        """Somebody else has to decide."""
        return refusals.turn(self._owing, self.TURNS)

    @abstractmethod
    def _refused(self, seat: Seat, move: int) -> Refusal | None:
        """Why a seat whose turn it is may not make a move."""

    @abstractmethod
    def undrawn(self) -> list[int]:
        """The cards still in a deck, sorted."""

    @abstractmethod
    def left(self, seat: Seat) -> int:
        """Cards left in the deck that a seat draws from."""

    def _centre(self, order: tuple[int, ...]) -> tuple[int, int]:
        """The first two cards; at a table they may lie another way, which follows the cards."""
        self.order = order[: len(DECK)]
        first, second = order[len(DECK) :] or CENTRE
        placed = order[0] << CARD | first, order[1] << CARD | second
        self.placed = list(placed)
        return placed

    def _log_deal(self, log: list[Ply[Move]], *, hidden: bool) -> None:
        facts: tuple[Fact, ...] = (Fact("start", tuple(self.placed)),)
        if hidden:
            facts = (*facts, Fact("first", (self.first,)))
        log.append(Ply(CHANCE, None, facts, self.order[:2]))
        for seat, hand in enumerate(self.hands):
            cards = tuple(hand)
            seen = (seat,) if hidden else None
            log.append(Ply(seat, None, (Fact("hand", cards, seen),), cards))

    def _copy_to(self, twin: Boxes) -> None:
        """Everything both rule sets have."""
        twin.seats = self.seats
        twin.hands = [hand[:] for hand in self.hands]
        twin.order = self.order
        twin.placed = self.placed[:]
        twin.first = self.first
        twin.turn = self.turn
        twin.step = self.step
        twin._owing = self._owing


def dealt(order: tuple[int, ...], starts: list[int]) -> list[list[int]]:
    """Five cards from each of these places, sorted (DJ1-R8, DJ2-R3)."""
    return [sorted(order[start : start + HAND]) for start in starts]
