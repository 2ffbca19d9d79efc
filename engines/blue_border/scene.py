"""Blue Border: a view as zones of tokens, each in the blue of its card."""

from collections.abc import Sequence
from typing import Any, Final

from engines.api import Scene, Token, View, Zone

LIGHTEST: Final = (214, 234, 252)
DARKEST: Final = (6, 22, 82)
POINT_NAMES: Final = "ABCDEFG"


def blue(card: float, cards: int) -> tuple[int, int, int]:
    """A smooth ramp from the lightest card to the darkest (BB-Q23)."""
    share = (card - 1) / max(1, cards - 1)
    red, green, shade = (
        round(light + (dark - light) * share) for light, dark in zip(LIGHTEST, DARKEST, strict=True)
    )
    return red, green, shade


def scene(view: View) -> Scene:
    """The deck's top, the four piles, the discards, and every diver's line."""
    draw = _Swatches(view)
    zones = [Zone("deck", draw.shades([view["top"]]) if view["top"] else (), None, _left(view))]
    for pile, cards in enumerate(view["field"], 1):
        zones.append(Zone(f"pile {pile}", draw.shades(cards)))
    zones.append(Zone("discards", draw.numbers(view["discards"])))
    for seat, player in enumerate(view["players"]):
        zones.append(Zone("line", draw.line(player["line"]), seat, _note(view, player)))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    return Scene(f"Blue Border, round {view['round']}: {view['phase']}", tuple(zones), active)


def _left(view: View) -> str:
    return f"{view['deck']} cards"


def _note(view: View, player: dict[str, Any]) -> str:
    notes = ["skips a turn"] if player["skip"] else []
    if view["options"]["rounds"] > 1:
        notes.append(f"{player['wins']} rounds")
    return ", ".join(notes)


class _Swatches:
    """Tokens in the colours of a view, which holds numbers or bands."""

    def __init__(self, view: View) -> None:
        self.cards = int(view["options"]["cards"])
        self.sight = int(view["options"]["sight"])

    def _middle(self, shade: int) -> float:
        return min(self.cards, shade * self.sight - (self.sight - 1) / 2)

    def shades(self, shades: Sequence[int]) -> tuple[Token, ...]:
        return tuple(
            Token(f"~{s}" if self.sight > 1 else str(s), rgb=blue(self._middle(s), self.cards))
            for s in shades
        )

    def numbers(self, cards: Sequence[int]) -> tuple[Token, ...]:
        return tuple(Token(str(card), rgb=blue(card, self.cards)) for card in cards)

    def line(self, cards: Sequence[dict[str, Any]]) -> tuple[Token, ...]:
        found = []
        for point, card in zip(POINT_NAMES, cards, strict=False):
            known = card["number"]
            text = f"{point}:{known}" if known else f"{point}:~{card['band']}"
            middle = known if known else self._middle(card["band"])
            found.append(Token(text, rgb=blue(middle, self.cards)))
        return tuple(found)
