"""Draws the tokens of a scene: cards with suits, cut stones, tiles, blue swatches, cells, counters.

One drawing for all games: it knows the face of a token, not the game. A token is one or several
pieces, one on top of the next. Pieces are drawn once in a page and used many times; shapes that
many pieces share are in `SHAPES`. Colour is never the only sign: every piece has its text.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Final, NamedTuple

from engines.api import Face, Token
from tourney.pictures.look import element, label

RGB = tuple[int, int, int]

PAPER: Final = "#fffdf8"
RIM: Final = "#857f73"
DARK: Final = "#1f1d1a"
RED: Final = "#c01c28"
GOLD: Final = "#e0a400"
LIGHT: Final = (0.2126, 0.7152, 0.0722)  # weights of red, green and blue in luminance
EVEN: Final = 0.179  # luminance with equal contrast to black and white
UNQUOTED: Final = re.compile(r'="([\w#.-]+)"(?=[ >])')
HERE: Final = "@"  # stands for the beginning of every id, which a page may choose

CARD: Final = (60, 84)
TILE: Final = (90, 78)
SIGN: Final = (24, 32)
DIGIT: Final = (12, 32)
BADGE: Final = (24, 24)
CELL: Final = (24, 24)


def _use(name: str, transform: str | None = None, **attributes: str | float | None) -> str:
    return element("use", href=f"#{HERE}{name}", transform=transform, **attributes)


def _rounded(width: float, height: float, radius: float, **attributes: str | float | None) -> str:
    return element("rect", x=1, y=1, width=width, height=height, rx=radius, **attributes)


def _suit_card(suit: str, ink: str) -> str:
    """A playing card without its rank: the suit below the corner and in the middle."""
    small = _use(suit, "translate(13 36) scale(.85)")
    large = _use(suit, "translate(37 57) scale(1.75)")
    return _use("card") + element("g", small, large, fill=ink)


# Signs around the origin.
SUITS: Final[Mapping[str, str]] = {
    "diamonds": element("path", d="M0-10 7.5 0 0 10-7.5 0Z"),
    "hearts": element(
        "path", d="M0 9.5C-13-1-9.5-9-4.5-9-2-9-.5-7.5 0-5.5.5-7.5 2-9 4.5-9 9.5-9 13-1 0 9.5Z"
    ),
    "spades": element(
        "path",
        d="M0-10C10-2.5 10 1 8.5 3.5 7 6 2.5 6 1.2 3.5L3 10H-3L-1.2 3.5"
        "C-2.5 6-7 6-8.5 3.5-10 1-10-2.5 0-10Z",
    ),
    "clubs": element(
        "path",
        d="M-1.2 2.5A4.6 4.6 0 1 1-3.4-3.4 4.6 4.6 0 1 1 3.4-3.4 4.6 4.6 0 1 1 1.2 2.5L3 10H-3Z",
    ),
    "crystal": element("path", d="M-5-9H5L9-3 0 10-9-3Z", fill="#9fe3f2", stroke="#1b6c80")
    + element("path", d="M-9-3H9M-5-9 0 10 5-9", fill="none", stroke="#1b6c80", opacity=0.6),
}
# Suits of cards; a card without its rank is named by the first letter of its suit.
CARD_SUITS: Final = ("diamonds", "hearts", "spades", "clubs")
RHOMBS: Final[Mapping[str, str]] = {"B": "black", "W": "white"}
INK: Final[Mapping[str, str]] = {"diamonds": RED, "hearts": RED}

# Drawings that pieces share and use by name; a shape may use shapes that stand after it.
SHAPES: Final[Mapping[str, str]] = {
    **{f"{suit[0]}c": _suit_card(suit, INK.get(suit, DARK)) for suit in CARD_SUITS},
    "gem": _use("card") + _use("stone", "translate(36 58) scale(1.1)"),
    "pile": "".join(
        element("rect", x=1 + d, y=1 - d / 2, width=54, height=76, rx=7, fill="#2d4870",
                stroke="#dbe5f3")
        for d in (4, 2)
    )
    + element("g", _use("back"), transform="translate(0 5) scale(.93)"),
    "card": _rounded(58, 82, 7, fill=PAPER, stroke=RIM),
    "plain": _rounded(58, 82, 7, stroke=RIM),
    "back": _rounded(58, 82, 7, fill="#3b5b8c", stroke="#22375a")
    + element("rect", x=6, y=6, width=48, height=72, rx=4, fill="none", stroke="#c9d8ee")
    + element("path", d="M30 18 48 42 30 66 12 42ZM30 30 39 42 30 54 21 42Z", fill="#c9d8ee",
              fill_rule="evenodd", opacity=0.55),
    "disc": element("circle", cx=30, cy=42, r=15, fill=PAPER, stroke="#22375a"),
    "stone": element("path", d="M-18-6-11-16H11L18-6 0 16Z", stroke=DARK, stroke_width=1.5)
    + element("path", d="M-18-6H18M-11-16-6-6 0 16 6-6 11-16M-6-6 0-16 6-6", fill="none",
              stroke="#fff", stroke_opacity=0.65),
    "star": element("path", d="M13 26 15.6 32 22 32.6 17.2 37 18.6 43.4 13 40 7.4 43.4 8.8 37"
                    " 4 32.6 10.4 32Z", fill=GOLD, stroke="#6b4c00"),
    "cart": element("path", d="M-16-9H6V4H-16ZM8-4H13L17 1V4H8Z")
    + element("circle", cx=-9, cy=7, r=4) + element("circle", cx=10, cy=7, r=4),
    "safe": element("path", d="M-13-13H13V12H-13ZM-9-9V8H9V-9ZM-10 12H-5V15H-10ZM5 12H10V15H5Z",
                    fill_rule="evenodd")
    + element("circle", r=4.5, cy=-0.5),
    "wand": element("path", d="M-14 13-11 16 5-1 2-4Z")
    + element("path", d="M8-16 10-9 17-7 10-5 8 2 6-5-1-7 6-9Z", fill=GOLD),
    "tile": _rounded(88, 76, 6, fill=PAPER, stroke=RIM)
    + element("path", d="M6 5H84V57H6Z")
    + element("path", d="M32 5V57M58 5V57M6 31H84", stroke="#fff", stroke_opacity=0.6)
    + element("path", d="M19 9l7 9-7 9-7-9ZM45 9l7 9-7 9-7-9ZM71 9l7 9-7 9-7-9ZM19 35l7 9-7 9-7-9Z"
              "M45 35l7 9-7 9-7-9ZM71 35l7 9-7 9-7-9Z", fill=DARK),
    **{f"w{at}": element("path", d=f"M{19 + 26 * (at % 3)} {9 + 26 * (at // 3)}l7 9-7 9-7-9Z",
                         fill="#fff") for at in range(6)},
    "cell": element("path", d="M0 0H24V24H0Z"),
    "black": element("path", d="M12 3 18 12 12 21 6 12Z", fill=DARK),
    "white": element("path", d="M12 3 18 12 12 21 6 12Z", fill="#fff", stroke=DARK),
    "badge": element("circle", cx=12, cy=12, r=11, fill=DARK, stroke="#fff", stroke_width=2),
    "ground": element("circle", cx=12, cy=16, r=11.5, fill=PAPER, stroke=RIM),
    **SUITS,
}  # fmt: skip


class Piece(NamedTuple):
    """A drawing of a part of a token: its kind (a class name), its size, its elements, its text.

    Where nothing else is said, its text has the colour and the size (20) of the page. A text ends
    with `~` if the text of the next piece continues it.
    """

    kind: str
    size: tuple[int, int]
    body: str
    text: str


def symbol(piece: Piece, name: str, key: str = "") -> str:
    """A piece as a symbol with this id; `key` is the beginning of all ids of the page."""
    width, height = piece.size
    inside = _placed(piece.body, key)
    quote = "" if piece.text.isalnum() else '"'
    text = f"data-t={quote}{escape(piece.text)}{quote}"
    if piece.kind == "g":  # a cell is drawn in the units of its grid
        return f"<g id={key}{name} {text}>{inside}</g>"
    kind = "" if piece.kind == "c" else f" class={piece.kind}"
    box = f"viewBox=0,0,{width},{height}"
    return f"<symbol id={key}{name}{kind} {text} {box}>{inside}</symbol>"


def shapes(pieces: Iterable[Piece], key: str = "") -> list[str]:
    """The shared shapes that these pieces use."""
    text = "".join(piece.body for piece in pieces)
    found = []
    for name, body in SHAPES.items():
        if f'href="#{HERE}{name}"' in text:
            text += body
            found.append(f"<g id={key}{name}>{_placed(body, key)}</g>")
    return found


def _placed(body: str, key: str) -> str:
    """Elements with their ids in place; HTML needs no quotes around most values."""
    return UNQUOTED.sub(
        r"=\1", body.replace(f'href="#{HERE}', f'href="#{key}').replace('"/>', '" />')
    )


@lru_cache(maxsize=1 << 12)
def pieces(token: Token) -> tuple[Piece, ...]:
    """The pieces of a token, in the order in which they are drawn."""
    face = token.face
    if face is None:
        if token.hidden:
            return (_back(token.text),)
        ground = _use("card") if token.rgb is None else _use("plain", fill=_hex(token.rgb))
        words = _middle(30, 42, token.text, 22, fill=_light(token.rgb))
        return (Piece("c", CARD, ground + words, token.text),)
    caption = (_badge(face.caption),) if face.caption else ()
    return (*DRAWN[face.shape](token, face), *caption)


@lru_cache(maxsize=1 << 10)
def pile(count: int) -> tuple[Piece, ...]:
    """Several hidden cards that nobody tells apart, with their number."""
    return (Piece("p", CARD, _use("pile"), "?×~"), *_number(str(count)))


def token_runs(tokens: Sequence[Token]) -> Iterator[tuple[Token, int]]:
    """Each token, and how many hidden ones that look the same follow each other."""
    at = 0
    while at < len(tokens):
        token, run = tokens[at], 1
        if token.hidden and token.face is None:
            while at + run < len(tokens) and tokens[at + run] == token:
                run += 1
        yield token, run
        at += run


def _middle(x: float, y: float, text: str, size: float, **attributes: str | None) -> str:
    """A text whose middle is at a point, smaller if it is long."""
    fitting = min(size, round(1.7 * size / max(1, len(text)) + 4))
    return label(
        x, round(y + fitting * 0.36), text, text_anchor="middle",
        font_size=None if fitting == 20 else fitting, **attributes,
    )  # fmt: skip


def _back(text: str) -> Piece:
    return Piece("c", CARD, _use("back") + _use("disc") + _middle(30, 42, text, 20), text)


def _suited(token: Token, face: Face) -> tuple[Piece, ...]:
    """A playing card: rank and suit in the corner, the suit once more in the middle."""
    text = token.text.rpartition(":")[2]
    if face.sign not in CARD_SUITS:
        return (_back(face.label),)
    rank = label(5, 23, face.label, fill=INK.get(face.sign))
    return (Piece("c", CARD, _use(f"{face.sign[0]}c") + rank, text),)


def _gem(token: Token, face: Face) -> tuple[Piece, ...]:
    """A cut stone in its colour, with its quality in the corner and a star for special purity."""
    star = _use("star") if face.sign == "star" else ""
    stone = _use("gem", fill=_hex(token.rgb))
    return (Piece("c", CARD, stone + label(5, 23, face.label) + star, token.text),)


def _special(token: Token, face: Face) -> tuple[Piece, ...]:
    ground = _use("plain", fill=_hex(token.rgb))
    words = label(6, 22, face.label)
    picture = _use(face.sign, "translate(30 54) scale(1.15)") if face.sign in SHAPES else ""
    ink = element("g", words, picture, fill="#fff")
    return (Piece("c", CARD, ground + ink, token.text),)


def _tile(token: Token, face: Face) -> tuple[Piece, ...]:
    """A card of two rows of three cells, each with a black or a white diamond."""
    white = "".join(_use(f"w{at}") for at, diamond in enumerate(face.sign) if diamond == "W")
    body = _use("tile", fill=_hex(token.rgb)) + white
    return (Piece("w", TILE, body + _middle(45, 67, face.label, 16), token.text),)


def _swatch(token: Token, face: Face) -> tuple[Piece, ...]:
    """A card in its true colour with its number, and a gauge that shows how deep the colour is."""
    text = token.text.rpartition(":")[2]
    if token.rgb is None:
        return (_back(face.label),)
    depth = round(8 + 68 * int(face.sign or 0) / 100)
    ink = _light(token.rgb)
    gauge = element("path", d=f"M51 8V76M46 {depth}H56", stroke=ink or DARK, stroke_width=2)
    ground = _use("plain", fill=_hex(token.rgb))
    return (Piece("c", CARD, ground + _middle(21, 42, face.label, 20, fill=ink) + gauge, text),)


def _count(token: Token, face: Face) -> tuple[Piece, ...]:
    """A sign and a number beside it."""
    sign = (
        _use(face.sign, "translate(12 16)", fill=INK.get(face.sign)) if face.sign in SUITS else ""
    )
    disc = _use("ground") + sign
    text = token.text.removesuffix(face.label)
    return (Piece("s", SIGN, disc, f"{text}~"), *_number(face.label))


@lru_cache(maxsize=1 << 10)
def _number(text: str) -> tuple[Piece, ...]:
    """A number, digit by digit, so that all numbers of a page share ten digits."""
    return tuple(map(_digit, text, (*"~" * (len(text) - 1), "")))


@lru_cache(maxsize=1 << 6)
def _digit(text: str, more: str) -> Piece:
    return Piece("d", DIGIT, label(0, 23, text), text + more)


@lru_cache(maxsize=1 << 6)
def _badge(text: str) -> Piece:
    return Piece("b", BADGE, _use("badge") + _middle(12, 12, text, 15, fill="#fff"), f"({text})")


def _cell(token: Token, face: Face) -> tuple[Piece, ...]:
    """A cell of the board: colour with its letter, diamond; on top the edges of its card."""
    ground = _use("cell", fill=_hex(token.rgb))
    rhomb = _use(RHOMBS[face.sign]) if face.sign else ""
    words = label(1.5, 6.5, face.label, font_size=6, fill=_light(token.rgb))
    cell = Piece("g", CELL, ground + rhomb + words, token.text)
    return (cell, _edge(face.edges)) if face.edges else (cell,)


@lru_cache(maxsize=1 << 4)
def _edge(sides: str) -> Piece:
    lines = {"n": "M0 .6H24", "e": "M23.4 0V24", "s": "M0 23.4H24", "w": "M.6 0V24"}
    path = "".join(lines[side] for side in sides)
    return Piece("g", CELL, element("path", d=path, stroke=DARK, stroke_width=1.4), "")


# How each shape of a face is drawn.
DRAWN: Final[Mapping[str, Callable[[Token, Face], tuple[Piece, ...]]]] = {
    "card": _suited,
    "gem": _gem,
    "special": _special,
    "tile": _tile,
    "swatch": _swatch,
    "count": _count,
    "cell": _cell,
}


def _hex(rgb: RGB | None) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(rgb or (150, 150, 150)))


def _light(rgb: RGB | None) -> str | None:
    """White for text on a dark ground, else None for the usual dark text."""
    light = sum(w * (v / 255) ** 2.2 for w, v in zip(LIGHT, rgb or (255, 255, 255), strict=True))
    return None if light > EVEN else "#fff"
