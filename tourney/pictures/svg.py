"""Drawings as text: numbers, elements, a whole SVG, and its PNG."""

import re
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from math import isfinite
from typing import Final

from engines.messages import say
from tourney.domain.errors import UsageFault

# Numbers in drawings: the same text on every machine, as short as the eye needs.

MINUS: Final = "\u2212"
"""The minus sign, which is as wide as a digit; a hyphen is not."""
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

ZOOM: Final = 2
"""Pixels for each unit of a drawing, so that it is sharp on a fine screen."""


def png(svg: str) -> bytes:
    """A drawing as PNG; UsageFault without the library."""
    try:
        import resvg_py
    except ImportError:
        raise UsageFault(say("pictures.no-resvg")) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM))
