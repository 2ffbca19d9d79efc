"""Diamonds: what can be true of a round, according to a record with gaps."""

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engines.api import Finding, Refusal, Seat
from engines.diamonds.cards import (
    LEADS,
    MAX_PASSED,
    NAMES,
    OF_RANK,
    OF_SUIT,
    RANKS,
    SUITS,
    TENTATIVE,
    UNKNOWN,
    deck,
)
from engines.kit.possible import uncovered, without_own
from engines.messages import Message, Player, say

# Cards as a record describes them: known, partly known or unknown.


def suit_of(card: int) -> int | None:
    """The suit of a card; None if it is unknown."""
    if card < UNKNOWN:
        return card // RANKS
    return card - OF_SUIT if OF_SUIT <= card < OF_RANK else None


def rank_of(card: int) -> int | None:
    """The rank of a card, counted from 0; None if it is unknown."""
    if card < UNKNOWN:
        return card % RANKS
    return card - OF_RANK if card >= OF_RANK else None


@cache
def alike(one: int, two: int) -> bool:
    """Whether two descriptions can mean the same card."""
    suits, ranks = {suit_of(one), suit_of(two)}, {rank_of(one), rank_of(two)}
    return len(suits - {None}) < 2 and len(ranks - {None}) < 2


def certain(card: int) -> int:
    """The card without its `?`: a tentative card is taken as known."""
    return card - TENTATIVE if card >= TENTATIVE else card


class Written(NamedTuple):
    """A hand or a pass as written: its entry and its cards, known or unknown."""

    entry: int
    cards: tuple[int, ...]

    def complete(self) -> bool:
        """Whether all of its cards are known."""
        return all(card < UNKNOWN for card in self.cards)


class Play(NamedTuple):
    """A card played: entry, player, card, suit led and number of the trick (None if unknown)."""

    entry: int
    seat: Seat
    card: int
    led: int | None
    trick: int | None
    waived: bool

    def discards(self) -> bool:
        """Whether the card certainly does not follow suit."""
        suit = suit_of(self.card)
        return self.led is not None and suit is not None and suit != self.led


# The possible winners of a trick with unknown cards.


def winners(trick: Sequence[Play], shown: Container[int], ranks: int) -> frozenset[Seat]:
    """The seats whose card can have been the highest of the suit led.

    `shown` are all known cards played in this round; `ranks` is the highest rank.
    """
    led = suit_of(trick[0].card)
    suits = range(len(SUITS)) if led is None else (led,)
    possible: set[Seat] = set()
    for suit in suits:
        free = [rank for rank in range(ranks) if RANKS * suit + rank not in shown]
        possible.update(play.seat for play in trick if _wins(play, trick, suit, free))
    return frozenset(possible or (play.seat for play in trick))


def _wins(play: Play, trick: Sequence[Play], led: int, free: Sequence[int]) -> bool:
    """Whether this card can be the highest if `led` was led; `free`: ranks of it not yet shown."""
    if suit_of(play.card) not in (led, None):
        return False
    own = rank_of(play.card)
    ranks = free if own is None else [own]
    others = [other.card for other in trick if other is not play]
    known = [card % RANKS for card in others if card < UNKNOWN and card // RANKS == led]
    below = sum(1 for card in others if card >= UNKNOWN and suit_of(card) == led)
    first = trick[0].card
    if first >= UNKNOWN and suit_of(first) is None and trick[0] is not play:
        rank = rank_of(first)  # the first card has the suit led
        known += [] if rank is None else [rank]
        below += rank is None
    return any(
        rank > max(known, default=-1) and sum(1 for low in free if low < rank) >= below
        for rank in ranks
    )


# The hands that each card of a round can have been in, according to a record.
#
# A hand is a row of places: one for each card dealt, written or not, and one for each card passed
# to it. The cards that a seat passed and played fill them. Does not depend on turns, tricks or
# crystals.


class HandCard(NamedTuple):
    """A place of a hand: its card if known, the entry that shows it, whether it was passed on."""

    card: int
    entry: int | None
    came: bool


class DiamondsHoldings:
    """The cards of one round."""

    def __init__(
        self, receivers: Sequence[Seat] = (), size: int = 0, ranks: int = 0, passes: int = 0
    ) -> None:
        self.receivers = receivers
        self.givers = [receivers.index(seat) for seat in range(len(receivers))]
        self.size = size
        self.ranks = ranks
        self.passes = passes  # 0: unknown
        self.dealt: dict[Seat, Written] = {}
        self.passed: dict[Seat, Written] = {}
        self.plays: list[list[Play]] = [[] for _ in receivers]
        self.shown: dict[int, Play] = {}  # known cards played
        self.unseen = 0  # cards that each hand played in turns that are missing, at least
        self.counted = True  # whether that is their exact number

    # -- what is known about a card

    def _line(self, lines: dict[Seat, Written], card: int) -> tuple[Seat, Written] | None:
        for seat, line in lines.items():
            if card in line.cards:
                return seat, line
        return None

    def exact(self, seat: Seat) -> bool:
        """Whether all cards of a hand are known."""
        lines = self.dealt.get(seat), self.passed.get(seat), self.passed.get(self.givers[seat])
        return not self.unseen and all(line is not None and line.complete() for line in lines)

    # -- hands and passes

    def deal(self, seat: Seat, line: Written) -> Finding | None:
        """Take a hand as dealt; a problem if it contradicts something."""
        for card in line.cards:
            other = self._line(self.dealt, card) if card < UNKNOWN else None
            if other:
                message = say("diamonds.dealt-twice", card=NAMES[card], who=Player(other[0]))
                return _clash("K-card", "DM-R1", message, card, other[1])
            other = self._line(self.passed, card) if card < UNKNOWN else None
            if other and other[0] != seat:
                message = say("diamonds.dealt-to-another", card=NAMES[card], who=Player(other[0]))
                return _clash("K-card", "DM-R1", message, card, other[1])
        self.dealt[seat] = line
        return self._passed_from(seat)

    def hand_over(self, seat: Seat, line: Written) -> Finding | None:
        """Take the pass of a seat; a problem if it contradicts something."""
        for card in line.cards:
            other = self._line(self.passed, card) if card < UNKNOWN else None
            if other:
                message = say("diamonds.passed-twice", card=NAMES[card], who=Player(other[0]))
                return _clash("K-card", "DM-R1", message, card, other[1])
            other = self._line(self.dealt, card) if card < UNKNOWN else None
            if other and other[0] != seat:
                return _clash("", "DM-R4", _dealt_elsewhere(seat, card, other[0]), card, other[1])
        self.passed[seat] = line
        self.passes = self.passes or len(line.cards)
        return self._passed_from(seat)

    def _passed_from(self, seat: Seat) -> Finding | None:
        """A problem if the cards passed cannot all be from the hand dealt."""
        hand, given = self.dealt.get(seat), self.passed.get(seat)
        if hand is None or given is None:
            return None
        rows = []
        for card in given.cards:  # a known card that was dealt is only itself
            itself = card < UNKNOWN and card in hand.cards
            dealt = enumerate(hand.cards)
            rows.append(
                [at for at, held in dealt if card == held or (not itself and alike(card, held))]
            )
        wrong = uncovered(rows)
        if wrong is None:
            return None
        card = given.cards[wrong]
        message = say("diamonds.not-to-pass", who=Player(seat), card=NAMES[card])
        refusal = Refusal("DM-R4", message, (card,), True)
        there = say("diamonds.hand-here")
        return Finding("problem", refusal, at=given.entry, proof=hand.entry, there=there)

    # -- cards played

    def play(self, play: Play) -> Finding | None:
        """Take a card played; a problem if it cannot have been in this hand."""
        fault = self._elsewhere(play) if play.card < UNKNOWN else self._used_up(play)
        self.plays[play.seat].append(play)
        if play.card < UNKNOWN:
            self.shown[play.card] = play
        return fault or self._no_place(play)

    def _elsewhere(self, play: Play) -> Finding | None:
        """A problem if the card was played before or is known to be in another hand."""
        card, seat, name = play.card, play.seat, NAMES[play.card]
        earlier = self.shown.get(card)
        if earlier:
            refusal = Refusal("DM-R1", say("diamonds.played-twice", card=name), (card,), True)
            there = say("diamonds.played-here", card=name)
            return Finding("problem", refusal, "K-card", proof=earlier.entry, there=there)
        given = self._line(self.passed, card)
        if given and self.receivers[given[0]] != seat:
            to = Player(self.receivers[given[0]])
            message = say("diamonds.passed-elsewhere", who=Player(seat), card=name, other=to)
            return _clash("", "DM-R6", message, card, given[1])
        hand = self._line(self.dealt, card)
        if hand and hand[0] != seat and not given and not self._may_have_given(hand[0], play):
            return _clash("", "DM-R6", _dealt_elsewhere(seat, card, hand[0]), card, hand[1])
        return None

    def _may_have_given(self, giver: Seat, play: Play) -> bool:
        line = self.passed.get(giver)
        if self.receivers[giver] != play.seat:
            return False
        if line is None:
            return True
        return any(card >= UNKNOWN and alike(card, play.card) for card in line.cards)

    def _used_up(self, play: Play) -> Finding | None:
        """A problem if an unknown card could only be one that was already played."""
        unknown = [one.card for own in self.plays for one in own if one.card >= UNKNOWN]
        free = [
            RANKS * suit + rank
            for suit in range(4)
            for rank in range(self.ranks)
            if RANKS * suit + rank not in self.shown
        ]
        rows = [
            [at for at, left in enumerate(free) if alike(card, left)]
            for card in (*unknown, play.card)
        ]
        if uncovered(rows) is None:
            return None
        message = say("diamonds.none-left", card=NAMES[play.card])
        return Finding("problem", Refusal("DM-R1", message, (play.card,), True), "K-card")

    def _no_place(self, play: Play) -> Finding | None:
        """A problem if the card cannot be in this hand, whatever was passed."""
        if uncovered(self._fillings(play.seat, self.unseen)) is None:
            return None
        message = say("diamonds.other-cards", who=Player(play.seat), card=NAMES[play.card])
        refusal = Refusal("DM-R6", message, (play.card,), True)
        hand = self.dealt.get(play.seat)
        there = say("diamonds.hand-here") if hand else None
        return Finding("problem", refusal, proof=hand.entry if hand else None, there=there)

    def _places(self, seat: Seat) -> list[HandCard]:
        hand, came = self.dealt.get(seat), self.passed.get(self.givers[seat])
        unknown = (UNKNOWN,) * self.size
        cards = hand.cards if hand else unknown
        places = [HandCard(card, hand.entry if hand else None, False) for card in cards]
        if came:
            return places + [HandCard(card, came.entry, True) for card in came.cards]
        return places + [HandCard(UNKNOWN, None, True)] * (self.passes or MAX_PASSED)

    def _fillings(self, seat: Seat, unseen: int) -> list[list[int]]:
        """For every card that left this hand, `unseen` ones too: the places it can have been in."""
        places = self._places(seat)
        passed = self.passed.get(seat)
        given = passed.cards if passed else (UNKNOWN,) * self.passes
        return [
            *(self._fits(places, card, seat, passed=True) for card in given),
            *(self._fits(places, play.card, seat, passed=False) for play in self.plays[seat]),
            *(self._fits(places, UNKNOWN, seat, passed=False) for _ in range(unseen)),
        ]

    def _fits(
        self, places: Sequence[HandCard], card: int, seat: Seat, *, passed: bool
    ) -> list[int]:
        return [at for at, place in enumerate(places) if self._fills(card, place, seat, passed)]

    def _fills(self, card: int, place: HandCard, seat: Seat, passed: bool) -> bool:
        """Whether a card that was passed or played can have been in this place of a hand."""
        if (passed and place.came) or not alike(card, place.card):
            return False
        if card >= UNKNOWN:
            return passed or place.card not in self.shown
        hand = self._line(self.dealt, card)
        if place.came:
            giver = self.givers[seat]
            line = self.dealt.get(giver)
            if hand or line is None:
                return hand is None or hand[0] == giver
            return any(alike(card, held) for held in line.cards if held >= UNKNOWN)
        return place.card == card if hand and hand[0] == seat else hand is None

    # -- following suit

    def revoked(self, play: Play) -> Finding | None:
        """A problem if a seat did not follow suit, now or earlier, although it could have."""
        if play.discards() and (fault := self._could_follow(play)):
            return fault
        suit = suit_of(play.card)
        for earlier in self.plays[play.seat][:-1] if suit is not None else ():
            if earlier.discards() and earlier.led == suit and not earlier.waived:
                there = say("diamonds.plays-after", card=NAMES[play.card])
                if play.trick is not None:
                    there = say("diamonds.later-plays", card=NAMES[play.card], trick=play.trick)
                message = say("diamonds.goes-on", what=_discards(earlier))
                return _revoke(earlier, play.entry, message, there)
        return None

    def _could_follow(self, play: Play) -> Finding | None:
        """A problem if the hand must have a card of the suit led when it discards."""
        places = self._places(play.seat)
        led = [at for at, place in enumerate(places) if suit_of(place.card) == play.led]
        # In turns that are missing the hand can have played all that is left, if nobody counted.
        unseen = self.unseen if self.counted else self.size - len(self.plays[play.seat])
        fillings = self._fillings(play.seat, unseen)
        if self.passed.get(play.seat) is None and not self.passes:
            free = [at for at, place in enumerate(places) if not place.came]
            fillings += [free] * MAX_PASSED
        rows = [[by for by, fits in enumerate(fillings) if at in fits] for at in led]
        held = uncovered(rows)
        if held is None:
            return None
        place = places[led[held]]
        there = say("diamonds.was-in-hand", card=NAMES[place.card])
        return _revoke(play, place.entry, _discards(play), there)

    def discards(self) -> Iterator[Play]:
        """Discards that no later card of the same hand can contradict.

        Valid only when all cards of the round have been played.
        """
        for own in self.plays:
            for at, play in enumerate(own):
                suits = [suit_of(later.card) for later in own[at + 1 :]]
                if play.discards() and play.card < UNKNOWN and None not in suits:
                    yield play


def _discards(play: Play) -> Message:
    assert play.led is not None
    card, suit = NAMES[play.card], LEADS[play.led]()
    if play.trick is None:  # nobody counted the tricks that are missing before it
        return say("diamonds.discards-once", card=card, suit=suit)
    return say("diamonds.discards", card=card, suit=suit, trick=play.trick)


def _revoke(play: Play, proof: int | None, here: Message, there: Message) -> Finding:
    refusal = Refusal("DM-R6", say("diamonds.no-following", who=Player(play.seat)), (play.card,))
    return Finding("problem", refusal, at=play.entry, proof=proof, here=here, there=there)


def _dealt_elsewhere(seat: Seat, card: int, other: Seat) -> Message:
    return say("diamonds.dealt-elsewhere", who=Player(seat), card=NAMES[card], other=Player(other))


def _clash(code: str, rule: str, message: Message, card: int, line: Written) -> Finding:
    refusal = Refusal(rule, message, (card,), True)
    there = say("diamonds.card-here", card=NAMES[card])
    return Finding("problem", refusal, code, proof=line.entry, there=there)


# All hands of a round considered together, with the suits that players have run out of.
#
# `DiamondsHoldings` looks at one hand after the other. Here every card played or still in a hand
# must get a card of its own, and every card that was dealt must be with somebody: two bipartite
# matchings.

Cards = int
"""A set of cards, bit c for card c."""


class HeldCard(NamedTuple):
    """An unknown card that a player has played, or still has (`play` None): what it can be."""

    seat: Seat
    play: Play | None
    cards: Cards


def contradiction(holdings: DiamondsHoldings, latest: Play) -> Finding | None:
    """A problem if the cards of all hands cannot be chosen together after the latest play."""
    if any(len(line.cards) != holdings.passes for line in holdings.passed.values()):
        return None  # a wrong number was let stand, so nobody knows how many cards a hand has
    # The seats to which known cards were dealt.
    lines = (*holdings.passed.items(), *holdings.dealt.items())
    owner = {card: seat for seat, line in lines for card in line.cards if card < UNKNOWN}
    held = [*_held(holdings, owner)]
    wrong = without_own([one.cards for one in held])
    if wrong is not None:
        one = held[wrong]
        if one.play is None:
            return _card_problem(say("diamonds.no-hand-left", who=Player(one.seat)), latest)
        name = NAMES[one.play.card]
        if one.play is latest:
            message = say("diamonds.other-cards", who=Player(one.seat), card=name)
            refusal = Refusal("DM-R6", message, (), True)
            return Finding("problem", refusal)
        fault = _card_problem(say("diamonds.can-be-none", who=Player(one.seat), card=name), latest)
        return fault._replace(proof=one.play.entry, there=say("diamonds.played-here", card=name))
    places: dict[Cards, int] = {}  # with equal cards
    for at, one in enumerate(held):
        places[one.cards] = places.get(one.cards, 0) | 1 << at
    # The cards that must be in a hand or among the unknown cards played: all of them if all were
    # dealt, else those that somebody wrote down.
    cards = deck(holdings.ranks)
    everything = holdings.size * len(holdings.receivers) == len(cards)
    required = [card for card in (cards if everything else owner) if card not in holdings.shown]
    lost = without_own(
        [sum(there for meant, there in places.items() if meant >> card & 1) for card in required]
    )
    if lost is None:
        return None
    return _card_problem(say("diamonds.nobody-has", card=NAMES[required[lost]]), latest)


def _held(holdings: DiamondsHoldings, owner: Mapping[int, Seat]) -> Iterator[HeldCard]:
    shown = sum(1 << card for card in holdings.shown)
    seats = range(len(holdings.receivers))
    own = [0] * len(seats)
    for card, seat in owner.items():
        own[seat] |= 1 << card
    # The cards that can have been dealt to each seat.
    dealt = []
    for seat in seats:
        hand = holdings.dealt.get(seat)
        unknown = _all(holdings.ranks) if hand is None else _unknown(hand, holdings.ranks)
        dealt.append(own[seat] | unknown & ~sum(own))
    for seat in seats:
        giver = holdings.givers[seat]
        line = holdings.passed.get(giver)  # unwritten: any card of the giver can have come
        came = dealt[giver]
        if line is not None:
            came = _known(line) | dealt[giver] & _unknown(line, holdings.ranks)
        kept = dealt[seat] & ~_known(holdings.passed.get(seat))
        possible, plays = (kept | came) & ~shown, holdings.plays[seat]
        lacks = 0
        for play in plays:
            if play.card >= UNKNOWN:
                cards = possible & _meant(play.card, holdings.ranks) & ~lacks
                yield HeldCard(seat, play, cards)
            if play.led is not None and play.discards() and not play.waived:
                lacks |= _suit(play.led)
        left = possible if holdings.unseen else possible & ~lacks
        yield from [HeldCard(seat, None, left)] * (holdings.size - len(plays))


def _known(line: Written | None) -> Cards:
    return sum(1 << card for card in line.cards if card < UNKNOWN) if line else 0


def _unknown(line: Written, ranks: int) -> Cards:
    """What the cards of a line that are not known can be."""
    meant = 0
    for card in line.cards:
        meant |= _meant(card, ranks) if card >= UNKNOWN else 0
    return meant


def _card_problem(message: Message, latest: Play) -> Finding:
    return Finding("problem", Refusal("DM-R1", message, (latest.card,), True), "K-card")


@cache
def _all(ranks: int) -> Cards:
    return sum(1 << card for card in deck(ranks))


@cache
def _suit(suit: int) -> Cards:
    return sum(1 << RANKS * suit + rank for rank in range(RANKS))


@cache
def _meant(card: int, ranks: int) -> Cards:
    """The cards that a description can mean."""
    suit, rank = suit_of(card), rank_of(card)
    return sum(
        1 << one
        for one in deck(ranks)
        if suit in (None, one // RANKS) and rank in (None, one % RANKS)
    )
