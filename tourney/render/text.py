"""Makes untrusted text safe for terminals, spreadsheets and Markdown, and measures its width.

Bot names and evidence come from untrusted files and programs. HTML, LaTeX and JSON strings are
escaped by the code that writes these formats.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple
from unicodedata import east_asian_width

from tourney.domain.safe_text import UNSEEN, harmless, visible

_HIDDEN_IN_JSON = re.compile(f"[{UNSEEN}]")
# Where a cell would begin with the sign of a formula: at the start, and behind a sign that
# separates cells in other countries. Also the full-width forms, which Japanese spreadsheets read.
_FORMULA = re.compile('(?:^|(?<=[,;|]))(?=[\\s"\u200b\u2060\ufeff]*[-=+@\uff1d\uff0b\uff0d\uff20])')
# What stays on one line: narrow characters with a Japanese counter after a number, or a Japanese
# word; with the particles and endings in hiragana that follow, and with brackets and full stops.
_PIECE = re.compile(
    "[\u300c\u300e\uff08(]*"
    "(?:(?:(?!\\([\u2e80-\uffef])[^\\s\u2e80-\uffef])+(?:(?<=[0-9])[\u4e00-\u9fff]{1,2})?"
    "|[\u30a1-\u30ff]+|[\u3005\u4e00-\u9fff]+|\\S)"
    "[\u3041-\u309f]*[\u3001\u3002\u300d\u300f\u30fc\uff01\uff09\uff1f):]*"
)
_GAP = re.compile(" {3,}")
_MARKDOWN = re.compile(r"([\\|<>&`*\[\]~]|(?<!\w)_|_(?!\w))")


# A private character; it has one column and is removed before anything is written.
FILLER: Final = "\ue000"
# Languages whose terminals often draw signs such as `±` and `─` two columns wide.
WIDE_SIGNS: Final = ("ja",)


def indented(text: str) -> str:
    """The lines of a program's output, marked at the left; tabs are kept."""
    return "\n".join(f"  | {harmless(line)}" for line in text.splitlines())


def json_safe(text: str) -> str:
    """JSON text with control characters as JSON escapes; its value stays the same."""
    if text.isprintable():
        return text
    return _HIDDEN_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def json_text(value: Any, indent: int | None = None) -> str:
    """A value as JSON without control characters."""
    return json_safe(_encoder(indent)(value))


@cache
def _encoder(indent: int | None) -> Callable[[Any], str]:
    """Writes values as JSON; made once, because a long table has many of them."""
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False, indent=indent).encode


def csv_safe(text: str) -> str:
    """Text that a spreadsheet shows and does not run as a formula, whatever separates its cells."""
    return _FORMULA.sub("'", visible(text))


def markdown_safe(text: str) -> str:
    """Text without Markdown markup, safe in a table cell."""
    return _MARKDOWN.sub(r"\\\1", visible(text))


def cell_width(text: str) -> int:
    """The width of a text on a terminal; a wide character has two columns."""
    from rich.cells import cell_len

    return cell_len(text)


def ambiguous(text: str) -> bool:
    """Whether a character has one column on some terminals and two on others."""
    return any(east_asian_width(character) == "A" for character in text)


def spread(text: str) -> str:
    """The text with a filler behind each sign of ambiguous width: Rich then counts two columns."""
    if text.isascii():
        return text
    return "".join(c + FILLER if east_asian_width(c) == "A" else c for c in text)


def gathered(text: str) -> str:
    """The text without the fillers of `spread`."""
    return text.replace(FILLER, "")


def pad(text: str, width: int, align: Literal["left", "right", "center"] = "left") -> str:
    """Pad with blanks to `width` columns."""
    gap = max(width - cell_width(text), 0)
    before = {"left": 0, "right": gap, "center": gap // 2}[align]
    return " " * before + text + " " * (gap - before)


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Split into lines of at most `width` columns, between words; `indent` begins later ones."""
    lines: list[str] = []
    end = 0
    for found in _PIECE.finditer(text):
        gap = text[end : found.start()]
        blank = " " if gap.strip(" ") else gap  # a line break is a blank
        end = found.end()
        if lines and cell_width(lines[-1] + blank + found[0]) <= width:
            lines[-1] += blank + found[0]
        else:
            before = indent if lines else ""
            lines += [before + part for part in _folded(found[0], max(width - len(before), 1))]
    return lines


def hanging(line: str, width: int, indent: str) -> list[str]:
    """A line as it is if it fits into `width` columns; else several, the later ones indented."""
    return [line] if cell_width(line) <= width else wrapped(line, width, indent)


def help_lines(text: str, width: int) -> list[str]:
    """A text in columns, within `width`: parts of a line move down, a text stays at its label."""
    lines: list[str] = []
    for line in text.split("\n"):
        parts = _GAP.split(line)
        start = line.rindex(parts[-1])
        if cell_width(line) <= width:
            lines.append(line)
        elif len(parts) > 2 or 2 * start > width:
            # Several parts, or a label that leaves its text less than half of the line.
            lines += flowed(parts, "   ", width)
        else:
            margin = " " * cell_width(line[:start])
            first, *more = wrapped(parts[-1], max(width - len(margin), 1))
            lines += [line[:start] + first, *(margin + part for part in more)]
    return lines


def flowed(items: Iterable[str], joint: str, width: int) -> list[str]:
    """Items one after the other in lines of at most `width` columns; no item is split."""
    lines = [""]
    for item in items:
        if not lines[-1]:
            lines[-1] = item
        elif cell_width(lines[-1] + joint + item) <= width:
            lines[-1] += joint + item
        else:
            lines[-1] += joint.rstrip()
            lines.append(item)
    return lines


def _folded(piece: str, width: int) -> list[str]:
    """A long piece, split into lines of at most `width` columns."""
    lines = [""]
    for char in piece:
        if lines[-1] and cell_width(lines[-1] + char) > width:
            lines.append("")
        lines[-1] += char
    return lines


AHEAD: Final = 100  # number of lines ahead in which a common line is found
CONTEXT: Final = 3  # lines shown before and after a change


class LineChange(NamedTuple):
    """A change: a range of old lines and the range of new lines that replaces it."""

    old: range
    new: range


def unified(old: Sequence[str], new: Sequence[str], names: tuple[str, str]) -> Iterator[str]:
    """The lines of a diff, each with its original line end."""
    hunks = _hunks(_changes(old, new))
    for number, hunk in enumerate(hunks):
        if not number:
            yield from (f"--- {names[0]}\n", f"+++ {names[1]}\n")
        yield from _shown(hunk, old, new)


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[LineChange]:
    at, to = 0, 0
    while at < len(old) or to < len(new):
        if at < len(old) and to < len(new) and old[at] == new[to]:
            at, to = at + 1, to + 1
            continue
        gone, come = _meeting(old[at : at + AHEAD], new[to : to + AHEAD])
        yield LineChange(range(at, at + gone), range(to, to + come))
        at, to = at + gone, to + come


def _meeting(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """The number of lines in each text before the first common line that is not empty.

    All lines if there is none.
    """
    places: dict[str, int] = {}
    for place, line in enumerate(new):
        places.setdefault(line, place)
    common = [
        (gone, places[line]) for gone, line in enumerate(old) if line in places and line.strip()
    ]
    return min(common, key=sum, default=(len(old), len(new)))


def _hunks(changes: Iterator[LineChange]) -> Iterator[list[LineChange]]:
    """Groups of changes that are close enough to share their context lines."""
    hunk: list[LineChange] = []
    for change in changes:
        if hunk and change.old.start - hunk[-1].old.stop > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _shown(hunk: Sequence[LineChange], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    before = min(CONTEXT, hunk[0].old.start)
    at = hunk[0].old.start - before
    end = min(hunk[-1].old.stop + CONTEXT, len(old))
    shift = hunk[-1].new.stop - hunk[-1].old.stop
    heads = range(at, end), range(hunk[0].new.start - before, end + shift)
    yield f"@@ -{_range(heads[0])} +{_range(heads[1])} @@\n"
    for change in hunk:
        yield from (f" {line}" for line in old[at : change.old.start])
        yield from (f"-{old[place]}" for place in change.old)
        yield from (f"+{new[place]}" for place in change.new)
        at = change.old.stop
    yield from (f" {line}" for line in old[at:end])


def _range(lines: range) -> str:
    """`12,3`: first line, from 1, and number of lines; an empty range names the line before it."""
    if len(lines) == 1:
        return str(lines.start + 1)
    return f"{lines.start + bool(lines)},{len(lines)}"


def duration(seconds: float) -> str:
    """`0:07`, `12:30`, `3:05:00`."""
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def pace(rate: float) -> str:
    """A rate per second, with one decimal below 10."""
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"
