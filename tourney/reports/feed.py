"""The feed and the site map, as XML; every time in them comes from the database."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple
from urllib.parse import quote, urljoin
from xml.sax.saxutils import escape, quoteattr

from tourney.reports.page_maker import result_words, title_of
from tourney.reports.source import PageSource
from tourney.store.corrections import match_revisions
from tourney.store.matches import match_named

ATOM = "http://www.w3.org/2005/Atom"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
NO_TIME = "1970-01-01T00:00:00Z"
"""The time of a feed without entries."""


class FeedEntry(NamedTuple):
    """What is new: its page in the site, when it changed, title and summary."""

    path: str
    updated: str
    title: str
    summary: str


def atom(title: str, lang: str, base: str, entries: Iterable[FeedEntry]) -> Iterator[str]:
    """An Atom feed; without a base address its links are relative and its ids names."""
    listed = list(entries)
    updated = max((one.updated for one in listed), default=NO_TIME)
    yield '<?xml version="1.0" encoding="utf-8"?>\n'
    yield f"<feed xmlns={quoteattr(ATOM)} xml:lang={quoteattr(lang)}>\n"
    yield f"<title>{_text(title)}</title>\n<id>{_text(_identity(base, title, 'feed'))}</id>\n"
    yield f"<updated>{updated}</updated>\n<author><name>{_text(title)}</name></author>\n"
    yield f'<link rel="self" href={_address(base, "feed.xml")}/>\n'
    yield f"<link href={_address(base, 'index.html')}/>\n"
    for one in listed:
        yield f"<entry>\n<title>{_text(one.title)}</title>\n"
        yield f"<id>{_text(_identity(base, title, one.path))}</id>\n"
        yield f"<updated>{one.updated}</updated>\n<link href={_address(base, one.path)}/>\n"
        yield f"<summary>{_text(one.summary)}</summary>\n</entry>\n"
    yield "</feed>\n"


def sitemap(base: str, paths: Iterable[str]) -> Iterator[str]:
    """A site map of these pages."""
    yield '<?xml version="1.0" encoding="utf-8"?>\n'
    yield f"<urlset xmlns={quoteattr(SITEMAP)}>\n"
    for path in paths:
        yield f"<url><loc>{_text(urljoin(base, quote(path)))}</loc></url>\n"
    yield "</urlset>\n"


def _address(base: str, path: str) -> str:
    return quoteattr(_clean(urljoin(base, quote(path)) if base else quote(path)))


def _identity(base: str, title: str, path: str) -> str:
    """An id that stays the same: the address, else a name in the space of this program."""
    return urljoin(base, quote(path)) if base else f"urn:tourney:{quote(title)}:{quote(path)}"


def _text(text: str) -> str:
    return escape(_clean(text))


def _clean(text: str) -> str:
    """A text without characters that XML forbids."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)


FEED_LENGTH: Final = 50
"""Entries of a feed: the newest ones."""
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def feed_entries(source: PageSource) -> list[FeedEntry]:
    """The newest events, runs and matches that have a date, the newest first."""
    found = [*_runs(source), *_matches(source)]
    found.sort(key=lambda one: (one.updated, one.path), reverse=True)
    return found[:FEED_LENGTH]


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
    corrected = [line for line in newest[FEED_LENGTH:] if line.revision > 1]
    entries = []
    for line in [*newest[:FEED_LENGTH], *corrected]:
        updated = _stamp(line.date)
        if line.revision > 1:
            match = match_named(source.store, str(line.id), entries=False)
            updated = max(updated, _stamp(match_revisions(source.store, match)[-1].at))
        title = f"{title_of(line.game, source.lang)}: {line.name}"
        words = result_words(line, source.lang)
        entries.append(FeedEntry(source.paths.match(line.name), updated, title, words))
    return entries


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
