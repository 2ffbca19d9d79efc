"""Diamonds: how far a record has been followed and what is known by then: the tracker's data.

Crystals and thief are kept in a match of their own, whose played cards stand for their suits
alone. Once a card of unknown suit is played, or nobody can tell who won a trick, they are unknown
to the end.
"""

from engines.api import RecordTracker, Seat
from engines.diamonds.inference.described import Play
from engines.diamonds.inference.holdings import DiamondsHoldings
from engines.diamonds.moves import Move
from engines.diamonds.options import DiamondsOptions
from engines.diamonds.state import Diamonds


class Progress(RecordTracker[Move]):
    """What is known of a match after some entries of its record."""

    def __init__(self, options: DiamondsOptions, seats: int) -> None:
        self.match = Diamonds(options, seats)
        self.seats = seats
        self.certain = True  # whether crystals and thief of `match` are the true ones
        self.entries = 0  # taken so far
        self.round = 0
        self.holdings: DiamondsHoldings | None = None  # None between rounds
        self.trick: list[Play] = []
        self.tricks = 0  # complete ones in this round
        self.leaders: frozenset[Seat] = frozenset()  # who can have won the trick before
        self.last = -1  # the entry that ended it
        self.before: list[Play] = []  # its cards

    def playing(self) -> bool:
        """Whether a card has been played in this round."""
        return bool(self.tricks or self.trick)

    def over(self) -> bool:
        """Whether all rounds have been played."""
        return self.holdings is None and self.round == self.match.rounds

    def turns(self) -> frozenset[Seat]:
        """Whose card comes next; several where several may lead."""
        if self.trick:
            return frozenset(((self.trick[-1].seat + 1) % self.seats,))
        return self.leaders
