"""What is new in a site: events, runs and matches of people, with times from the database."""

import re
from datetime import UTC, datetime
from typing import Final

from tourney.reports.feed import FeedEntry
from tourney.reports.page_maker import result_words, title_of
from tourney.reports.source import MatchLine, PageSource
from tourney.store.corrections import match_revisions
from tourney.store.matches import match_named

MOST: Final = 50
"""Entries of a feed: the newest ones."""
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def feed_entries(source: PageSource) -> list[FeedEntry]:
    """The newest events, runs and matches that have a date, the newest first."""
    found = [*_runs(source), *_matches(source)]
    found.sort(key=lambda one: (one.updated, one.path), reverse=True)
    return found[:MOST]


def _runs(source: PageSource) -> list[FeedEntry]:
    entries = []
    for run in source.runs:
        name = run.spec.name
        title = title_of(run.spec.game, source.lang)
        bots = ", ".join(bot.name for bot in run.spec.bots)
        updated = _stamp(run.created.isoformat())
        entries.append(FeedEntry(source.paths.run(name), updated, f"{title}: {name}", bots))
    return entries


def _matches(source: PageSource) -> list[FeedEntry]:
    """The recorded matches; a corrected one is new on the day of the correction."""
    dated = [line for line in source.gathered.lines if _DAY.match(line.date)]
    newest = sorted(dated, key=lambda line: line.order, reverse=True)
    corrected = [line for line in newest[MOST:] if line.revision > 1]
    return [_match(source, line) for line in [*newest[:MOST], *corrected]]


def _match(source: PageSource, line: MatchLine) -> FeedEntry:
    updated = _stamp(line.date)
    if line.revision > 1:
        match = match_named(source.store, str(line.id), entries=False)
        last = match_revisions(source.store, match)[-1]
        updated = max(updated, _stamp(last.at))
    title = f"{title_of(line.game, source.lang)}: {line.name}"
    return FeedEntry(source.paths.match(line.name), updated, title, result_words(line, source.lang))


def _stamp(text: str) -> str:
    """A date or time as a feed writes it, in UTC; a date without a time is midnight."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return f"{_valid_day(text)}T00:00:00Z"
    if found.tzinfo is None:
        found = found.replace(tzinfo=UTC)
    return f"{found.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _valid_day(text: str) -> str:
    """The first ten characters if they are a day, else the first day of all."""
    try:
        return datetime.fromisoformat(text[:10]).date().isoformat()
    except ValueError:
        return "1970-01-01"
