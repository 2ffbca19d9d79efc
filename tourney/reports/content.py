"""The content of a page as values: sections with tables, facts, lists and texts.

A page of a site and a page that stands alone are made of the same sections; only their links
differ. All texts are plain; templates escape them.
"""

import base64
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from engines.messages import Message, Sentence, say
from tourney.exports.standings_fields import ABOVE
from tourney.pictures.look import PAGE_STYLE
from tourney.render.text_tables import Table, translated
from tourney.reports.paths import Links

Link: TypeAlias = Callable[[str], str]
"""The address of what a text names; empty without a page of its own."""
FIRST: Final = frozenset({"#"})
"""Titles of columns that hold a place."""


class Cell(NamedTuple):
    """A text, and the address to which it leads, if any."""

    text: str
    href: str = ""


class Head(NamedTuple):
    """The head of a column of numbers, of names (which are heads of their rows), or of texts.

    A head that is a `name` itself is shown as it is spelt.
    """

    text: str
    number: bool = False
    names: bool = False
    name: bool = False


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table with its caption; it is as wide as it needs within a box that scrolls."""

    caption: str
    heads: Sequence[Head]
    rows: Sequence[Sequence[Cell]]
    kind: str = "grid"


@dataclass(frozen=True, slots=True)
class Facts:
    """Values with a label each; a value may consist of several cells."""

    rows: Sequence[tuple[str, Sequence[Cell]]]
    kind: str = "facts"


@dataclass(frozen=True, slots=True)
class Notes:
    """Paragraphs."""

    lines: Sequence[str]
    kind: str = "notes"


@dataclass(frozen=True, slots=True)
class CellList:
    """A list of cells."""

    items: Sequence[Cell]
    kind: str = "listing"


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A text whose lines and blanks are kept, such as a record."""

    label: str
    text: str
    kind: str = "verbatim"


@dataclass(frozen=True, slots=True)
class Trusted:
    """Markup that this program has made itself: a drawing, a rule book.

    `style` is the style sheet that it needs besides those of every page.
    """

    markup: Markup
    style: str = ""
    kind: str = "trusted"


Part: TypeAlias = PageTable | Facts | Notes | CellList | Verbatim | Trusted


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page with a heading; `anchor` is the last part of its address, unique in it."""

    anchor: str
    title: str
    parts: Sequence[Part]
    level: int = 2


@dataclass(frozen=True, slots=True)
class PageContent:
    """A page before it has a frame; `trail` leads from the start page to it.

    `replays` says whether it has replays, which need a style and a script of their own.
    """

    title: str
    description: str
    sections: Sequence[Section]
    trail: Sequence[Cell] = field(default_factory=tuple)
    replays: bool = False


def grid(
    table: Table, caption: str, lang: str, links: Mapping[str, Link] | None = None
) -> PageTable:
    """A table as people see it; `links` gives the address of a cell, by the key of its column."""
    whole = translated(table, lang)
    shown = [at for at, column in enumerate(whole.columns) if column.only in ("all", "people")]
    columns = [whole.columns[at] for at in shown]
    heads = [
        Head(
            str(c.title or c.key),
            c.align == "right",
            c.key in ("player", "bot"),
            c.key.startswith(ABOVE),
        )
        for c in columns
    ]
    rows = []
    for row in whole.rows:
        cells = []
        for at, column in zip(shown, columns, strict=True):
            text = column.cell(row[at])
            link = (links or {}).get(column.key)
            cells.append(Cell(text, link(text) if link and text else ""))
        rows.append(cells)
    return PageTable(caption, heads, rows)


def without_empty(table: PageTable, column: int) -> PageTable:
    """The table without a column that shows nothing in any row."""
    if any(row[column].text for row in table.rows):
        return table
    heads = [*table.heads[:column], *table.heads[column + 1 :]]
    rows = [[*row[:column], *row[column + 1 :]] for row in table.rows]
    return replace(table, heads=heads, rows=rows)


def present(*parts: Part) -> tuple[Part, ...]:
    """The parts that have something to show."""
    return tuple(part for part in parts if _is_filled(part))


def _is_filled(part: Part) -> bool:
    if isinstance(part, PageTable | Facts):
        return bool(part.rows)
    if isinstance(part, Notes):
        return bool(part.lines)
    return bool(part.items) if isinstance(part, CellList) else True


def filled(sections: Sequence[Section]) -> Iterator[Section]:
    """The sections that have something to show."""
    return (section for section in sections if section.parts)


TEMPLATE = "page.html"


def framed(content: PageContent, lang: str, menu: Sequence[Cell] = (), title: str = "") -> str:
    """A whole page; `title` is the name of its site, if it has one."""
    named = f"{content.title} – {title}" if title and title != content.title else content.title
    page = Page(content.title, content.description, lang, window=named)
    # The style sheets that parts of the page need, each once.
    parts = (part for section in content.sections for part in section.parts)
    styles = dict.fromkeys(part.style for part in parts if isinstance(part, Trusted) and part.style)
    page = replace(page, styles=(*page.styles, *styles))
    if content.replays:
        page = replace(page, styles=(*page.styles, REPLAY_STYLE), scripts=REPLAY_SCRIPTS)
    words = {
        "site": say("reports.page-site").text(lang),
        "trail": say("reports.page-trail").text(lang),
        "contents": say("reports.page-contents").text(lang),
        "footer": say("reports.page-footer").text(lang),
    }
    return render(TEMPLATE, page, body=content, menu=menu, words=words)


def menu(links: Links, lang: str, site: str) -> list[Cell]:
    """Links to the start page and the lists of the site."""
    lists = (
        (say("reports.page-players"), "players/index.html"),
        (say("reports.page-ratings"), "ratings.html"),
        (say("reports.page-games"), "games/index.html"),
    )
    home = Cell(site, links.file("index.html"))
    return [home, *(Cell(title.text(lang), links.file(path)) for title, path in lists)]


STYLE: Final = "style.css"
"""The style sheet of every page."""
SITE_STYLE: Final = "site.css"
"""That of menus, lists and facts, which the page of a single replay does not have."""
REPLAY_STYLE: Final = "replay.css"
"""That of replays, after those of the page."""
REPLAY_SCRIPTS: Final = ("replay.js",)
"""The scripts of a page with replays."""
CHART_STYLE: Final = "charts.css"
"""The rules for charts in a page; those of their colours come from the room that draws them."""

SCRIPT_BLANKS: Final = re.compile(
    r"""("[^"]*"|`[^`]*`|(?<=[(&=] )/(?! ).+?/|(?<=\()/(?! ).+?/)| *([][=<>!&|?:,;{}()+*-]) *"""
)
"""Strings and patterns of a script, which stay, or a sign, which needs no blanks around it."""


@dataclass(frozen=True, slots=True)
class Page:
    """What the frame of a page needs; `styles` and `scripts` are files of the templates folder.

    `window` is the title of the window, if it differs from the heading of the page.
    """

    title: str
    description: str
    lang: str
    styles: tuple[str, ...] = (STYLE, SITE_STYLE)
    scripts: tuple[str, ...] = ()
    window: str = ""


def render(template: str, page: Page, **values: Any) -> str:
    """The text of a page: a template that extends `base.html`, filled in."""
    return (
        _environment(page.lang)
        .get_template(template)
        .render(
            page=page,
            policy=_policy(page.styles, page.scripts),
            style=Markup(_joined(page.styles)),
            script=Markup(_joined(page.scripts)),
            **values,
        )
    )


def template_part(template: str, lang: str, **values: Any) -> Markup:
    """A part of a page: a template of its own, filled in."""
    return Markup(_environment(lang).get_template(template).render(**values))


@cache
def source(name: str) -> str:
    """The text of a file of the templates folder."""
    return files("tourney.reports").joinpath("templates", name).read_text("utf-8")


@cache
def _environment(lang: str) -> Environment:
    environment = Environment(
        loader=PackageLoader("tourney.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["say"] = lambda said, **arguments: _said(said, lang, arguments)
    return environment


def _said(said: str | Sentence | Message, lang: str, arguments: dict[str, Any]) -> str:
    """A message, or the one with this code, in the language of the page."""
    if isinstance(said, Message):
        return said.text(lang)
    return say(said if isinstance(said, str) else said.code, **arguments).text(lang)


@cache
def _joined(names: tuple[str, ...]) -> str:
    """The files one after the other, without comments, indentation and blanks for the eye."""
    return "".join(map(_compact, names))


def _compact(name: str) -> str:
    text = source(name) + (PAGE_STYLE if name == CHART_STYLE else "")
    if name.endswith(".css"):
        return re.sub(r"\s*([{};])\s*|(?<=[:,]) ", r"\1", text).replace(";}", "}")
    lines = map(str.strip, text.splitlines())
    kept = "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))
    return SCRIPT_BLANKS.sub(lambda found: found[1] or found[2], kept)


@cache
def _policy(styles: tuple[str, ...], scripts: tuple[str, ...]) -> str:
    """The content security policy: nothing from outside, and no style or script but the page's."""
    parts = ["default-src 'none'", "img-src data:", "base-uri 'none'", "form-action 'none'"]
    parts.append(f"style-src {_digest(_joined(styles))}")
    if scripts:
        parts.append(f"script-src {_digest(_joined(scripts))}")
    return "; ".join(parts)


@cache
def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
