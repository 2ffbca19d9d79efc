"""Diamonds: the hands that each card of a round can have been in, according to a record.

A hand is a row of places: one for each card dealt, written or not, and one for each card passed to
it. The cards that a seat passed and played fill them. Does not depend on turns, tricks or crystals.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.api import Finding, Refusal, Seat
from engines.diamonds.cards import NAMES, RANKS, UNKNOWN
from engines.diamonds.inference.described import Play, Written, alike, suit_of
from engines.diamonds.messages import (
    LEADS,
)
from engines.diamonds.moves import MOST
from engines.kit.matching import uncovered
from engines.messages import Message, Player, say


class HandCard(NamedTuple):
    """A place of a hand: its card if known, the entry that shows it, whether it was passed on."""

    card: int
    entry: int | None
    came: bool


class DiamondsHoldings:
    """The cards of one round."""

    def __init__(self, receivers: Sequence[Seat], size: int, ranks: int, passes: int) -> None:
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

    def _most_unseen(self, seat: Seat) -> int:
        """The greatest number of cards that a hand can have played in turns that are missing."""
        return self.unseen if self.counted else self.size - len(self.plays[seat])

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
        rows = [
            [at for at, held in enumerate(hand.cards) if _same(card, held, hand.cards)]
            for card in given.cards
        ]
        wrong = uncovered(rows)
        if wrong is None:
            return None
        card = given.cards[wrong]
        message = say("diamonds.not-to-pass", who=Player(seat), card=NAMES[card])
        refusal = Refusal("DM-R4", message, (card,), True)
        return Finding(
            "problem", refusal, at=given.entry, proof=hand.entry, there=say("diamonds.hand-here")
        )

    # -- cards played

    def play(self, play: Play) -> Finding | None:
        """Take a card played; a problem if it cannot have been in this hand."""
        found = self._elsewhere(play) if play.card < UNKNOWN else self._used_up(play)
        self.plays[play.seat].append(play)
        if play.card < UNKNOWN:
            self.shown[play.card] = play
        return found or self._no_place(play)

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
        return places + [HandCard(UNKNOWN, None, True)] * (self.passes or MOST)

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
            return hand[0] == giver if hand else self._came(giver, card)
        return place.card == card if hand and hand[0] == seat else hand is None

    def _came(self, giver: Seat, card: int) -> bool:
        """Whether a card that is in no written hand can have come from this giver."""
        hand = self.dealt.get(giver)
        return hand is None or any(alike(card, held) for held in hand.cards if held >= UNKNOWN)

    # -- following suit

    def revoked(self, play: Play) -> Finding | None:
        """A problem if a seat did not follow suit, now or earlier, although it could have."""
        if play.discards() and (found := self._could_follow(play)):
            return found
        suit = suit_of(play.card)
        for earlier in self.plays[play.seat][:-1] if suit is not None else ():
            if earlier.discards() and earlier.led == suit and not earlier.waived:
                there = say("diamonds.plays-after", card=NAMES[play.card])
                if play.trick is not None:
                    there = say("diamonds.later-plays", card=NAMES[play.card], trick=play.trick)
                return _revoke(
                    earlier, play.entry, say("diamonds.goes-on", what=_discards(earlier)), there
                )
        return None

    def _could_follow(self, play: Play) -> Finding | None:
        """A problem if the hand must have a card of the suit led when it discards."""
        places = self._places(play.seat)
        led = [at for at, place in enumerate(places) if suit_of(place.card) == play.led]
        fillings = self._fillings(play.seat, self._most_unseen(play.seat))
        if self.passed.get(play.seat) is None and not self.passes:
            free = [at for at, place in enumerate(places) if not place.came]
            fillings += [free] * MOST
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


def _same(card: int, held: int, hand: Sequence[int]) -> bool:
    """Whether a card passed can be this card of the hand; a known card matches only itself."""
    return held == card if card in hand and card < UNKNOWN else alike(card, held)


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
    return Finding(
        "problem",
        refusal,
        code,
        proof=line.entry,
        there=say("diamonds.card-here", card=NAMES[card]),
    )
