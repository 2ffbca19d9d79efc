"""Low Card: checks a record with unknown cards or missing hands, entry by entry."""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.api import Change, Finding, Outcome, Ply, RecordTracker, Refusal, Seat
from engines.low_card.cards import NUMBERS, UNKNOWN, Move, name
from engines.low_card.state import counted, ranked, turn
from engines.messages import Message, Player, say

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")


class LowCardTracker(RecordTracker[Move]):
    """The facts that a record contains; an unknown card can be any card."""

    def __init__(self, cards: int, seats: int) -> None:
        self.cards = cards
        self.seats = seats
        self.hands: dict[Seat, tuple[int, ...]] = {}  # as in the record
        self.played: list[tuple[Seat, int]] = []
        self.points = [cards] * seats
        self.certain = True  # whether the loser of every round is known

    def step(self, ply: Ply[Move], waived: Sequence[int] = ()) -> Finding:
        if self._over():
            return _problem("K-over", "", say("kit.over"))
        if not isinstance(ply.move, int):
            return self._dealt(ply.seat, ply.drawn)
        due = self._due()
        late = say("kit.turn", who=Player(due[0])) if ply.seat != due[0] else None
        if ply.seat not in due or (late and 0 not in waived):
            return _problem("", "LC-R4", say("kit.turn", who=Player(due[0])))
        found = self._play(ply.seat, ply.move)
        if found.kind != "problem" and (ply.facts or len(due) == 1):
            found = self._lost(ply, found, 1 in waived)
        if found.kind == "problem" or not waived:
            return found
        return Finding("irregular", Refusal("LC-R4", late or say("kit.fine")))

    # The hands (LC-R2).

    def _dealt(self, seat: Seat, cards: tuple[int, ...]) -> Finding:
        if self.played or seat in self.hands:
            return _problem("K-due", "", self.owed())
        if len(cards) != self.cards:
            return _problem(
                "", "LC-R2", say("low-card.hand-size", who=Player(seat), cards=self.cards)
            )
        known = [card for hand in (*self.hands.values(), cards) for card in hand if card]
        twice = [card for card in cards if known.count(card) > 1]
        if twice:
            return _problem("K-card", "LC-R1", say("low-card.twice", card=name(twice[0])))
        self.hands[seat] = cards
        return CONSISTENT if UNKNOWN in cards else VERIFIED

    # A card played (LC-R4).

    def _due(self) -> list[Seat]:
        """The seats that have not played in this round, in the order of play."""
        start = len(self.played) // self.seats * self.seats
        gone = [seat for seat, _ in self.played[start:]]
        order = [turn(at, self.seats) for at in range(start, start + self.seats)]
        return [seat for seat in order if seat not in gone]

    def _play(self, seat: Seat, card: int) -> Finding:
        if card and card in [one for _, one in self.played]:
            return _problem("K-card", "LC-R1", say("low-card.twice", card=name(card)))
        self.played.append((seat, card))
        hand = self.hands.get(seat, (UNKNOWN,) * self.cards)
        own = [one for by, one in self.played if by == seat and one and one not in hand]
        elsewhere = any(card in other for other in self.hands.values() if other != hand)
        if len(own) > hand.count(UNKNOWN) or (card and elsewhere):
            return _problem("", "LC-R4", say("low-card.not-in-hand", card=name(card)))
        return VERIFIED if card and card in hand else CONSISTENT

    # A round (LC-R5).

    def _lost(self, ply: Ply[Move], found: Finding, waived: bool) -> Finding:
        """Check the loser of a round, as far as its cards are known."""
        if len(self.played) % self.seats:
            return _problem("K-revealed", "LC-R5", say("low-card.not-over"))
        cards = dict(self.played[-self.seats :])
        lowest = min(cards, key=lambda seat: cards[seat] or len(NUMBERS))
        all_known = UNKNOWN not in cards.values()
        loser = ply.facts[0].values[0] if ply.facts else lowest
        seated = loser in cards
        if not seated or (not waived and cards[loser] and cards[loser] > cards[lowest]):
            return _problem("K-revealed", "LC-R5", say("low-card.not-lowest", who=Player(loser)))
        self.certain = self.certain and (all_known or bool(ply.facts))
        self.points[loser] -= 1
        return found if all_known else CONSISTENT

    # Rulings, statements, the end.

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        if any(wanted != "points" or by is None for wanted, _, by in changes):
            return Refusal("", say("low-card.not-ruled"))
        for _, seat, by in changes:
            self.points[seat] += by or 0
        return None

    def show(self, text: str) -> Finding | None:
        return None

    def tally(self, name: str) -> Mapping[str, str] | None:
        return {"points": counted(self.points)}[name] if self.certain else None

    def owed(self) -> Message:
        if self._over() or not (self.hands or self.played):
            return say("kit.over") if self._over() else say("kit.must-deal")
        return say("kit.has-to", who=Player(self._due()[0]), do=say("kit.to-play"))

    def outcome(self) -> Outcome | None:
        return ranked(self.points) if self._over() and self.certain else None

    def _over(self) -> bool:
        return len(self.played) == self.cards * self.seats


def _problem(code: str, rule: str, message: Message) -> Finding:
    return Finding("problem", Refusal(rule, message), code)
