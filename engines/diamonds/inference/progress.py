"""Diamonds: the data of the tracker: how far a record has been followed and what is known.

Crystals and thief are kept in a separate match, in which only the suits of played cards are right.
Once a card of unknown suit is played or a trick's winner is uncertain, they stay unknown. Tricks
that are missing make them unknown until a check states all of them.
"""

from collections.abc import Mapping

from engines.api import RecordTracker, Seat
from engines.diamonds.inference.described import Play
from engines.diamonds.inference.holdings import DiamondsHoldings
from engines.diamonds.moves import Move
from engines.diamonds.options import DiamondsOptions
from engines.diamonds.state import Diamonds


class Progress(RecordTracker[Move]):
    """What is known about a match after some entries of its record."""

    def __init__(self, options: DiamondsOptions, seats: int) -> None:
        self.match = Diamonds(options, seats)
        self.seats = seats
        self.certain = True  # whether crystals and thief of `match` are right
        self.entries = 0  # number of entries so far
        self.round = 0
        self.passes = 0  # number of cards passed in the last round that says it
        self.holdings: DiamondsHoldings | None = None  # None between rounds
        self.trick: list[Play] = []
        self.tricks = 0  # complete ones in this round
        self.leaders: frozenset[Seat] = frozenset()  # possible winners of the last trick
        self.last = -1  # the entry that ended the last trick
        self.before: list[Play] = []  # the cards of the last trick
        self.missing = False  # whether any tricks are missing
        self.uncounted = False  # whether this round, or rounds after it, can have ended unseen
        self.claimed: dict[str, Mapping[str, str]] = {}  # stated since the last entry, by name

    def playing(self) -> bool:
        """Whether a card has been played in this round."""
        return bool(self.tricks or self.trick)

    def may_be_over(self) -> bool:
        """Whether the end of this round can be among tricks that are missing."""
        holdings = self.holdings
        return holdings is not None and not holdings.counted and not self.trick

    def over(self) -> bool:
        """Whether all rounds have been played."""
        return self.holdings is None and self.round == self.match.rounds

    def turns(self) -> frozenset[Seat]:
        """The seats that may play next; several if the leader is uncertain."""
        if self.trick:
            return frozenset(((self.trick[-1].seat + 1) % self.seats,))
        return self.leaders
