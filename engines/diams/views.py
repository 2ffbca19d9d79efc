"""Diam's: the views of a position for seats and spectators, and the values that checks compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.api import EVERYTHING, View, Who, seat_letter
from engines.diams import scoring
from engines.diams.cards import COPIES, KINDS, NAMES
from engines.diams.moves import GIVING, PHASES
from engines.diams.position import DiamsPosition

STACKS: Final = tuple(
    tuple((NAMES[kind],) * count for count in range(COPIES[kind] + 1)) for kind in range(KINDS)
)
"""Per kind of diamond and number of cards in the market: their names."""


def view(position: DiamsPosition, who: Who) -> View:
    """View, schema 1: only the owner sees hand and vault; their sizes are public (DI-Q22)."""
    asked = None
    if position.step == GIVING:
        asked = {"by": position.turn, "kind": NAMES[position.asked[1]]}
    closing = None
    if position.closer >= 0:
        closing = {"by": position.closer, "turns_left": max(0, position.left - 1)}
    options = position.options
    market: list[str] = []
    for kind, count in enumerate(position.market):
        if count:
            market += STACKS[kind][count]
    return {
        "game": "diams",
        "schema": 1,
        "seats": position.seats,
        "you": who if who is not None and who >= 0 else None,
        "options": {"length": options.length, "closing": options.closing},
        "phase": PHASES[position.step],
        "pending": list(position.owing),
        "round": position.round,
        "first": position.first if position.first >= 0 else None,
        "turn": position.turn if position.turn >= 0 else None,
        "market": market,
        "deck": len(position.order) - position.top,
        "discards": [NAMES[card] for card in sorted(position.discards)],
        "closing": closing,
        "asked": asked,
        "players": _players(position, who),
    }


def _players(position: DiamsPosition, who: Who) -> list[dict[str, Any]]:
    everything = who == EVERYTHING
    vaults, chips, points = position.vaults, position.chips, position.points
    players = []
    for seat, hand in enumerate(position.hands):
        vault = vaults[seat]
        shown = everything or seat == who
        players.append(
            {
                "hand": [NAMES[card] for card in hand] if shown else None,
                "hand_count": len(hand),
                "vault": [NAMES[card] for card in vault] if shown else None,
                "vault_count": len(vault),
                "chips": [row[seat] for row in chips] if chips else [],
                "points": [row[seat] for row in points] if points else [],
            }
        )
    return players


def key(position: DiamsPosition) -> tuple[Any, ...]:
    """Everything that the rest of the match depends on, undrawn cards sorted."""
    return (
        position.round,
        position.first,
        position.turn,
        PHASES[position.step],
        position.left,
        position.closer,
        position.asked,
        tuple(position.market),
        tuple(map(tuple, position.hands)),
        tuple(map(tuple, position.vaults)),
        tuple(sorted(position.order[position.top :])),
        tuple(sorted(position.discards)),
        position.chips,
        position.points,
    )


def tally(position: DiamsPosition, name: str) -> Mapping[str, str] | None:
    """True values for a `-- check` after a round."""
    if name not in ("points", "chips", "purity", "hand"):
        raise KeyError(name)
    if not position.round or len(position.points) < position.round:
        return None
    counted = scoring.score_round(position.vaults, position.hands)
    values = {
        "points": counted.points,
        "chips": position.chips[-1],
        "purity": counted.purity,
        "hand": counted.hand,
    }[name]
    return {seat_letter(seat): str(value) for seat, value in enumerate(values)}
