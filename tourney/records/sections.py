"""Splits a file into matches and their parts: headers, seats, body, trailer.

Uses only the form of a line; values are read elsewhere.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from engines.messages import Sentence, say
from tourney.records.lines import LineFault, SourceLine, comment_start, control, too_long
from tourney.records.problems import Problem, spot
from tourney.records.values import HEADERS, TRAILER, suggestion

VERSION: Final = "1"
"""The format version that `#!tmr` may name."""

_SEAT = re.compile(r"\s*seat\s+([A-Za-z])\s*:")
_TURN = re.compile(r"\s*([A-Za-z])\s*:")
_KEY = re.compile(r"\s*(x-[\w.-]+|[a-z]{3,})\s*:")
_FIRST = re.compile(r"\s*match\s*:")
_DIRECTIVE = re.compile(r"\s*--")


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line of known kind: `key` is a header key or seat letter; `start` is its value's offset."""

    kind: str
    key: str
    line: SourceLine
    start: int
    before: tuple[str, ...]


@dataclass(slots=True)
class UnreadMatch:
    """The lines of one match, before their values are read."""

    start: RawLine
    headers: list[RawLine] = field(default_factory=list)
    seats: list[RawLine] = field(default_factory=list)
    body: list[RawLine] = field(default_factory=list)
    trailer: list[RawLine] = field(default_factory=list)
    tail: tuple[str, ...] = ()
    problems: list[Problem] = field(default_factory=list)

    def add(self, raw: RawLine) -> None:
        """Add a line to its part; LineFault if that part has ended already."""
        if raw.kind == "key" and raw.key in TRAILER:
            self.trailer.append(raw)
        elif raw.kind in ("key", "seat"):
            late = (
                Sentence("records.header-after-trailer")
                if self.trailer
                else Sentence("records.header-after-turn")
            )
            self._expect(not self.body and not self.trailer, late, raw)
            (self.seats if raw.kind == "seat" else self.headers).append(raw)
        elif raw.kind == "directive" and self.trailer:
            self.trailer.append(raw)
        else:
            self._expect(not self.trailer, Sentence("records.turn-after-trailer"), raw)
            self.body.append(raw)

    def _expect(self, fits: bool, fault: Sentence, raw: RawLine) -> None:
        if not fits:
            raise LineFault("T-order", fault(), _filled(raw.line), say("records.in-order"))


class Sections:
    """The matches of a file, built line by line."""

    def __init__(self) -> None:
        self.drafts: list[UnreadMatch] = []
        self.problems: list[Problem] = []
        self._comments: list[str] = []
        self._reported = False  # a line before the first match

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments since the last line that is not a comment."""
        return tuple(self._comments)

    def take_all(self, lines: Iterable[SourceLine]) -> None:
        """Add every line to its match; a line in the wrong place becomes a problem."""
        for line in lines:
            try:
                self._take(line)
            except LineFault as slip:
                found = Problem(slip.code, slip.message, spot(line, slip.span), slip.remedy)
                (self.drafts[-1].problems if self.drafts else self.problems).append(found)
        if self.drafts:
            self.drafts[-1].tail = self.comments

    def _take(self, line: SourceLine) -> None:
        if line.fault:
            raise LineFault("T-long", line.fault, (0, len(line.text)), say("records.shorten-line"))
        bad = control(line.typed)
        if bad is not None:
            raise _control(line, bad)
        stripped = line.text.lstrip()
        if stripped.startswith("#"):
            self._comment(line, len(line.text) - len(stripped))
        elif stripped:
            self._add(line)

    def _comment(self, line: SourceLine, start: int) -> None:
        text = line.comment(start)
        if fault := too_long(Sentence("records.canonical-too-long"), text):
            raise LineFault("T-long", fault, _filled(line), say("records.shorten-line"))
        self._comments.append(text)
        if text.startswith("#!tmr") and text.split()[1:] != [VERSION]:
            fault = say("records.format-version", version=text[5:].strip())
            raise LineFault(
                "T-version", fault, _filled(line), say("records.reads-version", version=VERSION)
            )

    def _add(self, line: SourceLine) -> None:
        if not self.drafts and self._reported and not _FIRST.match(line.text):
            return
        raw = shape(line, self.comments)
        self._comments = []
        if raw.key == "match":
            self.drafts.append(UnreadMatch(raw, [raw]))
        elif self.drafts:
            self.drafts[-1].add(raw)
        else:
            self._reported = True
            raise LineFault(
                "T-order",
                say("records.no-id"),
                _filled(line),
                say("records.write", form="match: ID"),
            )


def _control(line: SourceLine, typed: int) -> LineFault:
    name = f"U+{ord(line.typed[typed]):04X}"
    offset = next((i for i in range(len(line.text)) if line.column(i) >= typed), len(line.text))
    return LineFault(
        "T-control",
        say("records.control", name=name),
        (offset, offset + 1),
        say("records.plain-text"),
    )


def shape(line: SourceLine, before: tuple[str, ...]) -> RawLine:
    """The kind and key of a line; LineFault if it has no known form."""
    text = line.text
    if found := _TURN.match(text):
        return RawLine("turn", found[1].upper(), line, found.end(), before)
    if found := _DIRECTIVE.match(text):
        return RawLine("directive", "", line, found.end(), before)
    if found := _SEAT.match(text):
        return RawLine("seat", found[1].upper(), line, found.end(), before)
    if found := _KEY.match(text):
        if found[1] not in HEADERS and found[1] not in TRAILER and found[1][:2] != "x-":
            meant = suggestion(found[1], (*HEADERS, "seat", *TRAILER))
            remedy = say("records.both", one=meant, other=say("records.private-keys"))
            raise LineFault(
                "T-key", say("records.unknown-key", key=found[1]), found.span(1), remedy
            )
        return RawLine("key", found[1], line, found.end(), before)
    raise LineFault("T-line", say("records.unreadable"), _filled(line), say("records.line-kinds"))


def _filled(line: SourceLine) -> tuple[int, int]:
    text = line.text[: comment_start(line.text)]
    return len(text) - len(text.lstrip()), len(text.rstrip())
