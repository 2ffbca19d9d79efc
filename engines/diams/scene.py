"""Diam's: a view as zones of tokens, one tone per quality."""

from collections.abc import Sequence
from typing import Any

from engines.api import Scene, Seat, Token, View, Zone, seat_letter


def scene(view: View) -> Scene:
    """Market, discard pile, and per seat the hand and the vault."""
    zones = [
        Zone("market", _tokens(view["market"])),
        Zone("discards", _tokens(view["discards"])),
    ]
    for seat, player in enumerate(view["players"]):
        zones.append(_zone("hand", seat, player["hand"], player["hand_count"]))
        zones.append(_zone("vault", seat, player["vault"], player["vault_count"], _score(player)))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    title = f"Diam's, round {view['round']}: {view['phase']}"
    return Scene(title, tuple(zones), active, tuple(_notes(view)))


def _zone(label: str, seat: Seat, cards: Sequence[str] | None, count: int, note: str = "") -> Zone:
    if cards is None:
        return Zone(label, (Token("?", hidden=True),) * count, seat, note)
    return Zone(label, _tokens(cards), seat, note)


def _tokens(cards: Sequence[str]) -> tuple[Token, ...]:
    return tuple(Token(card, _tone(card)) for card in cards)


def _tone(card: str) -> str:
    return f"quality {card.rstrip('*')}" if card[0].isdigit() else "special"


def _score(player: dict[str, Any]) -> str:
    if not player["chips"]:
        return ""
    rounds = zip(player["points"], player["chips"], strict=True)
    return ", ".join(f"{points} points {chips} chips" for points, chips in rounds)


def _notes(view: View) -> list[str]:
    notes = [f"deck {view['deck']}"]
    if view["closing"]:
        by, left = seat_letter(view["closing"]["by"]), view["closing"]["turns_left"]
        notes.append(f"closing card drawn by {by}, {left} turns to come after this one")
    if view["asked"]:
        by = seat_letter(view["asked"]["by"])
        notes.append(f"{by} cracks a safe and asks for {view['asked']['kind']}")
    return notes
