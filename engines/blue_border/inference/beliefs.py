"""Blue Border: what can be true of a round, according to a record with gaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engines.api import Finding, Ply, Refusal
from engines.blue_border.calls import D, G, fits
from engines.blue_border.cards import CALL, PILES, REWARD_TAKE, TAKE, Move
from engines.blue_border.state import BlueBorder
from engines.kit.possible import elements, without_own
from engines.messages import Message, Player, Sentence, say

# Contradictions about the numbers of cards and the verdicts of calls.

AT_POINT: Final[dict[int, Sentence]] = {
    D: Sentence("blue-border.at-deepest"),
    G: Sentence("blue-border.at-last"),
}


class CallOutcome(NamedTuple):
    """The verdict of a call: whether the card called fits at its point."""

    point: int
    before: int  # the card before it, 0 at A
    card: int
    fits: bool
    entry: int

    def message(self) -> Message:
        """The verdict as a message."""
        return say("blue-border.misses" if self.fits else "blue-border.hits")

    def contradiction(self, before: int, number: int) -> Message:
        """The message that by the rules these numbers contradict the verdict."""
        where = say("blue-border.after", number=before) if before else say("blue-border.as-first")
        point = AT_POINT.get(self.point, Sentence("kit.nowhere"))()
        sentence = Sentence("blue-border.fits-not" if self.fits else "blue-border.fits")
        return sentence(number=number, where=where, point=point)


class Clash(NamedTuple):
    """A contradiction: message, rule if one is broken, the entry that proves it, the note there."""

    message: Message
    rule: str = ""
    proof: int | None = None
    there: Message | None = None


# The numbers that the cards of a round can have, according to a record.
#
# Here a card is a placeholder, not a number. Cards that existed at the same time have different
# numbers: those that left the same deck, and those in the lines when it was shuffled. A verdict
# limits the card called and the one before it. All conclusions are certain, but not all possible
# conclusions are drawn: decks that were shuffled very long ago are forgotten.

DECKS: Final = 64
"""Number of sets of cards remembered, one or two for each deck.

A round with default options has one to five decks.
"""


class Numbers:
    """The possible numbers of every card of a round, as bits."""

    def __init__(self, count: int = 0, reach: int = 0, bottoms: int = 0) -> None:
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
            # Forget the oldest deck and all cards that belong to no other deck.
            oldest = min(self.decks)
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
                        others = (one for one in self.verdicts[other] if one != verdict)
                        self.verdicts[other] = tuple(others)

    def _new(self, cards: frozenset[int]) -> int:
        """Add a set of cards with different numbers; its key."""
        key = max(self.decks) + 1
        self.decks[key] = cards
        for card in cards:
            self.within[card] = (*self.within[card], key)
        return key

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
        self.decks[table] = self.decks[table].difference(gone).union(new)
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
        if self.left[card] == 1 << number:
            return None
        self.left[card] = 1 << number
        return self._conclude({card})

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
            number = self.known(verdict.card)
            before = self.known(verdict.before) if verdict.before else 0
            all_known = number and (before or not verdict.before)
            words = (
                verdict.contradiction(before, number) if all_known else say("blue-border.none-fit")
            )
            return Clash(words, "BB-R6", verdict.entry, verdict.message())
        if verdict.before:
            self.left[verdict.before] = firsts
        self.left[verdict.card] = seconds
        return None

    def _enough(self, cards: frozenset[int]) -> bool:
        """Whether these cards can all have different numbers."""
        taken, sets = 0, []
        for card in cards:
            left = self.left[card]
            if left & left - 1:
                sets.append(left)
            else:
                taken |= left
        return without_own([left & ~taken for left in sets]) is None


def _elsewhere(number: int, proof: int | None) -> Clash:
    """The contradiction that another card has this number."""
    message = say("blue-border.elsewhere", number=number)
    return Clash(message, "", proof, say("blue-border.here", number=number))


@lru_cache(maxsize=4096)
def _supported(
    firsts: int, seconds: int, point: int, fit: bool, reach: int, bottoms: int
) -> tuple[int, int]:
    """The numbers of two cards for which some number of the other makes the verdict right."""
    kept, partners = 0, 0
    for number in elements(seconds):
        fitting = 0
        for before in elements(firsts):
            apart = before != number or point == 1
            if apart and fit == fits(point, before, number, reach, bottoms):
                fitting |= 1 << before
        partners |= fitting
        if fitting:
            kept |= 1 << number
    return partners, kept


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


# Possible worlds of a record with gaps, followed in parallel.
#
# In the states here a card is a placeholder, numbered consecutively; `Numbers` finds the real
# numbers that a placeholder can have.

MAX_WORLDS: Final = 40
"""The largest number of worlds followed; more of them are merged."""


class BlueBorderWorld(NamedTuple):
    """One possible world; lines and piles have the same lengths in all worlds."""

    state: BlueBorder
    numbers: Numbers

    def clone(self) -> BlueBorderWorld:
        """An independent copy."""
        return BlueBorderWorld(self.state.clone(), self.numbers.clone())

    def learn(self, cards: Iterable[int], written: Iterable[int], entry: int) -> Clash | None:
        """Take the numbers that an entry shows for cards; a contradiction if impossible."""
        for card, number in zip(cards, written, strict=False):
            if clash := self.numbers.learn(card, number, entry):
                return clash
        return None

    def any_of_candidates(self, number: int, names: Names) -> int:
        """One of the discards that may have this number, as a new card: which one is forgotten."""
        some, left = self.candidates(number), 0
        for card in some:
            left |= self.numbers.left[card]
        new = names.next(len(some))
        self.numbers.replace(some, dict.fromkeys(new, left))
        others = (card for card in self.state.discards if card not in some)
        self.state.discards[:] = *others, *new
        return new[0]

    def candidates(self, number: int) -> list[int]:
        """Cards of the discard pile that may have a number; only that card if one surely has it."""
        some = [card for card in self.state.discards if self.numbers.can_be(card, number)]
        sure = [card for card in some if number and self.numbers.known(card) == number]
        return sure or some


class Names:
    """A source of new placeholders for cards."""

    def __init__(self) -> None:
        self.given = 0

    def next(self, count: int) -> tuple[int, ...]:
        """`count` new placeholders."""
        first = self.given + 1
        self.given += count
        return tuple(range(first, first + count))


def known(worlds: Sequence[BlueBorderWorld], card: int) -> int:
    """A card's number if it is the same in all worlds, else 0."""
    number = worlds[0].numbers.known(card)
    same = number and all(world.numbers.known(card) == number for world in worlds)
    return number if same else 0


def merged(worlds: Sequence[BlueBorderWorld], names: Names) -> BlueBorderWorld:
    """One world with what these have in common.

    Where they have different cards, it has a new one, which can have the numbers of any of them.
    """
    states = [world.state for world in worlds]
    twin, numbers = states[0].clone(), joined([world.numbers for world in worlds])
    old: set[int] = set()
    new: dict[int, int] = {}

    def renamed(cards: Iterable[tuple[BlueBorderWorld, int]]) -> int:
        (card,) = names.next(1)
        new[card] = 0
        for world, other in cards:
            new[card] |= world.numbers.left[other]
            old.add(other)
        return card

    rows = [[*state.lines, *state.field] for state in states]
    for at, row in enumerate([*twin.lines, *twin.field]):
        for place in range(len(row)):
            there = [other[at][place] for other in rows]
            if len({*there}) > 1:
                row[place] = renamed(zip(worlds, there, strict=True))
    same = set.intersection(*(set(state.discards) for state in states))
    loose = [(world, card) for world in worlds for card in world.state.discards if card not in same]
    twin.discards = [card if card in same else renamed(loose) for card in twin.discards]
    numbers.replace(old, new)
    return BlueBorderWorld(twin, numbers)


# Findings on entries of a record, and checks of the entry of a call.

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")

FROM_PILES: Final = tuple(first + pile for first in (TAKE, REWARD_TAKE) for pile in PILES)
COSTS: Final[Mapping[str, str]] = {"lose": "BB-R15", "skip": "BB-R16"}
"""What a failed call costs, by rule."""


def problem(words: Message, rule: str, code: str = "") -> Finding:
    """A problem: a broken rule, or a contradiction of the kind that the code names."""
    return Finding("problem", Refusal(rule, words), code)


def clashed(clash: Clash, entry: int) -> Finding:
    """The problem for a contradiction found at this entry, with its proof if in another entry."""
    proof = clash.proof if clash.proof != entry else None
    there = None if proof is None else clash.there
    code = "" if clash.rule else "K-card"
    return problem(clash.message, clash.rule, code)._replace(proof=proof, there=there)


def impossible(ply: Ply[Move]) -> Finding | None:
    """A problem if an entry has a refill or a cost that its decision cannot cause."""
    names = {fact.name for fact in ply.facts}
    if "refill" in names and ply.move not in FROM_PILES:
        return problem(say("blue-border.nothing-taken", word="refill"), "BB-R10")
    for cost, rule in COSTS.items():
        if cost in names and ply.move != CALL:
            return problem(say("blue-border.only-miss", word=cost), rule)
    return None


def contradicted(state: BlueBorder, ply: Ply[Move]) -> Finding | None:
    """A problem if a call has the wrong diver, number of opened cards or payment."""
    opened = ply.facts[0].values
    diver = state.placer
    if opened[0] != diver:
        return problem(say("blue-border.others-card", who=Player(diver)), "BB-R11")
    wanted = min(len(state.lines[diver]), 2)
    if len(opened) not in (1, 1 + wanted):
        words = Sentence("blue-border.one-opened" if wanted == 1 else "blue-border.two-opened")
        return problem(words(), "BB-R12")
    if len(ply.facts) == 1:
        return None
    # What the caller has lost.
    if ply.facts[0].name == "hit":
        return problem(say("blue-border.no-loss"), "BB-R13")
    own, paid = state.lines[ply.seat], ply.facts[1].name
    if own and paid == "skip":
        return problem(say("blue-border.has-cards"), "BB-R15")
    if not own and paid == "lose":
        return problem(say("blue-border.has-no-cards"), "BB-R16")
    return None
