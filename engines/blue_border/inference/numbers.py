"""Blue Border: the numbers that the cards of a round can have, according to a record.

Here a card is a placeholder, not a number. Cards that existed at the same time have different
numbers: those that left the same deck, and those in the lines when it was shuffled. A verdict
limits the card called and the one before it. All conclusions are certain, but not all possible
conclusions are drawn: decks that were shuffled very long ago are forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from engines.blue_border.inference.clashes import CallOutcome, Clash
from engines.blue_border.lines import fits
from engines.kit.matching import uncovered
from engines.messages import say

DECKS: Final = 64
"""Number of sets of cards remembered, one or two for each deck.

A round with default options has one to five decks.
"""


class Numbers:
    """The possible numbers of every card of a round, as bits."""

    def __init__(self, count: int, reach: int, bottoms: int) -> None:
        self.count = count
        self.reach = reach
        self.bottoms = bottoms
        self.left: dict[int, int] = {}
        self.decks: dict[int, frozenset[int]] = {0: frozenset()}  # cards with different numbers
        self.current: tuple[int, ...] = (0,)  # the sets to which drawn cards belong
        self.within: dict[int, tuple[int, ...]] = {}  # the decks that a card belongs to
        self.verdicts: dict[int, tuple[CallOutcome, ...]] = {}  # the verdicts about a card
        self.shown: dict[int, int] = {}  # the first entry that shows a card's number
        self.unchecked: set[int] = set()  # decks with changes since their last `_enough`
        self.sure: set[int] = set()  # the cards whose number is certain
        self.touched: set[int] = set()  # cards that can differ from those of other worlds

    def clone(self) -> Numbers:
        """An independent copy."""
        twin = Numbers(self.count, self.reach, self.bottoms)
        twin.left = self.left.copy()
        twin.decks = self.decks.copy()  # the sets themselves never change
        twin.current = self.current
        twin.within = self.within.copy()
        twin.verdicts = self.verdicts.copy()
        twin.shown = self.shown.copy()
        twin.unchecked = self.unchecked.copy()
        twin.sure = self.sure.copy()
        twin.touched = self.touched.copy()
        return twin

    def shuffled(self, kept: Iterable[int]) -> None:
        """Start a new deck; the `kept` cards stay in the lines."""
        self.current = (self._new(frozenset()),)
        self._add(kept)
        while len(self.decks) > DECKS:
            self._forget(min(self.decks))

    def _new(self, cards: frozenset[int]) -> int:
        """Add a set of cards with different numbers; its key."""
        key = max(self.decks) + 1
        self.decks[key] = cards
        for card in cards:
            self.within[card] = (*self.within[card], key)
        return key

    def _forget(self, oldest: int) -> None:
        """Forget a deck and all cards that belong to no other deck."""
        for card in self.decks.pop(oldest):
            self.within[card] = tuple(deck for deck in self.within[card] if deck != oldest)
        self.unchecked.discard(oldest)
        for card in [card for card in self.left if not self.within.get(card)]:
            del self.left[card]
            self.sure.discard(card)
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
        added = frozenset(cards)
        self.unchecked.update(self.current)
        for deck in self.current:
            self.decks[deck] |= added
        for card in added:
            self.within[card] = (*self.within.get(card, ()), *self.current)

    def replace(self, old: Iterable[int], new: Mapping[int, int]) -> None:
        """Replace cards on the table by new ones with these possible numbers, which are as many.

        The old ones still differ from all others of their deck. The new ones are some of them in
        another order, so they are in a set of their own with the rest of the table.
        """
        if len(self.current) == 1:
            self.current = (*self.current, self._new(self.decks[self.current[0]]))
        table, gone = self.current[1], frozenset(old)
        self.decks[table] = self.decks[table] - gone | new.keys()
        self.unchecked.add(table)
        for card in gone:
            self.within[card] = tuple(deck for deck in self.within.get(card, ()) if deck != table)
        self.left |= new
        self.within |= dict.fromkeys(new, (table,))
        self.sure.update(card for card in new if self.known(card))

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
            words = say("blue-border.is-not", known=known, number=number)
            return Clash(words, "", self.shown.get(card), say("blue-border.is-here", number=known))
        for other in self._companions(card):
            if self.known(other) == number:
                proof = self.shown.get(other)
                return _elsewhere(number, proof)
        for verdict in self.verdicts.get(card, ()):
            words = say("blue-border.against-verdict", number=number)
            return Clash(words, "BB-R6", verdict.entry, verdict.message())
        return Clash(say("blue-border.cannot-be", number=number))

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
            self.touched.add(card)
            if self.known(card):
                self.sure.add(card)
            self.unchecked.update(self.within.get(card, ()))
            clash, more = self._from(card)
            if clash:
                return clash
            changed |= more
        while self.unchecked:
            if not self._enough(self.decks[self.unchecked.pop()]):
                return Clash(say("blue-border.none-left"))
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
        words = verdict.contradiction(before, number) if all_known else say("blue-border.none-fit")
        return Clash(words, "BB-R6", verdict.entry, verdict.message())

    def _enough(self, cards: frozenset[int]) -> bool:
        """Whether these cards can all have different numbers.

        A card that can have as many numbers as there are unknown cards always finds one.
        """
        taken, sets = 0, []
        for card in cards:
            left = self.left[card]
            if left & left - 1:
                sets.append(left)
            else:
                taken |= left
        free, count = [left & ~taken for left in sets], len(sets)
        return uncovered([_downwards(left) for left in free if left.bit_count() < count]) is None


def _elsewhere(number: int, proof: int | None) -> Clash:
    """The contradiction that another card has this number."""
    return Clash(
        say("blue-border.elsewhere", number=number),
        "",
        proof,
        say("blue-border.here", number=number),
    )


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


def joined(some: Sequence[Numbers]) -> Numbers:
    """What all of these have in common; they come from one that was joined last."""
    all_of_it = some[0].clone()
    left, decks, verdicts = all_of_it.left, all_of_it.decks, all_of_it.verdicts
    touched = set[int]().union(*(one.touched for one in some)) & left.keys()
    for other in some[1:]:
        for card in touched:
            left[card] |= other.left.get(card, 0)
            if card in verdicts and verdicts[card] is not (there := other.verdicts.get(card, ())):
                verdicts[card] = tuple(one for one in verdicts[card] if one in there)
        for deck, cards in other.decks.items():
            if decks[deck] is not cards:
                for card in decks[deck] - cards:
                    within = all_of_it.within[card]
                    all_of_it.within[card] = tuple(one for one in within if one != deck)
                decks[deck] &= cards
    all_of_it.sure -= {card for card in touched if not all_of_it.known(card)}
    all_of_it.touched = set()
    return all_of_it
