"""Blue Border: a round in which turns are missing: what its further entries still show.

Lines, piles and deck are unknown. The order of turns is certain again after the first turn that is
written, and the number of cards in a line once a check or the entries show it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.api import Fact, Finding, Ply, Refusal, Seat, seat_letter
from engines.blue_border import messages
from engines.blue_border.calls import NOTHING_NEW
from engines.blue_border.cards import POINTS
from engines.blue_border.inference.findings import problem
from engines.blue_border.lines import fits
from engines.blue_border.moves import CALL, DECK, NO, REWARD_NONE, Move
from engines.messages import Message, Player, Sentence, say

NOBODY = -1


class UnseenRound:
    """What is known after the gap; `reach` and `bottoms` are those of this round."""

    def __init__(self, seats: int, reach: int, bottoms: int) -> None:
        self.seats = seats
        self.reach = reach
        self.bottoms = bottoms
        self.turn: Seat | None = None  # who acts next, unless a call changes it; None if unknown
        self.placer: Seat | None = None  # whose new card may be called; None if unknown
        self.caller: Seat | None = None  # who has to choose a reward
        self.points: list[int | None] = [None] * seats
        self.ended = False
        self.opened: dict[int, Seat] = {}  # the numbers revealed at the end of the round

    def over(self) -> bool:
        """Whether the round is certainly over once nobody calls."""
        placer = self.placer
        won = placer is not None and placer != NOBODY and self.points[placer] == POINTS
        return self.ended or won

    def take(self, ply: Ply[Move], waived: bool) -> Finding | None:
        """Take an entry of this round; a problem if no turns before it can make it possible."""
        move = ply.move
        rewards = isinstance(move, int) and move > NO
        if self.caller is not None and not (rewards and ply.seat == self.caller):
            owed = say("kit.has-to", who=Player(self.caller), do=messages.TO_DO["reward"]())
            return problem(say("blue-border.first", owed=owed), "BB-R13", "K-due")
        if move is None:
            return self._mark(ply.facts[0])
        if move == CALL:
            return self._call(ply, waived)
        if rewards and self.caller is None:
            return problem(say("blue-border.takes-or-passes", who=Player(ply.seat)), "BB-R8")
        if rewards:
            self.caller = None
            self._place(ply.seat, 0 if move == REWARD_NONE else 1)
            return None
        wrong = self._out_of_turn(ply.seat)
        if wrong and not waived:
            return wrong
        self.turn = (ply.seat + 1) % self.seats
        self._place(ply.seat, 1 if isinstance(move, int) and move <= DECK else 0)
        return None

    def _place(self, seat: Seat, cards: int) -> None:
        """Add a card to a line, or none: then nothing can be called."""
        self._count(seat, cards)
        self.placer = seat if cards else NOBODY

    def _count(self, seat: Seat, by: int) -> None:
        count = self.points[seat]
        self.points[seat] = None if count is None else min(POINTS, max(0, count + by))

    def _out_of_turn(self, seat: Seat) -> Finding | None:
        if self.turn in (None, seat):
            return None
        assert self.turn is not None
        return problem(say("kit.turn", who=Player(self.turn)), "BB-R8")

    def _mark(self, fact: Fact) -> Finding | None:
        """A skipped turn, a reshuffle, or the limit of turns."""
        if fact.name == "skip":
            seat = fact.values[0]
            if wrong := self._out_of_turn(seat):
                return wrong
            self.turn, self.placer = (seat + 1) % self.seats, NOBODY
        self.ended = self.ended or fact.name == "turn limit"
        return None

    # -- calls

    def _call(self, ply: Ply[Move], waived: bool) -> Finding | None:
        verdict, *paid = ply.facts
        diver, *opened = verdict.values
        if not waived and (refusal := self._barred(ply.seat, diver)):
            return Finding("problem", refusal)
        if wrong := self._misread(verdict, paid, ply.seat):
            return wrong
        if not waived and (words := self._misjudged(diver, opened, fit=verdict.name == "miss")):
            return problem(words, "BB-R6")
        self.turn, self.placer = (diver + 1) % self.seats, NOBODY
        if verdict.name == "hit":
            self._count(diver, -2)
            self.caller = ply.seat
            return None
        if paid and paid[0].name == "skip":
            self.points[ply.seat] = 0
        self._count(ply.seat, -1)
        self.ended = self.points[diver] == POINTS
        return None

    def _barred(self, seat: Seat, diver: Seat) -> Refusal | None:
        """Why this seat cannot call this diver's card."""
        if self.placer == NOBODY:
            return NOTHING_NEW
        if self.placer not in (None, diver):
            assert self.placer is not None
            return Refusal("BB-R11", say("blue-border.others-card", who=Player(self.placer)))
        return (
            Refusal("BB-R11", say("blue-border.own-card", who=Player(seat)))
            if seat == diver
            else None
        )

    def _misread(self, verdict: Fact, paid: Sequence[Fact], caller: Seat) -> Finding | None:
        """A problem if too many cards were opened, or the wrong price was paid."""
        diver, *opened = verdict.values
        points, own = self.points[diver], self.points[caller]
        if points is not None and opened and len(opened) != min(points, 2):
            words = (
                Sentence("blue-border.one-opened")
                if points == 1
                else Sentence("blue-border.two-opened")
            )
            return problem(words(), "BB-R12")
        if paid and verdict.name == "hit":
            return problem(say("blue-border.no-loss"), "BB-R13")
        if paid and own and paid[0].name == "skip":
            return problem(say("blue-border.has-cards"), "BB-R15")
        if paid and own == 0 and paid[0].name == "lose":
            return problem(say("blue-border.has-no-cards"), "BB-R16")
        return None

    def _misjudged(self, diver: Seat, opened: Sequence[int], *, fit: bool) -> Message | None:
        """Why the verdict is wrong at every point where the card can be."""
        if not opened or 0 in opened:
            return None
        before, card = (0, *opened)[-2:]
        points, known = range(2, POINTS + 1) if before else (1,), self.points[diver]
        points = points if known is None else (known,)
        rules = self.reach, self.bottoms
        if card != before and any(fits(at, before, card, *rules) == fit for at in points):
            return None
        return say("blue-border.none-fit")

    # -- statements

    def learn(self, values: Mapping[str, str]) -> Message | None:
        """Take the number of cards in lines; the reason if a line has no room for so many."""
        for seat in range(self.seats):
            count = values.get(seat_letter(seat), "?")
            if count != "?" and int(count) > POINTS:
                return say("blue-border.too-many-points", who=Player(seat), points=int(count))
            if count != "?":
                self.points[seat] = int(count)
        return None

    def counts(self) -> dict[str, str]:
        """The values of `-- check points`."""
        shown = ("?" if count is None else str(count) for count in self.points)
        return {seat_letter(seat): count for seat, count in enumerate(shown)}

    def reveal(self, seat: Seat, row: Sequence[int]) -> Message | None:
        """Take a line revealed at the end; the reason if it cannot be this one."""
        points = self.points[seat]
        if len(row) > POINTS or points not in (None, len(row)):
            return say(
                "blue-border.row-length", who=Player(seat), n=POINTS if points is None else points
            )
        known = [number for number in row if number]
        for at, number in enumerate(known):
            if number in self.opened or number in known[:at]:
                return say("blue-border.elsewhere", number=number)
        self.opened |= dict.fromkeys(known, seat)
        self.points[seat], self.ended = len(row), True
        return None
