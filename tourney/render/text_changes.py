"""The differences of two texts, line by line, in the form of `diff -u`.

Looks only a limited number of lines ahead, so that the time is linear. The diff is correct, but not
always minimal.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

AHEAD: Final = 100
"""Number of lines ahead in which a common line is found."""
CONTEXT: Final = 3
"""Lines shown before and after a change."""


class LineChange(NamedTuple):
    """A change: a range of old lines and the range of new lines that replaces it."""

    old: range
    new: range


def unified(old: Sequence[str], new: Sequence[str], names: tuple[str, str]) -> Iterator[str]:
    """The lines of a diff, each with its original line end."""
    hunks = _hunks(_changes(old, new))
    for number, hunk in enumerate(hunks):
        if not number:
            yield from (f"--- {names[0]}\n", f"+++ {names[1]}\n")
        yield from _shown(hunk, old, new)


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[LineChange]:
    at, to = 0, 0
    while at < len(old) or to < len(new):
        if at < len(old) and to < len(new) and old[at] == new[to]:
            at, to = at + 1, to + 1
            continue
        gone, come = _meeting(old[at : at + AHEAD], new[to : to + AHEAD])
        yield LineChange(range(at, at + gone), range(to, to + come))
        at, to = at + gone, to + come


def _meeting(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """The number of lines in each text before the first common line that is not empty.

    All lines if there is none.
    """
    places: dict[str, int] = {}
    for place, line in enumerate(new):
        places.setdefault(line, place)
    common = [
        (gone, places[line]) for gone, line in enumerate(old) if line in places and line.strip()
    ]
    return min(common, key=sum, default=(len(old), len(new)))


def _hunks(changes: Iterator[LineChange]) -> Iterator[list[LineChange]]:
    """Groups of changes that are close enough to share their context lines."""
    hunk: list[LineChange] = []
    for change in changes:
        if hunk and change.old.start - hunk[-1].old.stop > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _shown(hunk: Sequence[LineChange], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    before = min(CONTEXT, hunk[0].old.start)
    at = hunk[0].old.start - before
    end = min(hunk[-1].old.stop + CONTEXT, len(old))
    shift = hunk[-1].new.stop - hunk[-1].old.stop
    heads = range(at, end), range(hunk[0].new.start - before, end + shift)
    yield f"@@ -{_range(heads[0])} +{_range(heads[1])} @@\n"
    for change in hunk:
        yield from (f" {line}" for line in old[at : change.old.start])
        yield from (f"-{old[place]}" for place in change.old)
        yield from (f"+{new[place]}" for place in change.new)
        at = change.old.stop
    yield from (f" {line}" for line in old[at:end])


def _range(lines: range) -> str:
    """`12,3`: first line, from 1, and number of lines; an empty range names the line before it."""
    if len(lines) == 1:
        return str(lines.start + 1)
    return f"{lines.start + bool(lines)},{len(lines)}"
