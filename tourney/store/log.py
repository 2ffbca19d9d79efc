"""The log of changes: each row contains the hash of the row before, so no row changes unnoticed.

A row is written in the transaction of its change. It contains ids and no personal names, so that a
name can be erased without breaking the chain.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, insert, select, update

from engines.messages import say
from tourney.store.connect import Database, insert_row
from tourney.store.database_faults import Damaged
from tourney.store.models import ACTOR, LOG, LOG_END

FIRST: Final = ""
"""The hash before the first row."""
END: Final = 1
"""The id of the only row of `log_end`."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A row of the log; `at` is in UTC, `ids` are of the changed rows, such as "match 3-7"."""

    number: int
    at: str
    actor: str
    what: str
    ids: str
    details: Mapping[str, Any]
    hash: str


def begin(connection: Connection) -> None:
    """Store the end of an empty log."""
    connection.execute(insert(LOG_END).values(id=END, count=0, hash=FIRST))


def append(
    connection: Connection,
    actor: str,
    what: str,
    ids: str,
    details: Mapping[str, Any],
    at: str | None = None,
) -> int:
    """Add a row to the log in the transaction of `connection`; returns its number.

    `at` is the time of a change that was made in another database.
    """
    who = actor_id(connection, actor)
    end = select(LOG_END.c.count, LOG_END.c.hash).where(LOG_END.c.id == END)
    found = connection.execute(end.with_for_update()).one_or_none()  # locks the log on a server
    if found is None:
        raise Damaged(say("store.log-end-missing"))
    number, at = int(found[0]) + 1, at or now()
    packed = json.dumps(details, ensure_ascii=False, sort_keys=True)
    # Ids and no names: a name can be forgotten without breaking the chain.
    row = (number, at, who, what, ids, packed, str(found[1]))
    own = row_hash(*row)
    connection.execute(insert(LOG).values((*row, own)))
    connection.execute(update(LOG_END).where(LOG_END.c.id == END).values(count=number, hash=own))
    return number


def row_hash(*values: int | str) -> str:
    """The hash of the columns of a row before its own hash, in their order."""
    return sha256(json.dumps(values, ensure_ascii=False).encode()).hexdigest()


def now() -> str:
    """The time in UTC, as the log stores it."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def actor_id(connection: Connection, name: str) -> int:
    """The id of somebody who changes data; stores a new name."""
    found = connection.execute(select(ACTOR.c.id).where(ACTOR.c.name == name)).scalar()
    return insert_row(connection, ACTOR, name=name) if found is None else int(found)


def log_entries(database: Database) -> Iterator[LogEntry]:
    """The rows of the log, oldest first."""
    columns = (LOG.c.number, LOG.c.at, ACTOR.c.name, *LOG.c["what", "ids", "details", "hash"])
    rows = select(*columns).join_from(LOG, ACTOR, ACTOR.c.id == LOG.c.actor_id)
    with database.reading() as connection:
        ordered = connection.execute(rows.order_by(LOG.c.number))
        for number, at, actor, what, ids, details, own in ordered:
            yield LogEntry(number, at, actor, what, ids, json.loads(details), own)


def ranges(ids: Iterable[int]) -> str:
    """Ids in a short form: 3-7 9 12-13."""
    ordered = sorted(set(ids))
    if not ordered:
        return ""
    starts = [ordered[0], *(b for a, b in pairwise(ordered) if b > a + 1)]
    ends = [*(a for a, b in pairwise(ordered) if b > a + 1), ordered[-1]]
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in zip(starts, ends, strict=True))


def named_ids(**ids: Iterable[int]) -> str:
    """Ids of several tables as one text: "match 3-7, player 2"."""
    parts = ((table, ranges(values)) for table, values in ids.items())
    return ", ".join(f"{table} {values}" for table, values in parts if values)


def named_matches(ids: str) -> Iterator[tuple[int, int]]:
    """The first and last id of each range of matches in the ids of a row of the log."""
    matches = next((part[6:] for part in ids.split(", ") if part.startswith("match ")), "")
    for words in matches.split():
        first, _, last = words.partition("-")
        yield int(first), int(last or first)


NOTED_DIGITS: Final = 16
"""Digits of a hash that are noted."""


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
