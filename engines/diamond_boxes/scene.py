"""Diamond Boxes: the drawing of a view: a grid of coloured cells, hands and decks."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import Grid, Scene, Seat, Token, View, Zone
from engines.diamond_boxes.cards import COLOURS
from engines.diamond_boxes.messages import (
    BEFORE_DEAL,
    BONUS_NOTE,
    COLOUR_NOTE,
    COLOUR_WORDS,
    DECK,
    GAME_1,
    GAME_2,
    HAND,
    MATCH_ENDED,
    ON_TABLE,
    PASSES_NOTE,
    ROUNDS_NOTE,
)
from engines.diamond_boxes.specified_colour import PATIENCE
from engines.messages import Message

RGB: Final[Mapping[str, tuple[int, int, int]]] = {
    "red": (224, 80, 70),
    "yellow": (244, 204, 60),
    "green": (44, 170, 70),
    "blue": (70, 120, 230),
    "purple": (170, 70, 200),
}
TONES: Final = dict(zip(COLOURS, RGB, strict=True))
"""Colour letter -> name of its tone."""
DIAMONDS: Final = {"B": "●", "W": "○"}
BACK: Final = Token("?", hidden=True)


def scene(view: View) -> Scene:
    """The board, in rule 1 the deck, then each seat's hand and in rule 2 its deck."""
    zones = []
    if view["deck"] is not None:
        zones.append(Zone(DECK(), (BACK,) * view["deck"]))
    for seat, player in enumerate(view["players"]):
        zones.append(_hand(seat, player["hand"], player["hand_count"]))
        if player["deck"] is not None:
            zones.append(Zone(DECK(), (BACK,) * player["deck"], seat))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    return Scene(_title(view), tuple(zones), active, tuple(_notes(view)), _board(view["board"]))


def _title(view: View) -> Message:
    game = GAME_1() if view["deck"] is not None else GAME_2()
    if not view["placed"]:
        return BEFORE_DEAL(game=game)
    if view["phase"] == "over":
        return MATCH_ENDED(game=game)
    return ON_TABLE(game=game, count=len(view["placed"]))


def _hand(seat: Seat, cards: Sequence[str] | None, count: int) -> Zone:
    if cards is None:
        return Zone(HAND(), (BACK,) * count, seat)
    return Zone(HAND(), tuple(_card(card) for card in cards), seat)


def _card(card: str) -> Token:
    if card == "?":
        return BACK
    tone = TONES[card[0]]
    return Token(card, tone, RGB[tone])


def _board(seen: Sequence[Sequence[Any]]) -> Grid | None:
    if not seen:
        return None
    left, right = min(cell[0] for cell in seen), max(cell[0] for cell in seen)
    top, bottom = min(cell[1] for cell in seen), max(cell[1] for cell in seen)
    cells = {(x, y): (TONES.get(letter, ""), diamond) for x, y, letter, diamond in seen}
    rows = tuple(
        tuple(_cell(cells.get((x, y))) for x in range(left, right + 1))
        for y in range(top, bottom + 1)
    )
    return Grid(rows, left, top)


def _cell(shown: tuple[str, str] | None) -> Token | None:
    """A cell with the letter of its colour, readable without seeing colours."""
    if shown is None:
        return None
    tone, diamond = shown
    if not tone:
        return Token("??", hidden=True)
    return Token(tone[0] + DIAMONDS[diamond], tone, RGB[tone])


def _notes(view: View) -> list[Message]:
    notes = []
    if view["colour"]:
        notes.append(COLOUR_NOTE(colour=COLOUR_WORDS[COLOURS.index(view["colour"])]()))
    if view["bonus"]:
        notes.append(BONUS_NOTE())
    if view["passes"]:
        notes.append(PASSES_NOTE(count=view["passes"]))
    if view["rounds_passed"]:
        notes.append(ROUNDS_NOTE(count=view["rounds_passed"], most=PATIENCE))
    return notes
