"""Diam's: a view as zones of tokens, one tone and colour per quality."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import Scene, Seat, Token, View, Zone, seat_letter

RGB: Final[Mapping[str, tuple[int, int, int]]] = {
    "quality 1": (222, 222, 222),
    "quality 2": (176, 137, 94),
    "quality 3": (232, 132, 66),
    "quality 4": (244, 204, 88),
    "quality 5": (132, 188, 90),
    "quality 6": (44, 168, 150),
    "quality 7": (96, 184, 236),
    "quality 8": (70, 96, 220),
    "quality 9": (150, 90, 214),
    "quality 10": (220, 66, 110),
    "special": (64, 64, 72),
}
BACK: Final = Token("?", hidden=True)


def scene(view: View) -> Scene:
    """Market, deck and discard pile, and per seat the hand and the vault."""
    zones = [
        Zone("market", _tokens(view["market"])),
        Zone("deck", (BACK,) * view["deck"]),
        Zone("discards", _tokens(view["discards"])),
    ]
    for seat, player in enumerate(view["players"]):
        note = _score(player, view["options"]["length"])
        zones.append(_zone("hand", seat, player["hand"], player["hand_count"]))
        zones.append(_zone("vault", seat, player["vault"], player["vault_count"], note))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    return Scene(_title(view), tuple(zones), active, tuple(_notes(view)))


def _title(view: View) -> str:
    if not view["round"]:
        return "Diam's, before the first deal"
    phase = {"deal": "counted", "over": "counted, the match is over"}.get(view["phase"])
    return f"Diam's, round {view['round']}: {phase or view['phase']}"


def _zone(label: str, seat: Seat, cards: Sequence[str] | None, count: int, note: str = "") -> Zone:
    tokens = (BACK,) * count if cards is None else _tokens(cards)
    return Zone(label, tokens, seat, note)


def _tokens(cards: Sequence[str]) -> tuple[Token, ...]:
    return tuple(Token(card, tone, RGB[tone]) for card in cards for tone in (_tone(card),))


def _tone(card: str) -> str:
    return f"quality {card.rstrip('*')}" if card[0].isdigit() else "special"


def _score(player: Mapping[str, Any], length: str) -> str:
    """`6 chips = 4+2, points 26+11`; a quick match knows no chips."""
    chips, points = player["chips"], player["points"]
    if not points:
        return ""
    if length == "quick":
        return f"{points[0]} points"
    total = f"{sum(chips)} chips"
    parts = f" = {'+'.join(map(str, chips))}" if len(chips) > 1 else ""
    return f"{total}{parts}, points {'+'.join(map(str, points))}"


def _notes(view: View) -> list[str]:
    notes = []
    if view["closing"] and view["turn"] is not None:
        by, left = seat_letter(view["closing"]["by"]), view["closing"]["turns_left"]
        rest = f"{left} more after this turn" if left else "this is the last turn"
        notes.append(f"closing card drawn by {by}: {rest}")
    if view["asked"]:
        by = seat_letter(view["asked"]["by"])
        notes.append(f"{by} cracks a safe and asks for {view['asked']['kind']}")
    return notes
