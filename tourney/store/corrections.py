"""Revisions of corrected matches: what was stored before is kept, the newest one is in use.

A match that was never corrected has no row here. Its first correction stores two revisions: the
content before, and the new one.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, insert, select, update

from engines.messages import say
from tourney.domain.errors import Conflict, quoted
from tourney.domain.match_values import StoredMatch
from tourney.store.connect import Database
from tourney.store.log import actor_id, append, named_ids, now
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


def newest(connection: Connection, match_id: int) -> int:
    """The number of the newest revision; 1 for a match that was never corrected."""
    query = select(func.max(REVISION.c.number)).where(REVISION.c.match_id == match_id)
    return int(connection.execute(query).scalar() or 1)


def require_newest(connection: Connection, match_id: int, name: str, number: int) -> None:
    """Raise Conflict if a match was corrected after revision `number` was read.

    Excludes other corrections of the match until the end of the transaction.
    """
    connection.execute(select(MATCH.c.id).where(MATCH.c.id == match_id).with_for_update())
    if newest(connection, match_id) != number:
        raise Conflict(say("store.corrected-meanwhile", match=quoted(name)))


def add_revision(connection: Connection, revised: Revised, why: Reason) -> int:
    """Store the revision of a content that was just replaced; returns its number."""
    last = newest(connection, revised.match_id)
    if last == 1 and not _has_revisions(connection, revised.match_id):
        _add_first(connection, revised)
    values = {
        "match_id": revised.match_id,
        "number": last + 1,
        "at": now(),
        "actor_id": actor_id(connection, why.author),
        "log_number": why.log_number,
        "what": why.what,
        "reason": why.reason,
        "status": revised.after.status,
        "text": revised.after.text,
    }
    connection.execute(insert(REVISION).values(**values))
    return last + 1


def _has_revisions(connection: Connection, match_id: int) -> bool:
    """Whether the first revision is stored: of an imported event it always is."""
    first = select(REVISION.c.number).where(REVISION.c.match_id == match_id).limit(1)
    return connection.execute(first).scalar() is not None


def _add_first(connection: Connection, revised: Revised) -> None:
    """Store the content from before the first correction, with the author of its import.

    If another program changed it, nobody knows who and when: the words of the import are lost.
    """
    mine = {} if revised.altered else _added_by(connection, [revised.match_id])
    usual = (None, "", None, ALTERED if revised.altered else "import")
    number, at, author, what = mine.get(revised.match_id, usual)
    values = {
        "match_id": revised.match_id,
        "number": 1,
        "at": at,
        "actor_id": author,
        "log_number": number,
        "what": "run" if revised.before.text is None else what,
        "reason": "",
        "status": revised.before.status,
        "text": revised.before.text,
    }
    connection.execute(insert(REVISION).values(**values))


def _added_by(
    connection: Connection, wanted: Iterable[int]
) -> dict[int, tuple[int, str, int, str]]:
    """Number, time, author and command of the row of the log that added each match.

    A match that is older than the log has none.
    """
    rows = select(LOG.c.number, LOG.c.at, LOG.c.actor_id, LOG.c.what, LOG.c.ids).where(
        LOG.c.what.in_(ADDING)
    )
    ids = sorted(wanted)
    found: dict[int, tuple[int, str, int, str]] = {}
    for number, at, author, what, changed in connection.execute(rows.order_by(LOG.c.number)).all():
        matches = next((part[6:] for part in changed.split(", ") if part.startswith("match ")), "")
        for words in matches.split():
            first, _, last = words.partition("-")
            for one in ids[bisect_left(ids, int(first)) : bisect_right(ids, int(last or first))]:
                found.setdefault(one, (number, at, author, what))
    return found


def match_revisions(database: Database, match: StoredMatch) -> list[Revision]:
    """The revisions of a match, oldest first; its content as the only one if never corrected."""
    with database.reading() as connection:
        return revisions_of(connection, MATCH.c.id == match.id)[match.id]


def revisions_of(connection: Connection, where: ColumnElement[bool]) -> dict[int, list[Revision]]:
    """The revisions of some matches, each oldest first."""
    found: dict[int, list[Revision]] = {}
    for match_id, *values in connection.execute(_stored(where)):
        found.setdefault(match_id, []).append(Revision(*values))
    rest = [row for row in connection.execute(_contents(where)).all() if row[0] not in found]
    if rest:
        added, names = _added_by(connection, [row[0] for row in rest]), _authors(connection)
        for match_id, status, text in rest:
            _, at, author, what = added.get(match_id, (None, "", 0, "import"))
            first = "run" if text is None else what
            found[match_id] = [Revision(1, at, names.get(author, ""), first, "", status, text)]
    return found


def _stored(where: ColumnElement[bool]) -> Select[Any]:
    columns = (REVISION.c.match_id, REVISION.c.number, REVISION.c.at)
    author = func.coalesce(ACTOR.c.name, "")
    return (
        select(*columns, author, *REVISION.c["what", "reason", "status", "text"])
        .join_from(REVISION, MATCH, MATCH.c.id == REVISION.c.match_id)
        .join(ACTOR, ACTOR.c.id == REVISION.c.actor_id, isouter=True)
        .where(where)
        .order_by(REVISION.c.match_id, REVISION.c.number)
    )


def _contents(where: ColumnElement[bool]) -> Select[Any]:
    """A query for id, status and text of matches."""
    return (
        select(MATCH.c.id, MATCH.c.status, RECORD_TEXT.c.text)
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id, isouter=True)
        .where(where)
    )


def _authors(connection: Connection) -> dict[int, str]:
    return dict(map(tuple, connection.execute(select(ACTOR.c.id, ACTOR.c.name))))


def set_status(database: Database, old: StoredMatch, status: str, why: Reason) -> int:
    """Take a match of a run out, or back in; returns the number of the new revision.

    Conflict if the run has a stopping rule, which counts the deals in order, or if `old` is no
    longer the newest revision.
    """

    def work() -> int:
        with database.writing() as connection:
            require_newest(connection, old.id, old.name, old.revision)
            _forget_sums(connection, old)
            before = content(connection, old.id)
            row = update(MATCH).where(MATCH.c.id == old.id).values(status=status)
            connection.execute(row)
            details = {"revision": newest(connection, old.id) + 1}
            ids = named_ids(match=[old.id])
            number = append(connection, database.actor, f"match {why.what}", ids, details)
            revised = Revised(old.id, before, Content(status, None))
            return add_revision(connection, revised, why._replace(log_number=number))

    return database.first_or_again(work)


def _forget_sums(connection: Connection, match: StoredMatch) -> None:
    """Drop the sums of the run, which count the match."""
    of_run = select(RUN.c.id, RUN.c.until).join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)
    run_id, until = connection.execute(of_run.where(MATCH.c.id == match.id)).one()
    if until:
        raise Conflict(say("store.every-deal-counts", match=quoted(match.name)))
    drop_tally(connection, run_id)
