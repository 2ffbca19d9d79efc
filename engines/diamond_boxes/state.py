"""Diamond Boxes: the game states of both rule sets; each decision goes to its rule's module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.api import CHANCE, Outcome, Ply, Refusal, Seat, View, Who, seat_letter
from engines.diamond_boxes import colour_turn, open_turn, scoring, specified_colour, views
from engines.diamond_boxes.board import SHOWS
from engines.diamond_boxes.cards import COLOURS, DECK
from engines.diamond_boxes.deal import deal_hidden, deal_open, is_deal, is_order, refuse_deal
from engines.diamond_boxes.laying import (
    deep_placements,
    draw,
    may_lie,
    may_lie_deep,
    placements,
)
from engines.diamond_boxes.moves import (
    CHOOSE,
    CHOOSING,
    DEALING,
    OVER,
    PASS,
    PLACEMENTS,
    PLAYING,
    STARTING,
    Move,
)
from engines.diamond_boxes.position import (
    NORMAL,
    BoxesPosition,
    ColourBoxesPosition,
    Decision,
    OpenBoxesPosition,
)
from engines.diamond_boxes.specified_colour import REASONS
from engines.diamond_boxes.spots import CARD
from engines.messages import Player, say


class OpenBoxes(OpenBoxesPosition):
    """A match of rule 1."""

    __slots__ = ()

    def chance(self) -> str:
        return "deal 1"

    def pool(self) -> tuple[int, ...]:
        return DECK

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat < 0 or self.owing != (seat,):
            return ()
        return placements(self.hands[seat], self.board.words)

    def is_legal(self, seat: Seat, move: Move) -> bool:
        if isinstance(move, tuple):
            return seat == CHANCE and self.step == DEALING and is_deal(move)
        if self.step != PLAYING or seat != self.turn:
            return False
        return may_lie(self.hands[seat], self.board, move)

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        if seat not in self.owing:
            return _not_your_turn(self, "DJ1-R9")
        if seat == CHANCE:
            return refuse_deal(move, "DJ1-R6", self.step)
        found = open_turn.refuse(self, seat, _decision(move))
        assert found is not None, "a legal move is not refused"
        return found

    def sample(self, seat: Seat, rng: Random) -> Move:
        return draw(self.hands[seat], self.board, rng)

    def default_move(self, seat: Seat) -> Move:
        """The lowest card, above the topmost row, where it covers nothing."""
        return self.hands[seat][0] << CARD | min(self.board.frontier)

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        if isinstance(move, tuple):
            deal_open(self, move, log)
        else:
            open_turn.place(self, seat, move, log)

    def outcome(self) -> Outcome | None:
        return scoring.by_hand(self.hands) if self.step == OVER else None

    def clone(self) -> OpenBoxes:
        twin = OpenBoxes.__new__(OpenBoxes)
        self.copy_to(twin)
        return twin

    def view(self, who: Who) -> View:
        return views.open_view(self, who)

    def key(self) -> tuple[Any, ...]:
        return views.key(self)

    def tally(self, name: str) -> Mapping[str, str] | None:
        if name not in ("hand", "deck"):
            raise KeyError(name)
        if self.step in (STARTING, DEALING):
            return None
        return _hand_counts(self) if name == "hand" else {"": str(self.left(0))}


class ColourBoxes(ColourBoxesPosition):
    """A match of rule 2."""

    __slots__ = ()

    def chance(self) -> str:
        return "start 1" if self.step == STARTING else "deal 1"

    def pool(self) -> tuple[int, ...]:
        return tuple(range(self.seats)) if self.step == STARTING else DECK

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat < 0 or self.owing != (seat,):
            return ()
        if self.step == CHOOSING:
            return specified_colour.colours(self)
        found = deep_placements(self.hands[seat], self.board, SHOWS[self.colour])
        return [PASS, *sorted(found)]

    def is_legal(self, seat: Seat, move: Move) -> bool:
        if isinstance(move, tuple):
            if self.step == STARTING:
                return seat == CHANCE and is_order(move, self.pool())
            return seat == CHANCE and self.step == DEALING and is_deal(move)
        if seat < 0 or self.owing != (seat,):
            return False
        if self.step == CHOOSING:
            return move in specified_colour.colours(self)
        if move == PASS:
            return True
        return may_lie_deep(self.hands[seat], self.board, SHOWS[self.colour], move)

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        if seat not in self.owing:
            if self.step == CHOOSING:
                return specified_colour.refuse_others(self)
            return _not_your_turn(self, "DJ2-R4")
        if seat == CHANCE:
            return refuse_deal(move, "DJ2-R1", self.step)
        if self.step == CHOOSING:
            return specified_colour.refuse_colour(self, _decision(move))
        found = colour_turn.refuse(self, seat, _decision(move))
        assert found is not None, "a legal move is not refused"
        return found

    def sample(self, seat: Seat, rng: Random) -> Move:
        if self.step == CHOOSING:
            colours = specified_colour.colours(self)
            return colours[int(rng.random() * len(colours))]
        found = deep_placements(self.hands[seat], self.board, SHOWS[self.colour])
        number = int(rng.random() * (len(found) + 1))
        return found[number] if number < len(found) else PASS

    def default_move(self, seat: Seat) -> Move:
        """Pass; when a colour must be chosen, the first possible one."""
        return PASS if self.step == PLAYING else specified_colour.colours(self)[0]

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        self.history = None
        if isinstance(move, tuple):
            self._dealt(move, log)
            return
        self.latest = Decision(self.latest, seat, move)
        if move >= PLACEMENTS:
            colour_turn.place(self, seat, move, log)
            return
        if log is not None:
            log.append(Ply(seat, move))
        if move == PASS:
            colour_turn.pass_turn(self, seat, log)
        else:
            specified_colour.specify(self, move - CHOOSE)

    def _dealt(self, order: tuple[int, ...], log: list[Ply[Move]] | None) -> None:
        if self.step == STARTING:
            self.first = order[0]
            self.step = DEALING
        else:
            deal_hidden(self, order, log)

    def outcome(self) -> Outcome | None:
        if self.step != OVER:
            return None
        rest = [len(hand) + self.left(seat) for seat, hand in enumerate(self.hands)]
        return scoring.by_rest(rest, None if self.reason == NORMAL else REASONS[self.reason])

    def clone(self) -> ColourBoxes:
        twin = ColourBoxes.__new__(ColourBoxes)
        self.copy_to(twin)
        return twin

    def view(self, who: Who) -> View:
        return views.colour_view(self, who)

    def key(self) -> tuple[Any, ...]:
        turns = (self.colour, self.passes, self.stalled, self.bonus, self.owing, self.reason)
        return (*views.key(self), *turns)

    def tally(self, name: str) -> Mapping[str, str] | None:
        if name in ("hand", "deck") and self.step in (STARTING, DEALING):
            return None
        if name == "hand":
            return _hand_counts(self)
        if name == "deck":
            return {seat_letter(seat): str(self.left(seat)) for seat in range(self.seats)}
        if name == "colour":
            return {"": COLOURS[self.colour]} if self.colour >= 0 else None
        raise KeyError(name)


def _decision(move: Move) -> int:
    """A seat's move as a number; -1 (never legal) for an order."""
    return move if isinstance(move, int) else -1


def _not_your_turn(position: BoxesPosition, rule: str) -> Refusal:
    """The refusal for a seat that has nothing to decide."""
    owing = position.owing
    return Refusal(rule, say("kit.turn", who=Player(owing[0])) if owing else say("kit.over"))


def _hand_counts(position: BoxesPosition) -> dict[str, str]:
    return {seat_letter(seat): str(len(hand)) for seat, hand in enumerate(position.hands)}
