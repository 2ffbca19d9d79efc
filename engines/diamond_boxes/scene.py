"""Diamond Boxes: the drawing of a view: a grid of coloured cells, hands and decks."""

from collections.abc import Container, Mapping, Sequence
from functools import cache
from typing import Any, Final

from engines.api import Face, Grid, MovePrice, Scene, Seat, Token, View, Zone
from engines.diamond_boxes.cards import COLOURS, PATTERNS
from engines.diamond_boxes.messages import (
    COLOUR_WORDS,
)
from engines.diamond_boxes.moves import PASS, PLACEMENTS, Move
from engines.diamond_boxes.specified_colour import PATIENCE
from engines.diamond_boxes.spots import CELLS, place
from engines.messages import Message, say

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
NO_PLACEMENT: Final = 99  # after every placement


def _sides(width: int, height: int) -> tuple[tuple[int, int, str], ...]:
    """The cells of a card of this size, each with the sides that are edges of the card."""
    return tuple(
        (x, y, "".join(side for side, there in zip("nesw", ends, strict=True) if there))
        for y in range(height)
        for x in range(width)
        for ends in ((y == 0, x == width - 1, y == height - 1, x == 0),)
    )


SIDES: Final = (_sides(3, 2), _sides(2, 3))
"""The cells of a card as they lie, upright and turned by 90 degrees."""


def scene(view: View) -> Scene:
    """The board, in rule 1 the deck, then each seat's hand and in rule 2 its deck."""
    zones = []
    if view["deck"] is not None:
        zones.append(Zone(say("diamond-boxes.deck"), (BACK,) * view["deck"]))
    for seat, player in enumerate(view["players"]):
        zones.append(_hand(seat, player["hand"], player["hand_count"]))
        if player["deck"] is not None:
            zones.append(Zone(say("diamond-boxes.deck"), (BACK,) * player["deck"], seat))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    scores = tuple(player["hand_count"] + (player["deck"] or 0) for player in view["players"])
    board = _board(view["board"], _edges(view["placed"]))
    return Scene(_title(view), tuple(zones), active, tuple(_notes(view)), board, scores)


def placement_costs(view: View, moves: Sequence[Move]) -> Sequence[MovePrice]:
    """Placements by the cards that they cost in rule 1 (DJ1-R14), then by the cells they cover."""
    if not all(isinstance(move, int) and move >= PLACEMENTS for move in moves if move != PASS):
        return ()
    board = {(x, y) for x, y, _, _ in view["board"]}
    return [_cost(board, view["deck"], move) for move in moves]


def _cost(board: Container[tuple[int, int]], deck: int | None, move: Move) -> MovePrice:
    if move == PASS:
        return MovePrice((NO_PLACEMENT,), "pass", say("diamond-boxes.passing"))
    assert isinstance(move, int), "a decision of a player is a number"
    x, y, turn = place(move)
    covered = sum((x + column, y + row) in board for row, column in CELLS[turn])
    over = len(CELLS[turn]) - covered
    if deck is None:  # rule 2 has no penalty
        return MovePrice((0, over), f"/{covered}", say("diamond-boxes.covers", covered=covered))
    penalty = min(over, deck)
    return MovePrice(
        (penalty, over),
        f"/{covered}",
        say("diamond-boxes.covers-with", covered=covered, penalty=penalty),
    )


def _title(view: View) -> Message:
    game = say("diamond-boxes.game-1") if view["deck"] is not None else say("diamond-boxes.game-2")
    if not view["placed"]:
        return say("diamond-boxes.before-deal", game=game)
    if view["phase"] == "over":
        return say("diamond-boxes.match-ended", game=game)
    return say("diamond-boxes.on-table", game=game, count=len(view["placed"]))


def _hand(seat: Seat, cards: Sequence[str] | None, count: int) -> Zone:
    if cards is None:
        return Zone(say("diamond-boxes.hand"), (BACK,) * count, seat)
    return Zone(say("diamond-boxes.hand"), tuple(_card(card) for card in cards), seat)


@cache
def _card(card: str) -> Token:
    if card == "?":
        return BACK
    tone = TONES[card[0]]
    face = Face("tile", card, PATTERNS[int(card[1:]) - 1])
    return Token(card, tone, RGB[tone], face=face)


def _edges(placed: Sequence[Sequence[Any]]) -> dict[tuple[int, int], str]:
    """The sides of each visible cell where its card ends; a later card covers earlier ones."""
    found: dict[tuple[int, int], str] = {}
    for _, left, top, turn in placed:
        for x, y, sides in SIDES[turn in "ew"]:
            found[left + x, top + y] = sides
    return found


def _board(seen: Sequence[Sequence[Any]], edges: Mapping[tuple[int, int], str]) -> Grid | None:
    if not seen:
        return None
    left, right = min(cell[0] for cell in seen), max(cell[0] for cell in seen)
    top, bottom = min(cell[1] for cell in seen), max(cell[1] for cell in seen)
    cells = {(x, y): _cell(letter, diamond, edges[x, y]) for x, y, letter, diamond in seen}
    rows = tuple(
        tuple(cells.get((x, y)) for x in range(left, right + 1)) for y in range(top, bottom + 1)
    )
    return Grid(rows, left, top)


@cache
def _cell(letter: str, diamond: str, edges: str) -> Token:
    """A cell with the letter of its colour, readable without seeing colours."""
    tone = TONES.get(letter, "")
    if not tone:
        return Token("??", hidden=True, face=Face("cell", "?", "", edges=edges))
    face = Face("cell", tone[0], diamond, edges=edges)
    return Token(tone[0] + DIAMONDS[diamond], tone, RGB[tone], face=face)


def _notes(view: View) -> list[Message]:
    notes = []
    if view["colour"]:
        notes.append(
            say("diamond-boxes.colour-note", colour=COLOUR_WORDS[COLOURS.index(view["colour"])]())
        )
    if view["bonus"]:
        notes.append(say("diamond-boxes.bonus-note"))
    if view["passes"]:
        notes.append(say("diamond-boxes.passes-note", count=view["passes"]))
    if view["rounds_passed"]:
        notes.append(say("diamond-boxes.rounds-note", count=view["rounds_passed"], most=PATIENCE))
    return notes
