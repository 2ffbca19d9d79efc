"""Text from outside made harmless, for terminals, spreadsheets and Markdown, and its width.

Bot names and evidence come from files and programs that nobody vetted. What a format escapes by
itself (HTML, LaTeX, JSON strings) is left to that format.
"""

import re
from typing import Any, Literal

# Controls (a terminal obeys them), line and paragraph separators, overrides of the writing
# direction (they show a name backwards), halves of surrogate pairs (no encoding has them).
_UNSEEN = "\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_CONTROLS = re.compile(f"[\x00-\x1f{_UNSEEN}]")
_CONTROLS_IN_LINES = re.compile(f"[\x00-\x08\x0b-\x1f{_UNSEEN}]")
_HIDDEN_IN_JSON = re.compile(f"[{_UNSEEN}]")
# The full-width forms as well: spreadsheets set to Japanese read them as formulas.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# A run of narrow characters, or one wide character with the marks that must not be parted from it.
_PIECE = re.compile(
    r"[^\s\u2e80-\uffef]+[\u3001\u3002\u300d\u300f\u30fc\uff01\uff09\uff1f]*"
    r"|[\u300c\u300e\uff08]*\S[\u3001\u3002\u300d\u300f\u30fc\uff01\uff09\uff1f)]*"
)
_MARKDOWN = re.compile(r"([\\|<>&`*\[\]~]|(?<!\w)_|_(?!\w))")


def visible(text: str) -> str:
    """Control characters written out as escapes such as \\x1b."""
    return _CONTROLS.sub(lambda match: _escape(match[0]), text)


def harmless(text: str) -> str:
    """Text of several lines for a terminal: as `visible`, but line breaks and tabs stay."""
    return _CONTROLS_IN_LINES.sub(lambda match: _escape(match[0]), text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def json_safe(text: str) -> str:
    """JSON text with what a terminal would obey as JSON escapes; the value stays the same."""
    return _HIDDEN_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def json_text(value: Any, indent: int | None = None) -> str:
    """A value as JSON that no terminal obeys."""
    import json

    return json_safe(json.dumps(value, ensure_ascii=False, indent=indent))


def csv_safe(text: str) -> str:
    """No formula: a spreadsheet shows the text instead of running it."""
    text = visible(text)
    return f"'{text}" if text.startswith(_FORMULA) else text


def markdown_safe(text: str) -> str:
    """No markup and no end of a cell."""
    return _MARKDOWN.sub(r"\\\1", visible(text))


def cell_width(text: str) -> int:
    """Columns that a text takes on a terminal: two for a wide character."""
    from rich.cells import cell_len

    return cell_len(text)


def pad(text: str, width: int, align: Literal["left", "right", "center"] = "left") -> str:
    """Filled up with blanks to `width` columns."""
    gap = max(width - cell_width(text), 0)
    before = {"left": 0, "right": gap, "center": gap // 2}[align]
    return " " * before + text + " " * (gap - before)


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most so many columns, broken at blanks and between wide characters."""
    lines: list[str] = []
    end = 0
    for found in _PIECE.finditer(text):
        blank = " " if found.start() > end else ""
        end = found.end()
        if lines and cell_width(lines[-1] + blank + found[0]) <= width:
            lines[-1] += blank + found[0]
        else:
            lines += _folded(found[0], width)
    return lines


def _folded(piece: str, width: int) -> list[str]:
    """A piece in as many lines as it needs."""
    lines = [""]
    for char in piece:
        if lines[-1] and cell_width(lines[-1] + char) > width:
            lines.append("")
        lines[-1] += char
    return lines
