"""Diamond Boxes: the views of a position for seats and spectators, and its full key."""

from typing import Any, Final

from engines.api import EVERYTHING, View, Who
from engines.diamond_boxes.board import visible
from engines.diamond_boxes.cards import COLOURS, NAMES
from engines.diamond_boxes.moves import PHASES
from engines.diamond_boxes.position import BoxesPosition, ColourBoxesPosition, OpenBoxesPosition
from engines.diamond_boxes.spots import CARD, place

GAME_NAMES: Final = ("", "diamond-boxes", "diamond-boxes-2")
"""Names of the games, by rule set."""


def open_view(position: OpenBoxesPosition, who: Who) -> View:
    """View in rule 1, schema 1; all hands are visible."""
    seen = _common(position, who)
    seen["deck"] = position.left(0)
    seen["players"] = [player(names(hand), len(hand), None) for hand in position.hands]
    return seen


def colour_view(position: ColourBoxesPosition, who: Who) -> View:
    """View in rule 2, schema 1; only the owner sees a hand, sizes are public."""
    seen = _common(position, who)
    seen["colour"] = COLOURS[position.colour] if position.colour >= 0 else None
    seen["passes"] = position.passes
    seen["rounds_passed"] = position.stalled
    seen["bonus"] = position.bonus
    seen["players"] = [
        _player(hand, who in (seat, EVERYTHING), position.left(seat))
        for seat, hand in enumerate(position.hands)
    ]
    return seen


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


def names(hand: list[int]) -> list[str]:
    """The names of the cards of a hand."""
    return [NAMES[card] for card in hand]


def _player(hand: list[int], shown: bool, deck: int | None) -> dict[str, Any]:
    return player(names(hand) if shown else None, len(hand), deck)


def player(hand: list[str] | None, count: int, deck: int | None) -> dict[str, Any]:
    """The view of a seat: its hand (None if hidden), hand size, size of its own deck."""
    return {"hand": hand, "hand_count": count, "deck": deck}


def key(position: BoxesPosition) -> tuple[Any, ...]:
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
