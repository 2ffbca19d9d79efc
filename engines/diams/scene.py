"""Diam's: the drawing of a view: zones of tokens, one colour for each quality."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from engines.api import Face, Scene, Seat, Token, View, Zone
from engines.diams import scoring
from engines.diams.cards import NUMBERS
from engines.messages import Message, Player, Sentence, say

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
SIGNS: Final[Mapping[str, str]] = {"CV": "cart", "CR": "safe", "MG": "wand"}
"""What is drawn on special cards."""
BACK: Final = Token("?", hidden=True)
PHASES: Final[Mapping[str, Sentence]] = {
    "deal": Sentence("diams.counted"),
    "draw": Sentence("diams.drawing"),
    "play": Sentence("diams.playing"),
    "give": Sentence("diams.giving"),
    "discard": Sentence("diams.discarding"),
    "over": Sentence("diams.counted-over"),
}
BETWEEN_ROUNDS: Final = ("deal", "over")
"""The phases in which the round of the view is finished."""


def scene(view: View) -> Scene:
    """Market, deck and discard pile, then hand and vault of each seat."""
    zones = [
        Zone(say("diams.market"), _tokens(view["market"])),
        Zone(say("diams.deck"), (BACK,) * view["deck"]),
        Zone(say("diams.discards"), _tokens(view["discards"])),
    ]
    for seat, player in enumerate(view["players"]):
        note = _score(player, view["options"]["length"])
        zones.append(_zone(say("diams.hand"), seat, player["hand"], player["hand_count"]))
        zones.append(_zone(say("diams.vault"), seat, player["vault"], player["vault_count"], note))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    return Scene(
        _title(view), tuple(zones), active, tuple(_notes(view)), scores=tuple(_scores(view))
    )


def _title(view: View) -> Message:
    if not view["round"]:
        return say("diams.before-deal")
    return say("diams.title", round=view["round"], phase=PHASES[view["phase"]]())


def _zone(
    label: Message,
    seat: Seat,
    cards: Sequence[str] | None,
    count: int,
    note: Message | None = None,
) -> Zone:
    tokens = (BACK,) * count if cards is None else _tokens(cards)
    return Zone(label, tokens, seat, note)


def _tokens(cards: Sequence[str]) -> tuple[Token, ...]:
    return tuple(map(_token, cards))


@cache
def _token(card: str) -> Token:
    if not card[0].isdigit():
        face = Face("special", card, SIGNS[card]) if card in SIGNS else Face(label=card)
        return Token(card, "special", RGB["special"], face=face)
    quality = card.rstrip("*")
    face = Face("gem", quality, "star" if card != quality else "")
    return Token(card, f"quality {quality}", RGB[f"quality {quality}"], face=face)


def _scores(view: View) -> Sequence[int | None]:
    """Chips, in a quick match points; the round in progress counts if all its cards are known.

    None if those of a finished round are unknown, as in a record with gaps.
    """
    players = view["players"]
    quick = view["options"]["length"] == "quick"
    counted = [player["points" if quick else "chips"] for player in players]
    finished = view["round"] - (view["phase"] not in BETWEEN_ROUNDS)
    if len(counted[0]) < finished:
        return [None] * len(players)
    now = _counted_now(view) if len(counted[0]) < view["round"] else None
    if now is None:
        return [sum(row) if row or not quick else None for row in counted]
    added = now if quick else scoring.chips(now)
    return [sum(row) + more for row, more in zip(counted, added, strict=True)]


def _counted_now(view: View) -> tuple[int, ...] | None:
    """The points of this round if it ended now; None if a card that counts is unknown."""
    cards = [(player["vault"], player["hand"]) for player in view["players"]]
    if any(known is None or "?" in known for pair in cards for known in pair):
        return None
    vaults = [[NUMBERS[card] for card in vault] for vault, _ in cards]
    return scoring.score_round(
        vaults, [[NUMBERS[card] for card in hand] for _, hand in cards]
    ).points


def _score(player: Mapping[str, Any], length: str) -> Message | None:
    """`6 chips = 4+2, points 26+11`; a quick match has no chips."""
    chips, points = player["chips"], player["points"]
    if not points:
        return None
    if length == "quick":
        return say("diams.points", points=points[0])
    total, each = sum(chips), "+".join(map(str, points))
    if len(chips) == 1:
        return say("diams.chips", total=total, points=each)
    return say("diams.chips-added", total=total, chips="+".join(map(str, chips)), points=each)


def _notes(view: View) -> list[Message]:
    notes = []
    if view["closing"] and view["turn"] is not None:
        who, left = Player(view["closing"]["by"]), view["closing"]["turns_left"]
        notes.append(
            say("diams.closes", who=who, left=left) if left else say("diams.closes-now", who=who)
        )
    if view["asked"]:
        notes.append(say("diams.asks", who=Player(view["asked"]["by"]), card=view["asked"]["kind"]))
    return notes
