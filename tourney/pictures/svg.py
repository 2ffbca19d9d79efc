"""Elements of an SVG drawing, written as text; every text and attribute is escaped.

A drawing has a title and a description, because a reader may not see it. It has no `style`
attribute and no script, so that pages can forbid both.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import Final

from tourney.pictures.numbers import short

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
