"""Diamonds: whose turn it is, what is legal, what a card does, what a seat may see.

Hands are four sorted lists, so that the cards of the suit led are the legal moves as they stand.
The round is kept as the cards played in order and the winners of its tricks; what a seat has
taken follows from them.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import combinations
from random import Random
from typing import Any, Final, TypeAlias

from engines.api import CHANCE, Fact, Outcome, Ply, Refusal, Seat, State, View, Who
from engines.diamonds import refusals, scoring, views
from engines.diamonds.cards import (
    DIAMOND,
    HAND,
    HEART,
    PERFECT_RANKS,
    RANKS,
    ROUNDS,
    SHOWROOM,
    SPADE,
    SUIT,
    deck,
)

Move: TypeAlias = int | tuple[int, ...]
"""A card; ANNOUNCE + n; the cards passed, sorted; an order of the dealer."""

ANNOUNCE: Final = 100

STARTING: Final = 0
DEALING: Final = 1
ANNOUNCING: Final = 2
PASSING: Final = 3
PLAYING: Final = 4
OVER: Final = 5
PHASES: Final = ("start", "deal", "announce", "pass", "play", "over")

DEALER: Final = (CHANCE,)
ALONE: Final = tuple((seat,) for seat in range(6))
AFTER: Final = {seats: (*ALONE[1:seats], ALONE[0]) for seats in ROUNDS}  # who plays after a seat
TEAMS: Final = {
    seats: (tuple(range(seats)), tuple(seat % (seats // 2) for seat in range(seats)))
    for seats in ROUNDS
}
"""By the number of seats: the team of each seat, alone or with a partner."""
TAKEN: Final = tuple(Fact("trick", (seat,)) for seat in range(6))
ANNOUNCEMENTS: Final = (ANNOUNCE + 1, ANNOUNCE + 2, ANNOUNCE + 3)


@dataclass(frozen=True)
class Options:
    """How a match of Diamonds is set up (DM-R10, DM-R13 to DM-R15)."""

    perfect: bool = False
    teams: bool = False
    show: bool = False
    rounds: int = 0  # 0: by the number of seats

    def __reduce__(self) -> tuple[type[Options], tuple[Any, ...]]:
        return Options, astuple(self)  # made anew: nothing can be set afterwards


STANDARD: Final = Options()


class Diamonds(State[Move]):
    """A match of Diamonds."""

    __slots__ = (
        "_owing",
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

    def __init__(self, options: Options = STANDARD, seats: int = 2) -> None:
        teams = seats // 2 if options.teams else seats
        self.options = options
        self.seats = seats
        self.after = AFTER[seats]
        self.rounds = options.rounds or ROUNDS[seats]
        self.size = 4 if seats == 2 else seats  # cards in a trick (DM-R12)
        self.tricks = self.hand_size() * seats // self.size  # in a round
        self.team = TEAMS[seats][seats // teams - 1]
        self.showroom = [SHOWROOM] * teams
        self.vault = [0] * teams
        nothing: list[list[int]] = [[], [], [], []]
        self.hands = [nothing] * seats  # until the deal
        self.order: tuple[int, ...] = ()
        self.round = 0
        self.dealer = -1
        self.thief = -1
        self.announced = 0
        self.chosen: list[tuple[int, ...]] = [()] * seats
        self.played: list[int] = []
        self.won: list[Seat] = []
        self.leader = -1
        self.laid = 0
        self.led = -1
        self.best = -1
        self.winner = -1
        self.step = STARTING
        self._owing: tuple[Seat, ...] = DEALER

    # -- whose turn, what is legal

    def pending(self) -> tuple[Seat, ...]:
        return self._owing

    def phase(self) -> str:
        return PHASES[self.step]

    def chance(self) -> str:
        return "start 1" if self.step == STARTING else f"deal {self.round + 1}"

    def pool(self) -> tuple[int, ...]:
        if self.step == STARTING:
            return tuple(range(self.seats))
        return deck(PERFECT_RANKS[self.seats] if self.options.perfect else RANKS)

    def hand_size(self) -> int:
        """Cards dealt to each (DM-R3, DM-R13)."""
        if not self.options.perfect:
            return HAND
        return 4 * PERFECT_RANKS[self.seats] // self.seats

    def receiver(self, seat: Seat) -> Seat:
        """Who gets what this seat passes: the left, with teams the partner (DM-R4, DM-R15)."""
        step = self.seats // 2 if self.options.teams else 1
        return (seat + step) % self.seats

    def hand(self, seat: Seat) -> list[int]:
        """The cards of a hand, sorted."""
        diamonds, hearts, spades, clubs = self.hands[seat]
        return diamonds + hearts + spades + clubs

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat < 0 or seat not in self._owing:
            return ()
        if self.step == PLAYING:
            if self.laid:
                following = self.hands[seat][self.led]
                if following:
                    return following
            return self.hand(seat)
        if self.step == ANNOUNCING:
            return ANNOUNCEMENTS
        return list(combinations(self.hand(seat), self.announced))

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return refusals.refuse(self, seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        found = refusals.refuse(self, seat, move)
        assert found is not None, "a legal move is not refused"
        return found

    def sample(self, seat: Seat, rng: Random) -> Move:
        if self.step == PLAYING:
            hand = self.hands[seat]
            if self.laid:
                cards = hand[self.led]
                if cards:
                    return cards[int(rng.random() * len(cards))]
            diamonds, hearts, spades, clubs = hand
            cards = diamonds + hearts + spades + clubs
            return cards[int(rng.random() * len(cards))]
        if self.step == ANNOUNCING:
            return ANNOUNCEMENTS[int(rng.random() * 3)]
        cards = self.hand(seat)
        drawn = []
        for _ in range(self.announced):
            drawn.append(cards.pop(int(rng.random() * len(cards))))
        drawn.sort()
        return tuple(drawn)

    def default_move(self, seat: Seat) -> Move:
        """Announce one, pass and play the lowest."""
        if self.step == PASSING:
            return tuple(self.hand(seat)[: self.announced])
        return self.legal_moves(seat)[0]

    # -- moves

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        if isinstance(move, tuple) or self.step != PLAYING:
            self._before(seat, move, log)
            return
        suit = SUIT[move]
        self.hands[seat][suit].remove(move)
        self.played.append(move)
        laid = self.laid + 1
        if laid == 1:
            self.led = suit
            self.best = move
            self.winner = seat
        elif suit != self.led:
            self._act(suit, seat)  # DM-R6, DM-Q23
        elif move > self.best:
            self.best = move
            self.winner = seat
        if laid < self.size:
            self.laid = laid
            self._owing = self.after[seat]
            if log is not None:
                log.append(Ply(seat, move))
            return
        if log is not None:
            log.append(Ply(seat, move, (TAKEN[self.winner],)))
        self._finish_trick()

    def _before(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        """What comes before the cards of a round are played."""
        if isinstance(move, int):
            self._announce(seat, move, log)
        elif seat >= 0:
            self._choose(seat, move, log)
        elif self.step == STARTING:
            self._start(move[0])
        else:
            self._deal(move)

    def _start(self, dealer: Seat) -> None:
        """A random dealer; the thief sits on the dealer's left (DM-R2)."""
        self.dealer = dealer
        self.thief = (dealer + 1) % self.seats
        self.step = DEALING

    def _deal(self, order: tuple[int, ...]) -> None:
        self.round += 1
        if self.round > 1:
            self.dealer = (self.dealer + 1) % self.seats  # DM-R9
        self.order = order
        size = self.hand_size()
        self.hands = [
            _by_suit(order[seat * size : (seat + 1) * size]) for seat in range(self.seats)
        ]
        self.announced = 0
        self.chosen = [()] * self.seats
        self.played = []
        self.won = []
        self.step = ANNOUNCING
        self._owing = ALONE[self.dealer]

    def _announce(self, seat: Seat, move: int, log: list[Ply[Move]] | None) -> None:
        self.announced = move - ANNOUNCE
        self.step = PASSING
        self._owing = tuple(range(self.seats))
        if log is not None:
            fact = Fact("round", (self.round, self.dealer, self.announced))
            log.append(Ply(seat, move, (fact,)))
            for other in range(self.seats):
                cards = tuple(self.hand(other))
                log.append(Ply(other, None, (Fact("hand", cards, (other,)),), cards))

    def _choose(self, seat: Seat, cards: tuple[int, ...], log: list[Ply[Move]] | None) -> None:
        """Sealed until the last has chosen, then all at once (DM-R4)."""
        self.chosen[seat] = cards
        place = self._owing.index(seat)
        self._owing = self._owing[:place] + self._owing[place + 1 :]
        if self._owing:
            return
        hands = self.hands
        for giver, passed in enumerate(self.chosen):
            hand = hands[giver]
            for card in passed:
                hand[SUIT[card]].remove(card)
        for giver, passed in enumerate(self.chosen):
            receiver = self.receiver(giver)
            hand = hands[receiver]
            for card in passed:
                insort(hand[SUIT[card]], card)
            if log is not None:
                log.append(Ply(giver, passed, (), (), (giver, receiver)))
        self.leader = (self.dealer + 1) % self.seats  # DM-R5
        self.step = PLAYING
        self._owing = ALONE[self.leader]

    def _act(self, suit: int, seat: Seat) -> None:
        """The action of a suit (DM-R7), mandatory and automatic (DM-Q6)."""
        team = self.team[seat]
        if suit == DIAMOND:
            self.vault[team] += 1
        elif suit == HEART:
            self.showroom[team] += 1
        elif suit == SPADE:
            if self.showroom[team]:
                self.showroom[team] -= 1
                self.vault[team] += 1
        else:
            holder = self.thief
            theirs = self.team[holder]
            if theirs != team and self.showroom[theirs]:
                self.showroom[theirs] -= 1
                self.showroom[team] += 1
            self.thief = holder + 1 if holder + 1 < self.seats else 0

    def _finish_trick(self) -> None:
        winner = self.winner
        self.won.append(winner)
        self._act(self.led, winner)
        self.laid = 0
        if len(self.won) < self.tricks:
            self.leader = winner
            self._owing = ALONE[winner]
            return
        self._finish_round()

    def _finish_round(self) -> None:
        """Majorities by suit, then the bonus for no trick (DM-R8)."""
        taken = self._counted(self.team, len(self.vault))
        for suit, counts in enumerate(zip(*taken, strict=True)):
            most = max(counts)
            if counts.count(most) == 1:  # DM-Q12
                self._act(suit, counts.index(most))
        for seat in range(self.seats):
            if seat not in self.won:
                self.vault[self.team[seat]] += 2
        self.leader = -1
        over = self.round == self.rounds
        self.step = OVER if over else DEALING
        self._owing = () if over else DEALER

    def taken(self) -> list[list[int]]:
        """Cards taken this round, by seat and suit."""
        return self._counted(range(self.seats), self.seats)

    def _counted(self, owner: Sequence[int], owners: int) -> list[list[int]]:
        counts = [[0, 0, 0, 0] for _ in range(owners)]
        played = self.played
        start = 0
        for winner in self.won:
            own = counts[owner[winner]]
            end = start + self.size
            for card in played[start:end]:
                own[SUIT[card]] += 1
            start = end
        return counts

    def outcome(self) -> Outcome | None:
        if self.step != OVER:
            return None
        return scoring.outcome(self.showroom, self.vault, self.team)

    # -- what is seen

    def clone(self) -> Diamonds:
        twin = Diamonds.__new__(Diamonds)
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
        twin._owing = self._owing
        return twin

    def view(self, who: Who) -> View:
        return views.view(self, who)

    def key(self) -> tuple[Any, ...]:
        return views.key(self)

    def tally(self, name: str) -> Mapping[str, str] | None:
        return views.tally(self, name)


def _by_suit(cards: Sequence[int]) -> list[list[int]]:
    cards = sorted(cards)
    heart = bisect_left(cards, RANKS)
    spade = bisect_left(cards, 2 * RANKS, heart)
    club = bisect_left(cards, 3 * RANKS, spade)
    return [cards[:heart], cards[heart:spade], cards[spade:club], cards[club:]]
