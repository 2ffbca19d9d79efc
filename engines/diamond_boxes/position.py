"""Diamond Boxes: the data of a position in both rule sets.

The modules for the sections of the rules decide which moves are legal and change positions.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final, NamedTuple

from engines.api import CHANCE, Seat, State
from engines.diamond_boxes.board import Board, DeepBoard
from engines.diamond_boxes.cards import (
    CHOOSING,
    DEALING,
    DECK,
    OVER,
    PHASES,
    PLAYING,
    STARTING,
    Move,
)

DEALER: Final = (CHANCE,)
ALONE: Final = tuple((seat,) for seat in range(4))
NORMAL: Final = -1
"""The reason of a match of rule 2 that is not drawn."""


class BoxesPosition(State[Move]):
    """The data that both rule sets share.

    `order` has all cards: the two of the centre, then hands and decks as the rule set deals them.
    Drawn cards stay in it; indices show where each deck continues. `hands` are sorted. `placed` has
    the placements in order; the board follows from them, but is stored to find legal placements
    quickly.
    """

    __slots__ = ("first", "hands", "order", "owing", "placed", "seats", "step", "turn")

    rule: int
    """1 or 2."""

    def __init__(self, seats: int = 2, step: int = DEALING) -> None:
        self.seats = seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.order: tuple[int, ...] = ()
        self.placed: list[int] = []
        self.first = -1
        self.turn = -1
        self.step = step
        self.owing: tuple[Seat, ...] = DEALER

    def pending(self) -> tuple[Seat, ...]:
        return self.owing

    def phase(self) -> str:
        return PHASES[self.step]

    @abstractmethod
    def undrawn(self) -> list[int]:
        """The cards still in a deck, sorted."""

    @abstractmethod
    def left(self, seat: Seat) -> int:
        """Cards left in the deck that a seat draws from."""

    def after(self, seat: Seat) -> Seat:
        """The seat to the left."""
        return seat + 1 if seat + 1 < self.seats else 0

    def play(self, seat: Seat) -> None:
        """Start the turn of this seat."""
        self.turn = seat
        self.step = PLAYING
        self.owing = ALONE[seat]

    def finish(self) -> None:
        """End the match."""
        self.step = OVER
        self.turn = -1
        self.owing = ()

    def copy_shared(self, twin: BoxesPosition) -> None:
        """Copy the data of this class into a new position."""
        twin.seats = self.seats
        twin.hands = [hand[:] for hand in self.hands]
        twin.order = self.order
        twin.placed = self.placed[:]
        twin.first = self.first
        twin.turn = self.turn
        twin.step = self.step
        twin.owing = self.owing


class OpenBoxesPosition(BoxesPosition):
    """A position of rule 1; `top` is the index of the next card in `order`."""

    __slots__ = ("board", "top")

    rule = 1

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats, DEALING)
        self.board = Board()
        self.top = 0

    def undrawn(self) -> list[int]:
        return sorted(self.order[self.top :])

    def left(self, seat: Seat) -> int:
        return len(self.order) - self.top

    def copy_to(self, twin: OpenBoxesPosition) -> None:
        """Put a copy of all data into a position just made."""
        self.copy_shared(twin)
        twin.board = self.board.clone()
        twin.top = self.top


class Decision(NamedTuple):
    """A decision since the deal, linked to the one before it, so that copies share the list."""

    before: Decision | None
    seat: Seat
    move: int


class ColourBoxesPosition(BoxesPosition):
    """A position of rule 2."""

    __slots__ = (
        "board", "bonus", "colour", "history", "latest", "passes", "reason", "shown", "size",
        "stalled", "tops",
    )  # fmt: skip

    rule = 2

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats, STARTING)
        self.board = DeepBoard()
        self.size = deck_size(seats)
        self.tops = [0] * seats  # index in `order` of the next card of each seat
        self.shown = [0] * 5  # visible cells of each colour
        self.colour = -1  # the specified colour
        self.passes = 0  # since the last placement or change of colour
        self.stalled = 0  # rounds of passes since the last placement
        self.bonus = False
        self.reason = NORMAL  # why the match is drawn, in `REASONS`
        self.latest: Decision | None = None
        self.history: Any = None  # cache of `inference` for one seat, cleared by every move

    def start_of(self, seat: Seat) -> int:
        """Index in `order` of the first card of a seat's own deck."""
        return 2 + self.size * seat

    def undrawn(self) -> list[int]:
        order = self.order
        rest = (order[top : self.start_of(seat + 1)] for seat, top in enumerate(self.tops))
        return sorted(card for cards in rest for card in cards) if order else []

    def left(self, seat: Seat) -> int:
        return self.start_of(seat + 1) - self.tops[seat] if self.order else 0

    def choose(self, seat: Seat) -> None:
        """Let this seat choose a colour."""
        self.step = CHOOSING
        self.owing = ALONE[seat]

    def finish(self) -> None:
        super().finish()
        self.bonus = False

    def copy_to(self, twin: ColourBoxesPosition) -> None:
        """Put a copy of all data into a position just made."""
        self.copy_shared(twin)
        twin.board = self.board.clone()
        twin.size = self.size
        twin.tops = self.tops[:]
        twin.shown = self.shown[:]
        twin.colour = self.colour
        twin.passes = self.passes
        twin.stalled = self.stalled
        twin.bonus = self.bonus
        twin.reason = self.reason
        twin.latest = self.latest
        twin.history = None


# DJ2-R2: the other 48 cards are dealt as personal decks of equal size
def deck_size(seats: int) -> int:
    """Cards in a personal deck before hands are drawn."""
    return (len(DECK) - 2) // seats


def decisions(latest: Decision | None) -> list[tuple[Seat, int]]:
    """Seats and moves since the deal, oldest first."""
    moves = []
    while latest is not None:
        moves.append((latest.seat, latest.move))
        latest = latest.before
    moves.reverse()
    return moves
