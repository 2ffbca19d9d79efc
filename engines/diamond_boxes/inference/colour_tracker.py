"""Diamond Boxes, rule 2, followed at a table: the specified colour, passes, when a match is drawn.

Where unknown cards leave open whether a colour has vanished or nobody can lay a card, the next
line tells.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.api import CHANCE, Finding, Outcome, Ply, Refusal, Seat, View, Who, seat_letter
from engines.diamond_boxes import scoring, views
from engines.diamond_boxes.cards import COLOUR_WORDS, COLOURS, DECK, HAND, NAMES
from engines.diamond_boxes.inference.layers import OF_COLOUR, Meeting, first
from engines.diamond_boxes.inference.tracker import CONSISTENT, VERIFIED, BoxesTracker, problem
from engines.diamond_boxes.moves import CHOOSE, CHOSEN, PASS, Move
from engines.diamond_boxes.rule2 import PATIENCE

FIRST: Final = "DJ2-R4"
VANISHED: Final = "DJ2-R11"
ALL_PASSED: Final = "DJ2-R12"


class ColourTracker(BoxesTracker):
    """A match of rule 2."""

    rule = 2
    TURNS = "DJ2-R4"
    HELD = "DJ2-R5"
    FITS = "DJ2-R6"
    DEPTH = "DJ2-R6"
    DRAWS = ("DJ2-R7", "DJ2-Q13")

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.decks = [(len(DECK) - 2) // seats - HAND] * seats
        self.turn = 0
        self.chooser = 0
        self.choice: bool | None = True  # whether a colour is chosen now; None: the next line tells
        self.cause = FIRST  # the rule by which
        self.colour = -1
        self.passes = 0
        self.fired = 0
        self.draw: bool | None = False  # whether the match is drawn; None: the next line tells
        self.drawn: str | None = None

    def _start(self, ply: Ply[Move]) -> Finding:
        begins = ply.facts[1].values[0]
        if begins >= self.seats:
            return problem(f"nobody sits at {seat_letter(begins)}", FIRST, code="K-revealed")
        finding = super()._start(ply)
        self.turn = begins
        self.chooser = (begins - 1) % self.seats
        return finding

    def _decided(self, ply: Ply[Move], stood: bool) -> Finding:
        if ply.seat == CHANCE:
            return self._drawn(ply)
        if self.draw:
            return problem(
                "the match is drawn: '-- draw reason \"…\"' comes next", ALL_PASSED, code="K-due"
            )
        assert isinstance(ply.move, int)
        if PASS < ply.move < CHOSEN:
            return self._chosen(ply.seat, ply.move - CHOOSE, stood)
        wrong = self._out_of_turn(ply.seat)
        if wrong is None and self.choice:
            wrong = problem("a colour has to be chosen", "DJ2-R10")
        if wrong and not stood:
            return wrong
        certain = self.choice is not None
        self._nothing_chosen(stood)
        if ply.move == PASS:
            finding = self._passed(ply.seat, wrong, stood)
        else:
            finding = self._laid(ply, wrong, stood)
        return CONSISTENT if finding.kind == "verified" and not certain else finding

    def _out_of_turn(self, seat: Seat, *, chooses: bool = False) -> Finding | None:
        """Somebody else has to place, pass or choose."""
        if self.choice or (chooses and self.choice is None):
            words = f"{seat_letter(self.chooser)} chooses the colour"
            return None if seat == self.chooser else problem(words, self.cause)
        words = f"it is {seat_letter(self.turn)}'s turn"
        return None if seat == self.turn else problem(words, self.TURNS)

    # -- the specified colour

    def _nothing_chosen(self, stood: bool) -> None:
        """Somebody places or passes, so the colour did not vanish."""
        if self.choice is None and not stood:
            self.layers.let_show(self.layers.visible(), self.colour)
        self.choice = False

    def _chosen(self, seat: Seat, colour: int, stood: bool) -> Finding:
        """DJ2-R10."""
        wrong = self._out_of_turn(seat, chooses=True)
        if wrong is None and self.choice is False:
            wrong = problem("the specified colour cannot be changed now", "DJ2-R10")
        shown = self.layers.shows(colour)
        word = COLOUR_WORDS[colour]
        if wrong is None and colour == self.colour:
            wrong = problem(f"{word} is the specified colour already", "DJ2-R10")
        if wrong is None and shown is False:
            wrong = problem(f"{word} is not to be seen", "DJ2-R10")
        if wrong and not stood:
            return wrong
        certain = self.choice is not None and self.draw is not None and shown is True
        if not stood:
            self._learn_choice(colour, shown)
        self.colour, self.choice, self.draw, self.passes = colour, False, False, 0
        empty = self.holdings.settle()
        if empty is not None:
            return self._nothing_left(empty)
        if stood:
            return Finding("irregular", wrong.refusal if wrong else None)
        return VERIFIED if certain else CONSISTENT

    def _learn_choice(self, colour: int, shown: bool | None) -> None:
        if self.choice is None:
            self.layers.let_vanish(self.colour)
        if shown is None:
            self.layers.let_show(self.layers.visible(), colour)

    # -- passes

    def _passed(self, seat: Seat, wrong: Finding | None, stood: bool) -> Finding:
        self.passes += 1
        self.turn = (seat + 1) % self.seats
        if self.passes >= self.seats:  # DJ2-R12
            self.fired += 1
            self.draw = self._stalemate()
            self.choice, self.cause, self.chooser = True, ALL_PASSED, seat
        empty = self.holdings.settle()
        if empty is not None:
            return self._nothing_left(empty)
        return Finding("irregular", wrong.refusal if wrong else None) if stood else VERIFIED

    def _stalemate(self) -> bool | None:
        """Whether the match is drawn now that all have passed; None if that is unknown."""
        alike = self.layers.one_colour()
        if alike or self.fired >= PATIENCE:
            return True
        perhaps = sure = 0
        for seat in range(self.seats):
            perhaps |= self.holdings.perhaps(seat)
            sure |= self.holdings.sure(seat)
        if not perhaps & self.layers.deep(sure=False):
            return True
        return False if alike is False and sure & self.layers.deep(sure=True) else None

    def _drawn(self, ply: Ply[Move]) -> Finding:
        if self.draw is False:
            return problem(f"the match goes on: {self._goes_on()}", ALL_PASSED)
        certain = self.draw
        self.drawn = "".join(map(chr, ply.facts[-1].values))
        self.over = True
        return VERIFIED if certain else CONSISTENT

    def _goes_on(self) -> str:
        """Why the match is not drawn."""
        if self.passes < self.seats:
            return "not all have passed in a row"
        fits = self.layers.deep(sure=True)
        for seat in range(self.seats):
            if cards := self.holdings.sure(seat) & fits:
                return f"{seat_letter(seat)} holds {NAMES[first(cards)]}, which fits"
        raise AssertionError("a match that is not drawn goes on for a reason")

    # -- a placement

    def _shallow(self, spot: int, met: Sequence[Meeting]) -> Finding | None:
        if self.colour >= 0 and self.layers.covers(met, self.colour) is False:
            word = COLOUR_WORDS[self.colour]
            words = f"it covers no cell that shows {word}, the specified colour"
            return problem(words, "DJ2-R6")
        if len(met) < 4:
            return problem(f"it covers {len(met)} of at least 4 cells", "DJ2-R6")
        return None

    def _sure(self, card: int, met: Sequence[Meeting]) -> bool:
        return super()._sure(card, met) and self.layers.covers(met, self.colour) is True

    def _learn(self, number: int, met: Sequence[Meeting], stood: bool) -> None:
        if not stood and self.colour >= 0:
            self.layers.restrict(number, ~OF_COLOUR[self.colour])
            if self.layers.covers(met, self.colour) is None:
                self.layers.let_show([lower for _, lower, _ in met], self.colour)

    def _owed_cards(self, seat: Seat, over: int) -> int:
        return min(1, self.decks[seat])

    def _left(self, seat: Seat) -> int:
        return self.decks[seat]

    def _drew(self, seat: Seat, count: int) -> None:
        self.decks[seat] = max(0, self.decks[seat] - count)

    def _go_on(self, seat: Seat, over: int) -> None:
        """DJ2-R8, DJ2-R9, DJ2-R11."""
        self.passes = self.fired = 0
        self.over = self.holdings.count(seat) == 0
        after = (seat + 1) % self.seats
        self.turn = seat if over == 6 else after
        shown = self.layers.shows(self.colour)
        self.choice = None if shown is None else not shown
        self.cause = VANISHED
        self.chooser = (seat - 1) % self.seats if over == 6 else seat

    def _ruled(self, name: str, seat: Seat, by: int | None) -> Refusal | None:
        if name != "deck" or by is None or seat >= self.seats:
            return super()._ruled(name, seat, by)
        if self.decks[seat] + by < 0:
            return Refusal("", f"{seat_letter(seat)} has {self.decks[seat]} cards in the deck")
        self.decks[seat] += by
        return None

    def _give_turn(self, seat: Seat) -> None:
        self.turn = seat
        self.choice = False

    # -- statements and the end

    def tally(self, name: str) -> Mapping[str, str] | None:
        if name == "hand":
            return self._counts()
        if name == "deck":
            return {seat_letter(seat): str(count) for seat, count in enumerate(self.decks)}
        if name == "colour":
            return {"": COLOURS[self.colour]} if self.colour >= 0 else None
        raise KeyError(name)

    def view(self, who: Who) -> View:
        able = ([self.turn] if not self.choice else []) + (
            [self.chooser] if self.choice is not False else []
        )
        owing = [] if self.over or self.draw else sorted({*able})
        decks = {seat_letter(seat): str(count) for seat, count in enumerate(self.decks)}
        return views.table_view(self, who, owing, decks, self.colour)

    def owed(self) -> str | None:
        if self.over:
            return ""
        if not self.layers.spots:
            return "'-- start' comes"
        if self.draw:
            return "'-- draw reason \"…\"' is missing at the end"
        chooses = f"{seat_letter(self.chooser)} has to choose a colour"
        plays = f"{seat_letter(self.turn)} has to place or pass"
        if self.choice is None:
            return f"{plays} or {chooses}"
        return chooses if self.choice else plays

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        rest = [self.holdings.count(seat) + self.decks[seat] for seat in range(self.seats)]
        return scoring.drawn(rest, self.drawn) if self.drawn is not None else scoring.by_rest(rest)
