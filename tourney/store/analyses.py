"""Analyses of matches, stored beside them: one for each, by the judge that was asked last."""

from array import array
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from itertools import chain, groupby
from operator import attrgetter
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, true

from tourney.domain.match_values import StoredMatch
from tourney.insight.match_analysis import MatchAnalysis, unpacked
from tourney.store.connect import Database
from tourney.store.log import append, log_entries, named_ids
from tourney.store.matches import (
    LOGS,
    VOID,
    MatchFilter,
    record_matches,
    run_matches,
    snapshot,
)
from tourney.store.models import ANALYSIS, BOT, MATCH, RECORD_TEXT, RUN, SEAT
from tourney.store.players import rows_of, stored_player
from tourney.store.runs import StoredRun, all_runs

PAGE: Final = 200
"""Matches that are read at a time."""

ALL: Final = MatchFilter(MATCH.c.id, true())
"""All matches, by id."""
DIGITS: Final = 16
"""Digits of the digest of an analysis."""
ANALYSED: Final = "analyse"
"""What the log calls a row about analyses."""
ANALYSES: Final = "analyses"
"""The key of their digests in its details, by match."""


class PackedAnalysis(NamedTuple):
    """An analysis as it is stored, of the match with this id."""

    match_id: int
    judge: str
    content: bytes


def matches_of_player(
    database: Database, ref: str, bot: bool | None = None
) -> tuple[str, MatchFilter]:
    """The name of a bot or person, and the matches in which it has a seat; NotFound.

    A bot is all versions of this name, a person has all names. Where `bot` does not say which, a
    bot comes first.
    """
    rows, is_bot = select(BOT.c.id).where(BOT.c.name == ref), bot
    if is_bot is None:
        with database.reading() as connection:
            is_bot = connection.execute(rows.limit(1)).first() is not None
    name, mine = ref, SEAT.c.bot_id.in_(rows)
    if not is_bot:
        person = stored_player(database, ref)
        name, mine = person.name, SEAT.c.player_id.in_(rows_of(person.id))
    return name, MatchFilter(MATCH.c.id, MATCH.c.id.in_(select(SEAT.c.match_id).where(mine)))


def store_analyses(database: Database, found: Sequence[PackedAnalysis]) -> None:
    """Store analyses in place of those by other judges."""
    with database.writing() as connection:
        # What was removed meanwhile is left out.
        ids = select(MATCH.c.id).where(MATCH.c.id.in_([one.match_id for one in found]))
        there = set(connection.execute(ids).scalars())
        connection.execute(delete(ANALYSIS).where(ANALYSIS.c.match_id.in_(there)))
        kept = {one.match_id: one for one in found if one.match_id in there}
        if kept:
            connection.execute(insert(ANALYSIS), [one._asdict() for one in kept.values()])
            digests = {str(key): analysis_digest(*one) for key, one in kept.items()}
            named, details = named_ids(match=kept), {ANALYSES: digests}
            append(connection, database.actor, ANALYSED, named, details)


def judges(database: Database, part: MatchFilter) -> dict[str, dict[str | None, int]]:
    """By game, how many of some matches each judge has analysed, None for no judge.

    Void matches are left out.
    """
    game = func.coalesce(RUN.c.game, RECORD_TEXT.c.game)
    query = (
        select(game, ANALYSIS.c.judge, func.count())
        .join_from(MATCH, ANALYSIS, ANALYSIS.c.match_id == MATCH.c.id, isouter=True)
        .join(RUN, MATCH.c.run_id == RUN.c.id, isouter=True)
        .join(RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id, isouter=True)
        .where(part.where, MATCH.c.status != VOID)
        .group_by(game, ANALYSIS.c.judge)
        .order_by(game)
    )
    found: dict[str, dict[str | None, int]] = {}
    with database.reading() as connection:
        for name, judge, count in connection.execute(query):
            found.setdefault(name, {})[judge] = count
    return found


def run_seeds(database: Database, part: MatchFilter) -> list[tuple[str, str, str]]:
    """Name, game and seed of the runs of some matches."""
    query = select(RUN.c.name, RUN.c.game, RUN.c.seed).distinct()
    query = query.join(MATCH, MATCH.c.run_id == RUN.c.id).where(part.where).order_by(RUN.c.name)
    with database.reading() as connection:
        return [(name, game, seed) for name, game, seed in connection.execute(query)]


def not_analysed(
    database: Database, part: MatchFilter, known: Collection[str]
) -> Iterator[StoredMatch]:
    """Those of some matches that no judge in `known` has analysed, with their moves, page by page.

    Matches whose moves are not stored are left out.
    """
    open_ones = ANALYSIS.c.judge.is_(None) | ANALYSIS.c.judge.not_in(known)
    for page in _pages(database, part, open_ones, entries=True):
        yield from page


def analysed_matches(
    database: Database, part: MatchFilter
) -> Iterator[tuple[StoredMatch, MatchAnalysis]]:
    """Some matches, without their moves, and their stored analyses.

    Run by run in the order of their numbers, so those on one deal follow each other; then records.
    """
    runs = select(MATCH.c.run_id).where(part.where, MATCH.c.run_id.is_not(None)).distinct()
    with database.reading() as connection:
        known = connection.execute(runs.order_by(MATCH.c.run_id)).scalars().all()
    parts = [MatchFilter(MATCH.c.number, part.where & (MATCH.c.run_id == one)) for one in known]
    parts.append(MatchFilter(MATCH.c.id, part.where & MATCH.c.run_id.is_(None)))
    pages = (_pages(database, one, ANALYSIS.c.judge.is_not(None), entries=False) for one in parts)
    for matches in chain.from_iterable(pages):
        ids = [match.id for match in matches]
        query = select(ANALYSIS).where(ANALYSIS.c.match_id.in_(ids))
        with database.reading() as connection:
            found = {row.match_id: (row.judge, row.content) for row in connection.execute(query)}
        for match in matches:
            if match.id in found:
                yield match, unpacked(*found[match.id])


def analysis_digest(match_id: int, judge: str, content: bytes) -> str:
    """The digest of an analysis as the log has it."""
    return sha256(f"{match_id} {judge}\0".encode() + content).hexdigest()[:DIGITS]


def analysis_problems(database: Database) -> Iterator[tuple[int, int | None]]:
    """Analyses that are not as stored: the match, and the row of the log; None if there is none.

    A missing one is no problem: it can be made again.
    """
    logged: dict[int, tuple[int, str]] = {}
    for entry in log_entries(database):
        if entry.what == ANALYSED:
            for match_id, digest in entry.details[ANALYSES].items():
                logged[int(match_id)] = entry.number, digest
    query = select(ANALYSIS.c.match_id, ANALYSIS.c.judge, ANALYSIS.c.content)
    with snapshot(database) as (_, rows):
        for match_id, judge, content in rows(query.order_by(ANALYSIS.c.match_id)):
            number, digest = logged.get(match_id, (None, ""))
            if digest != analysis_digest(match_id, judge, content):
                yield match_id, number


def analysis_digests(database: Database) -> dict[int, str]:
    """A digest of the stored analysis of each match that has one, by the id of the match."""
    query = select(ANALYSIS.c.match_id, ANALYSIS.c.judge, ANALYSIS.c.content)
    with snapshot(database) as (_, rows):
        return {
            match_id: sha256(judge.encode() + content).hexdigest()[:DIGITS]
            for match_id, judge, content in rows(query)
        }


def analysis_of(database: Database, match_id: int) -> MatchAnalysis | None:
    """The stored analysis of a match; None if there is none."""
    found = select(ANALYSIS.c.judge, ANALYSIS.c.content).where(ANALYSIS.c.match_id == match_id)
    with database.reading() as connection:
        row = connection.execute(found).one_or_none()
    return None if row is None else unpacked(*row)


def _pages(
    database: Database, part: MatchFilter, where: ColumnElement[bool], *, entries: bool
) -> Iterator[list[StoredMatch]]:
    """Matches in the order of the key of `part`, some at a time.

    No transaction is open between two pages, because whoever reads them writes meanwhile.
    """
    wanted = (
        select(MATCH.c.id)
        .join_from(MATCH, ANALYSIS, ANALYSIS.c.match_id == MATCH.c.id, isouter=True)
        .where(MATCH.c.status != VOID, where)
    )
    # All ids at once, eight bytes each: to find the matches of a player takes as long for a page as
    # for all.
    with snapshot(database) as (_, read):
        order = array("q", (one for (one,) in read(wanted.where(part.where).order_by(part.key))))
    runs: dict[int, StoredRun] = {}
    for at in range(0, len(order), PAGE):
        page = order[at : at + PAGE].tolist()
        # Without what was removed or analysed meanwhile.
        chosen = wanted.add_columns(MATCH.c.run_id).where(MATCH.c.id.in_(page))
        with database.reading() as connection:
            rows = connection.execute(chosen).all()
        found: dict[int, StoredMatch] = {}
        in_runs = sorted(rows, key=lambda row: (row.run_id is not None, row.run_id or 0))
        for run_id, group in groupby(in_runs, attrgetter("run_id")):
            ids = MatchFilter(MATCH.c.id, MATCH.c.id.in_([row.id for row in group]))
            if run_id is None:
                matches = record_matches(database, part=ids, entries=entries)
            else:
                if run_id not in runs:
                    runs = {run.id: run for run in all_runs(database)}
                run = runs.get(run_id)  # None if it was removed just now
                if run is None or (entries and run.spec.log not in LOGS):
                    continue
                of_run = MatchFilter(MATCH.c.number, ids.where)
                matches = run_matches(database, run, part=of_run, entries=entries)
            found.update({match.id: match for match in matches})
        yield [found[one] for one in page if one in found]
