"""Diamond Boxes: what people see: drawings, sentences, sheets, the meaning of views."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from engines import api
from engines.diamond_boxes.board import CELLS, place
from engines.diamond_boxes.cards import (
    COLOUR_WORDS,
    COLOURS,
    DECK,
    PASS,
    PATTERNS,
    PLACEMENTS,
    Move,
)
from engines.diamond_boxes.turns import PATIENCE
from engines.kit.sentences import HIDDEN, dealt, field, passes, player_of
from engines.messages import Message, Player, Sentence, say

# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": Sentence("kit.to-start"),
    "deal": Sentence("kit.to-deal"),
    "colour": Sentence("diamond-boxes.to-colour"),
    "play": Sentence("kit.to-play"),
}


# The drawing of a view: a grid of coloured cells, hands and decks.

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
BACK: Final = api.Token("?", hidden=True)
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


def scene(view: api.View) -> api.Scene:
    """The board, in rule 1 the deck, then each seat's hand and in rule 2 its deck."""
    zones = []
    if view["deck"] is not None:
        zones.append(api.Zone(say("diamond-boxes.deck"), (BACK,) * view["deck"]))
    for seat, player in enumerate(view["players"]):
        hidden = (BACK,) * player["hand_count"]
        hand = hidden if player["hand"] is None else tuple(map(_card, player["hand"]))
        zones.append(api.Zone(say("diamond-boxes.hand"), hand, seat))
        if player["deck"] is not None:
            zones.append(api.Zone(say("diamond-boxes.deck"), (BACK,) * player["deck"], seat))
    active = tuple(seat for seat in view["pending"] if seat >= 0)
    scores = tuple(player["hand_count"] + (player["deck"] or 0) for player in view["players"])
    game = say("diamond-boxes.game-1" if view["deck"] is not None else "diamond-boxes.game-2")
    if not view["placed"]:
        title = say("diamond-boxes.before-deal", game=game)
    elif view["phase"] == "over":
        title = say("diamond-boxes.match-ended", game=game)
    else:
        title = say("diamond-boxes.on-table", game=game, count=len(view["placed"]))
    notes = []
    if view["colour"]:
        colour = COLOUR_WORDS[COLOURS.index(view["colour"])]()
        notes.append(say("diamond-boxes.colour-note", colour=colour))
    if view["bonus"]:
        notes.append(say("diamond-boxes.bonus-note"))
    if view["passes"]:
        notes.append(say("diamond-boxes.passes-note", count=view["passes"]))
    if view["rounds_passed"]:
        notes.append(say("diamond-boxes.rounds-note", count=view["rounds_passed"], most=PATIENCE))
    board = _board(view["board"], view["placed"])
    return api.Scene(title, tuple(zones), active, tuple(notes), board, scores)


def placement_costs(view: api.View, moves: Sequence[Move]) -> Sequence[api.MovePrice]:
    """Placements by the cards that they cost in rule 1 (DJ1-R14), then by the cells they cover."""
    if not all(isinstance(move, int) and move >= PLACEMENTS for move in moves if move != PASS):
        return ()
    board = {(x, y) for x, y, _, _ in view["board"]}
    prices = []
    for move in moves:
        if move == PASS:
            prices.append(api.MovePrice((NO_PLACEMENT,), "pass", say("diamond-boxes.passing")))
            continue
        assert isinstance(move, int), "a decision of a player is a number"
        x, y, turn = place(move)
        covered = sum((x + column, y + row) in board for row, column in CELLS[turn])
        over = len(CELLS[turn]) - covered
        penalty, text = 0, say("diamond-boxes.covers", covered=covered)
        if view["deck"] is not None:  # rule 2 has no penalty
            penalty = min(over, view["deck"])
            text = say("diamond-boxes.covers-with", covered=covered, penalty=penalty)
        prices.append(api.MovePrice((penalty, over), f"/{covered}", text))
    return prices


@cache
def _card(card: str) -> api.Token:
    if card == "?":
        return BACK
    tone = TONES[card[0]]
    face = api.Face("tile", card, PATTERNS[int(card[1:]) - 1])
    return api.Token(card, tone, RGB[tone], face=face)


def _board(seen: Sequence[Sequence[Any]], placed: Sequence[Sequence[Any]]) -> api.Grid | None:
    if not seen:
        return None
    # The sides of each visible cell where its card ends; a later card covers earlier ones.
    edges: dict[tuple[int, int], str] = {}
    for _, x, y, turn in placed:
        edges |= {(x + column, y + row): sides for column, row, sides in SIDES[turn in "ew"]}
    left, right = min(cell[0] for cell in seen), max(cell[0] for cell in seen)
    top, bottom = min(cell[1] for cell in seen), max(cell[1] for cell in seen)
    cells = {(x, y): _cell(letter, diamond, edges[x, y]) for x, y, letter, diamond in seen}
    rows = tuple(
        tuple(cells.get((x, y)) for x in range(left, right + 1)) for y in range(top, bottom + 1)
    )
    return api.Grid(rows, left, top)


@cache
def _cell(letter: str, diamond: str, edges: str) -> api.Token:
    """A cell with the letter of its colour, readable without seeing colours."""
    tone = TONES.get(letter, "")
    if not tone:
        return api.Token("??", hidden=True, face=api.Face("cell", "?", "", edges=edges))
    face = api.Face("cell", tone[0], diamond, edges=edges)
    return api.Token(tone[0] + DIAMONDS[diamond], tone, RGB[tone], face=face)


# Action texts as sentences for people.


def narrate(seat: api.Seat, text: str) -> Message:
    """An action text of `seat` as a sentence."""
    verb, _, rest = text.partition(" ")
    if "@" in verb:
        # A placement and what was drawn, as in `y8@0,-1e/4; penalty p4 y8`.
        placement, _, more = text.partition("; ")
        written, _, covered = placement.partition("/")
        card, _, place = written.partition("@")
        who, count = Player(seat), int(covered)
        told = say("diamond-boxes.n-places", who=who, card=card, place=place, count=count)
        kind, _, cards = more.partition(" ")
        if not cards:
            return told
        if HIDDEN in cards:
            return say("diamond-boxes.n-draws-hidden", what=told, count=len(cards.split()))
        if kind == "penalty":
            return say("diamond-boxes.n-penalty", what=told, cards=cards)
        return say("diamond-boxes.n-draws", what=told, cards=cards)
    if verb == "start":
        cards, _, first = rest.partition(" first ")
        if first:
            return say("diamond-boxes.n-starts-with", cards=cards, who=player_of(first))
        return say("diamond-boxes.n-starts", cards=cards)
    if verb == "hand":
        return dealt(seat, rest)
    if verb == "pass":
        return passes(seat)
    if verb == "colour":
        colour = COLOUR_WORDS[COLOURS.index(rest)]()
        return say("diamond-boxes.n-chooses", who=Player(seat), colour=colour)
    if verb == "draw" and seat == api.CHANCE:
        return say("diamond-boxes.n-drawn", reason=rest.removeprefix("reason ").strip('"'))
    return say("engines.entry", who=Player(seat), text=text)


# What the printed sheets of both rule sets show: a grid of placements.

PLACE: Final = (
    api.PaperColumn(say("kit.paper-seat"), 12),
    api.PaperColumn(say("diamond-boxes.paper-card-head"), 18),
    api.PaperColumn(say("diamond-boxes.paper-place-head"), 22),
    api.PaperColumn(say("diamond-boxes.paper-turn-head"), 26, "n e s w"),
    api.PaperColumn(say("diamond-boxes.paper-covered-head"), 14),
)
_COLOURS: Final = tuple(
    say(
        "diamond-boxes.paper-colour",
        letter=letter,
        name=word(),
        first=10 * index + 1,
        last=10 * index + 10,
    )
    for index, (letter, word) in enumerate(zip(COLOURS, COLOUR_WORDS, strict=True))
)
_ROWS: Final = tuple(
    f"{''.join(map(DIAMONDS.__getitem__, pattern[:3]))}\n"
    f"{''.join(map(DIAMONDS.__getitem__, pattern[3:]))}"
    for pattern in PATTERNS
)
TABLES: Final = (
    api.PaperTable(
        say("diamond-boxes.paper-patterns"),
        (tuple(map(str, range(1, len(PATTERNS) + 1))), _ROWS),
    ),
)
MARKS: Final[tuple[tuple[api.PaperText, Message], ...]] = (
    ("g7", say("diamond-boxes.paper-card")),
    ("r y g b p", say("diamond-boxes.paper-colours", names=_COLOURS)),
    ("@x,y", say("diamond-boxes.paper-place")),
    ("@0,0", say("diamond-boxes.paper-origin")),
    ("n e s w", say("diamond-boxes.paper-turn")),
    ("/4", say("diamond-boxes.paper-covered")),
)


def open_paper(seats: int) -> api.Paper:
    """The sheet of rule 1 for this number of seats."""
    blanks = (
        api.PaperBlank(say("diamond-boxes.paper-first-card")),
        api.PaperBlank(say("diamond-boxes.paper-on-top")),
    )
    return api.Paper(
        reminder=(say("diamond-boxes.paper-reminder-11"), say("diamond-boxes.paper-reminder-12")),
        result=(say("diamond-boxes.paper-hand"), say("diamond-boxes.paper-lowest")),
        marks=(*MARKS, ("penalty", say("diamond-boxes.paper-penalty"))),
        numbered=say("kit.paper-number"),
        columns=(*PLACE, api.PaperColumn(say("diamond-boxes.paper-penalty-head"), 84)),
        example=api.PaperExample(
            ("A", "b2", "-1,0", "n", "4", "p4 y8"), ("A: b2@-1,0n/4; penalty p4 y8",)
        ),
        rounds=(
            api.PaperRound(
                say("kit.paper-match"), most_placements(seats), (blanks, *_hands(seats))
            ),
        ),
        tables=TABLES,
    )


def colour_paper(seats: int) -> api.Paper:
    """The sheet of rule 2 for this number of seats; the last row is for passes before a draw."""
    heads = (
        Sentence("diamond-boxes.paper-first-card"),
        Sentence("diamond-boxes.paper-on-top"),
        Sentence("diamond-boxes.paper-first-seat"),
        Sentence("diamond-boxes.paper-first-colour"),
    )
    blanks = tuple(api.PaperBlank(head()) for head in heads)
    columns = (
        api.PaperColumn(say("diamond-boxes.paper-pass-head"), 44),
        *PLACE,
        api.PaperColumn(say("diamond-boxes.paper-draw-head"), 22),
        api.PaperColumn(say("diamond-boxes.paper-colour-head"), 26),
    )
    return api.Paper(
        reminder=(say("diamond-boxes.paper-reminder-21"), say("diamond-boxes.paper-reminder-22")),
        result=(say("diamond-boxes.paper-hand"), say("diamond-boxes.paper-deck")),
        marks=(
            *MARKS,
            ("draw", say("diamond-boxes.paper-drawn")),
            ("B A", say("diamond-boxes.paper-passes")),
            ("A g", say("diamond-boxes.paper-chosen")),
        ),
        numbered=say("kit.paper-number"),
        columns=columns,
        example=api.PaperExample(
            ("A", "B", "r5", "1,0", "e", "5", "y8", "B g"),
            ("A: pass", "B: r5@1,0e/5; draw y8", "B: colour g"),
        ),
        rounds=(
            api.PaperRound(
                say("kit.paper-match"), most_placements(seats) + 1, (blanks, *_hands(seats))
            ),
        ),
        tables=TABLES,
    )


def most_placements(seats: int) -> int:
    """Every card but the two at the start and one that each of the others still has."""
    return len(DECK) - 2 - (seats - 1)


def _hands(seats: int) -> tuple[tuple[api.PaperBlank, ...], ...]:
    """The hands, at most three on a line, so that five cards fit."""
    blanks = tuple(
        api.PaperBlank(say("kit.paper-hand-of", seat=api.seat_letter(seat)))
        for seat in range(seats)
    )
    return (blanks,) if seats <= 3 else (blanks[:2], blanks[2:])


# What every field of a view means, in both rule sets.

SHARED: Final = (
    *api.COMMON,
    field(
        "board",
        "list of [number, number, string, string]",
        "diamond-boxes.view-board",
        "diamond-boxes.view-board-order",
    ),
    field(
        "placed",
        "list of [string, number, number, string]",
        "diamond-boxes.view-placed",
        "diamond-boxes.view-placed-order",
    ),
    field("first", "number or null", "diamond-boxes.view-first"),
    field("turn", "number or null", "kit.view-turn"),
    field("players", "list of object", "kit.view-players", "kit.view-players-order"),
    field("players[].hand_count", "number", "kit.view-players-hand_count"),
)

OPEN_VIEW: Final = (
    *SHARED,
    field("deck", "number", "diamond-boxes.view-deck"),
    field(
        "players[].hand",
        "list of string",
        "kit.view-players-hand",
        "diamond-boxes.view-players-hand-order",
    ),
    field("players[].deck", "null", "diamond-boxes.view-no-own-deck"),
    field("colour", "null", "diamond-boxes.view-not-in-rule-1"),
    field("passes", "null", "diamond-boxes.view-not-in-rule-1"),
    field("rounds_passed", "null", "diamond-boxes.view-not-in-rule-1"),
    field("bonus", "null", "diamond-boxes.view-not-in-rule-1"),
)
"""The fields of rule 1."""

COLOUR_VIEW: Final = (
    *SHARED,
    field("deck", "null", "diamond-boxes.view-no-common-deck"),
    field(
        "players[].hand",
        "list of string or null",
        "kit.view-players-hand",
        "diamond-boxes.view-players-hand-order",
        api.ITS_SEAT,
    ),
    field("players[].deck", "number", "diamond-boxes.view-own-deck"),
    field("colour", "string or null", "diamond-boxes.view-specified-colour"),
    field("passes", "number", "diamond-boxes.view-passes"),
    field("rounds_passed", "number", "diamond-boxes.view-rounds_passed"),
    field("bonus", "boolean", "diamond-boxes.view-bonus"),
)
"""The fields of rule 2."""
