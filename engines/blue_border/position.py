"""Blue Border: the data of a position; the rules are functions on it in the other modules."""

from __future__ import annotations

from typing import Final, Self

from engines.api import CHANCE, Ply, Seat, State
from engines.blue_border.moves import Move
from engines.blue_border.options import BlueBorderOptions

# The kind of decision expected: a number in `step`, its name in `phase()`.
STARTING: Final = 0
DEALING: Final = 1
RESHUFFLING: Final = 2
LOTS: Final = 3
TURN: Final = 4
WINDOW: Final = 5
REWARD: Final = 6
OVER: Final = 7
PHASES: Final = ("start", "deal", "reshuffle", "lots", "turn", "call", "reward", "over")

# Precomputed tuples of seats for `BlueBorderPosition.owing`.
DEALER: Final = (CHANCE,)
ALONE: Final = tuple((seat,) for seat in range(4))
OTHERS: Final = tuple(
    tuple(tuple(other for other in range(seats) if other != seat) for seat in range(seats))
    for seats in range(5)
)

STANDARD: Final = BlueBorderOptions()


class BlueBorderPosition(State[Move]):
    """The place of all cards and the decision expected.

    `lines`, `field` and `discards` are lists of numbers: the line of each seat from A on, the four
    piles from bottom to top, the discard pile in the order in which cards came to it. The deck is
    `order` from the index `top` on; the cards before `top` have been drawn. Sets of numbers are
    ints in which bit n means number n: `opened` are the cards in lines and discards whose numbers
    everybody knows; `ruled_out` has, for a card in a line, the numbers that it cannot be, because
    they were seen elsewhere while it was in the line.

    Seat -1 means nobody. Calls are secret: nothing is logged until the call window closes.
    """

    __slots__ = (
        "after",
        "called",
        "callers",
        "discards",
        "field",
        "first",
        "limited",
        "lines",
        "moves",
        "opened",
        "options",
        "order",
        "owing",
        "placer",
        "reshuffles",
        "rewarded",
        "round",
        "ruled_out",
        "seats",
        "skips",
        "step",
        "top",
        "turn",
        "winner",
        "wins",
        "written",
    )

    def __init__(self, options: BlueBorderOptions = STANDARD, seats: int = 2) -> None:
        self.options = options
        self.seats = seats
        self.lines: list[list[int]] = [[] for _ in range(seats)]
        self.field: list[list[int]] = [[], [], [], []]
        self.order: tuple[int, ...] = ()
        self.top = 0
        self.discards: list[int] = []
        self.opened = 0
        self.ruled_out: dict[int, int] = {}  # replaced as a whole, never changed
        self.round = 0  # counted from 1 once the cards are dealt
        self.first: Seat = -1  # the start diver of this round
        self.turn: Seat = -1
        self.moves = 0  # takes, passes and cards laid as rewards in this round
        self.skips = [False] * seats  # seats that must skip a turn
        self.wins = [0] * seats  # rounds won
        self.placer: Seat = -1  # the owner of the new card, which may be called
        self.rewarded = False  # whether that card was a reward
        self.called: Seat = -1  # the diver called last in this turn
        self.callers: tuple[Seat, ...] = ()  # seats that have called in the open window
        self.winner: Seat = -1  # of this round
        self.limited = False  # whether this round ended at the limit of moves
        self.reshuffles = 0  # in the whole match
        self.written = 0  # log entries so far
        self.after = TURN  # what follows a reshuffle: WINDOW, or TURN for the next turn
        self.step = STARTING
        self.owing: tuple[Seat, ...] = DEALER  # seats that must decide

    def pending(self) -> tuple[Seat, ...]:
        return self.owing

    def phase(self) -> str:
        return PHASES[self.step]

    def borderline(self) -> int:
        """The largest difference between neighbours in this round."""
        return self.options.borderlines[max(0, self.round - 1)]

    def bottoms(self) -> int:
        """The least number allowed at D in this round."""
        return self.options.bottoms[max(0, self.round - 1)]

    def write(self, log: list[Ply[Move]] | None, ply: Ply[Move]) -> None:
        """Log an entry; it is counted even if there is no log."""
        self.written += 1
        if log is not None:
            log.append(ply)

    def clone(self) -> Self:
        kind = type(self)
        twin = kind.__new__(kind)
        twin.options = self.options
        twin.seats = self.seats
        twin.lines = [line[:] for line in self.lines]
        twin.field = [pile[:] for pile in self.field]
        twin.order = self.order
        twin.top = self.top
        twin.discards = self.discards[:]
        twin.opened = self.opened
        twin.ruled_out = self.ruled_out
        twin.round = self.round
        twin.first = self.first
        twin.turn = self.turn
        twin.moves = self.moves
        twin.skips = self.skips[:]
        twin.wins = self.wins[:]
        twin.placer = self.placer
        twin.rewarded = self.rewarded
        twin.called = self.called
        twin.callers = self.callers
        twin.winner = self.winner
        twin.limited = self.limited
        twin.reshuffles = self.reshuffles
        twin.written = self.written
        twin.after = self.after
        twin.step = self.step
        twin.owing = self.owing
        return twin
