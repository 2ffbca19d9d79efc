"""What all charts share: the room of texts, colours, the frame with title and description."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import isfinite
from typing import Final, NamedTuple

from wcwidth import wcwidth

from engines.messages import Message, Sentence, say
from tourney.domain.errors import UsageFault

# How much room a text needs, and texts that are shortened or folded to fit.
#
# The font of the reader is not known. Widths are those of a wide one (DejaVu Sans), so that a
# text in any usual font needs no more.

SIZE: Final = 13  # the usual size of letters, in units of the drawing
SMALL: Final = 11.5
TITLE: Final = 16
ELLIPSIS: Final = "…"
SLACK: Final = 0.5  # rounding of coordinates must not shorten a text that just fits

# Widths of characters, in sizes of the font.
_NARROW: Final = 0.42
_USUAL: Final = 0.65
_CAPITAL: Final = 0.79
_BROAD: Final = 1.0
_WIDTHS: Final = {
    **dict.fromkeys("ijltfrI.,:;'|!`()[]{}/\\ -", _NARROW),
    **dict.fromkeys('abcdeghknopqsuvxyz0123456789?$*_^EFJLT"', _USUAL),
    **dict.fromkeys("mwMW@%", _BROAD),
}


def width_of(text: str, size: float = SIZE) -> float:
    """The width of a text, rather too great than too small."""
    return size * sum(map(_width, text))


def _width(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    if character.isascii():
        return _CAPITAL
    columns = wcwidth(character)
    return 0.0 if columns == 0 else _BROAD if columns != 1 else _CAPITAL


def widest(texts: Iterable[str], size: float = SIZE) -> float:
    """The width of the widest of some texts; 0 for none."""
    return max((width_of(text, size) for text in texts), default=0.0)


def shortened(text: str, room: float, size: float = SIZE) -> str:
    """The text, or its beginning and an ellipsis if it is wider than `room`."""
    shown = visible(text[:1000])
    if shown == text and width_of(text, size) <= room + SLACK:
        return text
    left = room + SLACK - width_of(ELLIPSIS, size)
    if len(shown) == len(text) and width_of(shown, size) <= room + SLACK:
        return shown
    kept = ""
    for character in shown:
        left -= size * _width(character)
        if left < 0:
            break
        kept += character
    return kept.rstrip() + ELLIPSIS


def name_label(x: float, y: float, text: str, room: float, **attributes: str | float | None) -> str:
    """A name in the room that it has; a name that was shortened is whole in its tooltip."""
    shown = shortened(text, room)
    whole = element("title", escaped(text)) if shown != text else ""
    return element("text", whole, escaped(shown), x=x, y=y, **attributes)


def folded(text: str, room: float, size: float) -> list[str]:
    """The lines of a text that are no wider than `room`; at most one word is wider."""
    lines: list[str] = []
    for word in _words(visible(text)):
        if lines and width_of((lines[-1] + word).rstrip(), size) <= room:
            lines[-1] += word
        else:
            lines.append(word.lstrip() if lines else word)
    return [line.rstrip() for line in lines]


def _words(text: str) -> Iterable[str]:
    """Words with the blank before them; each wide character is a word of its own."""
    word = ""
    for character in text:
        closing = character in "、。)」%"
        if (character == " " or wcwidth(character) == 2) and word and not closing:
            yield word
            word = ""
        word += character
    if word:
        yield word


# What all charts share: colours, the frame with title and description, axes.
#
# A chart has classes and presentation attributes only, and no ids: a page decides with its own
# style, and several charts fit into one page. Ink is `currentColor`. Colours of series have
# enough contrast on white and on black (3 to 1 or more); dashes and markers tell series apart
# without them.

FONT: Final = "system-ui, Noto Sans, Noto Sans CJK JP, DejaVu Sans, sans-serif"
# Opacity of words that matter less; on white and on black they keep a contrast of 4.5 to 1.
TEXT_OPACITY: Final = 0.7
GRID_OPACITY: Final = 0.16  # opacity of the lines of a scale
EDGE: Final = 12  # empty space at the left and the right edge
MOST_LINES: Final = 3  # lines of a title or note; the whole text is in the description
LISTED: Final = 20  # rows that a description lists
MOST_ROWS: Final = 300  # rows of amounts or intervals that are drawn at most


def row_height(rows: int) -> int:
    """Height of each of so many rows with one line of text; more than 40 stand closer."""
    return 24 if rows <= 40 else 18


INK: Final = "#1b1b1f"
PAPER: Final = "#ffffff"
DARK_INK: Final = "#ececf1"
DARK_PAPER: Final = "#16161a"


# Colours of series on dark paper, as far as a chart decides itself.
DARK_SERIES: Final = ("#63a9ef", "#f08a4b", "#45bd91", "#c592e0", "#b9b24a", "#ee7d98")


class SeriesStyle(NamedTuple):
    """How a series is told apart: by colour, by dashes, and by the outline of its marker."""

    colour: str
    dashes: str | None
    marker: str


# After the last style they begin again; labels at the lines then tell series apart.
SERIES: Final = (
    SeriesStyle("#2f7fd1", None, "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"),
    SeriesStyle("#d2601a", "7 3", "M-3.6-3.6h7.2v7.2h-7.2z"),
    SeriesStyle("#1f9168", "2 2.5", "M0-4.8L4.6 3.4h-9.2z"),
    SeriesStyle("#a866c0", "9 3 2 3", "M0-5L5 0L0 5L-5 0z"),
    SeriesStyle("#8a8420", "4 4", "M0 4.8L4.6-3.4h-9.2z"),
    SeriesStyle("#d14b6b", "1 3", "M-4.2-1.4h2.8v-2.8h2.8v2.8h2.8v2.8h-2.8v2.8h-2.8v-2.8h-2.8z"),
)

# The colours of series on dark paper as rules of a style.
DARK_STYLE: Final = "".join(
    f".series.s{number},.band.s{number}{{color:{colour}}}"
    for number, colour in enumerate(DARK_SERIES, start=1)
)
# What the style of a page needs for charts in it.
PAGE_STYLE: Final = f"@media screen and (prefers-color-scheme:dark){{{DARK_STYLE}}}"
# The style of a file that stands alone.
STYLE: Final = (
    f"svg{{color:{INK};background:{PAPER}}}"
    f".paper{{fill:{PAPER}}}"
    "@media (prefers-color-scheme:dark){"
    f"svg{{color:{DARK_INK};background:{DARK_PAPER}}}.paper{{fill:{DARK_PAPER}}}"
    f"{DARK_STYLE}}}"
)


@dataclass(frozen=True, slots=True)
class ChartLook:
    """Width and language of a chart.

    A `standalone` chart is a file with paper, ink and both colour schemes in it; else it is part of
    a page, whose ink it takes. Without `heading` the title is in the description only.
    """

    width: int = 720
    lang: str = "en"
    standalone: bool = False
    heading: bool = True

    def text(self, message: Message | str) -> str:
        """A message in the language of the chart."""
        return message if isinstance(message, str) else message.text(self.lang)

    @property
    def left(self) -> float:
        """The left end of what is drawn."""
        return EDGE

    @property
    def right(self) -> float:
        """The right end of what is drawn."""
        return self.width - EDGE

    @property
    def inside(self) -> float:
        """The room between both edges."""
        return self.right - self.left


class ChartWords(NamedTuple):
    """The title of a chart, a line below it that says what the marks are, and a warning."""

    title: Message | str
    note: Message | str = ""
    warning: Message | str = ""


SHOWN_FIRST: Final = Sentence("pictures.first-of")


def series(number: int) -> SeriesStyle:
    """The style of a series, by its number from 0."""
    return SERIES[number % len(SERIES)]


def warned(
    words: ChartWords, shown: int, count: int, left_out: Sentence = SHOWN_FIRST
) -> ChartWords:
    """The words with a warning if there is nothing to draw, or if not everything is drawn."""
    if not count:
        return words._replace(warning=say("pictures.no-data"))
    if shown < count:
        return words._replace(warning=left_out(shown=shown, count=count))
    return words


class Heading(NamedTuple):
    """The elements above a chart and the height that they take."""

    elements: Sequence[str]
    height: float


def heading(words: ChartWords, look: ChartLook) -> Heading:
    """Title, note and warning, in as many lines as they need."""
    found: list[str] = []
    y = 6.0
    parts = (
        (words.title if look.heading else "", TITLE, {"font_weight": 600}),
        (words.note, SMALL, {"fill_opacity": TEXT_OPACITY}),
        (words.warning, SMALL, {"font_weight": 600}),
    )
    for text, size, attributes in parts:
        for line in _lines(look.text(text), look.inside, size):
            y += 1.3 * size
            found.append(label(look.left, y, line, font_size=size, **attributes))
    return Heading(found, y + 12 if found else 8)


def _lines(text: str, room: float, size: float) -> list[str]:
    """The lines of a text: at most three, none wider than the room."""
    lines = folded(shortened(text, MOST_LINES * room, size), room, size) if text else []
    return [shortened(line, room, size) for line in lines[:MOST_LINES]]


def chart(
    look: ChartLook,
    height: float,
    words: ChartWords,
    seen: Sequence[str],
    children: Iterable[str],
) -> str:
    """A whole chart; `seen` says for a reader without sight what each mark shows."""
    described = [*filter(None, map(look.text, words[1:])), *listed(seen, look)]
    paper = (
        [
            element("style", STYLE),
            element("rect", class_="paper", x=0, y=0, width=look.width, height=height, fill=PAPER),
        ]
        if look.standalone
        else []
    )
    return drawing(
        look.width,
        height,
        title=look.text(words.title),
        description="\n".join(described),
        children=[*paper, *children],
        class_="chart",
        fill="currentColor",
        color=INK if look.standalone else None,
        font_family=FONT,
        font_size=SIZE,
        **{"xml:lang": look.lang},
    )


def listed(lines: Sequence[str], look: ChartLook) -> list[str]:
    """The first lines, and how many more there are."""
    if len(lines) <= LISTED:
        return list(lines)
    return [*lines[:LISTED], look.text(say("pictures.more", count=len(lines) - LISTED))]


def group(*children: str, **attributes: str | float | None) -> str:
    """Elements that share attributes; nothing without elements."""
    return element("g", *children, **attributes) if any(children) else ""


def rule(x1: float, y1: float, x2: float, y2: float, **attributes: str | float | None) -> str:
    """A straight line; fine unless attributes say otherwise."""
    given = {"stroke": "currentColor", "stroke_width": 1.0, **attributes}
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **given)


def tooltip(text: str) -> str:
    """The text that a browser shows when the pointer rests on an element."""
    return element("title", escaped(text))


# Numbers in drawings: the same text on every machine, as short as the eye needs.

MINUS: Final = "\u2212"  # the minus sign, which is as wide as a digit; a hyphen is not
INFINITE: Final = "\u221e"


def short(number: float) -> str:
    """A coordinate with at most two decimals and no needless zeros; never "-0"."""
    text = f"{number:.2f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)
    return "0" if text == "-0" else text


def decimal(value: float | Fraction, digits: int = 2, *, sign: bool = False) -> str:
    """A number for people, rounded to `digits` decimals as in tables: exactly, halves to even.

    `sign` also marks positive ones.
    """
    if isinstance(value, float) and not isfinite(value):
        return "?" if value != value else (MINUS if value < 0 else "") + INFINITE
    units = round(Fraction(value) * 10**digits)
    whole, rest = divmod(abs(units), 10**digits)
    text = f"{whole}.{rest:0{digits}d}" if digits else str(whole)
    return (MINUS if units < 0 else "+" if units and sign else "") + text


# Elements of an SVG drawing, written as text; every text and attribute is escaped.
#
# A drawing has a title and a description, because a reader may not see it. It has no `style`
# attribute and no script, so that pages can forbid both.

SVG: Final = "http://www.w3.org/2000/svg"

# What XML forbids, what cannot be encoded, and signs that turn the direction of other text.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufffe\uffff]"
)
_SUBSTITUTE: Final = "\ufffd"


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """One element; `children` are elements, or text that `escaped` made harmless.

    An underscore in an attribute's name stands for "-", a final one is dropped (`class_`); None
    leaves an attribute out; numbers are written with at most two decimals.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def escaped(text: str) -> str:
    """Text for use between tags; a character that XML forbids becomes a substitute."""
    return escape(visible(text), quote=False)


def visible(text: str) -> str:
    """The text with a substitute for each control character."""
    return _UNSEEN.sub(_SUBSTITUTE, text)


def label(x: float, y: float, text: str, **attributes: str | float | None) -> str:
    """A line of text whose base line starts, ends or is centred at a point."""
    return element("text", escaped(text), x=x, y=y, **attributes)


def drawing(
    width: float,
    height: float,
    *,
    title: str,
    description: str,
    children: Iterable[str],
    **attributes: str | float | None,
) -> str:
    """A whole drawing, which scales with the width that its page gives it."""
    return element(
        "svg",
        element("title", escaped(title)),
        element("desc", escaped(description)),
        *children,
        xmlns=SVG,
        viewBox=f"0 0 {short(width)} {short(height)}",
        width=width,
        height=height,
        role="img",
        **attributes,
    )


def _attribute(key: str, value: str | float | None) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else short(value)
    return f' {key.rstrip("_").replace("_", "-")}="{escape(visible(text))}"'


# Drawings as PNG, made by resvg (extra `png`).

ZOOM: Final = 2  # pixels for each unit of a drawing, so that it is sharp on a fine screen


def png(svg: str) -> bytes:
    """A drawing as PNG; UsageFault without the library."""
    try:
        import resvg_py
    except ImportError:
        raise UsageFault(say("pictures.no-resvg")) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM))
