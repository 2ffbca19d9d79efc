"""Diamond Boxes followed at a table: what both rule sets share.

Where cards lie and how many everybody holds is known from spots and counts alone. What unknown
cards can be is the business of `layers` and `holdings`; whose turn it is, of the rule sets.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from engines.api import (
    Change,
    Fact,
    Finding,
    Ply,
    RecordTracker,
    Refusal,
    Seat,
    seat_letter,
)
from engines.diamond_boxes import notation
from engines.diamond_boxes.board import CARD, SPOT
from engines.diamond_boxes.cards import BELIEVED, COLOUR_WORDS, NAMES, UNKNOWN
from engines.diamond_boxes.inference.holdings import CENTRE, Holdings
from engines.diamond_boxes.inference.layers import ANY, Cards, Layers, Meeting, one
from engines.diamond_boxes.moves import Move
from engines.diamond_boxes.refusals import is_layout

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")


class BoxesTracker(RecordTracker[Move]):
    """A match as a record with gaps tells it."""

    rule: int
    """1 or 2."""
    TURNS: str  # the rules that say whose turn it is …
    HELD: str  # … that a card of the hand is laid …
    FITS: str  # … what may lie on what …
    DEPTH: str  # … how many cells it covers …
    DRAWS: tuple[str, str]  # … what is drawn after it, and what if the deck is short

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.layers = Layers()
        self.holdings = Holdings(seats, self.layers)
        self.hands: dict[Seat, int] = {}  # the entries hands were written in
        self.taken = 0  # entries
        self.playing = False
        self.over = False

    def step(self, ply: Ply[Move], waived: Sequence[int] = ()) -> Finding:
        finding = self._taken(ply, bool(waived))
        self.taken += 1
        return finding

    def _taken(self, ply: Ply[Move], stood: bool) -> Finding:
        name = ply.facts[0].name if ply.facts else ""
        if self.over:
            return problem("the match is over", self.TURNS, code="K-over")
        if not self.layers.spots:
            return self._start(ply) if name == "start" else due("'-- start' comes first")
        if name == "start":
            return due("the match has started above")
        if name == "hand":
            return self._hand(ply.seat, cards_of(ply.facts[0]))
        self.playing = True
        return self._decided(ply, stood)

    @abstractmethod
    def _decided(self, ply: Ply[Move], stood: bool) -> Finding:
        """Take a decision, or that the match is drawn."""

    # -- the beginning

    def _start(self, ply: Ply[Move]) -> Finding:
        spots = [placement & SPOT for placement in ply.facts[0].values]
        cards = [known(placement >> CARD) for placement in ply.facts[0].values]
        if not is_layout(spots):
            words = "the first two cards lie one tall, one wide, and share exactly four cells"
            return problem(words, "DJ1-R7")
        if found := self._again(cards):
            return found
        for card, spot in zip(cards, spots, strict=True):
            self.layers.lay(as_set(card), spot, tied=False)
        self.holdings.centre(cards, self.taken)
        return VERIFIED if all(cards) else CONSISTENT

    def _hand(self, seat: Seat, cards: Sequence[int]) -> Finding:
        if seat >= self.seats:
            return problem(f"nobody sits at {seat_letter(seat)}", "", code="K-revealed")
        if self.playing or seat in self.hands:
            above = "hands come before the first turn" if self.playing else "its hand stands above"
            return due(f"{seat_letter(seat)}: {above}")
        if found := self._again(cards):
            return found
        self.hands[seat] = self.taken
        self.holdings.deal(seat, cards, self.taken)
        return VERIFIED if all(cards) else CONSISTENT

    def _again(self, cards: Sequence[int]) -> Finding | None:
        """A card that has been somewhere before."""
        card = self.holdings.twice(cards)
        if not card:
            return None
        seen = self.holdings.seen.get(card)
        words = f"{NAMES[card]} is shown once more than there are such cards"
        there = f"{NAMES[card]} is shown here"
        if seen is None:
            return problem(words, "", code="K-card")
        return problem(words, "", code="K-card")._replace(proof=seen.entry, there=there)

    # -- laying a card

    def _laid(self, ply: Ply[Move], wrong: Finding | None, stood: bool) -> Finding:
        """Take a placement; `wrong` is what speaks against it already, and may have stood."""
        assert isinstance(ply.move, int)
        seat, spot = ply.seat, ply.move & SPOT
        card = known(ply.move >> CARD)
        if found := self._not_held(seat, card):
            return wrong if wrong and not stood else found
        met = self.layers.under(spot)
        drawn = [known(code) for code in ply.drawn]
        wrong = wrong or self._refused(as_set(card), spot, met)
        wrong = wrong or self._miscounted(ply, len(met), len(drawn))
        if wrong and not stood:
            return wrong
        sure = self._sure(card, met)
        number = self.layers.lay(as_set(card), spot, tied=not stood)
        self.holdings.lay(seat, number, self.taken)
        self._learn(number, met, stood)
        found = self._again(drawn)
        if found is None:
            self.holdings.draw(seat, drawn, self.taken)
            self._drew(seat, len(drawn))
            found = self._settled(seat, number)
        if found:
            return found
        self._go_on(seat, len(met))
        if stood:
            return Finding("irregular", wrong.refusal if wrong else None)
        held = self.holdings.known(seat, self.holdings.laid[seat][-1])
        return VERIFIED if sure and held and all(drawn) else CONSISTENT

    def _not_held(self, seat: Seat, card: int) -> Finding | None:
        """No card at all, or a known one that is somewhere else or has no place in the hand."""
        holdings, name, letter = self.holdings, NAMES[card], seat_letter(seat)
        if holdings.count(seat) < 1:
            refusal = Refusal(self.HELD, f"{letter} has no card in hand", missing=True)
            return Finding("problem", refusal)
        if not card:
            return None
        found = Finding(
            "problem", Refusal(self.HELD, f"{letter} has no {name} in hand", (card,), missing=True)
        )
        seen = holdings.elsewhere(seat, card)
        if seen is None:
            return found if holdings.lacks(seat, card) else None
        if seen.laid:
            there = f"{name} is laid here"
        elif seen.seat == CENTRE:
            there = f"{name} lies here"
        else:
            there = f"{name} comes to {seat_letter(seen.seat)} here"
        return found._replace(proof=seen.entry, there=there)

    def _refused(self, cards: Cards, spot: int, met: Sequence[Meeting]) -> Finding | None:
        """What the cards under it speak against, in the order of the checks."""
        unlike = self.layers.unlike(cards, met)
        if unlike:
            words = f"diamonds differ on {unlike} of {len(met)} cells covered"
            return problem(words, self.FITS, one(cards))
        same = self.layers.same_colour(cards, met)
        if same is not None:
            word = COLOUR_WORDS[same]
            name = NAMES[one(cards)] if one(cards) else "the card"
            return problem(f"{name} would cover {word} with {word}", self.FITS, one(cards))
        if not self.layers.fitting(cards, met):
            return problem("no card fits what lies there", self.FITS)
        return self._shallow(spot, met)

    @abstractmethod
    def _shallow(self, spot: int, met: Sequence[Meeting]) -> Finding | None:
        """Too few cells covered, or not those that have to be."""

    def _miscounted(self, ply: Ply[Move], over: int, drawn: int) -> Finding | None:
        """The number of cells as written, then the number of cards drawn."""
        told = next((fact.values[0] for fact in ply.facts if fact.name == "covered"), over)
        if told != over:
            words = f"it covers {over} cell{'s' if over != 1 else ''}, not {told}"
            return problem(words, self.DEPTH, code="K-revealed")
        wanted = self._owed_cards(ply.seat, over)
        if drawn == wanted:
            return None
        short = drawn > wanted and self._left(ply.seat) == wanted
        words = f"{wanted or 'no'} card{'s are' if wanted > 1 else ' is'} drawn here, not {drawn}"
        found = problem(words, self.DRAWS[short])
        if not drawn:
            return found
        part = notation.text(ply).partition("; ")[2]
        return found._replace(remedy=f"if it really happened write ^{part}!count")

    @abstractmethod
    def _owed_cards(self, seat: Seat, over: int) -> int:
        """How many cards are drawn after so many cells were covered."""

    @abstractmethod
    def _left(self, seat: Seat) -> int:
        """How many cards the deck still has that a seat draws from."""

    @abstractmethod
    def _drew(self, seat: Seat, count: int) -> None:
        """So many cards left the deck."""

    @abstractmethod
    def _go_on(self, seat: Seat, over: int) -> None:
        """Whose turn it is once a card covers so many cells."""

    def _sure(self, card: int, met: Sequence[Meeting]) -> bool:
        """Whether nothing under a card is unknown, nor the card."""
        return bool(card) and all(one(self.layers.can_be[lower]) for _, lower, _ in met)

    def _learn(self, number: int, met: Sequence[Meeting], stood: bool) -> None:
        """What a card that was laid by the rules tells beyond that it matches."""
        return

    def _settled(self, seat: Seat, number: int) -> Finding | None:
        """Whether all cards on the table can still be some card."""
        empty = self.holdings.settle()
        if empty is None:
            return None
        if empty == number:
            words = f"{seat_letter(seat)} holds no card that fits there"
            return Finding("problem", Refusal(self.HELD, words, missing=True))
        return self._nothing_left(empty)

    def _nothing_left(self, number: int) -> Finding:
        """By what is known now, a card on the table could be none."""
        rows = [laid for row in self.holdings.laid for laid in row]
        entry = next((laid.entry for laid in rows if laid.number == number), 0)
        found = problem("no card is left for one that was laid before", self.FITS, code="K-card")
        return found._replace(proof=entry, there="no card can be this one")

    # -- rulings and statements

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        for name, seat, by in changes:
            refusal = self._ruled(name, seat, by)
            if refusal:
                return refusal
        return None

    def _ruled(self, name: str, seat: Seat, by: int | None) -> Refusal | None:
        letter = seat_letter(seat)
        if seat >= self.seats or not self.layers.spots:
            return Refusal("", f"there is no {name} of {letter} to rule on here")
        if name == "turn" and by is None:
            self._give_turn(seat)
            return None
        if name != "hand" or by is None:
            return Refusal("", f"Diamond Boxes has no {name} to rule on like this")
        if self.holdings.count(seat) + by < 0:
            return Refusal("", f"{letter} cannot have {self.holdings.count(seat) + by} cards")
        self.holdings.certain = False
        self.holdings.gone[seat] -= by
        return None

    @abstractmethod
    def _give_turn(self, seat: Seat) -> None:
        """The table gave the turn to a seat."""

    def show(self, text: str) -> Finding | None:
        return None

    def _counts(self) -> dict[str, str]:
        return {seat_letter(seat): str(self.holdings.count(seat)) for seat in range(self.seats)}


def known(code: int) -> int:
    """A card's number as written, believed cards taken as known; 0 for an unknown one."""
    card = code % BELIEVED
    return 0 if card == UNKNOWN else card


def cards_of(fact: Fact) -> list[int]:
    """The cards of a fact, 0 for unknown ones."""
    return [known(code) for code in fact.values]


def as_set(card: int) -> Cards:
    """What a card can be that is written so."""
    return 1 << card if card else ANY


def problem(words: str, rule: str, *cards: int, code: str = "") -> Finding:
    """A contradiction."""
    return Finding("problem", Refusal(rule, words, tuple(filter(None, cards))), code)


def due(words: str) -> Finding:
    """Something else comes here."""
    return problem(words, "", code="K-due")
