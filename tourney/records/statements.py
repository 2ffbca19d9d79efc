"""Parses the statements of a record beside its entries, for comparison with the replay."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engines.api import seat_letter
from engines.messages import Message, say
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


class Disagreement(NamedTuple):
    """Why a `-- check` line is wrong, and the wrong statements in it."""

    message: Message
    stated: tuple[str, ...]


def disagreement(
    item: Directive, tally: Mapping[str, str] | None, sides: Sequence[int]
) -> Disagreement | None:
    """Why a `-- check` line contradicts the true values; None if it does not."""
    name, claimed = item.text.split()[1], stated(item.text)
    wrong = [key for key, value in claimed.items() if tally and _differ(value, tally.get(key, ""))]
    if not wrong or tally is None:
        return None
    unknown = [key for key in wrong if key not in tally]
    partners = [key for key in unknown if _has_partner(key, sides)]
    if partners:
        fault = say("records.first-of-team", seats=tuple(key for key in tally if len(key) == 1))
    elif unknown:
        fault = say("records.nobody-has", name=name, key=unknown[0])
    else:
        fault = say(
            "records.counted",
            name=name,
            found=", ".join(_statement(key, tally[key]) for key in wrong),
        )
    return Disagreement(fault, tuple(_statement(key, claimed[key]) for key in partners or wrong))


def _has_partner(letter: str, sides: Sequence[int]) -> bool:
    """Whether the seat of this letter is one of a team."""
    own = [side for seat, side in enumerate(sides) if seat_letter(seat) == letter]
    return bool(own) and sides.count(own[0]) > 1


def _statement(key: str, value: str) -> str:
    """A statement in the form of a -- check: `A2`, `thief C`, `12`."""
    return f"{key} {value}" if len(key) > 1 else key + value


def _differ(stated: str, found: str) -> bool:
    """Whether two values contradict each other; an unknown value contradicts nothing."""
    return stated != found and "?" not in (stated, found)
