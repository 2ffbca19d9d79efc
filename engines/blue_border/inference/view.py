"""Blue Border: the view of a position that follows from a record with gaps."""

from __future__ import annotations

from collections.abc import Sequence

from engines.api import EVERYTHING, View, Who
from engines.blue_border import views
from engines.blue_border.cards import band
from engines.blue_border.inference.branches import BlueBorderWorld
from engines.blue_border.position import BlueBorderPosition


def view(worlds: Sequence[BlueBorderWorld], who: Who) -> View:
    """The view of a position, with None for unknown numbers and bands.

    Lines and piles have the same lengths in all worlds.
    """
    state, everything = worlds[0].state, who == EVERYTHING
    field = [_numbers(worlds, [world.state.field[at] for world in worlds]) for at in range(4)]
    gone = _numbers(worlds, [sorted(world.state.discards) for world in worlds])
    players = []
    for seat in range(state.seats):
        numbers = _numbers(worlds, [world.state.lines[seat] for world in worlds])
        line = [
            {"band": _shade(state, n), "number": n if everything or state.opened >> c & 1 else None}
            for c, n in zip(state.lines[seat], numbers, strict=True)
        ]
        players.append({"line": line, "skip": state.skips[seat], "wins": state.wins[seat]})
    return views.view(state, who) | {
        "top": None,
        "top_number": None,
        "field": [[_shade(state, number) for number in pile] for pile in field],
        "field_numbers": field if everything else None,
        "discards": sorted(filter(None, gone)) + [None] * gone.count(None),
        "players": players,
    }


def _numbers(worlds: Sequence[BlueBorderWorld], rows: Sequence[Sequence[int]]) -> list[int | None]:
    """The numbers of a row of cards (one row per world), None unless equal in all worlds."""
    found = [
        [world.numbers.known(card) for card in row] for world, row in zip(worlds, rows, strict=True)
    ]
    places = list(zip(*found, strict=True))
    return [cards[0] or None if len(set(cards)) == 1 else None for cards in places]


def _shade(state: BlueBorderPosition, number: int | None) -> int | None:
    return None if number is None else band(number, state.options.sight)
