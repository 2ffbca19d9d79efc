"""What is wrong with a record, where, and how it is shown.

`file:line:col: error[CODE]: message`, the source line as typed, a caret and a remedy, all of it
fit for a terminal. Knows nothing of how problems are found.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tourney.domain.errors import DataFault
from tourney.records.lines import Line, width
from tourney.render.text import visible

_BLANK = {"\t": " ", "\u3000": "\u3000", "\xa0": " "}

LONGEST = 400
"""Characters of a line or message that are shown; what is further off is left out."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A stretch of a line as typed: line and columns from 1, `end` exclusive; what to say there."""

    line: int
    start: int
    end: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing found: code, words for people, the spot, the earlier spot that conflicts.

    `ply` is the number of the log entry concerned; `sure` is False for a warning.
    """

    code: str
    words: str
    spot: Spot
    fix: str = ""
    rule: str = ""
    other: Spot | None = None
    match: str = ""
    ply: int | None = None
    sure: bool = True

    @property
    def line(self) -> int:
        """The line of the file, from 1."""
        return self.spot.line

    @property
    def column(self) -> int:
        """The column of the line as typed, from 1."""
        return self.spot.start


class RecordFault(DataFault):
    """A record that cannot be used; carries everything found."""

    def __init__(self, problems: Sequence[Problem], name: str = "-") -> None:
        self.problems = tuple(problems)
        first = self.problems[0]
        super().__init__("; ".join(filter(None, (headline(first, name), first.fix))))


def spot(line: Line, span: tuple[int, int], words: str = "") -> Spot:
    """A stretch of a line, from offsets of the text read."""
    start = line.column(min(span[0], len(line.text)))
    end = line.column(min(span[1], len(line.text)))
    return Spot(line.number, start + 1, max(end, start + 1) + 1, words)


def headline(problem: Problem, name: str) -> str:
    """The line that tools read."""
    kind = "error" if problem.sure else "warning"
    place = f"{visible(name)}:{problem.line}:{problem.column}"
    return f"{place}: {kind}[{problem.code}]: {_brief(problem.words)}"


def _brief(words: str) -> str:
    """On one line, without the middle where it is very long."""
    words = visible(words)
    if len(words) > LONGEST:
        words = f"{words[: LONGEST // 2]} … {words[-LONGEST // 2 :]}"
    return words


def full(problem: Problem, name: str, source: Sequence[str]) -> str:
    """The headline, the source as typed with carets, the rule and the remedy."""
    spots = sorted(filter(None, (problem.spot, problem.other)), key=lambda spot: spot.line)
    margin = len(str(spots[-1].line)) + 1
    shown = [headline(problem, name), f"{' ' * margin} |"]
    for place in spots:
        caret = "^" if place is problem.spot else "-"
        shown += _quoted(place, source, margin, caret)
    if problem.rule:
        shown.append(f"{' ' * margin} = rule: {_brief(problem.rule)}")
    if problem.fix:
        shown.append(f"{' ' * margin} = fix:  {_brief(problem.fix)}")
    return "\n".join(shown)


def _quoted(place: Spot, source: Sequence[str], margin: int, caret: str) -> list[str]:
    typed = source[place.line - 1] if place.line <= len(source) else ""
    first = max(0, place.start - LONGEST // 2) if len(typed) > LONGEST else 0
    start, end = place.start - 1 - first, min(place.end - 1 - first, LONGEST)
    typed = typed[first : first + LONGEST]
    typed = "".join(char if char.isprintable() else _BLANK.get(char, "\ufffd") for char in typed)
    before = width(typed[:start])
    marked = max(1, width(typed[start:end]))
    words = f" {_brief(place.words)}" if place.words else ""
    return [
        f"{place.line:>{margin}} | {typed}",
        f"{' ' * margin} | {' ' * before}{caret * marked}{words}",
    ]
