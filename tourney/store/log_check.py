"""Finds the first row of the log that was altered, removed or inserted by another program.

A row is vouched for twice: by its own hash, and by the hash that the row after it has stored. The
last row is vouched for by `log_end`. Whoever changes a row and computes all later hashes again,
that of `log_end` too, is not found here: compare the last hash with one noted elsewhere.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from tourney.store.log import END, FIRST, row_hash
from tourney.store.models import LOG, LOG_END, REVISION


class _Link(NamedTuple):
    """A row of the log without its content; `sound` if its hash fits the content."""

    number: int
    previous: str
    hash: str
    sound: bool


def log_problems(connection: Connection) -> Iterator[str]:
    """The first row of the log that is not as it was written; nothing for a sound log."""
    links = [_link(row) for row in connection.execute(select(LOG).order_by(LOG.c.number))]
    end = connection.execute(
        select(LOG_END.c.count, LOG_END.c.hash).where(LOG_END.c.id == END)
    ).one_or_none()
    if end is None:
        yield "log: its end, the row of log_end, was removed"
        return
    count, last = end
    found = _first(links, count, last)
    if found:
        yield f"log: {found}"
    else:
        yield from _cut_off(connection, count)


def _link(row: Any) -> _Link:
    *content, own = row
    return _Link(row.number, row.previous, own, row_hash(*content) == own)


def _first(links: Sequence[_Link], count: int, last: str) -> str:
    """What is wrong with the first wrong row; empty if all are right."""
    vouched, previous = _vouched(links, count, last), FIRST
    for place, link in enumerate(links):
        number = place + 1
        if link.number > number:
            return _missing(number, link.number - 1)
        if link.number < number or number > count:
            return f"row {link.number} was inserted"
        after = links[place + 1] if place + 1 < len(links) else None
        if _inserted(link, after, previous):
            return f"row {number} was inserted"
        if not vouched[place]:
            return f"row {number} was altered"
        previous = link.hash
    return _missing(len(links) + 1, count) if len(links) < count else ""


def _missing(first: int, last: int) -> str:
    return f"row {first} was removed" if first == last else f"rows {first} to {last} were removed"


def _inserted(link: _Link, after: _Link | None, previous: str) -> bool:
    """Whether the row after this one follows the row before it, but has got another number."""
    return after is not None and not after.sound and after.previous == previous != link.hash


def _vouched(links: Sequence[_Link], count: int, last: str) -> list[bool]:
    """Whether each row is sound, and the row after it, or the end of the log, has its hash.

    A later row that is wrong itself proves nothing about the row before it.
    """
    found: list[bool] = []
    expected: str | None = last
    after = count + 1
    for link in reversed(links):
        known = None if link.number + 1 != after else expected
        found.append(link.sound and known in (None, link.hash))
        expected, after = link.previous if found[-1] else None, link.number
    return found[::-1]


def _cut_off(connection: Connection, count: int) -> Iterator[str]:
    """Revisions that name a row of the log which is not there: rows were cut off with the end."""
    named = select(REVISION.c.log_number).where(REVISION.c.log_number > count).limit(1)
    for number in connection.execute(named).scalars():
        yield f"log: row {number} was removed"
