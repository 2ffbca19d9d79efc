"""Diamond Boxes, rule 2: hidden hands, own decks, a specified colour that has to be covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.api import CHANCE, Fact, Outcome, Ply, Refusal, Seat, View, Who, seat_letter
from engines.diamond_boxes import refusals, scoring, views
from engines.diamond_boxes.board import (
    ALL,
    BERTH,
    CARD,
    CLASH,
    COLOURED,
    COUNT,
    SHOWS,
    SIX,
    DeepBoard,
    covered,
    visible,
)
from engines.diamond_boxes.cards import COLOUR, COLOUR_WORDS, COLOURS, DECK, HAND
from engines.diamond_boxes.facts import (
    COVERED,
    FIVE_ROUNDS,
    NO_COLOUR,
    REASONS,
    STUCK,
    Event,
    drawn_match,
)
from engines.diamond_boxes.inference import worlds
from engines.diamond_boxes.moves import (
    CHOOSE,
    CHOOSING,
    CHOSEN,
    DEALING,
    OVER,
    PASS,
    PLAYING,
    STARTING,
    Move,
    deep_placements,
)
from engines.diamond_boxes.refusals import is_deal, is_order
from engines.diamond_boxes.state import ALONE, Boxes, dealt

PATIENCE = 5
"""Rounds of passes without a placement that end a match (DJ2-Q8)."""


class ColourBoxes(Boxes):
    """A match of rule 2."""

    __slots__ = (
        "board",
        "bonus",
        "colour",
        "fired",
        "passes",
        "past",
        "reason",
        "shown",
        "size",
        "story",
        "tops",
    )

    rule = 2
    TURNS = "DJ2-R4"
    DEAL = "DJ2-R1"

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats, STARTING)
        self.board = DeepBoard()
        self.size = (len(DECK) - 2) // seats  # a personal deck (DJ2-R2)
        self.tops = [0] * seats  # where in the order each seat draws next
        self.shown = [0] * 5  # cells showing each colour
        self.colour = -1
        self.passes = 0  # since the last placement or change of colour
        self.fired = 0  # rounds of passes since the last placement
        self.bonus = False
        self.reason = -1
        self.past: Event | None = None
        self.story: worlds.Story | None = None

    def chance(self) -> str:
        return "start 1" if self.step == STARTING else "deal 1"

    def pool(self) -> tuple[int, ...]:
        return tuple(range(self.seats)) if self.step == STARTING else DECK

    def start_of(self, seat: Seat) -> int:
        """Where in the order the personal deck of a seat begins."""
        return 2 + self.size * seat

    def left(self, seat: Seat) -> int:
        return self.start_of(seat + 1) - self.tops[seat] if self.order else 0

    def undrawn(self) -> list[int]:
        order = self.order
        rest = (order[top : self.start_of(seat + 1)] for seat, top in enumerate(self.tops))
        return sorted(card for cards in rest for card in cards) if order else []

    # -- what is legal

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat < 0 or self._owing != (seat,):
            return ()
        if self.step == CHOOSING:
            return self._colours()
        found = deep_placements(self.hands[seat], self.board, SHOWS[self.colour])
        return [PASS, *sorted(found)]

    def _colours(self) -> list[int]:
        """Visible and not the current one; the first has only to be visible (DJ2-R10)."""
        return [
            CHOOSE + colour
            for colour, cells in enumerate(self.shown)
            if cells and colour != self.colour
        ]

    def is_legal(self, seat: Seat, move: Move) -> bool:
        if isinstance(move, tuple):
            if self.step == STARTING:
                return seat == CHANCE and is_order(move, self.pool())
            return seat == CHANCE and self.step == DEALING and is_deal(move)
        if seat < 0 or self._owing != (seat,):
            return False
        if self.step == CHOOSING:
            return move in self._colours()
        if move == PASS:
            return True
        if move >> CARD not in self.hands[seat]:
            return False
        under = self.board.words.get(move & BERTH, 0)
        clash = CLASH[move >> CARD << 1 | move >> 1 & 1]
        return bool(under & SHOWS[self.colour]) and not under & clash

    def _not_yours(self) -> Refusal:
        if self.step != CHOOSING:
            return super()._not_yours()
        cause = "DJ2-R12" if self.passes == self.seats else "DJ2-R11"
        words = f"{seat_letter(self._owing[0])} chooses the colour"
        return Refusal(self.TURNS if self.colour < 0 else cause, words)

    def _refused(self, seat: Seat, move: int) -> Refusal | None:
        if self.step == CHOOSING:
            return self._not_chosen(move)
        if PASS < move < CHOSEN:
            return Refusal("DJ2-R10", "the specified colour cannot be changed now")
        return (
            refusals.not_held(self.hands[seat], move, "DJ2-R5")
            or refusals.clash(self.board, move, "DJ2-R6")
            or refusals.shallow(self.board, move, self.colour)
        )

    def _not_chosen(self, move: int) -> Refusal:
        if not CHOOSE <= move < CHOSEN:
            return Refusal("DJ2-R10", "a colour has to be chosen")
        word = COLOUR_WORDS[move - CHOOSE]
        if move - CHOOSE == self.colour:
            return Refusal("DJ2-R10", f"{word} is the specified colour already")
        return Refusal("DJ2-R10", f"{word} is not to be seen")

    def sample(self, seat: Seat, rng: Random) -> Move:
        if self.step == CHOOSING:
            colours = self._colours()
            return colours[int(rng.random() * len(colours))]
        found = deep_placements(self.hands[seat], self.board, SHOWS[self.colour])
        number = int(rng.random() * (len(found) + 1))
        return found[number] if number < len(found) else PASS

    def default_move(self, seat: Seat) -> Move:
        """Pass; the first colour there is."""
        return PASS if self.step == PLAYING else self._colours()[0]

    # -- moves

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        self.story = None
        if isinstance(move, tuple):
            if self.step == STARTING:
                self.first = move[0]
                self.step = DEALING
            else:
                self._deal(move, log)
            return
        self.past = Event(self.past, seat, move)
        if move >= CHOSEN:
            self._place(seat, move, log)
            return
        if log is not None:
            log.append(Ply(seat, move))
        if move == PASS:
            self._pass(seat, log)
        else:
            self.colour = move - CHOOSE
            self.passes = 0
            self._play(self.turn)

    def _deal(self, order: tuple[int, ...], log: list[Ply[Move]] | None) -> None:
        for placement in self._centre(order):
            self.board.lay(placement)
        for face in visible(self.placed).values():
            self.shown[face >> 1] += 1
        starts = [self.start_of(seat) for seat in range(self.seats)]
        self.hands = dealt(order, starts)
        self.tops = [start + HAND for start in starts]
        self.turn = self.first
        self._ask(self.first - 1 if self.first else self.seats - 1)  # DJ2-R4
        if log is not None:
            self._log_deal(log, hidden=True)

    def _ask(self, seat: Seat) -> None:
        """This seat chooses a colour."""
        self.step = CHOOSING
        self._owing = ALONE[seat]

    def _play(self, seat: Seat) -> None:
        """This seat places or passes."""
        self.turn = seat
        self.step = PLAYING
        self._owing = ALONE[seat]

    def _place(self, seat: Seat, move: int, log: list[Ply[Move]] | None) -> None:
        hand = self.hands[seat]
        hand.remove(move >> CARD)
        self.placed.append(move)
        under = self.board.lay(move)
        over = covered(under)
        self._show(move >> CARD, under)
        self.passes = self.fired = 0
        top = self.tops[seat]
        drawn = self.order[top : top + 1] if top < self.start_of(seat + 1) else ()
        if drawn:  # DJ2-R7
            self.tops[seat] = top + 1
            hand.append(drawn[0])
            hand.sort()
        if log is not None:
            facts = (*COVERED[over], Fact("draw", drawn, (seat,))) if drawn else COVERED[over]
            log.append(Ply(seat, move, facts, drawn))
        if not hand:  # DJ2-R8, before any change of colour (DJ2-Q9)
            self._finish()
            return
        self.bonus = over == 6  # DJ2-R9
        after = seat + 1 if seat + 1 < self.seats else 0
        self._play(seat if self.bonus else after)
        if not self.shown[self.colour]:  # DJ2-R11
            before = seat - 1 if seat else self.seats - 1
            self._ask(before if self.bonus else seat)

    def _show(self, card: int, under: int) -> None:
        """Count the cells that show each colour anew."""
        shown = self.shown
        if under:
            for colour in range(5):
                shown[colour] -= COUNT[under >> COLOURED + 6 * colour & SIX]
        shown[COLOUR[card]] += 6

    def _pass(self, seat: Seat, log: list[Ply[Move]] | None) -> None:
        self.bonus = False
        self.passes += 1  # DJ2-Q3
        self._play(seat + 1 if seat + 1 < self.seats else 0)
        if self.passes < self.seats:
            return
        self.fired += 1  # DJ2-R12
        self.reason = self._stalemate()
        if self.reason < 0:
            self._ask(seat)
            return
        if log is not None:
            log.append(Ply(CHANCE, None, drawn_match(REASONS[self.reason])))
        self._finish()

    def _stalemate(self) -> int:
        """Why the match is drawn now that all have passed; -1 if it goes on."""
        if sum(1 for cells in self.shown if cells) < 2:
            return NO_COLOUR  # DJ2-Q6
        if not any(deep_placements(hand, self.board, ALL) for hand in self.hands):
            return STUCK  # DJ2-Q7
        return FIVE_ROUNDS if self.fired == PATIENCE else -1  # DJ2-Q8

    def _finish(self) -> None:
        self.step = OVER
        self.turn = -1
        self.bonus = False
        self._owing = ()

    def outcome(self) -> Outcome | None:
        if self.step != OVER:
            return None
        rest = [len(hand) + self.left(seat) for seat, hand in enumerate(self.hands)]
        return (
            scoring.by_rest(rest) if self.reason < 0 else scoring.drawn(rest, REASONS[self.reason])
        )

    # -- what is seen

    def clone(self) -> ColourBoxes:
        twin = ColourBoxes.__new__(ColourBoxes)
        self._copy_to(twin)
        twin.board = self.board.clone()
        twin.size = self.size
        twin.tops = self.tops[:]
        twin.shown = self.shown[:]
        twin.colour = self.colour
        twin.passes = self.passes
        twin.fired = self.fired
        twin.bonus = self.bonus
        twin.reason = self.reason
        twin.past = self.past
        twin.story = None
        return twin

    def view(self, who: Who) -> View:
        return views.colour_view(self, who)

    def key(self) -> tuple[Any, ...]:
        turns = (self.colour, self.passes, self.fired, self.bonus, self._owing, self.reason)
        return (*views.key(self), *turns)

    def resample(self, seat: Seat, rng: Random) -> ColourBoxes:
        twin = self.clone()
        if self.order:
            if self.story is None or self.story.seat != seat:
                self.story = worlds.tell(self, seat)
            twin.order, twin.hands = worlds.imagine(self.story, rng)
        return twin

    def tally(self, name: str) -> Mapping[str, str] | None:
        if name == "hand":
            return {seat_letter(seat): str(len(hand)) for seat, hand in enumerate(self.hands)}
        if name == "deck":
            return {seat_letter(seat): str(self.left(seat)) for seat in range(self.seats)}
        if name == "colour":
            return {"": COLOURS[self.colour]} if self.colour >= 0 else None
        raise KeyError(name)
