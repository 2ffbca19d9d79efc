"""Diamond Boxes: following a record with gaps: what each rule set adds."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from engines.api import (
    CHANCE,
    EVERYTHING,
    Blank,
    Due,
    Finding,
    Outcome,
    Ply,
    Refusal,
    Seat,
    View,
    Who,
    seat_letter,
)
from engines.diamond_boxes import scoring
from engines.diamond_boxes.board import CARD, LEAST_CELLS, SHOWS, Board, DeepBoard
from engines.diamond_boxes.cards import (
    CHOOSE,
    COLOUR_WORDS,
    COLOURS,
    DECK,
    HAND,
    NAMES,
    PASS,
    PLACEMENTS,
    Move,
)
from engines.diamond_boxes.inference.beliefs import (
    CONSISTENT,
    OF_COLOUR,
    VERIFIED,
    Meeting,
    due,
    first,
    irregular,
    known,
    problem,
    single,
)
from engines.diamond_boxes.inference.tracker import BoxesTracker, misdrawn
from engines.diamond_boxes.position import deck_size
from engines.diamond_boxes.state import player
from engines.diamond_boxes.turns import (
    FIVE_ROUNDS,
    NO_COLOUR,
    PATIENCE,
    REASONS,
    STUCK,
    deep_placements,
    placements,
)
from engines.kit.sentences import any_of
from engines.messages import Message, Player, say


class OpenTracker(BoxesTracker):
    """Follows the record of a match of rule 1."""

    TURNS = "DJ1-R9"
    HELD = "DJ1-R10"
    FITS = "DJ1-R12"
    DEPTH = "DJ1-R14"
    DRAWN = "penalty"
    DRAWS = ("DJ1-R14", "DJ1-Q6")

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats, {"": len(DECK) - 2 - HAND * seats})
        self.turn: Seat | None = None  # None before the first turn
        self.began: tuple[Seat, int] | None = None  # the first seat and its entry, unless waived

    def _decided(self, ply: Ply[Move], waived: bool) -> Finding:
        seat = ply.seat
        if not 0 <= seat < self.seats or not isinstance(ply.move, int):
            return due(self._next())
        wrong = self._out_of_turn(seat)
        if self.turn is None:
            self.turn = seat
            self.began = None if waived else (seat, self.taken)
        if ply.move < PLACEMENTS:
            wrong = wrong or problem(say("diamond-boxes.must-place"), "DJ1-R10")
            if not waived:
                return wrong
            self.turn = (seat + 1) % self.seats
            return irregular(wrong)
        return self._laid(ply, wrong, waived)

    def _out_of_turn(self, seat: Seat) -> Finding | None:
        able = [self.turn] if self.turn is not None else self._beginners()
        if seat in able:
            return None
        if self.turn is not None:
            return problem(say("kit.turn", who=Player(self.turn)), self.TURNS)
        highest = max(self._dealt_at_least(other) for other in range(self.seats) if other != seat)
        message = say("diamond-boxes.begins", who=any_of(able), card=NAMES[highest])
        return problem(message, self.TURNS)

    # -- after turns that nobody wrote down

    def gap(self, turns: int | None) -> Finding | None:
        turn = self.after.turn if self.after else self.turn
        fault = super().gap(turns)
        if fault is None and self.after and turns is not None and turn is not None:
            self.after.turn = (turn + turns) % self.seats  # each seat places one card
        return fault

    def _longest(self) -> int:
        return len(DECK) - len(self.layers.spots)

    def _follow(self, ply: Ply[Move], waived: bool) -> Finding:
        assert self.after is not None
        assert isinstance(ply.move, int)
        turn = self.after.turn
        wrong = None
        if turn not in (None, ply.seat):
            wrong = problem(say("kit.turn", who=Player(turn)), self.TURNS)
        if ply.move >= PLACEMENTS:
            return self._laid_somewhere(ply, wrong, waived)
        wrong = wrong or problem(say("diamond-boxes.must-place"), "DJ1-R10")
        self.after.turn = (ply.seat + 1) % self.seats
        return irregular(wrong) if waived else wrong

    def _seen_wrong(self, ply: Ply[Move], over: int | None, drawn: int) -> Finding | None:
        assert self.after is not None
        wanted = 6 if over is None else 6 - over
        (deck,) = self.decks
        most = min(wanted, deck)
        short = over is not None and drawn < wanted and self.after.decks[0] and drawn < deck
        if drawn > most or short:
            return problem(misdrawn(most, drawn), self.DRAWS[most < wanted])
        return None

    def _drew_unseen(self, seat: Seat, count: int, over: int | None) -> None:
        """An empty hand or an empty deck ends the match (DJ1-R16, DJ1-R17)."""
        assert self.after is not None
        ran_out = over is not None and count < 6 - over
        self.decks[0] = 0 if ran_out else self.decks[0] - count
        self.over = self.over or self.decks[0] == 0
        self.after.turn = (seat + 1) % self.seats

    # -- who begins (DJ1-R9)

    def _beginners(self) -> list[Seat]:
        """The seats that can have the highest number."""
        least = [self._dealt_at_least(seat) for seat in range(self.seats)]
        return [seat for seat in range(self.seats) if self._dealt_at_most(seat) >= max(least)]

    def _dealt_at_least(self, seat: Seat) -> int:
        """The highest card that a seat was certainly dealt."""
        places = self.holdings.places[seat]
        dealt = [place.card for place in places[:HAND]]
        for laid in self.holdings.laid[seat]:
            card = single(self.layers.can_be[laid.number])
            drawn = places[HAND : laid.places]
            if card in self._from_nowhere(seat) and all(place.card for place in drawn):
                dealt.append(card)
        return max(dealt)

    def _dealt_at_most(self, seat: Seat) -> int:
        """The highest card that a seat can have been dealt."""
        places = self.holdings.places[seat]
        dealt = [place.card for place in places[:HAND]]
        if 0 in dealt:
            laid = self._from_nowhere(seat)
            unknown = sum(1 for place in places if not place.card)
            dealt += laid
            if unknown > len(laid):
                dealt += [card for card in DECK if card not in self.holdings.seen][-1:]
        return max(dealt)

    def _from_nowhere(self, seat: Seat) -> list[int]:
        """Known cards that a seat placed without having been shown before."""
        seen = self.holdings.seen.items()
        return [card for card, where in seen if where.laid and where.seat == seat]

    def _contradiction(self, seat: Seat, number: int) -> Finding | None:
        fault = super()._contradiction(seat, number)
        if fault or self.began is None or not self.holdings.certain:
            return fault
        seat, entry = self.began
        if seat in self._beginners():
            return None
        able = max(range(self.seats), key=self._dealt_at_least)
        highest = NAMES[self._dealt_at_least(able)]
        words = say("diamond-boxes.began", who=Player(seat), other=Player(able), card=highest)
        return Finding("problem", Refusal(self.TURNS, words), at=entry, proof=self.taken)

    # -- a placement

    def _shallow(self, spot: int, met: Sequence[Meeting]) -> Finding | None:
        if met or self.layers.touches(spot):
            return None
        return problem(say("diamond-boxes.apart"), "DJ1-R13")

    def _owed_cards(self, seat: Seat, over: int) -> int:
        return min(6 - over, self.decks[0])

    def _go_on(self, seat: Seat, over: int) -> None:
        """An empty hand or an empty deck ends the match (DJ1-R16, DJ1-R17)."""
        self.over = self.holdings.count(seat) == 0 or self.decks[0] == 0
        self.turn = (seat + 1) % self.seats

    def _ruled(self, name: str, seat: Seat, by: int | None) -> Refusal | None:
        """Apply a ruling; a card added to a hand comes from the deck."""
        refusal = super()._ruled(name, seat, by)
        if refusal is None and by:
            self._drew(seat, by)
        return refusal

    def _give_turn(self, seat: Seat) -> None:
        self.turn = seat

    # -- statements and the end

    def tally(self, name: str) -> Mapping[str, str] | None:
        if name not in ("hand", "deck"):
            raise KeyError(name)
        if not self.layers.spots:
            return None
        if name == "hand":
            return self._counts()
        return self._sizes() if self.after is None or self.after.decks[0] else None

    def view(self, who: Who) -> View | None:
        if self.after is not None:
            return None
        seen = self._seen(1, who)
        seen["deck"] = self.decks[0]
        seen["players"] = [
            player(self._known_hand(seat), self.holdings.count(seat), None)
            for seat in range(self.seats)
        ]
        return seen

    def _owing(self) -> Sequence[Seat]:
        able = self._beginners() if self.turn is None and self.layers.spots else [self.turn]
        return [seat for seat in able if seat is not None and not self.over]

    def _possible(self, hand: Sequence[int], placed: Sequence[int]) -> Sequence[int]:
        board = Board()
        for placement in placed:
            board.lay(placement)
        return placements(hand, board)

    def owed(self) -> Message | None:
        if self.over:
            return say("kit.over")
        return self._next() if self.after is None else None

    def _next(self) -> Message:
        """Who must do what next."""
        if not self.layers.spots:
            return say("diamond-boxes.start-first")
        able = self._beginners() if self.turn is None else [self.turn]
        return say("kit.has-to", who=any_of(able), do=say("diamond-boxes.to-place"))

    def outcome(self) -> Outcome | None:
        """Scores and places; a place is 0 if it depends on an unknown smallest number in hand."""
        if not self.over or self.after is not None:
            return None
        counts = [self.holdings.count(seat) for seat in range(self.seats)]
        most = 1 << len(DECK) + 1
        # Between these is the smallest number in each hand.
        lowest = [
            (first(self.holdings.may_hold(seat)), first(self.holdings.must_hold(seat) or most))
            for seat in range(self.seats)
        ]
        places = []
        for seat, count in enumerate(counts):
            equal = [n for n in range(self.seats) if n != seat and counts[n] == count]
            better = [lowest[n][1] < lowest[seat][0] for n in equal]
            worse = [lowest[seat][1] < lowest[n][0] for n in equal]
            unknown = any(not up and not down for up, down in zip(better, worse, strict=True))
            fewer = sum(1 for other in counts if other < count)
            places.append(0 if unknown else 1 + fewer + sum(better))
        return Outcome(tuple(counts), tuple(places))


FIRST: Final = "DJ2-R4"
VANISHED: Final = "DJ2-R11"
ALL_PASSED: Final = "DJ2-R12"


class ColourTracker(BoxesTracker):
    """Follows the record of a match of rule 2."""

    TURNS = "DJ2-R4"
    HELD = "DJ2-R5"
    FITS = "DJ2-R6"
    DEPTH = "DJ2-R6"
    DRAWN = "draw"
    DRAWS = ("DJ2-R7", "DJ2-Q13")
    BLANKS: ClassVar[tuple[Blank, ...]] = (
        *BoxesTracker.BLANKS,
        Blank("first", say("diamond-boxes.who-is-first"), "A", seat=True),
    )

    def __init__(self, seats: int = 2) -> None:
        size = deck_size(seats) - HAND
        super().__init__(seats, {seat_letter(seat): size for seat in range(seats)})
        self.turn = 0
        self.chooser = 0
        self.choice: bool | None = True  # whether a colour must be chosen now; None: uncertain
        self.cause = FIRST  # the rule that requires the choice
        self.colour = -1
        self.passes = 0
        self.stalled = 0
        self.draw: bool | None = False  # whether the match is drawn; None: uncertain
        self.drawn: str | None = None  # the reason written for the draw

    def _start(self, ply: Ply[Move]) -> Finding:
        begins = ply.facts[1].values[0]
        if begins >= self.seats:
            return problem(say("kit.nobody", seat=seat_letter(begins)), FIRST, code="K-revealed")
        finding = super()._start(ply)
        self.turn = begins
        self.chooser = (begins - 1) % self.seats
        return finding

    def _decided(self, ply: Ply[Move], waived: bool) -> Finding:
        if ply.seat == CHANCE:
            return self._drawn(ply)
        if self.draw:
            return problem(say("diamond-boxes.draw-next"), ALL_PASSED, code="K-due")
        assert isinstance(ply.move, int)
        if PASS < ply.move < PLACEMENTS:
            return self._chosen(ply.seat, ply.move - CHOOSE, waived)
        wrong = self._out_of_turn(ply.seat)
        if wrong is None and self.choice:
            wrong = problem(say("diamond-boxes.must-choose"), "DJ2-R10")
        if wrong and not waived:
            return wrong
        certain = self.choice is not None
        # A seat places or passes, so the colour did not vanish.
        if self.choice is None and not waived:
            self.layers.must_show(self.layers.visible(), self.colour)
        self.choice = False
        if ply.move == PASS:
            finding = self._passed(ply.seat, wrong, waived)
        else:
            finding = self._laid(ply, wrong, waived)
        return CONSISTENT if finding.kind == "verified" and not certain else finding

    def _out_of_turn(self, seat: Seat, *, chooses: bool = False) -> Finding | None:
        """A problem if another seat has to place, pass or choose."""
        if self.choice or (chooses and self.choice is None):
            words = say("diamond-boxes.chooses", who=Player(self.chooser))
            return None if seat == self.chooser else problem(words, self.cause)
        words = say("kit.turn", who=Player(self.turn))
        return None if seat == self.turn else problem(words, self.TURNS)

    # -- after turns that nobody wrote down

    def gap(self, turns: int | None) -> Finding | None:
        if self.draw and not self.over:
            return problem(say("diamond-boxes.draw-next"), ALL_PASSED, code="K-due")
        fault = super().gap(turns)
        if fault is None:
            self.colour, self.draw, self.stalled = -1, None, 0
        return fault

    def _longest(self) -> int:
        """Every card may be followed by four rounds of passes and a choice for each (DJ2-Q8)."""
        return (1 + len(DECK) - len(self.layers.spots)) * PATIENCE * 2 * self.seats

    def _follow(self, ply: Ply[Move], waived: bool) -> Finding:
        assert self.after is not None
        passes, all_passed = self.after.passes, (self.after.passes or 0) >= self.seats
        if ply.seat == CHANCE:
            if passes is not None and not all_passed:
                message = say("diamond-boxes.goes-on", why=say("diamond-boxes.not-all-passed"))
                return problem(message, ALL_PASSED)
            self.drawn = "".join(map(chr, ply.facts[-1].values))
            self.over = True
            return CONSISTENT
        assert isinstance(ply.move, int)
        if PASS < ply.move < PLACEMENTS:
            # A choice of colour on a table that is not known: another one, and not between
            # passes.
            colour = ply.move - CHOOSE
            wrong = None
            if passes and not all_passed:
                wrong = problem(say("diamond-boxes.not-now"), "DJ2-R10")
            elif colour == self.colour:
                words = say("diamond-boxes.specified", colour=COLOUR_WORDS[colour]())
                wrong = problem(words, "DJ2-R10")
            if wrong and not waived:
                return wrong
            self.colour, self.after.passes = colour, 0
            return irregular(wrong) if waived else CONSISTENT
        wrong = problem(say("diamond-boxes.must-choose"), "DJ2-R10") if all_passed else None
        if self.after.turn not in (None, ply.seat):
            wrong = problem(say("kit.turn", who=Player(self.after.turn)), self.TURNS)
        if ply.move != PASS:
            return self._laid_somewhere(ply, wrong, waived)
        if wrong and not waived:
            return wrong
        self.after.turn = (ply.seat + 1) % self.seats
        self.after.passes = None if passes is None else passes + 1
        return irregular(wrong) if waived else CONSISTENT

    def _seen_wrong(self, ply: Ply[Move], over: int | None, drawn: int) -> Finding | None:
        assert self.after is not None
        assert isinstance(ply.move, int)
        card, deck = known(ply.move >> CARD), self.decks[ply.seat]
        if card and self.colour >= 0 and OF_COLOUR[self.colour] >> card & 1:
            word = COLOUR_WORDS[self.colour]()
            words = say("diamond-boxes.same-colour", card=NAMES[card], colour=word)
            return problem(words, self.FITS, card)
        if over is not None and over < LEAST_CELLS:
            return problem(say("diamond-boxes.shallow", count=over, least=LEAST_CELLS), self.DEPTH)
        most = min(1, deck)
        if drawn > most or (drawn < most and self.after.decks[ply.seat]):
            return problem(misdrawn(most, drawn), self.DRAWS[not most])
        return None

    def _drew_unseen(self, seat: Seat, count: int, over: int | None) -> None:
        assert self.after is not None
        if not count:
            self.after.decks[seat] = True  # it is empty
        self.decks[seat] = self.decks[seat] - 1 if count else 0
        self.after.passes = 0
        # The same seat again after six cells (DJ2-R9).
        self.after.turn = seat if over == 6 else (seat + 1) % self.seats
        if over is None:
            self.after.turn = None

    def learn(self, name: str, values: Mapping[str, str]) -> Message | None:
        if name == "colour" and self.after is not None and values.get("", "?") in COLOURS:
            self.colour = COLOURS.index(values[""])
        return super().learn(name, values)

    # -- the specified colour

    def _chosen(self, seat: Seat, colour: int, waived: bool) -> Finding:
        """Take a choice of the specified colour (DJ2-R10)."""
        shown = self.layers.shows(colour)
        wrong = self._out_of_turn(seat, chooses=True) or self._refused_colour(colour, shown)
        if wrong and not waived:
            return wrong
        certain = self.choice is not None and self.draw is not None and shown is True
        if not waived:
            if self.choice is None:
                self.layers.must_be_covered(self.colour)
            if shown is None:
                self.layers.must_show(self.layers.visible(), colour)
        self.colour, self.choice, self.draw, self.passes = colour, False, False, 0
        empty = self.holdings.propagate()
        if empty is not None:
            return self._impossible(empty)
        if waived:
            return irregular(wrong)
        return VERIFIED if certain else CONSISTENT

    def _refused_colour(self, colour: int, shown: bool | None) -> Finding | None:
        """A problem if a colour cannot be chosen; checks in a fixed order."""
        word = COLOUR_WORDS[colour]()
        if self.choice is False:
            return problem(say("diamond-boxes.not-now"), "DJ2-R10")
        if colour == self.colour:
            return problem(say("diamond-boxes.specified", colour=word), "DJ2-R10")
        if shown is False:
            return problem(say("diamond-boxes.not-visible", colour=word), "DJ2-R10")
        return None

    # -- passes

    def _passed(self, seat: Seat, wrong: Finding | None, waived: bool) -> Finding:
        self.passes += 1
        self.turn = (seat + 1) % self.seats
        if self.passes >= self.seats:
            self.stalled += 1
            self.draw = self._stalemate()
            self.choice, self.cause, self.chooser = True, ALL_PASSED, seat
        empty = self.holdings.propagate()
        if empty is not None:
            return self._impossible(empty)
        return irregular(wrong) if waived else VERIFIED

    def _stalemate(self) -> bool | None:
        """Whether the match is drawn after all have passed; None if that is unknown."""
        alike = self.layers.one_colour()
        if alike or self.stalled >= PATIENCE:
            return True
        perhaps = sure = 0
        for seat in range(self.seats):
            perhaps |= self.holdings.may_hold(seat)
            sure |= self.holdings.must_hold(seat)
        if not perhaps & self.layers.deep(sure=False):
            return True
        return False if alike is False and sure & self.layers.deep(sure=True) else None

    def _drawn(self, ply: Ply[Move]) -> Finding:
        if self.draw is False:
            why = say("diamond-boxes.not-all-passed")
            if self.passes >= self.seats:  # somebody surely has a card that fits
                fits = self.layers.deep(sure=True)
                held = [self.holdings.must_hold(seat) & fits for seat in range(self.seats)]
                seat = next(seat for seat in range(self.seats) if held[seat])
                who, card = Player(seat), NAMES[first(held[seat])]
                why = say("diamond-boxes.holds-fitting", who=who, card=card)
            return problem(say("diamond-boxes.goes-on", why=why), ALL_PASSED)
        certain = self.draw
        self.drawn = "".join(map(chr, ply.facts[-1].values))
        self.over = True
        return VERIFIED if certain else CONSISTENT

    # -- a placement

    def _shallow(self, spot: int, met: Sequence[Meeting]) -> Finding | None:
        if self.colour >= 0 and self.layers.covers(met, self.colour) is False:
            message = say("diamond-boxes.without-colour", colour=COLOUR_WORDS[self.colour]())
            return problem(message, "DJ2-R6")
        if len(met) < LEAST_CELLS:
            message = say("diamond-boxes.shallow", count=len(met), least=LEAST_CELLS)
            return problem(message, "DJ2-R6")
        return None

    def _sure(self, card: int, met: Sequence[Meeting]) -> bool:
        return super()._sure(card, met) and self.layers.covers(met, self.colour) is True

    def _learn(self, number: int, met: Sequence[Meeting], waived: bool) -> None:
        if not waived and self.colour >= 0:
            self.layers.restrict(number, ~OF_COLOUR[self.colour])
            if self.layers.covers(met, self.colour) is None:
                self.layers.must_show([lower for _, lower, _ in met], self.colour)

    def _owed_cards(self, seat: Seat, over: int) -> int:
        return min(1, self.decks[seat])

    def _go_on(self, seat: Seat, over: int) -> None:
        """The end, bonus turns, and who may have to choose (DJ2-R8, DJ2-R9, DJ2-R11)."""
        self.passes = self.stalled = 0
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
            message = say("diamond-boxes.short-deck", who=Player(seat), count=self.decks[seat])
            return Refusal("", message)
        self.decks[seat] += by
        return None

    def _give_turn(self, seat: Seat) -> None:
        self.turn = seat
        self.choice = False

    # -- statements and the end

    def tally(self, name: str) -> Mapping[str, str] | None:
        if name == "hand":
            return self._counts() if self.layers.spots else None
        if name == "deck":
            return self._sizes()
        if name == "colour":
            return {"": COLOURS[self.colour]} if self.colour >= 0 else None
        raise KeyError(name)

    def view(self, who: Who) -> View | None:
        if self.after is not None:
            return None
        seen = self._seen(2, who)
        seen["colour"] = COLOURS[self.colour] if self.colour >= 0 else None
        for seat, deck in enumerate(self.decks):  # only the owner sees a hand
            hand = self._known_hand(seat) if who in (seat, EVERYTHING) else None
            seen["players"].append(player(hand, self.holdings.count(seat), deck))
        return seen

    def _owing(self) -> Sequence[Seat]:
        if self.over or self.draw:
            return []
        able = {True: {self.chooser}, False: {self.turn}, None: {self.turn, self.chooser}}
        return sorted(able[self.choice])

    def _due_now(self, what: Message | None) -> Due:
        if self.draw and not self.over:
            # Why the match is drawn, as the engine would write it.
            reason = FIVE_ROUNDS if self.stalled >= PATIENCE else STUCK
            reason = NO_COLOUR if self.layers.one_colour() else reason
            return Due(what, (CHANCE,), marks=(f'draw reason "{REASONS[reason]}"',))
        choices: tuple[str, ...] = ()
        if self.choice and not self.over:
            others = (colour for colour in range(len(COLOURS)) if colour != self.colour)
            choices = tuple(f"colour {COLOURS[one]}" for one in others if self.layers.shows(one))
        return Due(what, tuple(self._owing()), choices)

    def _possible(self, hand: Sequence[int], placed: Sequence[int]) -> Sequence[int]:
        if self.choice is not False or self.colour < 0 or self.draw:
            return ()
        board = DeepBoard()
        for placement in placed:
            board.lay(placement)
        return [PASS, *sorted(deep_placements(hand, board, SHOWS[self.colour]))]

    def owed(self) -> Message | None:
        if self.over:
            return say("kit.over")
        if self.after is not None:
            return None
        if not self.layers.spots:
            return say("diamond-boxes.start-first")
        if self.draw:
            return say("diamond-boxes.draw-missing")
        chooser, player = Player(self.chooser), Player(self.turn)
        if self.choice is None:
            return say("diamond-boxes.place-or-choose", player=player, chooser=chooser)
        if self.choice:
            return say("kit.has-to", who=chooser, do=say("diamond-boxes.to-choose"))
        return say("kit.has-to", who=player, do=say("diamond-boxes.to-place-or-pass"))

    def outcome(self) -> Outcome | None:
        if not self.over or self.after is not None:
            return None
        rest = [self.holdings.count(seat) + self.decks[seat] for seat in range(self.seats)]
        return scoring.by_rest(rest, self.drawn)
