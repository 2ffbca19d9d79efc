"""The content of a page as values: sections with tables, facts, lists and texts.

A page of a site and a page that stands alone are made of the same sections; only their links
differ. All texts are plain; templates escape them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeAlias

from markupsafe import Markup

from tourney.exports.standings import ABOVE
from tourney.render.tables import Table, translated

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
