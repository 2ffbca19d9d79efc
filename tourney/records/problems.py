"""Problems of records: their codes, their places, and how they are shown.

`file:line:col: error[CODE]: message`, the source line as typed, a caret and a remedy, safe for
a terminal. `tourney help error:CODE` prints the meaning of a code; the reference page shows all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engines.messages import Message, Sentence, say
from tourney.domain.errors import DataFault
from tourney.domain.safe_text import visible
from tourney.records.lines import SourceLine
from tourney.render.text import cell_width

_BLANK = {"\t": " ", "\u3000": "\u3000", "\xa0": " "}

LONGEST = 400  # greatest number of characters shown of a line or message


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a line as typed, with a message: line and columns from 1, `end` exclusive."""

    line: int
    start: int
    end: int
    message: Message | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem: code, message, place, remedy, and the earlier place that it conflicts with.

    `rule` is the number of the rule broken, `ply` that of the log entry; `sure` is False for a
    warning; `names` are the players by seat.
    """

    code: str
    message: Message
    spot: Spot
    remedy: Message | None = None
    rule: str = ""
    other: Spot | None = None
    match: str = ""
    ply: int | None = None
    sure: bool = True
    names: tuple[str, ...] = ()

    @property
    def line(self) -> int:
        """The line of the file, from 1."""
        return self.spot.line

    @property
    def column(self) -> int:
        """The column of the line as typed, from 1."""
        return self.spot.start

    @property
    def reason(self) -> Message:
        """The message, with the number of the rule if one is broken, for errors of one line."""
        return (
            say("records.by-rule", fault=self.message, rule=self.rule)
            if self.rule
            else self.message
        )

    def text(self, lang: str = "en") -> str:
        """The message in a language, with the players' names."""
        return self.message.text(lang, self.names)


def in_line_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems by line; a card that two lines show is a problem of the line typed later."""
    return tuple(sorted(map(_as_typed, problems), key=lambda problem: problem.line))


def _as_typed(problem: Problem) -> Problem:
    """Hands may be typed in any order, so the place found first can be the later line."""
    here, there = problem.spot, problem.other
    if problem.code != "K-card" or there is None or there.line <= here.line:
        return problem
    here, there = replace(there, message=here.message), replace(here, message=there.message)
    return replace(problem, spot=here, other=there)


class RecordFault(DataFault):
    """A record that cannot be used, with all its problems."""

    def __init__(self, problems: Sequence[Problem], name: str = "-") -> None:
        self.problems = tuple(problems)
        self.name = name
        super().__init__(self.text())

    @property
    def code(self) -> str:
        """The code of the first problem, such as `T-line`."""
        return self.problems[0].code

    def text(self, lang: str = "en") -> str:
        """The first problem with its remedy, in a language."""
        first = self.problems[0]
        line = headline(first, self.name, lang)
        return f"{line}; {first.remedy.text(lang, first.names)}" if first.remedy else line


def spot(line: SourceLine, span: tuple[int, int], message: Message | None = None) -> Spot:
    """A stretch of a line, from offsets of the text read."""
    # Offsets of the text read become columns of the line as typed; a spot has at least one column.
    start = line.column(min(span[0], len(line.text)))
    end = line.column(min(span[1], len(line.text)))
    return Spot(line.number, start + 1, max(end, start + 1) + 1, message)


def headline(problem: Problem, name: str, lang: str = "en") -> str:
    """The line that tools read; only the message depends on the language."""
    kind = "error" if problem.sure else "warning"
    place = f"{visible(name)}:{problem.line}:{problem.column}"
    return f"{place}: {kind}[{problem.code}]: {_brief(problem.text(lang))}"


def _brief(words: str) -> str:
    """On one line, without the middle where it is very long."""
    words = visible(words)
    if len(words) > LONGEST:
        words = f"{words[: LONGEST // 2]} … {words[-LONGEST // 2 :]}"
    return words


def full(
    problem: Problem, name: str, source: Sequence[str], lang: str = "en", rule: str = ""
) -> str:
    """The headline, the source as typed with carets, the rule and the remedy.

    `rule` is what to say of the rule that is broken, its number if nothing.
    """
    spots = sorted(filter(None, (problem.spot, problem.other)), key=lambda spot: spot.line)
    margin = len(str(spots[-1].line)) + 1
    shown = [headline(problem, name, lang), f"{' ' * margin} |"]
    for place in spots:
        caret = "^" if place is problem.spot else "-"
        words = place.message.text(lang, problem.names) if place.message else ""
        # Of a very long line only the part around the place. Columns are cells of a terminal, in
        # which a kanji has two, so the caret stands under the character and not under its number.
        typed = source[place.line - 1] if place.line <= len(source) else ""
        first = max(0, place.start - LONGEST // 2) if len(typed) > LONGEST else 0
        start, end = place.start - 1 - first, min(place.end - 1 - first, LONGEST)
        typed = typed[first : first + LONGEST]
        typed = "".join(
            char if char.isprintable() else _BLANK.get(char, "\ufffd") for char in typed
        )
        before = cell_width(typed[:start])
        marked = max(1, cell_width(typed[start:end]))
        words = f" {_brief(words)}" if words else ""
        shown += [
            f"{place.line:>{margin}} | {typed}",
            f"{' ' * margin} | {' ' * before}{caret * marked}{words}",
        ]
    if problem.rule:
        label = say("records.rule-label").text(lang)
        shown.append(f"{' ' * margin} = {label} {_brief(rule or problem.rule)}")
    if problem.remedy:
        words = problem.remedy.text(lang, problem.names)
        shown.append(f"{' ' * margin} = {say('records.fix-label').text(lang)} {_brief(words)}")
    return "\n".join(shown)


# What begins with T cannot be read, R breaks a rule, K contradicts the rules or itself.
KINDS: Final = {kind: Sentence(f"records.kind-{kind}") for kind in "TRK"}

CODES: Final = (
    "T-action", "T-control", "T-date", "T-directive", "T-encoding", "T-forfeit", "T-game", "T-gap",
    "T-id", "T-key", "T-line", "T-long", "T-mark", "T-missing", "T-option", "T-order", "T-quote",
    "T-rank", "T-result", "T-rules", "T-seat", "T-seats", "T-source", "T-status", "T-twice",
    "T-value", "T-version", "K-card", "K-check", "K-due", "K-forfeit", "K-gap", "K-irregular",
    "K-over", "K-rank", "K-result", "K-revealed", "K-ruling", "K-status", "K-turn",
)  # fmt: skip


def meaning(code: str) -> Sentence:
    """What is wrong."""
    return Sentence(f"records.meaning-{code}")


def remedy(code: str) -> Sentence:
    """How to correct it."""
    return Sentence(f"records.remedy-{code}")
