"""Diamond Boxes: a view as a grid of coloured cells and the hands around it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import Grid, Scene, Seat, Token, View, Zone
from engines.diamond_boxes.cards import COLOUR_WORDS, COLOURS

RGB: Final[Mapping[str, tuple[int, int, int]]] = {
    "red": (224, 80, 70),
    "yellow": (244, 204, 60),
    "green": (44, 170, 70),
    "blue": (70, 120, 230),
    "purple": (170, 70, 200),
}
WORDS: Final = dict(zip(COLOURS, COLOUR_WORDS, strict=True))
DIAMONDS: Final = {"B": "●", "W": "○"}
BACK: Final = Token("?", hidden=True)


def scene(view: View) -> Scene:
    """The board, the deck of rule 1, and per seat the hand and by rule 2 its deck."""
    zones = []
    if view["deck"] is not None:
        zones.append(Zone("deck", (BACK,) * view["deck"]))
    for seat, player in enumerate(view["players"]):
        zones.append(_hand(seat, player["hand"], player["hand_count"]))
        if player["deck"] is not None:
            zones.append(Zone("deck", (BACK,) * player["deck"], seat))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    return Scene(_title(view), tuple(zones), active, tuple(_notes(view)), _board(view["board"]))


def _title(view: View) -> str:
    title = "Diamond Boxes" if view["deck"] is not None else "Diamond Boxes 2"
    if not view["placed"]:
        return f"{title}, before the deal"
    if view["phase"] == "over":
        return f"{title}: the match is over"
    count = len(view["placed"])
    return f"{title}: {count} cards lie on the table"


def _hand(seat: Seat, cards: Sequence[str] | None, count: int) -> Zone:
    if cards is None:
        return Zone("hand", (BACK,) * count, seat)
    return Zone("hand", tuple(_card(card) for card in cards), seat)


def _card(card: str) -> Token:
    if card == "?":
        return BACK
    tone = WORDS[card[0]]
    return Token(card, tone, RGB[tone])


def _board(seen: Sequence[Sequence[Any]]) -> Grid | None:
    if not seen:
        return None
    left, right = min(cell[0] for cell in seen), max(cell[0] for cell in seen)
    top, bottom = min(cell[1] for cell in seen), max(cell[1] for cell in seen)
    cells = {(x, y): (WORDS.get(letter, ""), diamond) for x, y, letter, diamond in seen}
    rows = tuple(
        tuple(_cell(cells.get((x, y))) for x in range(left, right + 1))
        for y in range(top, bottom + 1)
    )
    return Grid(rows, left, top)


def _cell(shown: tuple[str, str] | None) -> Token | None:
    """The colour's letter and the diamond, so that neither needs colour to be told."""
    if shown is None:
        return None
    tone, diamond = shown
    if not tone:
        return Token("??", hidden=True)
    return Token(tone[0] + DIAMONDS[diamond], tone, RGB[tone])


def _notes(view: View) -> list[str]:
    notes = []
    if view["colour"]:
        notes.append(f"specified colour: {WORDS[view['colour']]}")
    if view["bonus"]:
        notes.append("a bonus turn: six cells were covered")
    if view["passes"]:
        notes.append(f"passed in a row: {view['passes']}")
    if view["rounds_passed"]:
        notes.append(f"rounds of passes since the last card: {view['rounds_passed']} of 5")
    return notes
