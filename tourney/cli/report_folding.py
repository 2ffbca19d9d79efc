"""Folds the report of `tourney check` for a narrow terminal; lines of records stay as they are."""

import re
from collections.abc import Iterator
from typing import Final

from tourney.render.text import cell_width, wrapped

INDENT: Final = "    "
_CARETS: Final = re.compile(r"( *\| )( *[\^-]+) (.*)")
_SOURCE: Final = re.compile(r" *\d* \|.*")


def folded_report(text: str, width: int) -> str:
    """The lines of a report within `width` columns, except lines of records."""
    return "\n".join(part for line in text.split("\n") for part in _parts(line, width))


def _parts(line: str, width: int) -> Iterator[str]:
    if cell_width(line) <= width:
        yield line
    elif carets := _CARETS.fullmatch(line):
        margin, marks, words = carets.groups()
        yield margin + marks
        yield from (margin + part for part in wrapped(words, max(width - len(margin), 1)))
    elif _SOURCE.fullmatch(line):
        yield line
    else:
        margin = line[: len(line) - len(line.lstrip())]
        room = max(width - len(margin), 1)
        yield from (margin + part for part in wrapped(line.lstrip(), room, INDENT))
