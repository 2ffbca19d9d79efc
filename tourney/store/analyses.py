"""Analyses of matches, stored beside them: one for each, by the judge that was asked last."""

from collections.abc import Iterator, Sequence

from sqlalchemy import delete, func, insert, select

from tourney.insight.match_analysis import MatchAnalysis, unpacked
from tourney.store.connect import Database
from tourney.store.matches import VOID, MatchFilter, snapshot
from tourney.store.models import ANALYSIS, MATCH


def store_analyses(database: Database, judge: str, found: Sequence[tuple[int, bytes]]) -> None:
    """Store packed analyses by the ids of their matches, in place of those by other judges."""
    with database.writing() as connection:
        # What was removed meanwhile is left out.
        ids = select(MATCH.c.id).where(MATCH.c.id.in_([match_id for match_id, _ in found]))
        there = set(connection.execute(ids).scalars())
        connection.execute(delete(ANALYSIS).where(ANALYSIS.c.match_id.in_(there)))
        rows = [
            {"match_id": match_id, "judge": judge, "content": content}
            for match_id, content in found
            if match_id in there
        ]
        if rows:
            connection.execute(insert(ANALYSIS), rows)


def judges(database: Database, part: MatchFilter) -> dict[str, int]:
    """How many of some matches each judge has analysed; void ones do not count."""
    query = (
        select(ANALYSIS.c.judge, func.count())
        .join_from(MATCH, ANALYSIS, ANALYSIS.c.match_id == MATCH.c.id)
        .where(part.where, MATCH.c.status != VOID)
        .group_by(ANALYSIS.c.judge)
    )
    with database.reading() as connection:
        return dict(map(tuple, connection.execute(query)))


def not_analysed(database: Database, part: MatchFilter, judge: str) -> list[int]:
    """The ids of those of some matches that a judge has not analysed, in the order of their key."""
    query = (
        select(MATCH.c.id)
        .join_from(MATCH, ANALYSIS, ANALYSIS.c.match_id == MATCH.c.id, isouter=True)
        .where(part.where, MATCH.c.status != VOID)
        .where(ANALYSIS.c.judge.is_(None) | (ANALYSIS.c.judge != judge))
        .order_by(part.key)
    )
    with database.reading() as connection:
        return list(connection.execute(query).scalars())


def analyses(database: Database, part: MatchFilter) -> Iterator[tuple[int, MatchAnalysis]]:
    """The stored analyses of some matches with the ids, in the order of their key."""
    query = (
        select(part.key, MATCH.c.id, ANALYSIS.c.judge, ANALYSIS.c.content)
        .join_from(MATCH, ANALYSIS, ANALYSIS.c.match_id == MATCH.c.id)
        .where(part.where, MATCH.c.status != VOID)
        .order_by(part.key)
    )
    with snapshot(database) as (_, rows):
        for _, match_id, judge, content in rows(query):
            yield match_id, unpacked(judge, content)


def analysis_of(database: Database, match_id: int) -> MatchAnalysis | None:
    """The stored analysis of a match; None if there is none."""
    found = select(ANALYSIS.c.judge, ANALYSIS.c.content).where(ANALYSIS.c.match_id == match_id)
    with database.reading() as connection:
        row = connection.execute(found).one_or_none()
    return None if row is None else unpacked(*row)
