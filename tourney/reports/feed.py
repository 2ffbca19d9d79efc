"""The feed and the site map, as XML; every time in them comes from the database."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import quote, urljoin
from xml.sax.saxutils import escape, quoteattr

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
