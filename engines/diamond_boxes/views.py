"""Diamond Boxes: what a position looks like from a seat, from the stands and to a check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engines.api import EVERYTHING, View, Who, seat_letter
from engines.diamond_boxes.board import CARD, FACES, place, visible
from engines.diamond_boxes.cards import COLOURS, DECK, NAMES
from engines.diamond_boxes.moves import PHASES

if TYPE_CHECKING:
    from engines.diamond_boxes.inference.tracker import BoxesTracker
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


def table_view(
    table: BoxesTracker, who: Who, owing: list[int], decks: Mapping[str, str], colour: int | None
) -> View:
    """What a record with gaps tells, as schema 1; the cards of `?` and their cells are `?`."""
    layers, holdings = table.layers, table.holdings
    seats = range(table.seats)
    open_ = table.rule == 1
    hands = [_known(holdings.sure(seat), holdings.count(seat)) for seat in seats]
    spots = zip(layers.written, layers.spots, strict=True)
    return {
        "game": "diamond-boxes" if open_ else "diamond-boxes-2",
        "schema": 1,
        "seats": table.seats,
        "you": who if who is not None and who >= 0 else None,
        "options": {},
        "phase": "over" if table.over else "play" if layers.spots else "deal",
        "pending": owing,
        "board": [
            _laid_cell(cell, layers.written[number], own)
            for cell, (number, own) in sorted(layers.top.items())
        ],
        "placed": [[_name(card), *_placed(spot)[1:]] for card, spot in spots],
        "deck": int(decks[""]) if open_ else None,
        "first": None,
        "turn": owing[0] if owing else None,
        "colour": COLOURS[colour] if colour is not None and colour >= 0 else None,
        "passes": None,
        "rounds_passed": None,
        "bonus": None,
        "players": [
            {
                "hand": hands[seat] if open_ or who in (seat, EVERYTHING) else None,
                "hand_count": holdings.count(seat),
                "deck": None if open_ else int(decks[seat_letter(seat)]),
            }
            for seat in seats
        ],
    }


def _known(cards: int, count: int) -> list[str]:
    """The cards a hand is known to hold, `?` for the others."""
    found = [NAMES[card] for card in DECK if cards >> card & 1]
    return [*found, *["?"] * (count - len(found))]


def _name(card: int) -> str:
    return NAMES[card] if card else "?"


def _laid_cell(cell: int, card: int, own: int) -> list[Any]:
    if card:
        return _cell(cell, FACES[card][own])
    x, y, _ = place(cell)
    return [x, y, "?", "?"]


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
