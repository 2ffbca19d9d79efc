"""Revisions of corrected matches: what was stored before is kept, the newest one is in use.

A match that was never corrected has no row here. Its first correction stores two revisions: the
content before, and the new one.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, insert, select, update

from engines.messages import say
from tourney.domain.errors import Conflict, quoted
from tourney.domain.match_values import StoredMatch
from tourney.store.connect import Database
from tourney.store.log import actor_id, append, named_ids, named_matches
from tourney.store.models import ACTOR, LOG, MATCH, RECORD_TEXT, REVISION, RUN
from tourney.store.runs import drop_tally


class Content(NamedTuple):
    """The status and text of a match; None is the text of a match of a run."""

    status: str
    text: str | None


class Revised(NamedTuple):
    """A match with its content before and after a correction.

    `altered`: another program changed it, so the content before is not what was imported.
    """

    match_id: int
    before: Content
    after: Content
    altered: bool = False


ADDING: Final = ("import", "play", "record", "match result", "event play")
"""The commands that add matches, as the log has them."""


ALTERED: Final = "altered"
"""What stands for the command of a first revision that another program changed."""


class Reason(NamedTuple):
    """Who corrects a match, by which command, and why; the row of the log, if there is one."""

    author: str
    what: str
    reason: str = ""
    log_number: int | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """A version of a match; time (UTC) and author of the first one are empty if not known."""

    number: int
    at: str
    author: str
    what: str
    reason: str
    status: str
    text: str | None


def content(connection: Connection, match_id: int) -> Content:
    """The status and text of a match."""
    _, status, text = connection.execute(_contents(MATCH.c.id == match_id)).one()
    return Content(status, text)


def require_newest(connection: Connection, match_id: int, name: str, number: int) -> None:
    """Raise Conflict if a match was corrected after revision `number` was read.

    Excludes other corrections of the match until the end of the transaction.
    """
    connection.execute(select(MATCH.c.id).where(MATCH.c.id == match_id).with_for_update())
    if (_newest(connection, match_id) or 1) != number:
        raise Conflict(say("store.corrected-meanwhile", match=quoted(name)))


def _newest(connection: Connection, match_id: int) -> int:
    """The number of the newest revision; 0 if none is stored."""
    query = select(func.max(REVISION.c.number)).where(REVISION.c.match_id == match_id)
    return connection.execute(query).scalar() or 0


def add_revision(connection: Connection, revised: Revised, why: Reason) -> int:
    """Store the revision of a content that was just replaced; returns its number."""
    match_id, before, after = revised.match_id, revised.before, revised.after
    last = _newest(connection, match_id)
    if not last:
        # The content before the first correction, with the author of its import. If another program
        # changed it, nobody knows who and when: the words of the import are lost.
        added = {} if revised.altered else _added_by(connection, [match_id])
        row = added.get(match_id, (None, "", None, ALTERED if revised.altered else "import"))
        number, at, author, what = row
        first = (match_id, 1, at, author, number, what if before.text is not None else "run", "")
        connection.execute(insert(REVISION).values((*first, *before)))
    last = max(last, 1) + 1
    at = datetime.now(UTC).isoformat(timespec="microseconds")
    new = (match_id, last, at, actor_id(connection, why.author), why.log_number)
    connection.execute(insert(REVISION).values((*new, why.what, why.reason, *after)))
    return last


def _added_by(
    connection: Connection, wanted: Iterable[int]
) -> dict[int, tuple[int, str, int, str]]:
    """Number, time, author and command of the row of the log that added each record."""
    columns = LOG.c["number", "at", "actor_id", "what", "ids"]
    rows = select(*columns).where(LOG.c.what.in_(ADDING)).order_by(LOG.c.number)
    # Sorted, so that a range of the log finds its matches by halving.
    ids = sorted(wanted)
    found: dict[int, tuple[int, str, int, str]] = {}
    for number, at, author, what, changed in connection.execute(rows).all():
        # A row names ranges of ids; an import of a season is one row.
        for first, last in named_matches(changed):
            for one in ids[bisect_left(ids, first) : bisect_right(ids, last)]:
                found.setdefault(one, (number, at, author, what))
    return found


def match_revisions(database: Database, match: StoredMatch) -> list[Revision]:
    """The revisions of a match, oldest first; its content as the only one if never corrected."""
    with database.reading() as connection:
        return revisions_of(connection, MATCH.c.id == match.id)[match.id]


def revisions_of(connection: Connection, where: ColumnElement[bool]) -> dict[int, list[Revision]]:
    """The revisions of some matches, each oldest first."""
    author = func.coalesce(ACTOR.c.name, "")
    stored = (
        select(*REVISION.c["match_id", "number", "at"], author)
        .add_columns(*REVISION.c["what", "reason", "status", "text"])
        .join_from(REVISION, MATCH, MATCH.c.id == REVISION.c.match_id)
        .join(ACTOR, ACTOR.c.id == REVISION.c.actor_id, isouter=True)
        .where(where)
        .order_by(REVISION.c.match_id, REVISION.c.number)
    )
    found: dict[int, list[Revision]] = {}
    for match_id, *values in connection.execute(stored):
        found.setdefault(match_id, []).append(Revision(*values))
    # Never corrected: the content in use is the only revision.
    rest = [row for row in connection.execute(_contents(where)).all() if row[0] not in found]
    if rest:
        added = _added_by(connection, [row[0] for row in rest])
        names = dict(map(tuple, connection.execute(select(ACTOR.c.id, ACTOR.c.name))))
        for match_id, status, text in rest:
            _, at, by, what = added.get(match_id, (None, "", 0, "import"))
            first = "run" if text is None else what
            found[match_id] = [Revision(1, at, names.get(by, ""), first, "", status, text)]
    return found


def _contents(where: ColumnElement[bool]) -> Select[Any]:
    """A query for id, status and text of matches."""
    return (
        select(MATCH.c.id, MATCH.c.status, RECORD_TEXT.c.text)
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id, isouter=True)
        .where(where)
    )


def set_status(database: Database, old: StoredMatch, status: str, why: Reason) -> int:
    """Take a match of a run out, or back in; returns the number of the new revision.

    Conflict if the run has a stopping rule, which counts the deals in order, or if `old` is no
    longer the newest revision.
    """
    of_run = select(RUN.c.id, RUN.c.until).join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)

    def work(connection: Connection) -> int:
        require_newest(connection, old.id, old.name, old.revision)
        run_id, until = connection.execute(of_run.where(MATCH.c.id == old.id)).one()
        # Its stopping rule was applied to this match: without it the run would have gone on.
        if until:
            raise Conflict(say("store.every-deal-counts", match=quoted(old.name)))
        drop_tally(connection, run_id)  # the sums count the match
        before = content(connection, old.id)
        connection.execute(update(MATCH).where(MATCH.c.id == old.id).values(status=status))
        details, ids = {"revision": old.revision + 1}, named_ids(match=[old.id])
        number = append(connection, database.actor, f"match {why.what}", ids, details)
        revised = Revised(old.id, before, Content(status, None))
        return add_revision(connection, revised, why._replace(log_number=number))

    return database.first_or_again(work)
