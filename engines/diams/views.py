"""Diam's: what a position looks like from a seat, from the stands and to a check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engines.api import EVERYTHING, Seat, View, Who, seat_letter
from engines.diams import scoring
from engines.diams.cards import KINDS, NAMES
from engines.diams.moves import GIVING, PHASES
from engines.diams.notation import groups, names

if TYPE_CHECKING:
    from engines.diams.state import Diams


def view(state: Diams, who: Who) -> View:
    """Schema 1; hands and vaults are their owner's alone, counts are public (DI-Q22)."""
    asked = None
    if state.step == GIVING:
        asked = {"by": state.turn, "kind": NAMES[state.asked[1]]}
    closing = None
    if state.closer >= 0:
        closing = {"by": state.closer, "turns_left": max(0, state.left - 1)}
    return {
        "game": "diams",
        "schema": 1,
        "seats": state.seats,
        "you": who if who is not None and who >= 0 else None,
        "options": {"length": state.options.length, "closing": state.options.closing},
        "phase": PHASES[state.step],
        "pending": list(state.pending()),
        "round": state.round,
        "first": state.first if state.first >= 0 else None,
        "turn": state.turn if state.turn >= 0 else None,
        "market": [NAMES[kind] for kind in range(KINDS) for _ in range(state.market[kind])],
        "deck": len(state.order) - state.top,
        "discards": [NAMES[card] for card in sorted(state.discards)],
        "closing": closing,
        "asked": asked,
        "players": [_player(state, seat, who in (seat, EVERYTHING)) for seat in range(state.seats)],
    }


def _player(state: Diams, seat: Seat, shown: bool) -> dict[str, Any]:
    hand, vault = state.hands[seat], state.vaults[seat]
    return {
        "hand": [NAMES[card] for card in hand] if shown else None,
        "hand_count": len(hand),
        "vault": [NAMES[card] for card in vault] if shown else None,
        "vault_count": len(vault),
        "chips": [row[seat] for row in state.chips],
        "points": [row[seat] for row in state.points],
    }


def key(state: Diams) -> tuple[Any, ...]:
    """Everything that decides how the match may go on, undrawn cards sorted."""
    return (
        state.round,
        state.first,
        state.turn,
        PHASES[state.step],
        state.left,
        state.closer,
        state.asked,
        tuple(state.market),
        tuple(map(tuple, state.hands)),
        tuple(map(tuple, state.vaults)),
        tuple(sorted(state.order[state.top :])),
        tuple(sorted(state.discards)),
        state.chips,
        state.points,
    )


def tally(state: Diams, name: str) -> Mapping[str, str] | None:
    """What a `-- check` after the end of a round states, or a row opened with `-- reveal`."""
    if name == "reveal":
        return {seat_letter(seat): _opened(state, seat) for seat in range(state.seats)}
    if name not in ("points", "chips", "purity", "hand"):
        raise KeyError(name)
    if not state.round or len(state.points) < state.round:
        return None
    counted = scoring.score_round(state.vaults, state.hands)
    values = {
        "points": counted.points,
        "chips": state.chips[-1],
        "purity": counted.purity,
        "hand": counted.hand,
    }[name]
    return {seat_letter(seat): str(value) for seat, value in enumerate(values)}


def _opened(state: Diams, seat: Seat) -> str:
    vault = groups(state.vaults[seat]) or "-"
    return f"vault {vault} hand {names(state.hands[seat]) or '-'}"
