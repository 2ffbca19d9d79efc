"""Blue Border: the numbers that the cards of a round can have, according to a record.

Here a card is a placeholder, not a number. Cards that existed at the same time have different
numbers: those that left the same deck, and those in the lines when it was shuffled. A verdict
limits the card called and the one before it. All conclusions are certain, but not all possible
conclusions are drawn: decks that were shuffled very long ago are forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from engines.blue_border.inference.clashes import CallOutcome, Clash
from engines.blue_border.lines import fits
from engines.blue_border.messages import (
    AGAINST_VERDICT,
    CANNOT_BE,
    ELSEWHERE,
    HERE,
    IS_HERE,
    IS_NOT,
    NONE_FIT,
    NONE_LEFT,
)
from engines.kit.matching import uncovered

DECKS: Final = 64
"""Number of decks remembered; a round with default options has one to five."""


class Numbers:
    """The possible numbers of every card of a round, as bits."""

    def __init__(self, count: int, reach: int, bottoms: int) -> None:
        self.count = count
        self.reach = reach
        self.bottoms = bottoms
        self.left: dict[int, int] = {}
        self.decks: dict[int, set[int]] = {0: set()}  # cards with different numbers, by deck
        self.within: dict[int, tuple[int, ...]] = {}  # the decks that a card belongs to
        self.verdicts: dict[int, tuple[CallOutcome, ...]] = {}  # the verdicts about a card
        self.shown: dict[int, int] = {}  # the first entry that shows a card's number
        self.unchecked: set[int] = set()  # decks with changes since their last `_enough`
        self.changed: set[int] = set()  # cards with changes since `Unsettled` read them

    def clone(self) -> Numbers:
        """An independent copy."""
        twin = Numbers(self.count, self.reach, self.bottoms)
        twin.left = self.left.copy()
        twin.decks = {deck: cards.copy() for deck, cards in self.decks.items()}
        twin.within = self.within.copy()
        twin.verdicts = self.verdicts.copy()
        twin.shown = self.shown.copy()
        twin.unchecked = self.unchecked.copy()
        return twin

    def shuffled(self, kept: Iterable[int]) -> None:
        """Start a new deck; the `kept` cards stay in the lines."""
        self.decks[max(self.decks) + 1] = set()
        self._add(kept)
        if len(self.decks) > DECKS:
            self._forget(min(self.decks))

    def _forget(self, oldest: int) -> None:
        """Forget a deck and all cards that belong to no other deck."""
        for card in self.decks.pop(oldest):
            self.within[card] = tuple(deck for deck in self.within[card] if deck != oldest)
        self.unchecked.discard(oldest)
        for card in [card for card in self.left if not self.within.get(card)]:
            del self.left[card]
            self.within.pop(card, None)
            self.shown.pop(card, None)
            for verdict in self.verdicts.pop(card, ()):
                for other in {*verdict[1:3]} & self.verdicts.keys():
                    kept = (one for one in self.verdicts[other] if one != verdict)
                    self.verdicts[other] = tuple(kept)

    def drawn(self, cards: Sequence[int]) -> None:
        """Add cards that left the deck; they can have any number."""
        for card in cards:
            self.left[card] = (1 << self.count + 1) - 2
        self._add(cards)

    def _add(self, cards: Iterable[int]) -> None:
        """Add cards to the last deck; they differ from all others of it."""
        last = max(self.decks)
        self.unchecked.add(last)
        for card in cards:
            self.decks[last].add(card)
            self.within[card] = (*self.within.get(card, ()), last)

    def known(self, card: int) -> int:
        """The number of a card, 0 if it is not certain."""
        left = self.left[card]
        return left.bit_length() - 1 if left & left - 1 == 0 else 0

    def can_be(self, card: int, number: int) -> bool:
        """Whether the card can have this number; 0 means any."""
        return not number or bool(self.left[card] >> number & 1)

    # -- facts from the record

    def learn(self, card: int, number: int, entry: int) -> Clash | None:
        """Take a card's number (0 if unknown); a contradiction if it cannot have it."""
        if not number:
            return None
        if not self.can_be(card, number):
            return self._why_not(card, number)
        self.shown.setdefault(card, entry)
        return self._narrowed({card: 1 << number})

    def judge(self, verdict: CallOutcome) -> Clash | None:
        """Take a verdict; a contradiction if it is wrong."""
        cards = {*verdict[1:3]} - {0}
        for card in cards:
            self.verdicts[card] = (*self.verdicts.get(card, ()), verdict)
        return self._revised(verdict) or self._conclude(cards)

    def _why_not(self, card: int, number: int) -> Clash:
        if known := self.known(card):
            words = IS_NOT(known=known, number=number)
            return Clash(words, "", self.shown.get(card), IS_HERE(number=known))
        for other in self._companions(card):
            if self.known(other) == number:
                proof = self.shown.get(other)
                return _elsewhere(number, proof)
        for verdict in self.verdicts.get(card, ()):
            words = AGAINST_VERDICT(number=number)
            return Clash(words, "BB-R6", verdict.entry, verdict.message())
        return Clash(CANNOT_BE(number=number))

    def _companions(self, card: int) -> Iterator[int]:
        for deck in self.within.get(card, ()):
            yield from self.decks[deck] - {card}

    # -- conclusions

    def _narrowed(self, fewer: dict[int, int]) -> Clash | None:
        changed = {card for card, left in fewer.items() if self.left[card] & ~left}
        for card in changed:
            self.left[card] &= fewer[card]
        return self._conclude(changed) if changed else None

    def _conclude(self, changed: set[int]) -> Clash | None:
        """Propagate changes until nothing more follows."""
        before = dict.fromkeys(changed, 0)
        while changed:
            card = changed.pop()
            if before.get(card) == self.left[card]:
                continue
            before[card] = self.left[card]
            self.changed.add(card)
            self.unchecked.update(self.within.get(card, ()))
            clash, more = self._from(card)
            if clash:
                return clash
            changed |= more
        while self.unchecked:
            if not self._enough(self.decks[self.unchecked.pop()]):
                return Clash(NONE_LEFT())
        return None

    def _from(self, card: int) -> tuple[Clash | None, set[int]]:
        """Conclusions from a card with fewer possible numbers: a contradiction, changed cards."""
        more: set[int] = set()
        if number := self.known(card):
            for other in self._companions(card):
                if self.left[other] == 1 << number:
                    proof = self.shown.get(other, self.shown.get(card))
                    return _elsewhere(number, proof), more
                if self.left[other] >> number & 1:
                    self.left[other] ^= 1 << number
                    more.add(other)
        for verdict in self.verdicts.get(card, ()):
            held = [self.left[one] for one in verdict[1:3] if one]
            if clash := self._revised(verdict):
                return clash, more
            if held != [self.left[one] for one in verdict[1:3] if one]:
                more.update(one for one in verdict[1:3] if one)
        return None, more

    def _revised(self, verdict: CallOutcome) -> Clash | None:
        """Keep only the numbers with which the verdict can be right."""
        one = self.left[verdict.before] if verdict.before else 1
        rules = (verdict.point, verdict.fits, self.reach, self.bottoms)
        firsts, seconds = _supported(one, self.left[verdict.card], *rules)
        if not seconds:
            return self._wrong(verdict)
        if verdict.before:
            self.left[verdict.before] = firsts
        self.left[verdict.card] = seconds
        return None

    def _wrong(self, verdict: CallOutcome) -> Clash:
        number = self.known(verdict.card)
        before = self.known(verdict.before) if verdict.before else 0
        all_known = number and (before or not verdict.before)
        words = verdict.contradiction(before, number) if all_known else NONE_FIT()
        return Clash(words, "BB-R6", verdict.entry, verdict.message())

    def _enough(self, cards: set[int]) -> bool:
        """Whether these cards can all have different numbers."""
        return uncovered([_downwards(self.left[card]) for card in cards]) is None


def _elsewhere(number: int, proof: int | None) -> Clash:
    """The contradiction that another card has this number."""
    return Clash(ELSEWHERE(number=number), "", proof, HERE(number=number))


@lru_cache(maxsize=4096)
def _supported(
    firsts: int, seconds: int, point: int, fit: bool, reach: int, bottoms: int
) -> tuple[int, int]:
    """The numbers of two cards for which some number of the other makes the verdict right."""
    kept, partners = 0, 0
    for number in _bits(seconds):
        fitting = 0
        for before in _bits(firsts):
            if (before != number or point == 1) and fit == fits(
                point, before, number, reach, bottoms
            ):
                fitting |= 1 << before
        partners |= fitting
        if fitting:
            kept |= 1 << number
    return partners, kept


@lru_cache(maxsize=4096)
def _downwards(left: int) -> tuple[int, ...]:
    """The numbers of a set, the highest first."""
    return tuple(_bits(left))[::-1]


def _bits(left: int) -> Iterator[int]:
    while left:
        bit = left & -left
        yield bit.bit_length() - 1
        left ^= bit


def joined(some: list[Numbers], loose: Iterable[int]) -> Numbers:
    """What all of these have in common; `loose` are new cards that may have any number."""
    all_of_it = some[0].clone()
    for other in some[1:]:
        for card in all_of_it.left.keys() & other.left.keys():
            all_of_it.left[card] |= other.left[card]
        for deck, cards in all_of_it.decks.items():
            cards &= other.decks[deck]
    all_of_it.within = {
        card: tuple(deck for deck in decks if card in all_of_it.decks[deck])
        for card, decks in all_of_it.within.items()
    }
    in_all = set.intersection(*({*chain(*one.verdicts.values())} for one in some))
    all_of_it.verdicts = {
        card: tuple(verdict for verdict in verdicts if verdict in in_all)
        for card, verdicts in all_of_it.verdicts.items()
    }
    for card in loose:
        all_of_it.left[card] = (1 << all_of_it.count + 1) - 2
    return all_of_it
