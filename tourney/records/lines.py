"""The lines of a record: the text as typed, the text as read, and the columns of both.

Full-width and other compatibility characters are read as plain ones (NFKC); names, comments and
free text are kept as typed (NFC). Long files are cut into pieces, which are read one by one to save
memory. Does not depend on games or on the meaning of lines.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from engines.messages import Message, Sentence, say
from tourney.domain.bounds import RECORD_NAME

LINE: Final = 1 << 16  # greatest length of a line in bytes of UTF-8, without line break
# Greatest length of a name of a player, match, event and so on, in characters.
NAME: Final = RECORD_NAME
MARKS: Final = 30  # greatest number of accents on one letter; NFC takes quadratic time to sort them

_MARK = "\ufeff"
# Characters that join the one before them although their combining class is 0: half-width voiced
# marks, and vowel signs that are decomposed into two marks.
_JOINING = "\uff9e\uff9f\u0f73\u0f75\u0f81"


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line as typed and as read; `origin` maps each character read to the one typed.

    `fault` is the reason why a line is not read at all; `text` is then the text as typed.
    """

    number: int
    typed: str
    text: str
    origin: tuple[int, ...] | None = None
    fault: Message | None = None

    def column(self, offset: int) -> int:
        """The offset in the typed line for an offset in the text read."""
        return offset if self.origin is None else self.origin[offset]

    def free(self, start: int, end: int) -> str:
        """The typed text between two offsets of the text read, in NFC, without outer blanks."""
        typed = self.typed[self.column(start) : self.column(end)].strip()
        return typed if self.origin is None else unicodedata.normalize("NFC", typed)

    def comment(self, start: int) -> str:
        """The comment that starts at an offset of the text read; empty at the end of the line."""
        if start >= len(self.text):
            return ""
        typed = "#" + self.typed[self.column(start) + 1 :].rstrip()
        return typed if self.origin is None else unicodedata.normalize("NFC", typed)


class LineFault(Exception):
    """A fault within a line, with offsets in the text read; the reader adds the line."""

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
    """The lines of a text, numbered from 1, without CRLF and a leading byte order mark."""
    text = text.removeprefix(_MARK).replace("\r\n", "\n")
    for number, typed in enumerate(text.split("\n"), 1):
        yield line(number, typed)


def line(number: int, typed: str) -> SourceLine:
    """Read one line; a byte order mark inside a file, left by joining files, becomes a blank."""
    if fault := too_long(Sentence("records.line-too-long"), typed):
        return SourceLine(number, typed, typed, fault=fault)
    if typed.isascii():
        return SourceLine(number, typed, typed)
    if typed[0] == _MARK:
        typed = " " + typed[1:]
    text: list[str] = []
    origin: list[int] = []
    # Letter by letter with its accents, because NFKC may make one character of several or several
    # of one, and every character read must know where it was typed.
    start = 0
    for end in range(1, len(typed) + 1):
        # A mark joins the character before it, also some whose combining class is 0.
        joins = end < len(typed) and (typed[end] in _JOINING or unicodedata.combining(typed[end]))
        if joins:
            continue
        cluster = typed[start:end]
        if len(cluster) > 1 + MARKS:
            fault = say("records.accents", count=len(cluster) - 1, most=MARKS)
            return SourceLine(number, typed, typed, fault=fault)
        plain = unicodedata.normalize("NFKC", cluster)
        text.append(plain)
        origin.extend([start] * len(plain))
        start = end
    return SourceLine(number, typed, "".join(text), (*origin, len(typed)))


def too_long(fault: Sentence, line: str) -> Message | None:
    """The fault of a line that has more than `LINE` bytes; None for any other."""
    if len(line) <= LINE // 4:
        return None
    size = len(line) if line.isascii() else len(line.encode("utf-8", "surrogatepass"))
    return fault(size=size, most=LINE) if size > LINE else None


def control(text: str) -> int | None:
    """The offset of the first control or surrogate character; None if there is none."""
    if text.isprintable():
        return None
    for offset, char in enumerate(text):
        if char != "\t" and unicodedata.category(char) in ("Cc", "Cs"):
            return offset
    return None


def comment_start(text: str) -> int:
    """The offset where the comment of a turn or directive starts: `#` after a blank, not quoted."""
    if "#" not in text:
        return len(text)
    quoted = False
    for offset, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted and offset and text[offset - 1].isspace():
            return offset
    return len(text)


PIECE: Final = 1 << 18  # bytes after which a piece ends with its current match
_FIRST: Final = re.compile(r"\s*match\s*:")


def pieces(data: bytes) -> Iterator[bytes]:
    """Pieces of `data` with complete matches, of bounded size unless a match is larger.

    Comments stay with the match after them. UnicodeDecodeError if `data` is not UTF-8.
    """
    piece, loose, matches = bytearray(), bytearray(), 0
    for typed in BytesIO(data):
        text = line(0, typed.decode("utf-8")).text.strip()
        if not text or text.startswith("#"):
            loose += typed
            continue
        # Comments wait for the line after them, so that they stay with the match below.
        first = _FIRST.match(text) is not None
        if first and matches and len(piece) >= PIECE:
            yield bytes(piece)
            piece, matches = bytearray(), 0
        piece += loose + typed
        loose.clear()
        matches += first
    yield bytes(piece + loose)
