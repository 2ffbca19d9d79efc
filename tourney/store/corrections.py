"""Corrects stored matches: a new record in place of an old one, or a match taken out."""

from collections.abc import Mapping

from sqlalchemy import Connection, select, update

from engines.messages import say
from tourney.domain.errors import Conflict, quoted
from tourney.domain.match_values import StoredMatch
from tourney.store.connect import Database
from tourney.store.event_results import ResultCheck
from tourney.store.incoming import Importer
from tourney.store.log import append, named_ids
from tourney.store.models import MATCH, RUN
from tourney.store.players import join_new
from tourney.store.revisions import (
    Content,
    Reason,
    Revised,
    add_revision,
    content,
    newest,
    require_newest,
)
from tourney.store.tally import drop_tally


def correct_match(
    database: Database,
    old: StoredMatch,
    new: StoredMatch,
    why: Reason,
    same: Mapping[str, str] | None = None,
    *,
    check: ResultCheck,
) -> int:
    """Store `new` as the newest revision of an imported record; returns its number.

    A result at a table of an event passes `check`.

    Conflict if `old` is no longer the newest one. A new name in `same` belongs to the known person
    that it is mapped to.
    """

    def work() -> int:
        with database.writing() as connection:
            require_newest(connection, old.id, old.name, old.revision)
            importer = Importer(database, connection)
            revised = importer.revised(old.id, new)
            join_new(connection, same or {}, importer.new_names)
            number = importer.log(_what(why), {"revision": old.revision + 1}, check)
            return add_revision(connection, revised, why._replace(log_number=number))

    return database.first_or_again(work)


def _what(why: Reason) -> str:
    return f"match {why.what}"


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
            number = append(connection, database.actor, _what(why), ids, details)
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
