"""Revisions of corrected matches: what was stored before is kept, the newest one is in use.

A match that was never corrected has no row here. Its first correction stores two revisions: the
content before, and the new one.
"""

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select

from tourney.domain.errors import Conflict, quoted
from tourney.store.connect import Database
from tourney.store.log import actor_id, now
from tourney.store.models import ACTOR, LOG, MATCH, RECORD_TEXT, REVISION


class Content(NamedTuple):
    """The status and text of a match; None is the text of a match of a run."""

    status: str
    text: str | None


class Revised(NamedTuple):
    """A match with its content before and after a correction."""

    match_id: int
    before: Content
    after: Content


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
    query = (
        select(MATCH.c.status, RECORD_TEXT.c.text)
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id, isouter=True)
        .where(MATCH.c.id == match_id)
    )
    return Content(*connection.execute(query).one())


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
        raise Conflict(
            f"match {quoted(name)} was corrected meanwhile; nothing saved: see tourney match log"
        )


def add_revision(connection: Connection, revised: Revised, why: Reason) -> int:
    """Store the revision of a content that was just replaced; returns its number."""
    last = newest(connection, revised.match_id)
    if last == 1:
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


def _add_first(connection: Connection, revised: Revised) -> None:
    """Store the content from before the first correction, with the author of its import."""
    number, at, author = _import_of(connection, revised.match_id) or (None, "", None)
    values = {
        "match_id": revised.match_id,
        "number": 1,
        "at": at,
        "actor_id": author,
        "log_number": number,
        "what": "run" if revised.before.text is None else "import",
        "reason": "",
        "status": revised.before.status,
        "text": revised.before.text,
    }
    connection.execute(insert(REVISION).values(**values))


def _import_of(connection: Connection, match_id: int) -> tuple[int, str, int] | None:
    """Number, time and author of the row of the log that added the match; None if it is older."""
    imports = select(LOG.c.number, LOG.c.at, LOG.c.actor_id, LOG.c.ids).where(
        LOG.c.what.in_(("import", "play", "record"))
    )
    for number, at, author, ids in connection.execute(imports.order_by(LOG.c.number)).all():
        matches = next((part[6:] for part in ids.split(", ") if part.startswith("match ")), "")
        for words in matches.split():
            first, _, last = words.partition("-")
            if int(first) <= match_id <= int(last or first):
                return number, at, author
    return None


def revisions(database: Database, match_id: int) -> list[Revision]:
    """The revisions of a match, oldest first; its content as the only one if never corrected."""
    columns = (REVISION.c.number, REVISION.c.at, func.coalesce(ACTOR.c.name, ""))
    query = (
        select(*columns, *REVISION.c["what", "reason", "status", "text"])
        .join_from(REVISION, ACTOR, ACTOR.c.id == REVISION.c.actor_id, isouter=True)
        .where(REVISION.c.match_id == match_id)
        .order_by(REVISION.c.number)
    )
    with database.reading() as connection:
        found = [Revision(*row) for row in connection.execute(query)]
        if found:
            return found
        now_stored = content(connection, match_id)
        _, at, author = _import_of(connection, match_id) or (None, "", None)
        name = connection.execute(select(ACTOR.c.name).where(ACTOR.c.id == author)).scalar()
    what = "run" if now_stored.text is None else "import"
    return [Revision(1, at, name or "", what, "", *now_stored)]
