"""Diamonds: options, and the data of a position; the rules are functions on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from engines.api import CHANCE, OptionError, Seat, State
from engines.diamonds.cards import RANKS, SUITS, Move
from engines.kit.game_options import Pickled, check_given, choice, number
from engines.messages import Sentence, say

# Sizes and teams that follow from the number of players and the options.

HAND: Final = 10
"""Cards dealt to each player (DM-R3), unless all cards are dealt."""

# DM-Q14: crystals in each showroom at the start; the shared showroom of a team has no more
SHOWROOM: Final = 3

# DM-R10, DM-Q18: rounds by the number of players, with or without teams
ROUNDS: Final = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}


# DM-R12, DM-Q22: two players play in turn until a trick has four cards
def trick_size(seats: int) -> int:
    """Cards in a trick."""
    return 4 if seats == 2 else seats


# DM-R13, DM-Q19: the highest rank if every card is dealt; six players need all ranks in any case
PERFECT_RANKS: Final = {2: 8, 3: 9, 4: 13, 5: 15, 6: 15}


def highest_rank(seats: int, *, perfect: bool) -> int:
    """The highest rank in the deck."""
    return PERFECT_RANKS[seats] if perfect else RANKS


def hand_size(seats: int, *, perfect: bool) -> int:
    """Number of cards dealt to each player."""
    return len(SUITS) * PERFECT_RANKS[seats] // seats if perfect else HAND


# DM-R15: partners sit opposite: with four players seats 0 and 2 are team 0, 1 and 3 are team 1
def team_of_seats(seats: int, *, teams: bool) -> tuple[int, ...]:
    """The team of each seat; without teams each seat is its own team."""
    return _PAIRED[seats] if teams else _ALONE[seats]


_ALONE: Final = {seats: tuple(range(seats)) for seats in ROUNDS}
_PAIRED: Final = {seats: tuple(seat % (seats // 2) for seat in range(seats)) for seats in (4, 6)}


# The options of a match and their written form.

SEATS: Final = range(2, 7)
SWITCHES: Final = ("perfect", "teams", "show")
HELP: Final[Mapping[str, Sentence]] = {
    "perfect": Sentence("diamonds.perfect-help"),
    "rounds": Sentence("diamonds.rounds-help"),
    "show": Sentence("diamonds.show-help"),
    "teams": Sentence("diamonds.teams-help"),
}


@dataclass(frozen=True)
class DiamondsOptions(Pickled):
    """The options of Diamonds; `rounds` 0 means the usual number for the number of players."""

    perfect: bool = False
    teams: bool = False
    show: bool = False
    rounds: int = 0


def read_options(given: Mapping[str, str], seats: int) -> DiamondsOptions:
    """Options from their written form."""
    check_given("diamonds", seats, SEATS, given, HELP)
    on = {key: choice(given, key, ("off", "on")) == "on" for key in SWITCHES}
    if on["teams"] and seats not in (4, 6):
        raise OptionError(say("diamonds.no-teams", seats=seats), "teams")
    rounds = number("rounds", given["rounds"], range(1, 100)) if "rounds" in given else 0
    return DiamondsOptions(**on, rounds=0 if rounds == ROUNDS[seats] else rounds)


def options_text(options: DiamondsOptions) -> str:
    """Options that differ from the default, sorted by key."""
    pairs = {key: "on" for key in SWITCHES if getattr(options, key)}
    if options.rounds:
        pairs["rounds"] = str(options.rounds)
    return " ".join(f"{key}={pairs[key]}" for key in sorted(pairs))


# The data of a position.
#
# A hand is four sorted lists, one for each suit in the order of `cards.SUITS`: the list of the
# suit led is directly what may be played, and joined together they are the sorted hand.
#
# The history of a round is the cards played, in order, and the winners of the tricks so far. Who
# led a trick, who played a card and which cards a seat has taken follow from these two.

STARTING: Final = 0
DEALING: Final = 1
ANNOUNCING: Final = 2
PASSING: Final = 3
PLAYING: Final = 4
OVER: Final = 5
PHASES: Final = ("start", "deal", "announce", "pass", "play", "over")

DEALER: Final = (CHANCE,)
ALONE: Final = tuple((seat,) for seat in range(6))
"""The tuple of one seat, for each seat."""
AFTER: Final = {seats: (*ALONE[1:seats], ALONE[0]) for seats in ROUNDS}
"""By number of seats and the seat that has just played: the next to play, as a tuple."""
STANDARD: Final = DiamondsOptions()

Possessions: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], Seat]
"""The crystals in showrooms and vaults by team, and the seat with the thief token."""


class DiamondsPosition(State[Move]):
    """The data of a match; the rules are in the other modules."""

    __slots__ = (
        "after", "announced", "before", "best", "chosen", "dealer", "hands", "laid", "leader",
        "led", "options", "order", "owing", "played", "round", "rounds", "seats", "showroom",
        "size", "step", "team", "thief", "tricks", "vault", "winner", "won",
    )  # fmt: skip

    def __init__(self, options: DiamondsOptions = STANDARD, seats: int = 2) -> None:
        # Constant throughout a match.
        self.options = options
        self.seats = seats
        self.after = AFTER[seats]
        self.rounds = options.rounds or ROUNDS[seats]
        self.size = trick_size(seats)  # cards in a trick
        self.tricks = self.hand_size() * seats // self.size  # in a round
        self.team = team_of_seats(seats, teams=options.teams)  # of each seat
        teams = max(self.team) + 1
        # Kept from round to round.
        self.step = STARTING
        self.owing: tuple[Seat, ...] = DEALER  # seats that must decide
        self.round = 0  # 1 with the first deal
        self.dealer = -1  # the dealing seat, once chosen
        self.thief = -1  # the seat with the thief token, once dealt
        self.showroom = [SHOWROOM] * teams  # crystals by team
        self.vault = [0] * teams
        # The round.
        self.before: Possessions = ((), (), -1)  # when it was dealt; only `since_deal` reads it
        nothing: list[list[int]] = [[], [], [], []]
        self.hands = [nothing] * seats  # by seat and suit; a deal replaces the whole list
        self.order: tuple[int, ...] = ()  # all cards as they were dealt, those left over last
        self.announced = 0  # how many cards are passed; 0 before the announcement
        self.chosen: list[tuple[int, ...]] = [()] * seats  # the pass of each seat; () before
        self.played: list[int] = []  # all cards played, trick after trick
        self.won: list[Seat] = []  # the winners of the complete tricks
        # The current trick; `led`, `best` and `winner` are meaningless before its first card.
        self.leader = -1  # the seat that leads, while cards are played
        self.laid = 0  # number of cards in the trick
        self.led = -1  # the suit of the first card
        self.best = -1  # the highest card of that suit
        self.winner = -1  # the seat that played it

    def hand(self, seat: Seat) -> list[int]:
        """The cards of a hand, sorted."""
        diamonds, hearts, spades, clubs = self.hands[seat]
        return [*diamonds, *hearts, *spades, *clubs]

    def hand_size(self) -> int:
        """Number of cards dealt to each player."""
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
        twin.before = self.before
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
