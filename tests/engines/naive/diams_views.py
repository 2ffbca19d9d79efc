"""The views and log texts of a seat in the naive Diam's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.engines.naive.diams_cards import groups_cards, in_order

if TYPE_CHECKING:
    from tests.engines.naive.diams import NaiveDiams


def view_of(game: NaiveDiams, seat: int | None, everything: bool = False) -> dict[str, object]:
    players: list[dict[str, object]] = []
    for other in range(game.seats):
        shown = everything or other == seat  # DI-Q22
        players.append(
            {
                "hand": in_order(game.hands[other]) if shown else None,
                "hand_count": len(game.hands[other]),
                "vault": in_order(game.vaults[other]) if shown else None,
                "vault_count": len(game.vaults[other]),
                "chips": list(game.chips[other]),
                "points": list(game.points[other]),
            }
        )
    closing: dict[str, object] | None = None
    if game.closing_by is not None:
        closing = {"by": game.closing_by, "turns_left": game.turns_left}
    asked: dict[str, object] | None = None
    if game.state == "give":
        asked = {"by": game.turn, "kind": game.asked_kind}
    return {
        "game": "diams",
        "schema": 1,
        "seats": game.seats,
        "you": seat,
        "options": {"length": game.length, "closing": game.closing},
        "phase": game.state,
        "pending": list(game.pending()),
        "round": game.round,
        "first": game.first,
        "turn": None if game.state in ("start", "deal", "over") else game.turn,
        "market": in_order(game.market),
        "deck": len(game.deck),
        "discards": in_order(game.discards),
        "closing": closing,
        "asked": asked,
        "players": players,
    }


def told_to(game: NaiveDiams, seat: int | None) -> list[tuple[int, str]]:
    entries: list[tuple[int, str]] = []
    for (writer, text), seen in zip(game.log, game.log_seen, strict=True):
        hidden = seen is not None and seat not in seen
        entries.append((writer, masked(text) if hidden else text))
    return entries


def masked(text: str) -> str:
    """A log text with its private part hidden."""
    action, semicolon, refill = text.partition("; ")
    words = action.split()
    if words[0] == "draw":
        words = [*words[:-1], "?"]
    elif words[0] in ("vault", "convoy"):
        words = [words[0], f"?x{len(groups_cards(' '.join(words[1:])))}"]
    elif words[0] == "hand":
        words = ["hand"] + ["?"] * (len(words) - 1)
    else:
        words = ["give", "?"]
    return " ".join(words) + semicolon + refill
