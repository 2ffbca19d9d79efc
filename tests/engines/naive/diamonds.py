"""A second, deliberately naive implementation of Diamonds, used as a test oracle.

Written only from the rule book; it shares no code and no data structures with the engine.
Cards are strings, hands and won cards are lists of strings, every list of legal moves comes from
trying out cards or sets of cards. A test plays the same moves here and in the engine and compares
moves, log and views.
"""

from __future__ import annotations

import itertools
from collections import Counter

from tests.engines.naive.diamonds_hits import HITS

SUITS = "DHSC"
# DM-R10: rounds by number of players.
ROUNDS: dict[int, int] = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}
# DM-R13, row by row: the highest rank in the deck and the cards of one hand.
PERFECT: dict[int, tuple[int, int]] = {
    2: (8, 16),
    3: (9, 12),
    4: (13, 13),
    5: (15, 12),
    6: (15, 10),
}
HIGHEST = 15
HAND_SIZE = 10
START_SHOWROOM = 3
START_SHOWROOM_TEAM = 3  # DM-Q14
CRYSTALS = 110 + 25 * 5  # number in the box, which is no limit (DM-Q7)
LETTERS = "ABCDEF"
DEALER = -1


def rank(card: str) -> int:
    return int(card[1:])


def full_deck(highest: int) -> list[str]:
    return [suit + str(number) for suit in SUITS for number in range(1, highest + 1)]


def in_order(cards: list[str]) -> list[str]:
    """Cards in the order of a hand: D H S C, rank ascending."""
    return sorted(cards, key=full_deck(HIGHEST).index)


def of_suit(cards: list[str], suit: str) -> list[str]:
    return [card for card in cards if card[0] == suit]


def sole_most(counts: list[int]) -> int | None:
    """DM-R8: the index with strictly the most, if any (DM-Q11, DM-Q12)."""
    most = max(counts)
    if most == 0 or counts.count(most) > 1:
        return None
    return counts.index(most)


def places_for(keys: list[tuple[int, int]]) -> list[int]:
    """Competition ranking: 1 + the number of sides that are better."""
    return [1 + len([other for other in keys if other > mine]) for mine in keys]


class NaiveDiamonds:
    def __init__(
        self,
        seats: int,
        perfect: bool = False,
        teams: bool = False,
        show: bool = False,
        rounds: int | None = None,
    ) -> None:
        if seats not in ROUNDS:
            raise ValueError("2-6 players")
        if teams and seats not in (4, 6):
            raise ValueError("teams need 4 or 6 players")
        if rounds is not None and not 1 <= rounds <= 99:
            raise ValueError("1-99 rounds")
        self.seats = seats
        self.perfect = perfect
        self.teams = teams
        self.show = show
        self.rounds = ROUNDS[seats] if rounds is None else rounds
        self.hits: Counter[str] = Counter()
        self.log: list[tuple[int, str]] = []
        # Parallel to the log: the seats that see the full text, None = all.
        self.log_seen: list[tuple[int, ...] | None] = []
        self.state = "start"
        self.round = 0
        self.dealer: int | None = None
        self.thief: int | None = None
        self.announced: int | None = None
        # One showroom and one vault per team; without teams every seat is its own team.
        start = START_SHOWROOM_TEAM if teams else START_SHOWROOM
        self.showrooms: list[int] = [start for _ in range(self._team_count())]
        self.vaults: list[int] = [0 for _ in range(self._team_count())]
        # State of the round: hands, chosen passes, won cards, won tricks, played cards by seat.
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.passed: list[list[str] | None] = [None for _ in range(seats)]
        self.taken: list[list[str]] = [[] for _ in range(seats)]
        self.tricks: list[int] = [0 for _ in range(seats)]
        self.played_by: dict[str, int] = {}
        self.leader: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.last_trick: tuple[list[tuple[int, str]], int] | None = None
        self.token_moves_in_trick = 0

    # ---- small helpers

    def _hit(self, *names: str) -> None:
        for name in names:
            assert name in HITS, name
            self.hits[name] += 1

    def _write(self, seat: int, text: str, seen: tuple[int, ...] | None = None) -> None:
        self.log.append((seat, text))
        self.log_seen.append(seen)

    def _left(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def _team_count(self) -> int:
        return self.seats // 2 if self.teams else self.seats

    def _team(self, seat: int) -> int:
        return seat % self._team_count()

    def _partner(self, seat: int) -> int:
        return (seat + self.seats // 2) % self.seats

    def _members(self, team: int) -> list[int]:
        return [seat for seat in range(self.seats) if self._team(seat) == team]

    def _receiver(self, giver: int) -> int:
        """The left neighbour, or the partner in a team game (DM-R4, DM-R15)."""
        return self._partner(giver) if self.teams else self._left(giver)

    def _trick_size(self) -> int:
        return 4 if self.seats == 2 else self.seats  # DM-R12

    def _hand_size(self) -> int:
        return PERFECT[self.seats][1] if self.perfect else HAND_SIZE

    def deck(self) -> list[str]:
        """Every card of the deck in use (DM-R1, DM-R13)."""
        return full_deck(PERFECT[self.seats][0] if self.perfect else HIGHEST)

    def _turn(self) -> int:
        assert self.leader is not None
        return (self.leader + len(self.trick)) % self.seats

    # ---- pending decisions

    def pending(self) -> tuple[int, ...]:
        if self.state == "over":
            return ()
        if self.state in ("start", "deal"):
            return (DEALER,)
        if self.state == "announce":
            assert self.dealer is not None
            return (self.dealer,)
        if self.state == "pass":
            return tuple(seat for seat in range(self.seats) if self.passed[seat] is None)
        return (self._turn(),)

    def phase(self) -> str:
        return self.state

    def chance(self) -> str:
        if self.state == "start":
            return "start 1"
        if self.state == "deal":
            return f"deal {self.round + 1}"
        return ""

    def legal(self, seat: int) -> list[str]:
        if seat == DEALER or seat not in self.pending():
            return []
        if self.state == "announce":
            return ["announce 1", "announce 2", "announce 3"]  # DM-Q21
        hand = in_order(self.hands[seat])
        if self.state == "pass":
            assert self.announced is not None
            return sorted(
                "pass " + " ".join(cards) for cards in itertools.combinations(hand, self.announced)
            )
        return sorted(card for card in hand if self._may_play(seat, card))

    def _may_play(self, seat: int, card: str) -> bool:
        if not self.trick:
            return True
        led = self.trick[0][1][0]
        return card[0] == led or not of_suit(self.hands[seat], led)

    # ---- the dealer

    def apply_start(self, order: list[int]) -> None:
        if self.state != "start" or sorted(order) != list(range(self.seats)):
            raise ValueError("not an order of the seats, or not now")
        self._hit("DM-R2")
        if self.teams:
            self._hit("DM-R15", "DM-Q14")
        self.dealer = order[0]
        self.thief = self._left(order[0])
        self.state = "deal"

    def legal_deal(self, order: list[str]) -> bool:
        return self.state == "deal" and sorted(order) == sorted(self.deck())

    def apply_deal(self, order: list[str]) -> None:
        if not self.legal_deal(order):
            raise ValueError("no legal deal, or not now")
        assert self.dealer is not None
        self._hit("DM-R3")
        if not self.perfect:
            self._hit("DM-R1")
        elif self.seats == 6:
            self._hit("DM-Q19")
        else:
            self._hit("DM-R13", f"DM-R13 {self.seats} players")
        if self.round > 0:
            self._hit("DM-R9", "DM-R3 reshuffled")
            self.dealer = self._left(self.dealer)
            if self.thief != self._left(self.dealer):
                self._hit("DM-Q4")
        self.round += 1
        size = self._hand_size()
        rest = list(order)
        for seat in range(self.seats):
            self.hands[seat] = rest[:size]
            rest = rest[size:]
        if rest:
            self._hit("DM-Q8")
        self.announced = None
        self.passed = [None for _ in range(self.seats)]
        self.taken = [[] for _ in range(self.seats)]
        self.tricks = [0 for _ in range(self.seats)]
        self.played_by = {}
        self.last_trick = None
        self.state = "announce"

    # ---- moves

    def apply(self, seat: int, move_text: str) -> None:
        if move_text not in self.legal(seat):
            raise ValueError(f"not legal for {seat}: {move_text}")
        if self.state == "announce":
            self._announce(seat, int(move_text.split()[1]))
        elif self.state == "pass":
            self._pass(seat, move_text.split()[1:])
        else:
            self._play(seat, move_text)

    def _announce(self, seat: int, number: int) -> None:
        self._hit("DM-R4", "DM-Q21")
        self._hit("DM-R4 " + {1: "one card", 2: "two cards", 3: "three cards"}[number])
        self.announced = number
        self._write(seat, f"round {self.round} dealer {LETTERS[seat]} pass {number}")
        for other in range(self.seats):
            self._write(other, "hand " + " ".join(in_order(self.hands[other])), (other,))
        self.state = "pass"

    def _pass(self, seat: int, cards: list[str]) -> None:
        self.passed[seat] = cards
        if None in self.passed:
            return
        # Passing is simultaneous: all cards leave the hands before any is received.
        for giver, given in enumerate(self.passed):
            assert given is not None
            self._write(giver, "pass " + " ".join(given), (giver, self._receiver(giver)))
            for card in given:
                self.hands[giver].remove(card)
        for giver, given in enumerate(self.passed):
            assert given is not None
            self.hands[self._receiver(giver)] += given
        if self.teams:
            self._hit("DM-R15 swap")
        assert self.dealer is not None
        self._hit("DM-R5")
        self.leader = self._left(self.dealer)
        self.token_moves_in_trick = 0
        self.state = "play"

    def _play(self, seat: int, card: str) -> None:
        if len(self.legal(seat)) < len(self.hands[seat]):
            self._hit("DM-R6 must follow")
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.played_by[card] = seat
        led = self.trick[0][1][0]
        complete = len(self.trick) == self._trick_size()
        if complete:
            winner = self._winner()
            self._write(seat, f"{card} = {LETTERS[winner]}")
        else:
            self._write(seat, card)
        if card[0] != led:
            self._note_off_suit(seat, card, complete)
            self._action(self._team(seat), seat, card[0])
        if complete:
            self._end_trick()

    def _note_off_suit(self, seat: int, card: str, complete: bool) -> None:
        self._hit("DM-R6 off-suit action", "void shown")
        if complete:
            self._hit("action with the last card before the winner's action")
        else:
            self._hit("DM-Q23")
        if self.seats == 2 and seat == self.leader:
            self._hit("off-suit action of the leader's second card")
        if card[0] == "C":
            self._hit("club off-suit")

    def _winner(self) -> int:
        """DM-R6: the highest card of the led suit."""
        led = self.trick[0][1][0]
        highest = max(rank(card) for _, card in self.trick if card[0] == led)
        for seat, card in self.trick:
            if card == led + str(highest):
                return seat
        raise AssertionError("no card of the led suit")

    def _end_trick(self) -> None:
        winner = self._winner()
        led = self.trick[0][1][0]
        self._note_trick(winner, led)
        self.taken[winner] += [card for _, card in self.trick]
        self.tricks[winner] += 1
        self.last_trick = (list(self.trick), winner)
        self.trick = []
        self.leader = winner
        self._action(self._team(winner), winner, led)
        if self.token_moves_in_trick > 1:
            self._hit("token moves more than once in a trick")
        self.token_moves_in_trick = 0
        if not any(self.hands):
            self._end_round()

    def _note_trick(self, winner: int, led: str) -> None:
        self._hit("DM-R6", "DM-R6 winner's action")
        cards = [card for _, card in self.trick]
        followed = of_suit(cards, led)
        best = max(rank(card) for card in followed)
        if len(followed) == len(cards):
            self._hit("everybody followed")
        if len(followed) == 1:
            self._hit("everybody else off-suit")
        if any(rank(card) > best for card in cards):
            self._hit("higher off-suit card does not win")
        if winner == self.leader:
            self._hit("leader wins")
        if led == "C":
            self._hit("club by the winner")
        if self.seats == 2:
            self._hit("DM-R12", "DM-Q22")
            if cards[2] == led + str(best):
                self._hit("leader's second card wins")

    # ---- suit actions (DM-R7, DM-Q6: always performed)

    def _action(self, team: int, seat: int | None, suit: str) -> None:
        """Perform the action of a suit for a team; the seat is None at the end of a round."""
        self._hit(f"DM-R7 {suit}")
        if suit == "D":
            self.vaults[team] += 1
        elif suit == "H":
            self.showrooms[team] += 1
        elif suit == "S":
            self._spade(team, seat)
        else:
            self._club(team, seat)
        if suit in "DH" and sum(self.showrooms) + sum(self.vaults) > CRYSTALS:
            self._hit("DM-Q7")

    def _spade(self, team: int, seat: int | None) -> None:
        if self.showrooms[team] >= 1:
            self.showrooms[team] -= 1
            self.vaults[team] += 1
            return
        self._hit("DM-Q6", "spade empty showroom")
        if seat is None:
            self._hit("spade empty showroom at round end")

    def _club(self, team: int, seat: int | None) -> None:
        assert self.thief is not None
        holder = self.thief
        victim = self._team(holder)
        self._note_club(team, seat)
        if victim != team and self.showrooms[victim] >= 1:  # DM-Q1, DM-Q2, DM-Q5, DM-Q15
            self.showrooms[victim] -= 1
            self.showrooms[team] += 1
        self.thief = self._left(holder)  # DM-Q3
        self.token_moves_in_trick += 1

    def _note_club(self, team: int, seat: int | None) -> None:
        assert self.thief is not None
        victim = self._team(self.thief)
        self._hit("DM-Q3")
        if seat is None and self.teams:
            self._hit("DM-Q16")
        if any(
            self.showrooms[other] >= 1
            for other in range(self._team_count())
            if other not in (team, victim)
        ):
            self._hit("DM-Q20")
        at_end = seat is None
        if victim == team:
            if at_end:
                self._hit("club at round end, holder acting")
            if at_end and self.teams:
                return  # the whole team acts, so the seat of the holder does not matter
            if at_end or seat == self.thief:
                self._hit("DM-Q1", "club with holder acting")
            else:
                self._hit("DM-Q15", "club partner holds")
        elif self.showrooms[victim] == 0:
            self._hit("DM-Q2", "club empty showroom")
            if at_end:
                self._hit("club at round end, empty showroom")
            if self.vaults[victim] >= 1:
                self._hit("DM-Q5")
        else:
            self._hit("club steals")
            if at_end:
                self._hit("club at round end steals")
            if self.showrooms[victim] == 1:
                self._hit("club takes the holder's last diamond")

    # ---- end of round and game

    def _end_round(self) -> None:
        """Perform the majorities and give the bonus for no trick (DM-R8)."""
        self._hit("DM-R8")
        majorities: list[int] = []
        for suit in SUITS:
            counts = [
                sum(len(of_suit(self.taken[seat], suit)) for seat in self._members(team))
                for team in range(self._team_count())
            ]
            team = sole_most(counts)
            self._note_majority(suit, counts, team)
            if team is not None:
                majorities.append(team)
                self._action(team, None, suit)
        without = [seat for seat in range(self.seats) if self.tricks[seat] == 0]
        self._note_round(majorities, without)
        for seat in without:
            self._action(self._team(seat), seat, "D")
            self._action(self._team(seat), seat, "D")
        self.leader = None
        self.announced = None
        self.token_moves_in_trick = 0
        self.state = "over" if self.round == self.rounds else "deal"
        if self.state == "over":
            self._note_ranking()

    def _note_majority(self, suit: str, counts: list[int], team: int | None) -> None:
        if team is None:
            if max(counts) == 0:
                self._hit("DM-Q11", "suit nobody took")
            else:
                self._hit("DM-Q12", "majority tie")
            return
        self._hit(f"DM-R8 majority {suit}")
        others = []
        for number in range(self._team_count()):
            cards = [
                card
                for seat in self._members(number)
                for card in of_suit(self.taken[seat], suit)
                if self.played_by.get(card) not in self._members(number)
            ]
            others.append(len(cards))
        if sole_most(others) != team:
            self._hit("DM-Q13")
        if self.teams:
            alone = sole_most([len(of_suit(cards, suit)) for cards in self.taken])
            if alone is None or self._team(alone) != team:
                self._hit("DM-R15 majority together")

    def _note_round(self, majorities: list[int], without: list[int]) -> None:
        if not majorities:
            self._hit("no majority at all")
        if len(majorities) == len(SUITS) and len(set(majorities)) == 1:
            self._hit("one side has every majority")
        if sum(1 for number in self.tricks if number > 0) == 1:
            self._hit("one player took every trick")
        for seat in without:
            self._hit("DM-R8 no trick", "no trick bonus")
            if self._team(seat) in majorities:
                self._hit("DM-Q9")
            if self.teams:
                self._hit("DM-R15 no trick")
                if self._partner(seat) in without:
                    self._hit("no trick bonus for both partners")
                else:
                    self._hit("no trick bonus though the partner took tricks")
        if len(without) > 1:
            self._hit("DM-Q10")

    def _rank_keys(self) -> list[tuple[int, int]]:
        """DM-R11: score and vault of every team."""
        return [
            (showroom + 2 * vault, vault)
            for showroom, vault in zip(self.showrooms, self.vaults, strict=True)
        ]

    def _note_ranking(self) -> None:
        self._hit("DM-R11")
        if self.rounds == ROUNDS[self.seats]:
            self._hit("DM-R10")
            if self.teams:
                self._hit("DM-Q18")
        else:
            self._hit("rounds option")
        for mine, other in itertools.combinations(self._rank_keys(), 2):
            if mine == other:
                self._hit("DM-Q17", "shared place")
            elif mine[0] == other[0]:
                self._hit("vault decides a tie")

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        if self.state != "over":
            return None
        keys = self._rank_keys()  # one per team: partners share a place
        places = places_for(keys)
        teams = [self._team(seat) for seat in range(self.seats)]
        return tuple(keys[team][0] for team in teams), tuple(places[team] for team in teams)

    # ---- views

    def view(self, seat: int | None, everything: bool = False) -> dict[str, object]:
        last: dict[str, object] | None = None
        if self.last_trick is not None:
            cards, winner = self.last_trick
            last = {"cards": cards_shown(cards), "winner": winner}
        return {
            "game": "diamonds",
            "schema": 1,
            "seats": self.seats,
            "you": seat,
            "options": {
                "perfect": self.perfect,
                "teams": self.teams,
                "show": self.show,
                "rounds": self.rounds,
            },
            "phase": self.state,
            "pending": list(self.pending()),
            "round": self.round,
            "dealer": self.dealer,
            "pass": self.announced,
            "leader": self.leader,
            "thief": self.thief,
            "trick": cards_shown(self.trick),
            "last_trick": last,
            "players": [self._player(other, seat, everything) for other in range(self.seats)],
        }

    def _player(self, other: int, seat: int | None, everything: bool) -> dict[str, object]:
        own = other == seat
        team = self._team(other)
        if self.tricks[other] and not own:
            self._hit("DM-Q24")
        return {
            "hand": in_order(self.hands[other]) if own or everything else None,
            "hand_count": len(self.hands[other]),
            "showroom": self.showrooms[team],
            "vault": self.vaults[team] if self._vault_shown(team, seat, everything) else None,
            "taken": {suit: len(of_suit(self.taken[other], suit)) for suit in SUITS},
            "tricks": self.tricks[other],
            "passed": self._passed_shown(other, seat, everything),
            "chosen": self.passed[other] is not None,
        }

    def _vault_shown(self, team: int, seat: int | None, everything: bool) -> bool:
        """Whether a seat sees a vault (DM-R14, DM-R15); all vaults are open after the match."""
        if everything or self.state == "over":
            return True
        if seat is not None and self._team(seat) == team:
            return True
        self._hit("DM-R14" if self.show else "DM-R14 hidden")
        return self.show

    def _passed_shown(self, giver: int, seat: int | None, everything: bool) -> list[str] | None:
        given = self.passed[giver]
        if given is None:
            return None
        if everything or seat == giver:
            return list(given)
        if None in self.passed:
            self._hit("chosen cards hidden")
            return None
        if seat == self._receiver(giver):
            self._hit("received cards seen by the receiver")
            return list(given)
        return None

    def told(self, seat: int | None) -> list[tuple[int, str]]:
        entries: list[tuple[int, str]] = []
        for (writer, text), seen in zip(self.log, self.log_seen, strict=True):
            hidden = seen is not None and seat not in seen
            entries.append((writer, masked(text) if hidden else text))
        return entries


def cards_shown(trick: list[tuple[int, str]]) -> list[dict[str, object]]:
    return [{"seat": seat, "card": card} for seat, card in trick]


def masked(text: str) -> str:
    """A log text (hand or pass) with its cards hidden."""
    words = text.split()
    return " ".join([words[0]] + ["?"] * (len(words) - 1))
