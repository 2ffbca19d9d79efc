"""Writes records as canonical text, the form of `tourney fmt`."""

from collections.abc import Iterator, Sequence

from engines.api import seat_letter
from tourney.records.model import Directive, Document, Field, MatchRecord, SeatedPlayer, Turn


def write(document: Document) -> str:
    """The canonical text of a document."""
    written: list[str] = []
    waiting: tuple[str, ...] = ()
    for match in document.matches:
        if written:
            written.append("")
        written += waiting
        written += match_lines(match)
        waiting = match.tail
    written += (*waiting, *document.tail)
    return "".join(f"{line}\n" for line in written)


def match_lines(match: MatchRecord) -> Iterator[str]:
    """The lines of one match, without the comments after its last line."""
    headers: tuple[Field | SeatedPlayer, ...] = (*match.headers, *match.players)
    for header in headers:
        yield from header.before
        yield line_text(header)
    parts: tuple[Sequence[Turn | Directive | Field], ...] = (match.body, match.trailer)
    for part in parts:
        if part:
            yield ""
        for line in part:
            yield from line.before
            yield line_text(line)


def line_text(line: Field | SeatedPlayer | Turn | Directive) -> str:
    """A line of any kind, with its comment."""
    if isinstance(line, Field):
        return f"{line.key}: {line.value}".rstrip()
    if isinstance(line, SeatedPlayer):
        attributes = f" [{', '.join(line.attributes)}]" if line.attributes else ""
        return f"seat {seat_letter(line.seat)}: {line.name}{attributes}"
    return f"{turn_text(line)}  {line.comment}" if line.comment else turn_text(line)


def turn_text(line: Turn | Directive) -> str:
    """A line of the body without its comment."""
    if isinstance(line, Directive):
        return f"-- {line.text}"
    parts = line.joint.join(part.written() for part in line.actions)
    return f"{seat_letter(line.seat)}: {parts}"
