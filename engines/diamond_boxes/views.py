"""Diamond Boxes: what a position looks like from a seat, from the stands and to a check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.api import EVERYTHING, View, Who
from engines.diamond_boxes.board import CARD, place, visible
from engines.diamond_boxes.cards import COLOURS, NAMES
from engines.diamond_boxes.moves import PHASES

if TYPE_CHECKING:
    from engines.diamond_boxes.rule1 import OpenBoxes
    from engines.diamond_boxes.rule2 import ColourBoxes
    from engines.diamond_boxes.state import Boxes


def open_view(state: OpenBoxes, who: Who) -> View:
    """Schema 1 of rule 1; all hands are open (DJ1-R8)."""
    seen = _common(state, who)
    seen["deck"] = state.left(0)
    seen["players"] = [_player(hand, True, None) for hand in state.hands]
    return seen


def colour_view(state: ColourBoxes, who: Who) -> View:
    """Schema 1 of rule 2; hands are their owner's alone, counts are public (DJ2-R3)."""
    seen = _common(state, who)
    seen["colour"] = COLOURS[state.colour] if state.colour >= 0 else None
    seen["passes"] = state.passes
    seen["rounds_passed"] = state.fired
    seen["bonus"] = state.bonus
    seen["players"] = [
        _player(hand, who in (seat, EVERYTHING), state.left(seat))
        for seat, hand in enumerate(state.hands)
    ]
    return seen


def _common(state: Boxes, who: Who) -> View:
    return {
        "game": "diamond-boxes" if state.rule == 1 else "diamond-boxes-2",
        "schema": 1,
        "seats": state.seats,
        "you": who if who is not None and who >= 0 else None,
        "options": {},
        "phase": PHASES[state.step],
        "pending": list(state.pending()),
        "board": [_cell(cell, face) for cell, face in sorted(visible(state.placed).items())],
        "placed": [_placed(placement) for placement in state.placed],
        "deck": None,
        "first": state.first if state.first >= 0 else None,
        "turn": state.turn if state.turn >= 0 else None,
        "colour": None,
        "passes": None,
        "rounds_passed": None,
        "bonus": None,
        "players": [],
    }


def _cell(cell: int, face: int) -> list[Any]:
    x, y, _ = place(cell)
    return [x, y, COLOURS[face >> 1], "BW"[face & 1]]


def _placed(placement: int) -> list[Any]:
    x, y, turn = place(placement)
    return [NAMES[placement >> CARD], x, y, "nesw"[turn]]


def _player(hand: list[int], shown: bool, deck: int | None) -> dict[str, Any]:
    return {
        "hand": [NAMES[card] for card in hand] if shown else None,
        "hand_count": len(hand),
        "deck": deck,
    }


def key(state: Boxes) -> tuple[Any, ...]:
    """What both rule sets have that decides how the match may go on, undrawn cards sorted."""
    return (
        PHASES[state.step],
        state.first,
        state.turn,
        tuple(map(tuple, state.hands)),
        tuple(sorted(visible(state.placed).items())),
        tuple(state.undrawn()),
        tuple(state.left(seat) for seat in range(state.seats)),
    )
