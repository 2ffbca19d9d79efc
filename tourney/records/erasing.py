"""Replaces names of people in the text of a record.

At seats the name is replaced as a whole, in free text as a word: in comments, notes, reasons and
free headers. Moves, results and everything else stay as they are, byte for byte.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tourney.records.values import FREE

_SEAT: Final = re.compile(r"(seat [A-H]: )(.*?)((?: \[[^\]]*\])?)", re.DOTALL)
_HEADER: Final = re.compile(r"([a-z]{3,}|x-[^:\s]+): ", re.DOTALL)
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT: Final = re.compile(r'^((?:[^"#]|"(?:[^"\\]|\\.)*"|(?<=\S)#)*)(.*)$', re.DOTALL)
_WIDE: Final = "\u2e80"
"""From this character on, scripts have no blanks between words."""

UNKNOWN: Final = "?"
"""Written for a name whose letters have no simple lower case."""

Replace = Callable[[str], str]


def word_replacer(new: Mapping[str, str]) -> Replace:
    """A function that replaces names in free text; a single Latin letter is no name there."""
    usable = [name for name in new if len(name) > 1 or name >= _WIDE]
    if not usable:
        return lambda text: text
    words = "|".join(map(_word, sorted(usable, key=len, reverse=True)))
    pattern = re.compile(words, re.IGNORECASE)
    folded = {name.casefold(): shown for name, shown in new.items()}

    def shown(found: re.Match[str]) -> str:
        name = found[0]
        return new.get(name) or folded.get(name.casefold()) or UNKNOWN

    return lambda text: pattern.sub(shown, text)


def _word(name: str) -> str:
    before = r"(?<!\w)" if name[0] < _WIDE else ""
    after = r"(?!\w)" if name[-1] < _WIDE else ""
    return f"{before}{re.escape(name)}{after}"


def without_names(text: str, new: Mapping[str, str]) -> str:
    """The text of a record in which every name of `new` is replaced."""
    replace = word_replacer(new)
    return "".join(_line(line, new, replace) for line in text.splitlines(keepends=True))


def _line(line: str, new: Mapping[str, str], replace: Replace) -> str:
    body = line.rstrip("\r\n")
    end = line[len(body) :]
    if seat := _SEAT.fullmatch(body):
        name = seat[2] if "bot " in seat[3] else new.get(seat[2], seat[2])
        return f"{seat[1]}{name}{seat[3]}{end}"
    if header := _HEADER.match(body):
        key = header[1]
        free = key in FREE or key.startswith("x-")
        return (f"{header[0]}{replace(body[header.end() :])}" if free else body) + end
    return without_names_in_line(body, replace) + end


def without_names_in_line(body: str, replace: Replace) -> str:
    """A turn, directive or comment with the names replaced in quotes and in its comment."""
    found = _COMMENT.match(body)
    assert found is not None
    action = _QUOTED.sub(lambda quoted: replace(quoted[0]), found[1])
    return action + replace(found[2])
