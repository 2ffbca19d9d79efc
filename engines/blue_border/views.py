"""Blue Border: what a position looks like from a seat, from the stands and to a check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engines.api import EVERYTHING, Seat, View, Who, seat_letter

if TYPE_CHECKING:
    from engines.blue_border.inference.tracker import World
    from engines.blue_border.state import BlueBorder

DECIDING = ("turn", "call", "reward")


def band(state: BlueBorder, card: int) -> int:
    """The shade a bot tells apart (BB-Q23)."""
    return -(-card // state.options.sight)


def view(state: BlueBorder, who: Who) -> View:
    """Schema 1; all seats see the same: shades of all that lies open, numbers once opened.

    `top` and the piles of `field`, from bottom to top, are bands; their numbers stand beside.
    """
    options, everything = state.options, who == EVERYTHING
    deciding = state.phase() in DECIDING
    top = state.order[state.top] if deciding else None
    window = None
    if state.phase() in ("call", "lots"):
        window = {"diver": state.placer, "reward": state.rewarded}
    return {
        "game": "blue-border",
        "schema": 1,
        "seats": state.seats,
        "you": who if who is not None and who >= 0 else None,
        "options": {
            "bl": state.borderline(),
            "bt": state.bottoms(),
            "cards": options.cards,
            "rounds": options.rounds,
            "sight": options.sight,
            "limit": options.limit,
        },
        "phase": state.phase(),
        "pending": list(state.pending()),
        "round": state.round,
        "start": state.first if state.first >= 0 else None,
        "turn": state.turn if state.turn >= 0 else None,
        "deck": len(state.order) - state.top,
        "top": None if top is None else band(state, top),
        "top_number": top if everything else None,
        "field": [[band(state, card) for card in pile] for pile in state.field],
        "field_numbers": [pile[:] for pile in state.field] if everything else None,
        "discards": sorted(state.discards),
        "moves": state.moves,
        "window": window,
        "players": [_player(state, seat, everything) for seat in range(state.seats)],
    }


def _player(state: BlueBorder, seat: Seat, everything: bool) -> dict[str, Any]:
    line = [
        {"band": band(state, c), "number": c if everything or state.opened >> c & 1 else None}
        for c in state.lines[seat]
    ]
    return {"line": line, "skip": state.skips[seat], "wins": state.wins[seat]}


def table_view(worlds: Sequence[World], who: Who) -> View:
    """As `view`, from a record with gaps: numbers and bands that it does not tell are None.

    The worlds are ways the cards may have gone; all have the same lines and piles.
    """
    state, everything = worlds[0].state, who == EVERYTHING
    field = [_numbers(worlds, [world.state.field[at] for world in worlds]) for at in range(4)]
    gone = _numbers(worlds, [sorted(world.state.discards) for world in worlds])
    players = []
    for seat in range(state.seats):
        numbers = _numbers(worlds, [world.state.lines[seat] for world in worlds])
        line = [
            {"band": _told(state, n), "number": n if everything or state.opened >> c & 1 else None}
            for c, n in zip(state.lines[seat], numbers, strict=True)
        ]
        players.append({"line": line, "skip": state.skips[seat], "wins": state.wins[seat]})
    return view(state, who) | {
        "top": None,
        "top_number": None,
        "field": [[_told(state, number) for number in pile] for pile in field],
        "field_numbers": field if everything else None,
        "discards": sorted(filter(None, gone)) + [None] * gone.count(None),
        "players": players,
    }


def _numbers(worlds: Sequence[World], rows: Sequence[Sequence[int]]) -> list[int | None]:
    """The numbers of a row of cards, one row a world, where they are the same in all of them."""
    found = [
        [world.numbers.known(card) for card in row] for world, row in zip(worlds, rows, strict=True)
    ]
    places = list(zip(*found, strict=True))
    return [cards[0] or None if len(set(cards)) == 1 else None for cards in places]


def _told(state: BlueBorder, number: int | None) -> int | None:
    return None if number is None else band(state, number)


def key(state: BlueBorder) -> tuple[Any, ...]:
    """Everything that decides how the match may go on, undrawn cards sorted."""
    return (
        state.round,
        state.phase(),
        state.first,
        state.turn,
        state.pending(),
        state.callers,
        state.placer,
        state.rewarded,
        state.called,
        tuple(map(tuple, state.lines)),
        tuple(map(tuple, state.field)),
        tuple(sorted(state.order[state.top :])),
        tuple(sorted(state.discards)),
        state.opened,
        tuple(state.skips),
        tuple(state.wins),
        state.moves,
        state.reshuffles,
    )


def tally(state: BlueBorder, name: str) -> Mapping[str, str] | None:
    """What `-- check points` and `-- check deck` state, and rows opened with `-- reveal`."""
    if name == "reveal":
        rows = (" ".join(map(str, line)) for line in state.lines)
        return {seat_letter(seat): row for seat, row in enumerate(rows)}
    if name not in ("points", "deck"):
        raise KeyError(name)
    if not state.round:
        return None
    if name == "deck":
        return {"": str(len(state.order) - state.top)}
    return {seat_letter(seat): str(len(line)) for seat, line in enumerate(state.lines)}
