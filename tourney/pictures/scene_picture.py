"""A position as one drawing that stands alone: a file, or the answer of a notebook's cell.

Pages draw each piece once and use it many times by its id. Here every piece is drawn where it
lies and nothing has an id, so that several drawings fit into one document.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engines.api import Grid, Scene, Token, Zone, seat_letter
from engines.messages import Message, say
from tourney.pictures.look import (
    FONT,
    SMALL,
    TITLE,
    drawing,
    element,
    folded,
    group,
    label,
    shortened,
    width_of,
)
from tourney.pictures.scene_pieces import (
    CARD,
    CELL,
    DARK,
    HERE,
    SHAPES,
    Piece,
    pieces,
    pile,
    token_runs,
)

WIDE: Final = 720
EDGE: Final = 12
GAP: Final = 4
SCALE: Final = 0.6
"""Of cards and all that lies among them."""
SCALES: Final = {"p": 0.35, "s": 0.8, "d": 0.8, "b": 0.7, "g": 1.0}
"""Of piles of hidden cards, signs, digits, the letters of players, and cells."""
ROW: Final = CARD[1] * SCALE + 6
LOW: Final = 38
"""The height of a row of signs and numbers, without cards."""
LINE: Final = 20
LABEL: Final = 96
"""Where the cards of a zone begin."""
LARGEST_CELL: Final = 30
PAPER: Final = "#ffffff"
PANEL: Final = "#f3f1ea"
SOFT: Final = "#5c5a55"
ACTIVE: Final = "#1f66b0"
_USE: Final = re.compile(rf'<use href="#{HERE}(\w+)"([^>]*)/>')


class _Drawn(NamedTuple):
    """Elements, and the height that they take."""

    elements: Sequence[str]
    height: float


def scene_picture(scene: Scene, names: Sequence[str], lang: str = "en") -> str:
    """A view as SVG; `names` are the players by seat."""
    at, parts = float(EDGE + TITLE), list[str]()

    def text(message: Message) -> str:
        return message.text(lang, names)

    title = shortened(text(scene.title), WIDE - 2 * EDGE, TITLE)
    parts.append(label(EDGE, at, title, font_size=TITLE, font_weight="bold"))
    for words in folded(" · ".join(map(text, scene.notes)), WIDE - 2 * EDGE, SMALL):
        at += LINE
        parts.append(label(EDGE, at, words, fill=SOFT))
    at += 3 * GAP
    for zone in scene.zones:
        if zone.owner is None:
            drawn = _zone(zone, at, lang, names)
            parts += drawn.elements
            at += drawn.height
    if scene.grid is not None:
        drawn = _grid(scene.grid, at)
        parts += drawn.elements
        at += drawn.height
    for seat, name in enumerate(names):
        top, at = at, at + LINE
        mine = [zone for zone in scene.zones if zone.owner == seat]
        head = f"{seat_letter(seat)} {name}" if name != seat_letter(seat) else name
        inside = [label(EDGE + 8, at - 2, shortened(head, WIDE / 2), font_weight="bold")]
        moves = say("pictures.scene-to-move").text(lang) if seat in scene.active else ""
        score = scene.scores[seat] if seat < len(scene.scores) else None
        worth = "" if score is None else say("pictures.scene-score", score=score).text(lang)
        said = " · ".join(filter(None, (worth, moves)))
        ink = ACTIVE if moves else SOFT
        inside.append(label(WIDE - EDGE - 8, at - 2, said, text_anchor="end", fill=ink))
        at += GAP
        for zone in mine:
            drawn = _zone(zone, at, lang, names)
            inside += drawn.elements
            at += drawn.height
        frame = element(
            "rect", x=EDGE, y=top, width=WIDE - 2 * EDGE, height=at - top, rx=6, fill=PANEL,
            stroke=ACTIVE if moves else None,
        )  # fmt: skip
        parts += [frame, *inside]
        at += 2 * GAP
    height = round(at + EDGE)
    described = "\n".join(_described(scene, names, lang))
    paper = element("rect", width=WIDE, height=height, fill=PAPER)
    return drawing(
        WIDE, height, title=title, description=described, children=[paper, *parts], fill=DARK,
        font_family=FONT, font_size=13, **{"xml:lang": lang},
    )  # fmt: skip


def _described(scene: Scene, names: Sequence[str], lang: str) -> Iterator[str]:
    """What the drawing shows in words."""
    for zone in scene.zones:
        whose = "" if zone.owner is None else f"{names[zone.owner]}, "
        cards = " ".join(token.text for token in zone.tokens)
        yield f"{whose}{zone.label.text(lang, names)}: {cards}".rstrip()


def _zone(zone: Zone, top: float, lang: str, names: Sequence[str]) -> _Drawn:
    """A row of cards with its label and note, or several if they do not fit into one."""
    if not zone.tokens and zone.note is None:
        return _Drawn((), 0)
    found = list(_pieces(zone.tokens))
    high = ROW if any(piece.kind in "cwg" for piece in found) else LOW if found else LINE
    middle = top + high / 2 - 1
    words = shortened(zone.label.text(lang, names), LABEL - 10, SMALL)
    parts = [label(EDGE + 8, middle + 4, words, fill=SOFT, font_size=SMALL)]
    x, y, beside = float(EDGE + LABEL), top, 0.0
    for piece in found:
        scale = SCALES.get(piece.kind, SCALE)
        width, height = piece.size[0] * scale, piece.size[1] * scale
        if piece.kind == "b":  # who played the card before it, in its corner
            parts.append(_put(piece, x - GAP - width, y + high - 6 - height, scale))
            continue
        if piece.kind == "d":
            x -= beside
        elif x + width > WIDE - EDGE - 8:
            x, y = float(EDGE + LABEL), y + high
        parts.append(_put(piece, x, y + (high - 6 - height) / 2, scale))
        beside = GAP + 1.0 if piece.kind in "dsp" else 0.0
        x += width + GAP
    if zone.note is not None:
        note = zone.note.text(lang, names)
        if x + width_of(note, SMALL) > WIDE - EDGE - 8 and zone.tokens:
            x, y = float(EDGE + LABEL), y + high
        shown = shortened(note, WIDE - EDGE - 8 - x, SMALL)
        parts.append(label(x, y - top + middle + 4, shown, fill=SOFT, font_size=SMALL))
    return _Drawn(parts, y - top + high)


def _pieces(tokens: Sequence[Token]) -> Iterator[Piece]:
    for token, count in token_runs(tokens):
        yield from pile(count) if count > 1 else pieces(token)


def _put(piece: Piece, x: float, y: float, scale: float) -> str:
    """A piece at a place; texts in it have the size of a page's cards where none is given."""
    return group(
        _whole(piece.body),
        transform=f"translate({x:.1f} {y:.1f}) scale({scale:g})",
        font_size=21 if piece.kind == "d" else 23,
    )


def _whole(body: str) -> str:
    """Elements with the shapes that they use drawn in place."""

    def inside(found: re.Match[str]) -> str:
        return f"<g{found[2]}>{_whole(SHAPES[found[1]])}</g>"

    return _USE.sub(inside, body)


def _grid(grid: Grid, top: float) -> _Drawn:
    """The board, in the middle."""
    columns = max(map(len, grid.rows), default=0)
    if not columns:
        return _Drawn((), 0)
    side = min(LARGEST_CELL, (WIDE - 2 * EDGE) / columns)
    left, scale = (WIDE - side * columns) / 2, side / CELL[0]
    return _Drawn(
        [
            _put(piece, left + x * side, top + GAP + y * side, scale)
            for y, row in enumerate(grid.rows)
            for x, piece in _cells(row)
        ],
        side * len(grid.rows) + 3 * GAP,
    )


def _cells(row: Iterable[Token | None]) -> Iterator[tuple[int, Piece]]:
    for x, token in enumerate(row):
        for piece in pieces(token) if token is not None else ():
            yield x, piece
