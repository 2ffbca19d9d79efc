"""The lines of a record: what is typed, what is read, and which column is which.

Full-width and other compatibility forms are read as their plain forms (NFKC), while names,
comments and free text keep what was typed (NFC). Knows nothing of games or of what a line means.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engines.messages import Message, Sentence
from tourney.records.reading_messages import ACCENTS, LINE_TOO_LONG

LINE: Final = 1 << 16
"""Bytes of the longest line, in UTF-8 and without its line break."""
NAME: Final = 200
"""Characters of the longest name: of a player, a match, an event and whatever else has one."""
MARKS: Final = 30
"""Accents on one letter. Sorting them, as NFC does, takes a time that grows with their square."""

_MARK = "\ufeff"
# They join the character before them without a combining class of their own: half-width voiced
# marks, and vowel signs that are decomposed into two marks.
_JOINING = "\uff9e\uff9f\u0f73\u0f75\u0f81"


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line: as typed, as read, and for every character read the one typed it came from.

    `fault` says why a line is not read at all; it then counts as read as it was typed.
    """

    number: int
    typed: str
    text: str
    origin: tuple[int, ...] | None = None
    fault: Message | None = None

    def column(self, offset: int) -> int:
        """The offset in the typed line of an offset in the text read."""
        return offset if self.origin is None else self.origin[offset]

    def free(self, start: int, end: int) -> str:
        """Free text between two offsets of the text read, as typed, NFC, without outer blanks."""
        typed = self.typed[self.column(start) : self.column(end)].strip()
        return typed if self.origin is None else unicodedata.normalize("NFC", typed)

    def comment(self, start: int) -> str:
        """The comment whose `#` stands at an offset of the text read, empty if there is none."""
        if start >= len(self.text):
            return ""
        typed = "#" + self.typed[self.column(start) + 1 :].rstrip()
        return typed if self.origin is None else unicodedata.normalize("NFC", typed)


class LineFault(Exception):
    """A fault within one line: offsets are those of the text read; the reader adds the place."""

    def __init__(
        self,
        code: str,
        message: Message,
        span: tuple[int, int],
        remedy: Message | None = None,
    ) -> None:
        super().__init__(code, message, span, remedy)
        self.code = code
        self.message = message
        self.span = span
        self.remedy = remedy


def lines(text: str) -> Iterator[SourceLine]:
    """The lines of a text, numbered from 1; CRLF and a leading byte order mark are taken away."""
    text = text.removeprefix(_MARK).replace("\r\n", "\n")
    for number, typed in enumerate(text.split("\n"), 1):
        yield line(number, typed)


def line(number: int, typed: str) -> SourceLine:
    """One line with its plain reading; a byte order mark left by joined files reads as a blank."""
    if fault := too_long(LINE_TOO_LONG, typed):
        return SourceLine(number, typed, typed, fault=fault)
    if typed.isascii():
        return SourceLine(number, typed, typed)
    if typed[0] == _MARK:
        typed = " " + typed[1:]
    text: list[str] = []
    origin: list[int] = []
    for start, cluster in _clusters(typed):
        if len(cluster) > 1 + MARKS:
            fault = ACCENTS(count=len(cluster) - 1, most=MARKS)
            return SourceLine(number, typed, typed, fault=fault)
        plain = unicodedata.normalize("NFKC", cluster)
        text.append(plain)
        origin.extend([start] * len(plain))
    return SourceLine(number, typed, "".join(text), (*origin, len(typed)))


def _clusters(typed: str) -> Iterator[tuple[int, str]]:
    start = 0
    for end in range(1, len(typed) + 1):
        if end == len(typed) or not _joins(typed[end]):
            yield start, typed[start:end]
            start = end


def _joins(char: str) -> bool:
    return char in _JOINING or unicodedata.combining(char) != 0


def too_long(fault: Sentence, line: str) -> Message | None:
    """The fault of a line that has more than `LINE` bytes; None for any other."""
    if len(line) <= LINE // 4:
        return None
    size = len(line) if line.isascii() else len(line.encode("utf-8", "surrogatepass"))
    return fault(size=size, most=LINE) if size > LINE else None


def control(text: str) -> int | None:
    """Where the first control character or half of a surrogate pair stands, if there is one."""
    if text.isprintable():
        return None
    for offset, char in enumerate(text):
        if char != "\t" and unicodedata.category(char) in ("Cc", "Cs"):
            return offset
    return None


def comment_start(text: str) -> int:
    """Where the comment of a turn or directive begins: a `#` after a blank, outside quotes."""
    if "#" not in text:
        return len(text)
    quoted = False
    for offset, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted and offset and text[offset - 1].isspace():
            return offset
    return len(text)
