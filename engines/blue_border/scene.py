"""Blue Border: the drawing of a view: zones of tokens, each in the blue of its card."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from engines.api import Face, Scene, Token, View, Zone
from engines.blue_border.cards import POINT_NAMES
from engines.messages import Message, Player, say

RAMP: Final = ((214, 236, 255), (64, 140, 220), (6, 20, 80))  # lightest, in the middle, darkest

_DECK: Final = say("blue-border.deck")
_PILES: Final = tuple(say("blue-border.pile", n=number) for number in range(1, 5))
_DISCARDS: Final = say("blue-border.discards")
_LINE: Final = say("blue-border.line")
"""Messages of every drawing are made once: a replay draws thousands."""

Shade = tuple[int | None, int | None]
"""The band and the number of a card, None if unknown."""


def blue(card: float, cards: int) -> tuple[int, int, int]:
    """The colour of a card, on a smooth ramp from the lightest to the darkest (BB-Q23)."""
    at = 2 * (card - 1) / max(1, cards - 1)
    light, dark = RAMP[:2] if at < 1 else RAMP[1:]
    share = at if at < 1 else at - 1
    red, green, shade = (round(a + (b - a) * share) for a, b in zip(light, dark, strict=True))
    return red, green, shade


def scene(view: View) -> Scene:
    """The top of the deck, the four piles, the discards, and each diver's line from A on."""
    draw = _Swatches(view)
    top = [(view["top"], view["top_number"])] if view["top"] else []
    zones = [Zone(_DECK, draw.cards(top), None, say("blue-border.cards-left", n=view["deck"]))]
    for pile, shades in enumerate(view["field"]):
        known = view["field_numbers"]
        numbers = known[pile] if known else [None] * len(shades)
        shown = draw.cards(list(zip(shades, numbers, strict=True)))
        zones.append(Zone(_PILES[pile], shown))
    zones.append(Zone(_DISCARDS, draw.cards([(card and 0, card) for card in view["discards"]])))
    for seat, player in enumerate(view["players"]):
        zones.append(Zone(_LINE, draw.line(player["line"]), seat, _note(view, player)))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    wins = view["options"]["rounds"] > 1
    scores = tuple(one["wins"] if wins else len(one["line"]) for one in view["players"])
    return Scene(_title(view), tuple(zones), active, (_measures(view),), scores=scores)


def _title(view: View) -> Message:
    if not view["round"]:
        return say("blue-border.before-deal")
    rounds, now = view["options"]["rounds"], _now(view)
    if rounds > 1:
        return say("blue-border.round-title", round=view["round"], rounds=rounds, now=now)
    return say("blue-border.title", now=now)


def _now(view: View) -> Message:
    """The state of play, for the title."""
    if view["window"]:
        return say("blue-border.new-card", who=Player(view["window"]["diver"]))
    if view["phase"] == "reward":
        return say("blue-border.reward-for", who=Player(view["pending"][0]))
    if view["phase"] == "turn":
        return say("blue-border.turn-of", who=Player(view["turn"]))
    if view["phase"] == "reshuffle":
        return say("blue-border.deck-empty")
    return say("kit.over") if view["phase"] == "over" else say("blue-border.round-over")


def _measures(view: View) -> Message:
    options = view["options"]
    return say("blue-border.measures", bl=options["bl"], bt=options["bt"])


def _note(view: View, player: dict[str, Any]) -> Message | None:
    won = player["wins"] if view["options"]["rounds"] > 1 else None
    if won is None:
        return say("blue-border.skips") if player["skip"] else None
    return say("blue-border.skips-won", n=won) if player["skip"] else say("blue-border.won", n=won)


class _Swatches:
    """Makes coloured tokens from the numbers or bands of a view."""

    def __init__(self, view: View) -> None:
        self.count = int(view["options"]["cards"])
        self.sight = int(view["options"]["sight"])

    def cards(self, shades: Sequence[Shade]) -> tuple[Token, ...]:
        return tuple([_swatch(self.count, self.sight, shade, "") for shade in shades])

    def line(self, cards: Sequence[dict[str, Any]]) -> tuple[Token, ...]:
        return tuple(
            [
                _swatch(self.count, self.sight, (card["band"], card["number"]), point)
                for point, card in zip(POINT_NAMES, cards, strict=False)
            ]
        )


@lru_cache(maxsize=1 << 12)
def _swatch(cards: int, sight: int, shade: Shade, point: str) -> Token:
    """`13` for a number, `~9-12` for a band, `C:13` for a card in a line."""
    band, number = shade
    before = f"{point}:" if point else ""
    if band is None:
        return Token(f"{before}?", hidden=True, face=Face("swatch", "?", caption=point))
    low = (band - 1) * sight + 1
    high = min(band * sight, cards)
    words = str(number) if number else f"~{low}-{high}" if high > low else str(low)
    value = number or (low + high) / 2
    rgb = blue(value, cards)
    depth = str(round(100 * (value - 1) / max(1, cards - 1)))
    return Token(f"{before}{words}", f"{rgb}", rgb, face=Face("swatch", words, depth, point))
