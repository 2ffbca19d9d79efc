"""Turns a record with errors into an unfinished one that passes.

Nothing is lost or repaired: what cannot be followed becomes a comment.
"""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple
from unicodedata import normalize

from tourney.records.reader import read
from tourney.records.verdict import check

UNREAD: Final = "#? "
"""Start of a comment that was a line of the record."""
STATUS: Final = "status: unfinished"
_MATCH = re.compile(r"\s*match\s*:", re.IGNORECASE)
_HEADER = re.compile(r"\s*(x-[a-z0-9-]+|[a-z]{3,}|seat\s+\w+)\s*:", re.IGNORECASE)
_BODY = re.compile(r"\s*(--|[A-Ha-h]\s*:)")
_TRAILER = re.compile(r"\s*(result|rank|status|forfeit)\s*:", re.IGNORECASE)
_STATUS = re.compile(r"\s*status\s*:", re.IGNORECASE)


class UnfinishedText(NamedTuple):
    """The text of an unfinished record, and how many of its lines became comments."""

    text: str
    unread: int


class _Parts(NamedTuple):
    """Where the lines of one match are: its first line, body, trailer, and the line after it."""

    head: int
    body: int
    trailer: int
    end: int


def as_unfinished(text: str) -> UnfinishedText | None:
    """The records of a text with status unfinished where they do not pass.

    From the first wrong line of a match on, its turns are comments. None if a header is wrong.
    """
    lines = text.split("\n")
    for _ in range(2 * len(lines)):
        wrong = _first_wrong(lines)
        if wrong is None:
            return UnfinishedText("\n".join(lines), sum(map(_is_unread, lines)))
        if not _amended(lines, wrong):
            return None
    return None


def _is_unread(line: str) -> bool:
    return line.startswith(UNREAD)


def _first_wrong(lines: Sequence[str]) -> int | None:
    """The first wrong line, counted from 0; None if all records pass."""
    document = read("\n".join(lines))
    problems = document.faults() or list(
        chain.from_iterable(check(match).problems for match in document.matches)
    )
    if not document.matches:
        return 0
    return min(problem.line for problem in problems) - 1 if problems else None


def _amended(lines: list[str], wrong: int) -> bool:
    """Make the match of a wrong line unfinished, or shorter if it is; whether that was possible."""
    parts = _parts(lines, wrong)
    if wrong < parts.body:
        return False
    if STATUS not in lines[parts.trailer : parts.end]:
        _set_status(lines, parts)
        if wrong >= parts.trailer:
            return True
        parts = _parts(lines, wrong)
    elif wrong >= parts.trailer and not _STATUS.match(lines[wrong]):
        lines[wrong] = UNREAD + lines[wrong]
        return True
    body = range(parts.body, parts.trailer)
    turns = [n for n in body if lines[n].strip() and not lines[n].startswith("#")]
    if not turns:
        return False
    for number in turns:
        if number >= min(wrong, turns[-1]):
            lines[number] = UNREAD + lines[number]
    return True


def _set_status(lines: list[str], parts: _Parts) -> None:
    """Write the status into the trailer of a match, in place of the old one."""
    found = [n for n in range(parts.trailer, parts.end) if _STATUS.match(_plain(lines[n]))]
    if found:
        lines[found[0]] = STATUS
    else:
        while parts.end > parts.body and not lines[parts.end - 1].strip():
            parts = parts._replace(end=parts.end - 1)
        lines.insert(parts.end, STATUS)


def _parts(lines: Sequence[str], at: int) -> _Parts:
    """The parts of the match that has a line."""
    starts = [n for n, line in enumerate(lines) if _MATCH.match(_plain(line))]
    head = max((n for n in starts if n <= at), default=0)
    end = min((n for n in starts if n > head), default=len(lines))
    trailer = _first(_TRAILER, lines, head, end)
    turns = _first(_BODY, lines, head, trailer)
    headers = (n for n in range(head, turns) if _HEADER.match(_plain(lines[n])))
    return _Parts(head, max(headers, default=head) + 1, trailer, end)


def _first(pattern: re.Pattern[str], lines: Sequence[str], start: int, end: int) -> int:
    found = (n for n in range(start, end) if pattern.match(_plain(lines[n])))
    return next(found, end)


def _plain(line: str) -> str:
    return normalize("NFKC", line)
