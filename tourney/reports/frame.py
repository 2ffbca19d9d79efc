"""Puts the content of a page into the frame that all pages of one language share."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.messages import say
from tourney.reports.content import Cell, PageContent, Trusted
from tourney.reports.page import Page, render
from tourney.reports.paths import Links
from tourney.reports.replay import REPLAY_STYLE, SCRIPTS

TEMPLATE = "page.html"


def framed(content: PageContent, lang: str, menu: Sequence[Cell] = (), title: str = "") -> str:
    """A whole page; `title` is the name of its site, if it has one."""
    named = f"{content.title} – {title}" if title and title != content.title else content.title
    page = Page(content.title, content.description, lang, window=named)
    page = replace(page, styles=(*page.styles, *_styles(content)))
    if content.replays:
        page = replace(page, styles=(*page.styles, REPLAY_STYLE), scripts=SCRIPTS)
    words = {
        "site": say("reports.page-site").text(lang),
        "trail": say("reports.page-trail").text(lang),
        "contents": say("reports.page-contents").text(lang),
        "footer": say("reports.page-footer").text(lang),
    }
    return render(TEMPLATE, page, body=content, menu=menu, words=words)


def _styles(content: PageContent) -> Iterable[str]:
    """The style sheets that parts of a page need, each once."""
    parts = (part for section in content.sections for part in section.parts)
    found = (part.style for part in parts if isinstance(part, Trusted))
    return dict.fromkeys(filter(None, found))


def menu(links: Links, lang: str, site: str) -> list[Cell]:
    """Links to the start page and the lists of the site."""
    lists = (
        (say("reports.page-players"), "players/index.html"),
        (say("reports.page-ratings"), "ratings.html"),
        (say("reports.page-games"), "games/index.html"),
    )
    home = Cell(site, links.file("index.html"))
    return [home, *(Cell(title.text(lang), links.file(path)) for title, path in lists)]
