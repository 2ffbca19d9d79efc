"""Diamonds: whose hand each card of a round can have been in, as far as a record shows.

A hand is a row of places: one for each card dealt, written or not, and one for each card that
came in. What a seat passed and played fills them. Knows nothing of turns, tricks or crystals.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engines.api import Finding, Refusal, Seat, seat_letter
from engines.diamonds.cards import NAMES, RANKS, UNKNOWN
from engines.diamonds.inference.described import Play, Written, alike, suit_of
from engines.diamonds.moves import MOST
from engines.kit.matching import uncovered

SUIT_WORDS: Final = ("diamond", "heart", "spade", "club")


class Place(NamedTuple):
    """One place of a hand: what is known of its card, where that stands, whether it came in."""

    card: int
    entry: int | None
    came: bool


class Holdings:
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

    # -- what is known of a card

    def _line(self, lines: dict[Seat, Written], card: int) -> tuple[Seat, Written] | None:
        for seat, line in lines.items():
            if card in line.cards:
                return seat, line
        return None

    def exact(self, seat: Seat) -> bool:
        """Whether all cards of a hand are known."""
        lines = self.dealt.get(seat), self.passed.get(seat), self.passed.get(self.givers[seat])
        return all(line is not None and line.complete() for line in lines)

    # -- hands and passes

    def deal(self, seat: Seat, line: Written) -> Finding | None:
        """Take a hand as dealt; what contradicts it."""
        for card in line.cards:
            other = self._line(self.dealt, card) if card < UNKNOWN else None
            if other:
                words = f"{NAMES[card]} is dealt to {seat_letter(other[0])} and again here"
                return _clash("K-card", "DM-R1", words, card, other[1])
            other = self._line(self.passed, card) if card < UNKNOWN else None
            if other and other[0] != seat:
                words = f"{NAMES[card]} is dealt here and passed by {seat_letter(other[0])}"
                return _clash("K-card", "DM-R1", words, card, other[1])
        self.dealt[seat] = line
        return self._passed_from(seat)

    def hand_over(self, seat: Seat, line: Written) -> Finding | None:
        """Take what a seat passes; what contradicts it."""
        for card in line.cards:
            other = self._line(self.passed, card) if card < UNKNOWN else None
            if other:
                words = f"{NAMES[card]} is passed by {seat_letter(other[0])} and again here"
                return _clash("K-card", "DM-R1", words, card, other[1])
            other = self._line(self.dealt, card) if card < UNKNOWN else None
            if other and other[0] != seat:
                words = f"{seat_letter(seat)} does not have {NAMES[card]}"
                words += f": it was dealt to {seat_letter(other[0])}"
                return _clash("", "DM-R4", words, card, other[1])
        self.passed[seat] = line
        self.passes = self.passes or len(line.cards)
        return self._passed_from(seat)

    def _passed_from(self, seat: Seat) -> Finding | None:
        """Whether the cards passed can all be cards of the hand dealt."""
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
        words = f"{seat_letter(seat)} has no {NAMES[given.cards[wrong]]} to pass"
        refusal = Refusal("DM-R4", words, (given.cards[wrong],), True)
        there = "the hand as dealt"
        return Finding("problem", refusal, at=given.entry, proof=hand.entry, there=there)

    # -- cards played

    def play(self, play: Play) -> Finding | None:
        """Take a card played; what contradicts that it was in this hand."""
        found = self._elsewhere(play) if play.card < UNKNOWN else self._used_up(play)
        self.plays[play.seat].append(play)
        if play.card < UNKNOWN:
            self.shown[play.card] = play
        return found or self._no_place(play)

    def _elsewhere(self, play: Play) -> Finding | None:
        """A card played before, or known to be in another hand."""
        card, seat, name = play.card, play.seat, NAMES[play.card]
        earlier = self.shown.get(card)
        if earlier:
            words = f"{name} is played a second time in this round"
            refusal = Refusal("DM-R1", words, (card,), True)
            there = f"{name} is played here"
            return Finding("problem", refusal, "K-card", proof=earlier.entry, there=there)
        given = self._line(self.passed, card)
        if given and self.receivers[given[0]] != seat:
            to = seat_letter(self.receivers[given[0]])
            words = f"{seat_letter(seat)} does not have {name}: it was passed to {to}"
            return _clash("", "DM-R6", words, card, given[1])
        hand = self._line(self.dealt, card)
        if hand and hand[0] != seat and not given and not self._may_have_given(hand[0], play):
            words = f"{seat_letter(seat)} does not have {name}"
            words += f": it was dealt to {seat_letter(hand[0])}"
            return _clash("", "DM-R6", words, card, hand[1])
        return None

    def _may_have_given(self, giver: Seat, play: Play) -> bool:
        line = self.passed.get(giver)
        if self.receivers[giver] != play.seat:
            return False
        if line is None:
            return True
        return any(card >= UNKNOWN and alike(card, play.card) for card in line.cards)

    def _used_up(self, play: Play) -> Finding | None:
        """An unknown card that can only be one of those already played."""
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
        words = f"no {NAMES[play.card]} is left: all of them have been played"
        return Finding("problem", Refusal("DM-R1", words, (play.card,), True), "K-card")

    def _no_place(self, play: Play) -> Finding | None:
        """A card that this hand has no place for, whatever was passed."""
        if uncovered(self._fillings(play.seat)) is None:
            return None
        letter, name = seat_letter(play.seat), NAMES[play.card]
        words = f"{letter} does not have {name}: the hand and what came in are other cards"
        refusal = Refusal("DM-R6", words, (play.card,), True)
        hand = self.dealt.get(play.seat)
        there = "the hand as dealt" if hand else ""
        return Finding("problem", refusal, proof=hand.entry if hand else None, there=there)

    def _places(self, seat: Seat) -> list[Place]:
        hand, came = self.dealt.get(seat), self.passed.get(self.givers[seat])
        unknown = (UNKNOWN,) * self.size
        cards = hand.cards if hand else unknown
        places = [Place(card, hand.entry if hand else None, False) for card in cards]
        if came:
            return places + [Place(card, came.entry, True) for card in came.cards]
        return places + [Place(UNKNOWN, None, True)] * (self.passes or MOST)

    def _fillings(self, seat: Seat) -> list[list[int]]:
        """For every card that left this hand the places it can have been in."""
        places = self._places(seat)
        passed = self.passed.get(seat)
        given = passed.cards if passed else (UNKNOWN,) * self.passes
        return [
            *(self._fits(places, card, seat, passed=True) for card in given),
            *(self._fits(places, play.card, seat, passed=False) for play in self.plays[seat]),
        ]

    def _fits(self, places: Sequence[Place], card: int, seat: Seat, *, passed: bool) -> list[int]:
        return [at for at, place in enumerate(places) if self._fills(card, place, seat, passed)]

    def _fills(self, card: int, place: Place, seat: Seat, passed: bool) -> bool:
        """Whether a card that was passed or played can have been in a place of a hand."""
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
        """Whether a card that stands in no hand can have come from a giver."""
        hand = self.dealt.get(giver)
        return hand is None or any(alike(card, held) for held in hand.cards if held >= UNKNOWN)

    # -- following suit

    def revoked(self, play: Play) -> Finding | None:
        """A card that could have followed and did not: one held now, or this one, held before."""
        if play.discards():
            return self._could_follow(play)
        suit = suit_of(play.card)
        for earlier in self.plays[play.seat][:-1] if suit is not None else ():
            if earlier.discards() and earlier.led == suit and not earlier.waived:
                there = f"... but plays {NAMES[play.card]} in trick {play.trick} of the same round"
                return _revoke(earlier, play.entry, f"{_discards(earlier)} ...", there)
        return None

    def _could_follow(self, play: Play) -> Finding | None:
        """Whether a card of the suit led must be in hand: one that nothing played or passed was."""
        places = self._places(play.seat)
        led = [at for at, place in enumerate(places) if suit_of(place.card) == play.led]
        fillings = self._fillings(play.seat)
        if self.passed.get(play.seat) is None and not self.passes:
            free = [at for at, place in enumerate(places) if not place.came]
            fillings += [free] * MOST
        rows = [[by for by, fits in enumerate(fillings) if at in fits] for at in led]
        held = uncovered(rows)
        if held is None:
            return None
        place = places[led[held]]
        name = NAMES[place.card]
        return _revoke(play, place.entry, _discards(play), f"{name} was in this hand")

    def discards(self) -> Iterator[Play]:
        """Cards known not to follow suit that no later card of the same hand can contradict.

        To be asked when all cards are played.
        """
        for own in self.plays:
            for at, play in enumerate(own):
                suits = [suit_of(later.card) for later in own[at + 1 :]]
                if play.discards() and play.card < UNKNOWN and None not in suits:
                    yield play


def _same(card: int, held: int, hand: Sequence[int]) -> bool:
    """Whether a card passed can be this one of the hand: a known one only itself."""
    return held == card if card in hand and card < UNKNOWN else alike(card, held)


def _discards(play: Play) -> str:
    assert play.led is not None
    return f"discards {NAMES[play.card]} on a {SUIT_WORDS[play.led]} lead (trick {play.trick})"


def _revoke(play: Play, proof: int | None, here: str, there: str) -> Finding:
    words = f"{seat_letter(play.seat)} did not follow suit"
    refusal = Refusal("DM-R6", words, (play.card,))
    return Finding("problem", refusal, at=play.entry, proof=proof, here=here, there=there)


def _clash(code: str, rule: str, words: str, card: int, line: Written) -> Finding:
    refusal = Refusal(rule, words, (card,), True)
    there = f"{NAMES[card]} is here"
    return Finding("problem", refusal, code, proof=line.entry, there=there)
