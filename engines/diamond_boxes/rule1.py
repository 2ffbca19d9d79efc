"""Diamond Boxes, rule 1: open hands, a penalty card for every cell that covers nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.api import CHANCE, Fact, Outcome, Ply, Refusal, Seat, View, Who, seat_letter
from engines.diamond_boxes import refusals, scoring, views
from engines.diamond_boxes.board import BERTH, CARD, CLASH, Board, covered, opened
from engines.diamond_boxes.cards import HAND
from engines.diamond_boxes.facts import COVERED
from engines.diamond_boxes.moves import (
    CHOSEN,
    DEALING,
    OVER,
    PASS,
    PLAYING,
    Move,
    draw,
    placements,
)
from engines.diamond_boxes.refusals import is_deal
from engines.diamond_boxes.state import ALONE, Boxes, dealt


class OpenBoxes(Boxes):
    """A match of rule 1."""

    __slots__ = ("board", "top")

    rule = 1
    TURNS = "DJ1-R9"
    DEAL = "DJ1-R6"

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats, DEALING)
        self.board = Board()
        self.top = 0

    def chance(self) -> str:
        return "deal 1"

    def undrawn(self) -> list[int]:
        return sorted(self.order[self.top :])

    def left(self, seat: Seat) -> int:
        return len(self.order) - self.top

    # -- what is legal

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat < 0 or self._owing != (seat,):
            return ()
        return placements(self.hands[seat], self.board.words)

    def is_legal(self, seat: Seat, move: Move) -> bool:
        if isinstance(move, tuple):
            return seat == CHANCE and self.step == DEALING and is_deal(move)
        if self.step != PLAYING or seat != self.turn or move >> CARD not in self.hands[seat]:
            return False
        under = self.board.words.get(move & BERTH)
        return under is not None and not under & CLASH[move >> CARD << 1 | move >> 1 & 1]

    def _refused(self, seat: Seat, move: int) -> Refusal | None:
        if PASS <= move < CHOSEN:
            return Refusal("DJ1-R10", "a card has to be placed")
        return (
            refusals.not_held(self.hands[seat], move, "DJ1-R10")
            or refusals.clash(self.board, move, "DJ1-R12")
            or refusals.apart(self.board, move)
        )

    def sample(self, seat: Seat, rng: Random) -> Move:
        return draw(self.hands[seat], self.board, rng)

    def default_move(self, seat: Seat) -> Move:
        """The lowest card above the topmost row, where nothing lies under it."""
        return self.hands[seat][0] << CARD | min(self.board.frontier)

    # -- moves

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        if isinstance(move, tuple):
            self._deal(move, log)
            return
        hand = self.hands[seat]
        hand.remove(move >> CARD)
        self.placed.append(move)
        over = covered(self.board.lay(move))
        start = self.top
        if over < 6:
            penalty = self.order[start : start + 6 - over]  # DJ1-R14, DJ1-Q6
            self.top = start + len(penalty)
            hand.extend(penalty)
            hand.sort()
        if log is not None:
            drawn = self.order[start : self.top]
            facts: tuple[Fact, ...] = COVERED[over]
            if drawn:
                facts = (*facts, Fact("penalty", drawn))
            log.append(Ply(seat, move, facts, drawn))
        if not hand or self.top == len(self.order):  # DJ1-R16, DJ1-R17
            self.step = OVER
            self.turn = -1
            self._owing = ()
        else:
            self.turn = seat = seat + 1 if seat + 1 < self.seats else 0
            self._owing = ALONE[seat]

    def _deal(self, order: tuple[int, ...], log: list[Ply[Move]] | None) -> None:
        first, second = self._centre(order)
        self.board = opened(first).clone()
        self.board.lay(second)
        self.hands = dealt(order, [2 + HAND * seat for seat in range(self.seats)])
        self.top = 2 + HAND * self.seats
        best = max(range(self.seats), key=lambda seat: self.hands[seat][-1])
        self.first = self.turn = best  # DJ1-R9
        self.step = PLAYING
        self._owing = ALONE[best]
        if log is not None:
            self._log_deal(log, hidden=False)

    def outcome(self) -> Outcome | None:
        return scoring.by_hand(self.hands) if self.step == OVER else None

    # -- what is seen

    def clone(self) -> OpenBoxes:
        twin = OpenBoxes.__new__(OpenBoxes)
        self._copy_to(twin)
        twin.board = self.board.clone()
        twin.top = self.top
        return twin

    def view(self, who: Who) -> View:
        return views.open_view(self, who)

    def key(self) -> tuple[Any, ...]:
        return views.key(self)

    def resample(self, seat: Seat, rng: Random) -> OpenBoxes:
        """Only the order of the deck is hidden."""
        twin = self.clone()
        rest = self.undrawn()
        rng.shuffle(rest)
        twin.order = (*self.order[: self.top], *rest)
        return twin

    def tally(self, name: str) -> Mapping[str, str] | None:
        if name == "hand":
            return {seat_letter(seat): str(len(hand)) for seat, hand in enumerate(self.hands)}
        if name == "deck":
            return {"": str(len(self.order) - self.top)}
        raise KeyError(name)
