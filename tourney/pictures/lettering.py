"""How much room a text needs, and texts that are shortened or folded to fit.

The font of the reader is not known. Widths are those of a wide one (DejaVu Sans), so that a text
in any usual font needs no more.
"""

from collections.abc import Iterable
from typing import Final

from wcwidth import wcwidth

from tourney.pictures.svg import element, escaped, visible

SIZE: Final = 13
"""The usual size of letters, in units of the drawing."""
SMALL: Final = 11.5
TITLE: Final = 16
ELLIPSIS: Final = "…"
SLACK: Final = 0.5
"""Rounding of coordinates must not shorten a text that just fits."""

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
