"""Diamond Boxes: the state of a match, and what each seat may see of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from engines.api import CHANCE, EVERYTHING, Outcome, Ply, Refusal, Seat, View, Who, seat_letter
from engines.diamond_boxes import scoring
from engines.diamond_boxes.board import CARD, SHOWS, place, visible
from engines.diamond_boxes.cards import (
    CHOOSE,
    CHOOSING,
    COLOURS,
    DEALING,
    DECK,
    NAMES,
    OVER,
    PASS,
    PHASES,
    PLACEMENTS,
    PLAYING,
    STARTING,
    Move,
)
from engines.diamond_boxes.dealing import deal_hidden, deal_open, is_deal, is_order, refuse_deal
from engines.diamond_boxes.position import (
    NORMAL,
    BoxesPosition,
    ColourBoxesPosition,
    Decision,
    OpenBoxesPosition,
)
from engines.diamond_boxes.turns import (
    REASONS,
    colours,
    deep_placements,
    may_lie,
    may_lie_deep,
    pass_turn,
    place_colour,
    place_open,
    placements,
    refuse_colour,
    refuse_colour_turn,
    refuse_open,
    refuse_others,
    sample_placement,
)
from engines.messages import Player, say

GAME_NAMES: Final = ("", "diamond-boxes", "diamond-boxes-2")
"""Names of the games, by rule set."""


def blank(rule: int, seats: int, who: Who) -> View:
    """A view with all keys of schema 1, in order, and no data of a position."""
    return {
        "game": GAME_NAMES[rule],
        "schema": 1,
        "seats": seats,
        "you": who if who is not None and who >= 0 else None,
        "options": {},
        "phase": None,
        "pending": [],
        "board": [],
        "placed": [],
        "deck": None,
        "first": None,
        "turn": None,
        "colour": None,
        "passes": None,
        "rounds_passed": None,
        "bonus": None,
        "players": [],
    }


def _common(position: BoxesPosition, who: Who) -> View:
    """The parts of a view that both rule sets share."""
    seen = blank(position.rule, position.seats, who)
    seen["phase"] = PHASES[position.step]
    seen["pending"] = list(position.pending())
    seen["board"] = [cell_shown(*item) for item in sorted(visible(position.placed).items())]
    seen["placed"] = [
        placed_shown(NAMES[placement >> CARD], placement) for placement in position.placed
    ]
    seen["first"] = position.first if position.first >= 0 else None
    seen["turn"] = position.turn if position.turn >= 0 else None
    return seen


def cell_shown(cell: int, face: int) -> list[Any]:
    """A cell of the board: column, row, colour, diamond."""
    x, y, _ = place(cell)
    return [x, y, COLOURS[face >> 1], "BW"[face & 1]]


def placed_shown(name: str, placement: int) -> list[Any]:
    """A card on the table: its name, column, row, turn."""
    x, y, turn = place(placement)
    return [name, x, y, "nesw"[turn]]


def player(hand: list[str] | None, count: int, deck: int | None) -> dict[str, Any]:
    """The view of a seat: its hand (None if hidden), hand size, size of its own deck."""
    return {"hand": hand, "hand_count": count, "deck": deck}


def _shared_key(position: BoxesPosition) -> tuple[Any, ...]:
    """The shared data that the rest of the match depends on, undrawn cards sorted."""
    return (
        PHASES[position.step],
        position.first,
        position.turn,
        tuple(map(tuple, position.hands)),
        tuple(sorted(visible(position.placed).items())),
        tuple(position.undrawn()),
        tuple(position.left(seat) for seat in range(position.seats)),
    )


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
        return placements(self.hands[seat], self.board)

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
        refused = refuse_open(self, seat, _decision(move))
        assert refused is not None, "a legal move is not refused"
        return refused

    def sample(self, seat: Seat, rng: Random) -> Move:
        return sample_placement(self.hands[seat], self.board, rng)

    def default_move(self, seat: Seat) -> Move:
        """The lowest card, above the topmost row, where it covers nothing."""
        return self.hands[seat][0] << CARD | min(self.board.berths)

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        if isinstance(move, tuple):
            deal_open(self, move, log)
        else:
            place_open(self, seat, move, log)

    def outcome(self) -> Outcome | None:
        return scoring.by_hand(self.hands) if self.step == OVER else None

    def clone(self) -> OpenBoxes:
        twin = OpenBoxes.__new__(OpenBoxes)
        self.copy_to(twin)
        return twin

    def view(self, who: Who) -> View:
        """View in rule 1, schema 1; all hands are visible."""
        seen = _common(self, who)
        seen["deck"] = self.left(0)
        seen["players"] = [
            player([NAMES[card] for card in hand], len(hand), None) for hand in self.hands
        ]
        return seen

    def key(self) -> tuple[Any, ...]:
        return _shared_key(self)

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
            return colours(self)
        return [PASS, *sorted(deep_placements(self.hands[seat], self.board, SHOWS[self.colour]))]

    def is_legal(self, seat: Seat, move: Move) -> bool:
        if isinstance(move, tuple):
            if self.step == STARTING:
                return seat == CHANCE and is_order(move, self.pool())
            return seat == CHANCE and self.step == DEALING and is_deal(move)
        if seat < 0 or self.owing != (seat,):
            return False
        if self.step == CHOOSING:
            return move in colours(self)
        if move == PASS:
            return True
        return may_lie_deep(self.hands[seat], self.board, SHOWS[self.colour], move)

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        if seat not in self.owing:
            if self.step == CHOOSING:
                return refuse_others(self)
            return _not_your_turn(self, "DJ2-R4")
        if seat == CHANCE:
            return refuse_deal(move, "DJ2-R1", self.step)
        if self.step == CHOOSING:
            return refuse_colour(self, _decision(move))
        refused = refuse_colour_turn(self, seat, _decision(move))
        assert refused is not None, "a legal move is not refused"
        return refused

    def sample(self, seat: Seat, rng: Random) -> Move:
        if self.step == CHOOSING:
            able = colours(self)
            return able[int(rng.random() * len(able))]
        moves = deep_placements(self.hands[seat], self.board, SHOWS[self.colour])
        number = int(rng.random() * (len(moves) + 1))
        return moves[number] if number < len(moves) else PASS

    def default_move(self, seat: Seat) -> Move:
        """Pass; when a colour must be chosen, the first possible one."""
        return PASS if self.step == PLAYING else colours(self)[0]

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        self.history = None
        if isinstance(move, tuple):
            if self.step == STARTING:
                self.first = move[0]
                self.step = DEALING
            else:
                deal_hidden(self, move, log)
            return
        self.latest = Decision(self.latest, seat, move)
        if move >= PLACEMENTS:
            place_colour(self, seat, move, log)
            return
        if log is not None:
            log.append(Ply(seat, move))
        if move == PASS:
            pass_turn(self, seat, log)
        else:
            self.colour = move - CHOOSE
            self.passes = 0
            self.play(self.turn)  # goes on with it

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
        """View in rule 2, schema 1; only the owner sees a hand, sizes are public."""
        seen = _common(self, who)
        seen["colour"] = COLOURS[self.colour] if self.colour >= 0 else None
        seen["passes"] = self.passes
        seen["rounds_passed"] = self.stalled
        seen["bonus"] = self.bonus
        for seat, hand in enumerate(self.hands):
            shown = [NAMES[card] for card in hand] if who in (seat, EVERYTHING) else None
            seen["players"].append(player(shown, len(hand), self.left(seat)))
        return seen

    def key(self) -> tuple[Any, ...]:
        turns = (self.colour, self.passes, self.stalled, self.bonus, self.owing, self.reason)
        return (*_shared_key(self), *turns)

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
