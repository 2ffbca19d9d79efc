"""Diamonds: following a record with gaps, entry by entry."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import (
    CHANCE,
    EVERYTHING,
    Blank,
    Change,
    Due,
    Fact,
    Finding,
    Outcome,
    Ply,
    RecordTracker,
    Refusal,
    Seat,
    View,
    Who,
    seat_letter,
)
from engines.diamonds import scoring
from engines.diamonds.cards import MAX_PASSED, NAMES, RANKS, UNKNOWN, Move
from engines.diamonds.dealing import next_dealer, start
from engines.diamonds.inference.beliefs import (
    DiamondsHoldings,
    Play,
    Written,
    certain,
    contradiction,
    rank_of,
    suit_of,
    winners,
)
from engines.diamonds.position import STANDARD, DiamondsOptions
from engines.diamonds.state import Diamonds
from engines.diamonds.turns import act, finish_round, first_leader, receiver
from engines.kit.sentences import any_of
from engines.messages import Message, Player, Sentence, say

# Findings used by several modules of this folder.

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")


def problem(code: str, rule: str, message: Message) -> Finding:
    """A problem of the current entry."""
    return Finding("problem", Refusal(rule, message), code)


def due(message: Message) -> Finding:
    """The problem that something else must come here."""
    return problem("K-due", "", message)


def _laid(trick: Sequence[Play]) -> list[dict[str, Any]]:
    return [{"seat": play.seat, "card": NAMES[play.card]} for play in trick]


def _in_hand(holdings: DiamondsHoldings, seat: Seat) -> list[int] | None:
    """The known cards of a hand after passing; None if an unknown card has left it."""
    hand, passed = holdings.dealt.get(seat), holdings.passed.get(seat)
    if hand is None or passed is None or holdings.unseen:
        return None
    gone = {*passed.cards, *(play.card for play in holdings.plays[seat])}
    if any(card >= UNKNOWN for card in gone):
        return None
    came = holdings.passed.get(holdings.givers[seat])
    cards = {*hand.cards, *(came.cards if came else ())} - gone
    return [card for card in sorted(cards) if card < UNKNOWN]


# Following a record with gaps, entry by entry.
#
# `DiamondsHoldings` finds the hands that each card can have been in, `winners` the possible
# winners of a trick. Crystals and thief are kept in a separate match, in which only the suits of
# played cards are right. Once a card of unknown suit is played or a trick's winner is uncertain,
# they stay unknown. Tricks that are missing make them unknown until a check states all of them.


class DiamondsTracker(RecordTracker[Move]):
    """Follows the record of a match."""

    def __init__(self, options: DiamondsOptions = STANDARD, seats: int = 2) -> None:
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

    def step(self, ply: Ply[Move], waived: Sequence[int] = ()) -> Finding:
        if isinstance(ply.move, tuple):
            finding = self._pass(ply.seat, tuple(map(certain, ply.move)), 0 in waived)
        elif ply.move is None:
            finding = self._hand(ply.seat, tuple(map(certain, ply.facts[0].values)))
        elif ply.facts and ply.facts[0].name == "round":
            finding = self._round(*ply.facts[0].values)
        else:
            finding = self._card(ply, 0 in waived)
        self.entries += 1
        self.claimed = {}
        return finding

    def _round(self, number: int, dealer: Seat, passes: int) -> Finding:
        match = self.match
        if self.holdings is not None and not self.may_be_over():
            return due(self._what_comes())
        if self.round == match.rounds or (self.uncounted and number > match.rounds):
            return problem("K-over", "DM-R10", say("diamonds.no-more-rounds", rounds=match.rounds))
        later = number - self.round - 1  # rounds that are missing
        if later and not (self.uncounted and later > 0):
            message = say("diamonds.other-round", round=self.round + 1)
            return problem("K-revealed", "DM-R10", message)
        right = (next_dealer(match) + later) % self.seats
        if self.round and dealer != right:
            wrong = Player(dealer)
            words = say("diamonds.other-dealer", right=Player(right), round=number, wrong=wrong)
            return problem("", "DM-R9", words)
        if not self.round:
            start(match, dealer)
        self.certain = self.certain and not later and self.holdings is None
        self.round, self.tricks, self.uncounted = number, 0, False
        match.round, match.dealer = number, dealer
        match.played, match.won = [], []
        receivers = [receiver(match, seat) for seat in range(self.seats)]
        self.holdings = DiamondsHoldings(receivers, match.hand_size(), match.highest_rank(), passes)
        self.passes = passes
        self.leaders, self.last = frozenset((first_leader(match),)), self.entries
        self.before = []
        return VERIFIED if passes else CONSISTENT

    def _hand(self, seat: Seat, cards: tuple[int, ...]) -> Finding:
        holdings = self.holdings
        if holdings is None or self.playing():
            return due(self._what_comes())
        if seat in holdings.dealt:
            return due(say("diamonds.hand-before", who=Player(seat)))
        if len(cards) != holdings.size:
            wrong = say("diamonds.hand-size", size=holdings.size, count=len(cards))
            return problem("K-revealed", "DM-R3", wrong)
        fault = self._foreign(cards) or holdings.deal(seat, Written(self.entries, cards))
        return fault or VERIFIED

    def _pass(self, seat: Seat, cards: tuple[int, ...], waived: bool) -> Finding:
        holdings = self.holdings
        if holdings is None or self.playing():
            return due(self._what_comes())
        if seat in holdings.passed:
            return due(say("diamonds.pass-before", who=Player(seat)))
        count = holdings.passes or min(len(cards), MAX_PASSED)
        if len(cards) != count and not waived:
            wrong = say("diamonds.passed-many", count=len(cards), most=MAX_PASSED)
            if holdings.passes:
                passed, announced = len(cards), holdings.passes
                wrong = say("diamonds.passed", count=passed, announced=announced)
            return problem("", "DM-R4", wrong)
        fault = self._foreign(cards) or holdings.hand_over(seat, Written(self.entries, cards))
        if fault or waived:
            return fault or Finding("irregular")
        return VERIFIED if all(card < UNKNOWN for card in cards) else CONSISTENT

    def _foreign(self, cards: Sequence[int]) -> Finding | None:
        """A problem if a card is not in the reduced deck (DM-R13)."""
        highest = self.match.highest_rank()
        for card in cards:
            rank = rank_of(card)
            if rank is not None and rank >= highest:
                wrong = say("diamonds.not-in-deck", card=NAMES[card], highest=highest)
                return Finding("problem", Refusal("DM-R13", wrong, (card,), missing=True))
        return None

    # Tricks (DM-R5, DM-R6).

    def gap(self, turns: int | None) -> Finding | None:
        """Count tricks that are missing: they used up cards of every hand, and anybody may lead."""
        holdings = self.holdings
        if self.over():
            return problem("K-over", "DM-R10", say("kit.over"))
        if self.trick:
            return self._too_early()
        if holdings is None and turns is not None:
            return due(self._what_comes())
        self.uncounted, self.certain = self.uncounted or turns is None, False
        self.missing, self.claimed = True, {}
        if holdings is None:
            return None
        left = self.match.tricks - self.tricks
        if turns is not None and turns > left:
            remedy = say("kit.write", text="-- gap")
            message = say("kit.too-many-turns", most=left)
            return problem("K-gap", "", message)._replace(remedy=remedy)
        tricks = turns or 1
        holdings.unseen += tricks * self.match.size // self.seats
        holdings.counted = holdings.counted and turns is not None
        self.tricks += tricks
        self.leaders, self.before = frozenset(range(self.seats)), []
        if self.tricks == self.match.tricks:
            self.holdings = None
        return None

    def _card(self, ply: Ply[Move], waived: bool) -> Finding:
        assert isinstance(ply.move, int)
        card, seat = certain(ply.move), ply.seat
        holdings = self.holdings
        if holdings is None:
            return due(self._what_comes())
        wrong = self._out_of_turn(seat)
        if wrong and (self.trick or not waived):
            return wrong
        led = suit_of(self.trick[0].card) if self.trick else None
        number = self.tricks + 1 if holdings.counted else None
        play = Play(self.entries, seat, card, led, number, waived)
        fault = self._foreign((card,)) or holdings.play(play)
        if fault:
            return fault
        revoked = holdings.revoked(play)
        if revoked and not (waived and revoked.at == play.entry):
            return revoked
        if fault := contradiction(holdings, play):
            return fault
        # Put a card in the trick; one that does not follow suit has its action at once.
        suit = suit_of(play.card)
        self.certain = self.certain and suit is not None
        self.match.played.append(RANKS * (suit or 0))
        if self.certain and play.discards():
            assert suit is not None
            act(self.match, suit, play.seat)
        self.trick.append(play)
        wrong = wrong or revoked
        if waived:
            finding = Finding("irregular", wrong.refusal if wrong else None)
        else:
            leads = len(self.trick) == 1
            follows = led is not None and not play.discards()
            sure = leads or follows or (led is not None and holdings.exact(seat))
            finding = VERIFIED if sure and card < UNKNOWN else CONSISTENT
        if len(self.trick) < self.match.size:
            return self._too_early() if ply.facts else finding
        return self._won(ply, holdings, finding)

    def _out_of_turn(self, seat: Seat) -> Finding | None:
        if seat in self.turns():
            return None
        if self.trick:
            return self._too_early()
        first = any_of(self.leaders)
        if not self.tricks:
            return problem("", "DM-R5", say("diamonds.left-leads", who=Player(seat), first=first))
        refusal = Refusal("DM-R6", say("diamonds.winner-leads", who=Player(seat), first=first))
        return Finding("problem", refusal, proof=self.last, there=say("diamonds.wins", who=first))

    def _too_early(self) -> Finding:
        """The problem of a trick that ends before everybody has played."""
        return due(say("diamonds.to-play-first", who=any_of(self.turns())))

    def _won(self, ply: Ply[Move], holdings: DiamondsHoldings, finding: Finding) -> Finding:
        """The finding on the last card of a trick: whether the written winner is possible."""
        possible = winners(self.trick, holdings.shown, holdings.ranks)
        fact = next((fact for fact in ply.facts if fact.name in ("trick", "given")), None)
        if fact and fact.name == "trick" and fact.values[0] not in possible:
            wrong = fact.values[0]
            message = say("diamonds.other-winner", right=any_of(possible), wrong=Player(wrong))
            fault = problem("K-revealed", "DM-R6", message)
            return fault._replace(remedy=say("diamonds.write-given", seat=seat_letter(wrong)))
        if fact and fact.name == "given":
            right = possible == {fact.values[0]}
            message = say("kit.fine") if right else say("diamonds.won", who=any_of(possible))
            finding = Finding("irregular", Refusal("DM-R6", message))
        if fact:
            possible = frozenset(fact.values)
        led = suit_of(self.trick[0].card)
        self.certain = self.certain and len(possible) == 1 and led is not None
        if self.certain:
            assert led is not None
            (winner,) = possible
            self.match.won.append(winner)
            act(self.match, led, winner)
        self.leaders, self.last = possible, self.entries
        self.before, self.trick = self.trick, []
        self.tricks += 1
        # After the last trick: finish the round, as no discard can be contradicted any more.
        if self.tricks < self.match.tricks:
            return finding
        self.certain = self.certain and not holdings.unseen
        if self.certain:
            finish_round(self.match)
        self.holdings = None
        settled = () if holdings.unseen else tuple(play.entry for play in holdings.discards())
        if self.entries in settled and finding.kind == "consistent":
            finding = VERIFIED
        return finding._replace(settled=tuple(entry for entry in settled if entry != self.entries))

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        match = self.match
        counts = {"showroom": match.showroom[:], "vault": match.vault[:]}
        thief = match.thief
        for name, seat, by in changes:
            if by is None and name == "thief":
                thief = seat
            elif by is not None and name in counts:
                counts[name][match.team[seat]] += by
            else:
                return Refusal("", say("diamonds.not-ruled", name=name))
        if self.certain and min(min(row) for row in counts.values()) < 0:
            return Refusal("", say("diamonds.below-zero"))
        match.showroom, match.vault, match.thief = counts["showroom"], counts["vault"], thief
        return None

    def show(self, text: str) -> Finding | None:
        return None

    def learn(self, name: str, values: Mapping[str, str]) -> Message | None:
        """Crystals are known again once all of them and the thief are stated at one place."""
        if self.certain or self.trick or not self.missing:
            return None
        for team, least in enumerate(self.match.vault) if name == "vault" else ():
            count = values.get(seat_letter(team), "?")
            if count != "?" and int(count) < least:  # nothing leaves a vault (DM-Q5)
                return say("diamonds.had-in-vault", who=Player(team), count=least)
        self.claimed[name] = values
        match, stated = self.match, [self.claimed.get(one, {}) for one in ("showroom", "vault")]
        teams = [seat_letter(team) for team in range(len(match.vault))]
        rows = [[row.get(team, "?") for team in teams] for row in stated]
        thief = stated[0].get("thief", "?")
        everything = (thief, *rows[0], *rows[1])
        if "?" in everything:
            return None
        match.showroom, match.vault = ([int(count) for count in row] for row in rows)
        match.thief = ord(thief) - ord("A")
        self.certain = True
        return None

    def hand_shown(self, seat: Seat) -> list[str] | None:
        """A hand, with "?" for unknown cards; None if an unknown card has left it."""
        holdings = self.holdings
        if holdings is None:
            return []
        dealt = holdings.dealt.get(seat)
        if dealt and not self.playing():
            return [NAMES[card] for card in dealt.cards]
        cards = _in_hand(holdings, seat)
        if cards is None:
            return None
        known = [NAMES[card] for card in cards]
        return known + ["?"] * (holdings.size - len(holdings.plays[seat]) - len(known))

    def tally(self, name: str) -> Mapping[str, str] | None:
        return self.match.tally(name) if self.certain else None

    def view(self, who: Who) -> View | None:
        """The view of a position, with "?" or None for everything that the record does not show.

        None while tricks of this round are missing.
        """
        if self.holdings is not None and self.holdings.unseen:
            return None
        holdings, trick = self.holdings, self.trick
        playing = self.playing() and holdings is not None
        shown = self.match.view(who)
        last = None
        if self.before:
            winner = next(iter(self.leaders)) if len(self.leaders) == 1 else None
            last = {"cards": _laid(self.before), "winner": winner}
        players = []
        for seat, player in enumerate(shown["players"]):
            hand = self.hand_shown(seat) if who in (seat, EVERYTHING) else None
            player |= {"hand": hand, "hand_count": 0, "passed": None, "chosen": False}
            if holdings:
                player["hand_count"] = holdings.size - len(holdings.plays[seat])
                player["chosen"] = seat in holdings.passed
            if not self.certain:
                player |= {"showroom": "?", "vault": None, "taken": {}, "tricks": None}
            players.append(player)
        return shown | {
            "phase": "deal" if holdings is None else "play" if playing else "pass",
            "pending": sorted(self.turns()) if playing else [],
            "pass": (holdings.passes or None) if holdings else None,
            "leader": trick[0].seat if trick else None,
            "thief": shown["thief"] if self.certain else None,
            "trick": _laid(trick),
            "last_trick": last,
            "players": players,
        }

    def owed(self) -> Message | None:
        if self.uncounted and (self.holdings is None or self.may_be_over()):
            return None
        return say("kit.over") if self.over() else self._what_comes()

    def _what_comes(self) -> Message:
        if self.holdings is None:
            return say("diamonds.to-deal", round=self.round + 1)
        return say("diamonds.to-play", who=any_of(self.turns()))

    def due(self) -> Due:
        if self.over():
            return Due(say("kit.over"))
        if self.holdings is None:
            return Due(self._what_comes(), (CHANCE,), blanks=self._announcement())
        if self.may_be_over():
            last = self.round == self.match.rounds
            blanks = () if last else self._announcement()
            return Due(self._what_comes(), tuple(sorted(self.turns())), blanks=blanks, ends=last)
        leader = self.trick[0].seat if self.trick else min(self.turns())
        # Those who still play to this trick, clockwise.
        left = range(len(self.trick), self.match.size)
        order = tuple(Player((leader + at) % self.seats) for at in left)
        one_leader = self.trick or len(self.turns()) == 1
        names = order if one_leader else any_of(self.turns())
        words = {"who": any_of(self.turns()), "order": names}
        if self.holdings.counted:
            comes = Sentence("diamonds.goes-on-with" if self.trick else "diamonds.is-led")
            what = comes(trick=self.tricks + 1, **words)
        else:  # nobody counted the tricks that are missing
            what = say("diamonds.goes-on-later" if self.trick else "diamonds.is-led-later", **words)
        seats = tuple(sorted(self.turns()))
        return Due(what, seats, choices=self._choices(), inside=bool(self.trick))

    def _announcement(self) -> tuple[Blank, ...]:
        """What a dealer announces: who deals, and how many cards are passed."""
        dealer = next_dealer(self.match) if self.round else 0
        start = f"round {self.round + 1} dealer"
        passed = str(self.passes or MAX_PASSED)
        return (
            Blank(start, say("diamonds.the-dealer"), seat_letter(dealer), seat=True),
            Blank("pass", say("diamonds.cards-to-pass"), passed),
        )

    def _choices(self) -> tuple[str, ...]:
        """The cards that the next seat may play; none if its hand is not known."""
        (seat, *others) = self.turns()
        hand = None if others or self.holdings is None else _in_hand(self.holdings, seat)
        if not hand or self.holdings is None:
            return ()
        if len(hand) != self.holdings.size - len(self.holdings.plays[seat]):
            return ()  # a card of it is unknown
        led = suit_of(self.trick[0].card) if self.trick else None
        follows = [card for card in hand if led is not None and card // RANKS == led]
        if self.trick and led is None:
            return ()
        return tuple(NAMES[card] for card in follows or hand)

    def completed(self, ply: Ply[Move]) -> Ply[Move]:
        holdings = self.holdings
        last = isinstance(ply.move, int) and len(self.trick) + 1 == self.match.size
        if not last or ply.facts or holdings is None or not isinstance(ply.move, int):
            return ply
        card = certain(ply.move)
        trick = [*self.trick, Play(self.entries, ply.seat, card, None, self.tricks + 1, False)]
        possible = winners(trick, {*holdings.shown, card}, holdings.ranks)
        return ply._replace(facts=(Fact("trick", (*possible,)),)) if len(possible) == 1 else ply

    def followed(self) -> tuple[Message, ...]:
        ended = self.before and not self.trick
        return (say("diamonds.takes-trick", who=any_of(self.leaders)),) if ended else ()

    def outcome(self) -> Outcome | None:
        if not self.over() or not self.certain:
            return None
        return scoring.outcome(self.match.showroom, self.match.vault, self.match.team)
