"""Parses the statements of a record beside its entries, for comparison with the replay."""

import re
from collections.abc import Iterator, Sequence

from engines.api import seat_letter
from tourney.records.lines import SourceLine
from tourney.records.model import Directive, MatchRecord, Turn
from tourney.records.problems import Spot, spot
from tourney.records.tentative import as_certain

_STATED = re.compile(r"([A-H]?)(-?[0-9]+|\?|^[a-z]$)|([a-z]+) ([A-H])")


def line_of(item: Directive | Turn) -> SourceLine:
    """The source line of an item; an empty one if it was not read from text."""
    return item.at or SourceLine(0, "", "")


def whole(item: Directive | Turn) -> Spot:
    """The place of a whole line."""
    return spot(line_of(item), (0, len(line_of(item).text)))


def stated(text: str) -> dict[str, str]:
    """The values in a check by seat letter or name; the empty key is for the table."""
    found: dict[str, str] = {}
    for item in _STATED.finditer(" ".join(text.split()[2:])):
        found[item[3] or item[1]] = item[4] or item[2]
    return found


def where(line: SourceLine, statements: Sequence[str]) -> Spot:
    """The place of the first of some statements in a line; else the whole line."""
    for words in statements:
        letter, number = words[0], words[1:].strip()
        found = re.search(rf"(?i)(?<!\w){letter}\s*+[:=]?+\s*+{re.escape(number)}\b", line.text)
        if found:
            return spot(line, found.span())
    return spot(line, (0, len(line.text)))


def written(match: MatchRecord) -> Iterator[tuple[Directive | Turn, str]]:
    """The lines that hold log entries, with their text without marks."""
    for item in match.body:
        if isinstance(item, Directive):
            if item.plies:
                yield item, f"-- {item.text}"
            continue
        kept = [as_certain(action.text) for action in item.actions if action.mark != "~"]
        if kept:
            yield item, f"{seat_letter(item.seat)}: {item.joint.join(kept)}"
