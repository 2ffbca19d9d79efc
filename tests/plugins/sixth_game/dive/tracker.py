"""Checks a record entry by entry, also one with unknown cards: an unknown card can be any card."""

from collections.abc import Mapping, Sequence
from typing import Final

from dive.state import CARDS, DIVE, LOST, SAFE, UNDER, UNKNOWN, Move
from engines.api import (
    Change,
    Due,
    Fact,
    Finding,
    Outcome,
    Ply,
    RecordTracker,
    Refusal,
    Seat,
    places,
    seat_letter,
)
from engines.messages import Message, Player, say

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")


class DiveTracker(RecordTracker[Move]):
    """What a record says so far: pearls, open cards, and who is still under water."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.turn = 0
        self.pearls: dict[Seat, int] = {}
        self.open: list[list[int]] = [[] for _ in range(seats)]
        self.states = [UNDER] * seats

    def step(self, ply: Ply[Move], waived: Sequence[int] = ()) -> Finding:
        seat, moved = ply.seat, any(self.open) or UNDER not in self.states or SAFE in self.states
        if ply.move is None:
            if moved or seat in self.pearls:
                return _problem("K-due", "", self.owed())
            self.pearls[seat] = ply.drawn[0]
            return self._shown(ply.drawn[0])
        if self._over():
            return _problem("K-over", "", say("kit.over"))
        if seat != self.turn and 0 not in waived:
            return _problem("", "DIVE-R3", say("kit.turn", who=Player(self.turn)))
        found = VERIFIED
        if ply.move == DIVE:
            card = ply.drawn[0]
            lost = len(ply.facts) > 1
            # An unknown card can be the second of a number, or none.
            second, unsure = card in self.open[seat], UNKNOWN in (card, *self.open[seat])
            if lost != second and not (unsure and (lost or not card)):
                return _problem("K-revealed", "DIVE-R4", say("dive.second", who=Player(seat)))
            self.open[seat].append(card)
            self.states[seat] = LOST if lost else UNDER
            found = self._shown(card)
        else:
            self.states[seat] = SAFE
        order = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        self.turn = next((other for other in order if self.states[other] == UNDER), seat)
        if found.kind == "problem" or not waived:
            return found
        return Finding("irregular", Refusal("DIVE-R3", say("kit.fine")))

    def _shown(self, card: int) -> Finding:
        """What a card that is shown says; there are only four of a number."""
        cards = [*self.pearls.values(), *(card for row in self.open for card in row)]
        if card and cards.count(card) > 4:
            return _problem("K-card", "DIVE-R1", say("dive.five", card=str(card)))
        return VERIFIED if card else CONSISTENT

    def completed(self, ply: Ply[Move]) -> Ply[Move]:
        """A dive with what follows from it: that all is lost need not be typed."""
        if ply.move != DIVE or len(ply.facts) > 1 or ply.drawn[0] not in self.open[ply.seat]:
            return ply
        return ply._replace(facts=(*ply.facts, Fact("lost", ())))

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        return Refusal("", say("dive.no-ruling"))

    def show(self, text: str) -> Finding | None:
        return None

    def tally(self, name: str) -> Mapping[str, str] | None:
        counts = {"open": [len(row) for row in self.open]}[name]
        return {seat_letter(seat): str(count) for seat, count in enumerate(counts)}

    def owed(self) -> Message:
        if self._over():
            return say("kit.over")
        return say("kit.has-to", who=Player(self.turn), do=say("dive.no-such-move"))

    def due(self) -> Due:
        return Due(self.owed(), () if self._over() else (self.turn,))

    def outcome(self) -> Outcome | None:
        kept = [seat for seat in range(self.seats) if self.states[seat] != LOST]
        if not self._over() or not all(
            self.pearls.get(seat) and UNKNOWN not in self.open[seat] for seat in kept
        ):
            return None
        scores = [
            sum(self.open[seat]) + self.pearls[seat] if seat in kept else 0
            for seat in range(self.seats)
        ]
        return Outcome(tuple(scores), places(scores))

    def _over(self) -> bool:
        drawn = sum(map(len, self.open)) + self.seats
        return UNDER not in self.states or drawn == len(CARDS)


def _problem(code: str, rule: str, message: Message) -> Finding:
    return Finding("problem", Refusal(rule, message), code)
