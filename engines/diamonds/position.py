"""Diamonds: the data of a position.

A hand is four lists, one for each suit in the order of `cards.SUITS`, each sorted: the list of the
suit led is what may be played, as it stands, and one behind the other they are the sorted hand.

What happened in a round is kept as the cards played, in order, and the winners of the tricks so
far. Who led a trick, who played a card and what somebody has taken follow from these two.
"""

from __future__ import annotations

from typing import Final, Self

from engines.api import CHANCE, Seat, State
from engines.diamonds.moves import Move
from engines.diamonds.options import DiamondsOptions
from engines.diamonds.setup import (
    ROUNDS,
    SHOWROOM,
    hand_size,
    highest_rank,
    team_of_seats,
    trick_size,
)

STARTING: Final = 0
DEALING: Final = 1
ANNOUNCING: Final = 2
PASSING: Final = 3
PLAYING: Final = 4
OVER: Final = 5
PHASES: Final = ("start", "deal", "announce", "pass", "play", "over")

DEALER: Final = (CHANCE,)
ALONE: Final = tuple((seat,) for seat in range(6))
"""Who owes a decision, where it is one seat."""
AFTER: Final = {seats: (*ALONE[1:seats], ALONE[0]) for seats in ROUNDS}
"""By the number of seats and the seat that has played: who plays next."""
STANDARD: Final = DiamondsOptions()


class DiamondsPosition(State[Move]):
    """Where a match stands. The modules of the rules say what may be done and what it changes."""

    __slots__ = (
        "after",
        "announced",
        "best",
        "chosen",
        "dealer",
        "hands",
        "laid",
        "leader",
        "led",
        "options",
        "order",
        "owing",
        "played",
        "round",
        "rounds",
        "seats",
        "showroom",
        "size",
        "step",
        "team",
        "thief",
        "tricks",
        "vault",
        "winner",
        "won",
    )

    def __init__(self, options: DiamondsOptions = STANDARD, seats: int = 2) -> None:
        # The same throughout a match.
        self.options = options
        self.seats = seats
        self.after = AFTER[seats]
        self.rounds = options.rounds or ROUNDS[seats]
        self.size = trick_size(seats)  # cards in a trick
        self.tricks = self.hand_size() * seats // self.size  # in a round
        self.team = team_of_seats(seats, teams=options.teams)  # of each seat
        teams = max(self.team) + 1
        # What goes on from round to round.
        self.step = STARTING
        self.owing: tuple[Seat, ...] = DEALER  # who owes a decision
        self.round = 0  # from 1 with the first deal
        self.dealer = -1  # a seat from the start on
        self.thief = -1  # the seat that holds the token, from the start on
        self.showroom = [SHOWROOM] * teams  # crystals by team
        self.vault = [0] * teams
        # The round.
        nothing: list[list[int]] = [[], [], [], []]
        self.hands = [nothing] * seats  # by seat and suit; a deal replaces the whole list
        self.order: tuple[int, ...] = ()  # all cards as they were dealt, those left over last
        self.announced = 0  # how many cards are passed; 0 before the announcement
        self.chosen: list[tuple[int, ...]] = [()] * seats  # what each seat passes; () before
        self.played: list[int] = []  # all cards played, trick after trick
        self.won: list[Seat] = []  # the winners of the tricks that are complete
        # The trick; `led`, `best` and `winner` mean nothing while no card lies.
        self.leader = -1  # a seat while cards are played
        self.laid = 0  # how many cards lie
        self.led = -1  # the suit of the first one
        self.best = -1  # the highest one of that suit
        self.winner = -1  # who played it

    def hand(self, seat: Seat) -> list[int]:
        """The cards of a hand, sorted."""
        diamonds, hearts, spades, clubs = self.hands[seat]
        return [*diamonds, *hearts, *spades, *clubs]

    def hand_size(self) -> int:
        """Cards dealt to each."""
        return hand_size(self.seats, perfect=self.options.perfect)

    def highest_rank(self) -> int:
        """The highest rank in the deck."""
        return highest_rank(self.seats, perfect=self.options.perfect)

    def clone(self) -> Self:
        kind = type(self)
        twin = kind.__new__(kind)
        twin.options = self.options
        twin.seats = self.seats
        twin.after = self.after
        twin.size = self.size
        twin.tricks = self.tricks
        twin.team = self.team
        twin.showroom = self.showroom[:]
        twin.vault = self.vault[:]
        twin.hands = [[d[:], h[:], s[:], c[:]] for d, h, s, c in self.hands]
        twin.order = self.order
        twin.round = self.round
        twin.rounds = self.rounds
        twin.dealer = self.dealer
        twin.thief = self.thief
        twin.announced = self.announced
        twin.chosen = self.chosen[:]
        twin.played = self.played[:]
        twin.won = self.won[:]
        twin.leader = self.leader
        twin.laid = self.laid
        twin.led = self.led
        twin.best = self.best
        twin.winner = self.winner
        twin.step = self.step
        twin.owing = self.owing
        return twin
