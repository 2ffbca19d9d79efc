"""Elements of an SVG drawing, written as text; every text and attribute is escaped.

A drawing has a title and a description, because a reader may not see it. It has no `style`
attribute and no script, so that pages can forbid both.
"""

from collections.abc import Iterable
from html import escape
from typing import Final

from tourney.pictures.numbers import short

SVG: Final = "http://www.w3.org/2000/svg"


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """One element; `children` are elements, or text that `escaped` made harmless.

    An underscore in an attribute's name stands for "-", a final one is dropped (`class_`); None
    leaves an attribute out; numbers are written with at most two decimals.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def escaped(text: str) -> str:
    """Text for use between tags."""
    return escape(text, quote=False)


def label(x: float, y: float, text: str, **attributes: str | float | None) -> str:
    """A line of text whose base line starts, ends or is centred at a point."""
    return element("text", escaped(text), x=x, y=y, **attributes)


def drawing(
    width: float, height: float, *, title: str, description: str, children: Iterable[str]
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
    )


def _attribute(key: str, value: str | float | None) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else short(value)
    return f' {key.rstrip("_").replace("_", "-")}="{escape(text)}"'
