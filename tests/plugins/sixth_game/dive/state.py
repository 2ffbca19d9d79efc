"""A match of Dive: legal moves, refusals and effects, in the order of the rules."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, Self, TypeAlias

from engines.api import (
    CHANCE,
    EVERYTHING,
    Fact,
    Outcome,
    Ply,
    Refusal,
    Seat,
    State,
    View,
    Who,
    places,
    seat_letter,
)
from engines.messages import Player, say

Move: TypeAlias = int | tuple[int, ...]
"""`DIVE`, `UP`, or the dealer's order of all cards."""
DIVE: Final = 0
UP: Final = 1
UNDER, SAFE, LOST = range(3)
STATES: Final = ("diving", "up", "lost")

# DIVE-R1: four of each number; 0 is a card that a record does not show
CARDS: Final = tuple(sorted([*range(1, 11)] * 4))
UNKNOWN: Final = 0


def pearl_shown(seat: Seat, card: int) -> Ply[Move]:
    """The log entry of a pearl; only its owner sees it."""
    return Ply(seat, None, (Fact("pearl", (card,), (seat,)),), (card,))


class Dive(State[Move]):
    """A match. The first cards of `order` are the pearls, the others the deck from `top` on."""

    __slots__ = ("open", "order", "past", "seats", "states", "top", "turn")

    def __init__(self, seats: int = 2) -> None:
        self.seats = seats
        self.order: tuple[int, ...] = ()  # empty before the deal
        self.top = seats
        self.turn = 0
        self.open: list[list[int]] = [[] for _ in range(seats)]
        self.states = [UNDER] * seats
        self.past: list[tuple[Seat, Move]] = []  # the decisions so far

    def pending(self) -> tuple[Seat, ...]:
        if not self.order:
            return (CHANCE,)
        return () if self._over() else (self.turn,)

    # DIVE-R6: nobody is under water, or the deck is empty
    def _over(self) -> bool:
        return bool(self.order) and (UNDER not in self.states or self.top == len(self.order))

    def phase(self) -> str:
        return "over" if self._over() else "dive" if self.order else "deal"

    def chance(self) -> str:
        return "deal 1"

    def pool(self) -> tuple[int, ...]:
        return CARDS

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        return (DIVE, UP) if seat >= 0 and seat in self.pending() else ()

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return self._refuse(seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        found = self._refuse(seat, move)
        assert found is not None, "a legal move is not refused"
        return found

    def _refuse(self, seat: Seat, move: Move) -> Refusal | None:
        owing = self.pending()
        if seat not in owing:
            if not owing:
                return Refusal("DIVE-R6", say("kit.over"))
            if owing == (CHANCE,):
                return Refusal("DIVE-R2", say("kit.must-deal"))
            if 0 <= seat < self.seats and self.states[seat] != UNDER:
                return Refusal("DIVE-R5", say("dive.not-under-water", who=Player(seat)))
            return Refusal("DIVE-R3", say("kit.turn", who=Player(owing[0])))
        if seat == CHANCE:
            # DIVE-R2: the first cards are the pearls; the rest stays hidden
            right = isinstance(move, tuple) and sorted(move) == list(CARDS)
            return None if right else Refusal("DIVE-R2", say("kit.a-deal"))
        return None if move in (DIVE, UP) else Refusal("DIVE-R3", say("dive.no-such-move"))

    def sample(self, seat: Seat, rng: Random) -> Move:
        return rng.choice((DIVE, UP))

    def default_move(self, seat: Seat) -> Move:
        return UP

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        if isinstance(move, tuple):
            self.order = move
            if log is not None:
                log.extend(pearl_shown(other, move[other]) for other in range(self.seats))
            return
        self.past.append((seat, move))
        entry = Ply(seat, move)
        if move == DIVE:  # DIVE-R4: a second card of a number, and all is lost
            card = self.order[self.top]
            self.top += 1
            facts = (Fact("card", (card,)),)
            if card in self.open[seat]:
                self.states[seat] = LOST
                facts = (*facts, Fact("lost", ()))
            self.open[seat].append(card)
            entry = Ply(seat, move, facts, (card,))
        else:  # DIVE-R5: no more turns
            self.states[seat] = SAFE
        # DIVE-R3: the next seat under water, clockwise
        order = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        self.turn = next((other for other in order if self.states[other] == UNDER), seat)
        if log is not None:
            log.append(entry)

    def scores(self) -> tuple[int, ...]:
        """The score of every seat, if the match ended now."""
        return tuple(
            0 if self.states[seat] == LOST else sum(self.open[seat]) + self.order[seat]
            for seat in range(self.seats)
        )

    def outcome(self) -> Outcome | None:
        return Outcome(self.scores(), places(self.scores())) if self._over() else None

    def clone(self) -> Self:
        twin = type(self)(self.seats)
        twin.order, twin.top, twin.turn = self.order, self.top, self.turn
        twin.open = [row[:] for row in self.open]
        twin.states, twin.past = self.states[:], self.past[:]
        return twin

    def view(self, who: Who) -> View:
        """Schema 1; only its owner sees a pearl."""
        return {
            "game": "dive",
            "schema": 1,
            "seats": self.seats,
            "you": who if who is not None and who >= 0 else None,
            "options": {},
            "phase": self.phase(),
            "pending": list(self.pending()),
            "deck": len(CARDS) - self.top,
            "players": [
                {
                    "pearl": str(self.order[seat])
                    if self.order and who in (seat, EVERYTHING)
                    else None,
                    "open": [*map(str, self.open[seat])],
                    "state": STATES[self.states[seat]],
                    "score": self.scores()[seat] if self._over() else None,
                }
                for seat in range(self.seats)
            ],
        }

    def key(self) -> tuple[Any, ...]:
        pearls, deck = self.order[: self.seats], sorted(self.order[self.top :])
        return (pearls, tuple(map(tuple, self.open)), tuple(self.states), self.turn, tuple(deck))

    def tally(self, name: str) -> Mapping[str, str] | None:
        counts = {"open": [len(row) for row in self.open]}[name]
        return {seat_letter(seat): str(count) for seat, count in enumerate(counts)}


def another_world(state: Dive, seat: Seat, rng: Random) -> Dive:
    """A match that agrees with all that a seat has seen: other pearls, another deck."""
    world = state.clone()
    if not state.order:
        return world
    # At the end a score tells a pearl, unless it was lost (DIVE-Q1).
    told = state.outcome() is not None
    known = {
        other: state.order[other]
        for other in range(state.seats)
        if other == seat or (told and state.states[other] != LOST)
    }
    hidden = [card for other, card in enumerate(state.order[: state.seats]) if other not in known]
    unseen = sorted([*hidden, *state.order[state.top :]])  # as no seat knows its order
    rng.shuffle(unseen)
    pearls = [known[other] if other in known else unseen.pop() for other in range(state.seats)]
    world.order = (*pearls, *state.order[state.seats : state.top], *unseen)
    return world


def another_deck(state: Dive, rng: Random) -> Dive:
    """The same position with the deck in another order."""
    twin, deck = state.clone(), list(state.order[state.top :])
    rng.shuffle(deck)
    twin.order = (*state.order[: state.top], *deck)
    return twin
