"""Finds the first row of the log that was altered, removed or inserted by another program.

A row is vouched for twice: by its own hash, and by the hash that the row after it has stored. The
last row is vouched for by `log_end`. Whoever changes a row and computes all later hashes again,
that of `log_end` too, or cuts off the end with it, is found only by a row that was noted elsewhere.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from tourney.store.log import END, FIRST, row_hash
from tourney.store.models import LOG, LOG_END, REVISION

NOTED_DIGITS: Final = 16
"""Digits of a hash that are noted."""


class _Link(NamedTuple):
    """A row of the log without its content; `sound` if its hash fits the content."""

    number: int
    previous: str
    hash: str
    sound: bool


class NotedRow(NamedTuple):
    """A row of the log as noted outside of the database: its number and the start of its hash."""

    number: int
    hash: str

    def __str__(self) -> str:
        return f"{self.number}:{self.hash}"


def last_row(connection: Connection) -> NotedRow | None:
    """The last row of the log, to be noted; None if the log is empty."""
    rows = select(LOG.c.number, LOG.c.hash).order_by(LOG.c.number.desc()).limit(1)
    row = connection.execute(rows).one_or_none()
    return NotedRow(row.number, row.hash[:NOTED_DIGITS]) if row else None


def noted_problems(connection: Connection, noted: NotedRow) -> Iterator[str]:
    """What is wrong with a row that was noted; its hash depends on all rows before it."""
    found = select(LOG.c.hash).where(LOG.c.number == noted.number)
    own = connection.execute(found).scalar()
    if own is None:
        yield f"log: row {noted.number} was noted and is missing: the log was cut off"
    elif not own.startswith(noted.hash):
        yield (
            f"log: row {noted.number} is not the one that was noted: rows up to it were altered, "
            "removed or inserted, and all hashes computed again"
        )


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
