"""Texts of records with a change: another result or status, unfinished after an error, other names.

Only what is meant to change does: comments stay, and so does every other line, byte for byte. In an
unfinished record, what cannot be followed becomes a comment. A name is replaced as a whole at a
seat, as a word in free text: in comments, notes, reasons and free headers.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple
from unicodedata import normalize

from tourney.records import field_values
from tourney.records.field_values import FREE
from tourney.records.model import Directive, Document, Field, MatchRecord, write
from tourney.records.reader import read
from tourney.records.verdict import problems_of

# The status after a result was given to a match without moves.
MOVED_ON = {"": "complete", "unfinished": "complete", "abandoned": "complete"}


def with_status(match: MatchRecord, status: str) -> str:
    """The text of a record with another status."""
    return _with(match, {"status": status})


def with_result(match: MatchRecord, scores: Sequence[int], rank: str) -> str:
    """The text of a record with this result.

    An undecided match without moves is complete then, one with moves is adjudicated.
    """
    status = match.result.status
    moves = any(line.plies for line in match.body)
    if status in MOVED_ON:
        status = "adjudicated" if moves else MOVED_ON[status]
    new = {"result": field_values.scores_text(scores), "rank": rank, "status": status}
    return _with(match, new)


def _with(match: MatchRecord, new: dict[str, str]) -> str:
    """The text with these lines of the trailer, in canonical order; comments are kept."""
    lines = {line.key: line for line in match.trailer if isinstance(line, Field)}
    others = [line for line in match.trailer if isinstance(line, Directive)]
    forfeits = [line for line in match.trailer if isinstance(line, Field) and line.key == "forfeit"]
    kept = [
        replace(lines.get(key, Field(key, "")), value=new.get(key) or lines[key].value)
        for key in ("result", "rank", "status")
        if key in new or key in lines
    ]
    return write(Document((replace(match, trailer=(*kept, *forfeits, *others)),)))


# Start of a comment that was a line of the record.
UNREAD: Final = "#? "
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
    # Each step ends the match one turn earlier or sets its status, so it is over sometime.
    for _ in range(2 * len(lines)):
        wrong = _first_wrong(lines)
        if wrong is None:
            unread = sum(line.startswith(UNREAD) for line in lines)
            return UnfinishedText("\n".join(lines), unread)
        if not _amended(lines, wrong):
            return None
    return None


def _first_wrong(lines: Sequence[str]) -> int | None:
    """The first wrong line, counted from 0; None if all records pass."""
    document = read("\n".join(lines))
    problems = problems_of(document)
    if not document.matches:
        return 0
    return min(problem.line for problem in problems) - 1 if problems else None


def _amended(lines: list[str], wrong: int) -> bool:
    """Make the match of a wrong line unfinished, or shorter if it is; whether that was possible."""
    parts = _parts(lines, wrong)
    if wrong < parts.body:
        return False
    if STATUS not in lines[parts.trailer : parts.end]:
        # The status goes in place of the old one, or to the end of the match.
        old = [n for n in range(parts.trailer, parts.end) if _STATUS.match(_plain(lines[n]))]
        end = parts.end
        while end > parts.body and not lines[end - 1].strip():
            end -= 1
        if old:
            lines[old[0]] = STATUS
        else:
            lines.insert(end, STATUS)
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


def _parts(lines: Sequence[str], at: int) -> _Parts:
    """The parts of the match that has a line."""
    # By the beginnings of lines alone, because the text has errors; full-width signs count, too.
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


_SEAT: Final = re.compile(r"(seat [A-H]: )(.*?)((?: \[[^\]]*\])?)", re.DOTALL)
_NAMED_HEADER: Final = re.compile(r"([a-z]{3,}|x-[^:\s]+): ", re.DOTALL)
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT: Final = re.compile(r'^((?:[^"#]|"(?:[^"\\]|\\.)*"|(?<=\S)#)*)(.*)$', re.DOTALL)
_WIDE: Final = "\u2e80"  # from this character on, scripts have no blanks between words

UNKNOWN: Final = "?"  # written for a name whose letters have no simple lower case

Replace = Callable[[str], str]


def word_replacer(new: Mapping[str, str]) -> Replace:
    """A function that replaces names in free text; a single Latin letter is no name there."""
    usable = [name for name in new if len(name) > 1 or name >= _WIDE]
    if not usable:
        return lambda text: text
    # The longest names first, so that `Anna Maria` is not replaced as `Anna`.
    words = "|".join(map(_word, sorted(usable, key=len, reverse=True)))
    pattern = re.compile(words, re.IGNORECASE)
    folded = {name.casefold(): shown for name, shown in new.items()}

    def shown(found: re.Match[str]) -> str:
        name = found[0]
        return new.get(name) or folded.get(name.casefold()) or UNKNOWN

    return lambda text: pattern.sub(shown, text)


def _word(name: str) -> str:
    # A sentence in Japanese has no blanks: `でのAikoの` has the name as a word.
    latin = rf"[^\W{_WIDE}-\U0010ffff]"
    before = f"(?<!{latin})" if name[0] < _WIDE else ""
    after = f"(?!{latin})" if name[-1] < _WIDE else ""
    return f"{before}{re.escape(name)}{after}"


def without_names(text: str, new: Mapping[str, str]) -> str:
    """The text of a record in which every name of `new` is replaced."""
    replace = word_replacer(new)
    return "".join(_line(line, new, replace) for line in text.splitlines(keepends=True))


def _line(line: str, new: Mapping[str, str], replace: Replace) -> str:
    body = line.rstrip("\r\n")
    end = line[len(body) :]
    if seat := _SEAT.fullmatch(body):
        name = seat[2] if "bot " in seat[3] else new.get(seat[2], seat[2])
        return f"{seat[1]}{name}{seat[3]}{end}"
    if header := _NAMED_HEADER.match(body):
        key = header[1]
        free = key in FREE or key.startswith("x-")
        return (f"{header[0]}{replace(body[header.end() :])}" if free else body) + end
    return without_names_in_line(body, replace) + end


def without_names_in_line(body: str, replace: Replace) -> str:
    """A turn, directive or comment with the names replaced in quotes and in its comment."""
    found = _COMMENT.match(body)
    assert found is not None
    action = _QUOTED.sub(lambda quoted: replace(quoted[0]), found[1])
    return action + replace(found[2])
