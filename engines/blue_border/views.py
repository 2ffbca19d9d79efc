"""Blue Border: the views of a position for seats and spectators, and the values for checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.api import EVERYTHING, Seat, View, Who, seat_letter
from engines.blue_border.cards import band
from engines.blue_border.position import BlueBorderPosition

DECIDING: Final = ("turn", "call", "reward")


def view(position: BlueBorderPosition, who: Who) -> View:
    """View, schema 1; all seats see the same: the shades of all visible cards, numbers once opened.

    `top` and the piles of `field`, from bottom to top, are bands; `top_number` and `field_numbers`
    have their numbers.
    """
    options, everything = position.options, who == EVERYTHING
    sight = options.sight
    deciding = position.phase() in DECIDING
    top = position.order[position.top] if deciding else None
    window = None
    if position.phase() in ("call", "lots"):
        window = {"diver": position.placer, "reward": position.rewarded}
    return {
        "game": "blue-border",
        "schema": 1,
        "seats": position.seats,
        "you": who if who is not None and who >= 0 else None,
        "options": {
            "bl": position.borderline(),
            "bt": position.bottoms(),
            "cards": options.cards,
            "rounds": options.rounds,
            "sight": options.sight,
            "limit": options.limit,
        },
        "phase": position.phase(),
        "pending": list(position.pending()),
        "round": position.round,
        "start": position.first if position.first >= 0 else None,
        "turn": position.turn if position.turn >= 0 else None,
        "deck": len(position.order) - position.top,
        "top": None if top is None else band(top, sight),
        "top_number": top if everything else None,
        "field": [[band(card, sight) for card in pile] for pile in position.field],
        "field_numbers": [pile[:] for pile in position.field] if everything else None,
        "discards": sorted(position.discards),
        "moves": position.moves,
        "window": window,
        "players": [_player(position, seat, everything) for seat in range(position.seats)],
    }


def _player(position: BlueBorderPosition, seat: Seat, everything: bool) -> dict[str, Any]:
    sight = position.options.sight
    line = [
        {"band": band(c, sight), "number": c if everything or position.opened >> c & 1 else None}
        for c in position.lines[seat]
    ]
    return {"line": line, "skip": position.skips[seat], "wins": position.wins[seat]}


def key(position: BlueBorderPosition) -> tuple[Any, ...]:
    """Everything that the rest of the match depends on, undrawn cards sorted."""
    return (
        position.round,
        position.phase(),
        position.first,
        position.turn,
        position.pending(),
        position.callers,
        position.placer,
        position.rewarded,
        position.called,
        tuple(map(tuple, position.lines)),
        tuple(map(tuple, position.field)),
        tuple(sorted(position.order[position.top :])),
        tuple(sorted(position.discards)),
        position.opened,
        tuple(position.skips),
        tuple(position.wins),
        position.moves,
        position.reshuffles,
    )


def tally(position: BlueBorderPosition, name: str) -> Mapping[str, str] | None:
    """True values for `-- check points` and `-- check deck`."""
    if name not in ("points", "deck"):
        raise KeyError(name)
    if not position.round:
        return None
    if name == "deck":
        return {"": str(len(position.order) - position.top)}
    return {seat_letter(seat): str(len(line)) for seat, line in enumerate(position.lines)}
