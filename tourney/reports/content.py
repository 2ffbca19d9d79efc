"""The content of a page as values: sections with tables, facts, lists and texts.

`PageMaker` makes them for events, runs, players and matches. A page of a site and a page that
stands alone are made of the same sections; only their links differ. All texts are plain; templates
escape them.
"""

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from heapq import heapify, heappop, heappush
from importlib.resources import files
from string import ascii_letters
from typing import Any, Final, NamedTuple, TypeAlias

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from engines.games import GAMES
from engines.messages import Message, Sentence, say
from tourney.domain.errors import NotFound
from tourney.domain.match_values import StoredMatch
from tourney.exports.run_statistics import RUNNER
from tourney.exports.standings_fields import ABOVE
from tourney.pictures.charts import Chart, draw, renamed, telling
from tourney.pictures.look import PAGE_STYLE, ChartLook
from tourney.proofs.announced import SealingFacts
from tourney.render.code_words import word_of
from tourney.render.text_tables import Table, translated
from tourney.reports.paths import Links
from tourney.reports.source import MatchLine, PageSource, ShownNames

# The address of what a text names; empty without a page of its own.
Link: TypeAlias = Callable[[str], str]
ROOM: Final = 4  # columns of a table for which a telephone has room
SENTENCES: Final = frozenset({"why", "prospect", "unplayed"})  # columns with more than a word


class Cell(NamedTuple):
    """A text, the address to which it leads, if any, and how it stands out, as a class of styles.

    `order` is what a table is sorted by instead of the text, such as the day of a date in words.
    `more` is said to who hears the page, where a mark has only room for a number.
    """

    text: str
    href: str = ""
    look: str = ""
    order: str = ""
    more: str = ""


class Head(NamedTuple):
    """The head of a column of numbers, of names (which are heads of their rows), or of texts.

    A head that is a `name` itself is shown as it is spelt. A phone has no room for a `minor`
    column, whose cells stand below their row with the head before them.
    """

    text: str
    number: bool = False
    names: bool = False
    name: bool = False
    minor: bool = False


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table with its caption; it is as wide as it needs within a box that scrolls.

    `cut` is the number of rows above a line, such as those who reach the final; `look` is a class
    of styles. Readers sort it by any column unless its rows belong together.
    """

    caption: str
    heads: Sequence[Head]
    rows: Sequence[Sequence[Cell]]
    kind: str = "grid"
    cut: int = 0
    look: str = ""
    together: bool = False


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
    """A list of cells; of the kind `chips` they stand beside each other, of `form` as marks."""

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


class PodiumPlace(NamedTuple):
    """Somebody on the podium, with a line about how."""

    place: int
    who: Cell
    how: str


@dataclass(frozen=True, slots=True)
class Podium:
    """The first places, the best first; `won` unless it may still change."""

    places: Sequence[PodiumPlace]
    won: bool = True
    kind: str = "podium"


@dataclass(frozen=True, slots=True)
class RowList:
    """Lines with a text of several cells, a small note, and where each leads."""

    rows: Sequence[tuple[Sequence[Cell], str, Cell]]
    kind: str = "rows"


@dataclass(frozen=True, slots=True)
class Folded:
    """Parts below a line that opens them; `note` stands at its end."""

    summary: str
    parts: "Sequence[Part]"
    note: str = ""
    anchor: str = ""
    open: bool = False
    kind: str = "folded"


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket: its name, its seats with scores, winners marked, and where it leads.

    `feeds` are the matches from which its players come.
    """

    name: str
    seats: Sequence[tuple[Cell, str, bool]]
    href: str
    feeds: "Sequence[BracketMatch]" = ()


@dataclass(frozen=True, slots=True)
class BracketTree:
    """A knockout, drawn from its last matches back to the first ones."""

    label: str
    ties: Sequence[BracketMatch]
    kind: str = "bracket"


@dataclass(frozen=True, slots=True)
class BracketRounds:
    """A knockout at larger tables, whose players come from many: the matches of each round."""

    label: str
    rounds: Sequence[Sequence[BracketMatch]]
    kind: str = "heats"


Part: TypeAlias = (
    PageTable
    | Facts
    | Notes
    | CellList
    | Verbatim
    | Trusted
    | Podium
    | RowList
    | Folded
    | BracketTree
    | BracketRounds
)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page with a heading; `anchor` is the last part of its address, unique in it.

    Where a window has room, a section `beside` the others stands in a second column, and a `wide`
    one below both. `note` stands at the end of the heading.
    """

    anchor: str
    title: str
    parts: Sequence[Part]
    level: int = 2
    beside: bool = False
    wide: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class PageContent:
    """A page before it has a frame; `trail` leads from the start page to it.

    `lead` is the line below the heading, `first` the answer that stands before all sections; with
    either, the sections are panels. `replays` says whether it has replays, which need a style and a
    script of their own, and `judged` whether a judge says something beside one of them. `window` is
    the title of the window, if it differs; a page that is a replay `alone` needs fewer styles.
    `scripts` are those of its parts.
    """

    title: str
    description: str
    sections: Sequence[Section]
    trail: Sequence[Cell] = field(default_factory=tuple)
    replays: bool = False
    judged: bool = False
    lead: Sequence[Cell] = ()
    first: Sequence[Part] = ()
    window: str = ""
    alone: bool = False
    scripts: Sequence[str] = ()


def grid(
    table: Table, caption: str, lang: str, links: Mapping[str, Link] | None = None
) -> PageTable:
    """A table as people see it; `links` gives the address of a cell, by the key of its column."""
    whole = translated(table, lang)
    shown = [at for at, column in enumerate(whole.columns) if column.only in ("all", "people")]
    columns = [whole.columns[at] for at in shown]
    # A telephone has room for the most important ones, and a crosstable is nothing without all.
    ranked = sorted(
        range(len(columns)), key=lambda at: (columns[at].key in SENTENCES, -columns[at].importance)
    )
    cross = any(c.key.startswith(ABOVE) for c in columns)
    minor = set() if cross or len(columns) <= ROOM + 1 else set(ranked[ROOM:])
    heads = [
        Head(
            str(c.title or c.key),
            c.align == "right",
            c.key in ("player", "bot"),
            c.key.startswith(ABOVE),
            at in minor and c.key not in ("player", "bot"),
        )
        for at, c in enumerate(columns)
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
    match part:
        case PageTable() | Facts() | RowList():
            return bool(part.rows)
        case Notes():
            return bool(part.lines)
        case CellList():
            return bool(part.items)
        case Podium():
            return bool(part.places)
        case Folded():
            return bool(part.parts)
        case BracketTree():
            return bool(part.ties)
        case BracketRounds():
            return bool(part.rounds)
    return True


def _styles(parts: Iterable[Part]) -> Iterator[str]:
    """The style sheets that parts need, also those that are folded."""
    for part in parts:
        if isinstance(part, Trusted) and part.style:
            yield part.style
        elif isinstance(part, PageTable) and any(head.minor for head in part.heads):
            yield FOLD_STYLE
        elif isinstance(part, Folded):
            yield from _styles(part.parts)


def filled(sections: Sequence[Section]) -> Iterator[Section]:
    """The sections that have something to show."""
    return (section for section in sections if section.parts)


TEMPLATE = "page.html"


def framed(content: PageContent, lang: str, menu: Sequence[Cell] = (), title: str = "") -> str:
    """A whole page; `title` is the name of its site, if it has one."""
    own = content.window or content.title
    named = f"{own} – {title}" if title and title != own else own
    page = Page(content.title, content.description, lang, window=named)
    # The style sheets that parts of the page need, each once.
    parts = (part for section in content.sections for part in section.parts)
    find = [FIND_STYLE] if menu else []
    panels = [PANEL_STYLE] if content.lead or content.first else []
    scripts = [*([FIND_SCRIPT] if menu else []), *([SORT_SCRIPT] if panels else [])]
    scripts += content.scripts
    styles = (*page.styles, *find, *panels, *dict.fromkeys(_styles(parts)))
    page = replace(page, styles=styles, scripts=tuple(scripts))
    if content.replays:
        if content.alone:
            styles = (STYLE, FRAME_STYLE, *find)
        scripts = [*REPLAY_SCRIPTS, *scripts]
        page = replace(page, styles=(*styles, REPLAY_STYLE), scripts=tuple(scripts))
    if content.judged:
        page = judged_page(page)
    words = {
        "site": say("reports.page-site").text(lang),
        "trail": say("reports.page-trail").text(lang),
        "contents": say("reports.page-contents").text(lang),
        "footer": say("reports.page-footer").text(lang),
        "find": say("reports.page-find").text(lang),
        "nothing": say("reports.page-found-nothing").text(lang),
    }
    # The first link of the menu leads to the start page: the index lies beside it.
    root = menu[0].href.removesuffix("index.html") if menu else ""
    return render(TEMPLATE, page, body=content, menu=menu, words=words, root=root)


def menu(links: Links, lang: str, site: str) -> list[Cell]:
    """Links to the start page and the lists of the site."""
    lists = (
        (say("reports.page-players"), "players/index.html"),
        (say("reports.page-ratings"), "ratings.html"),
        (say("reports.page-games"), "games/index.html"),
    )
    home = Cell(site, links.file("index.html"))
    return [home, *(Cell(title.text(lang), links.file(path)) for title, path in lists)]


PACKAGE: Final = "tourney.reports"
STYLE: Final = "style.css"  # the style sheet of every page
# That of menus, lists and facts, which the page of a single replay does not have.
SITE_STYLE: Final = "site.css"
PANEL_STYLE: Final = "panels.css"  # that of pages with panels
FOLD_STYLE: Final = "folds.css"  # that of tables with more columns than a telephone has room for
FIND_STYLE: Final = "find.css"  # that of the search box in a site
FIND_SCRIPT: Final = "find.js"
SEARCH_SCRIPT: Final = "search.js"  # what is in the file of the index, with it
SORT_SCRIPT: Final = "sort.js"  # that of tables in pages with panels
VERIFY_SCRIPT: Final = "verify.js"  # checks proofs, and may read those of its own site
# What the frame of a page needs of it; the page of one match has nothing else of a site.
FRAME_STYLE: Final = "frame of site.css"
CONTENT: Final = re.compile(r"t[dh]\b|tbody|code|section|h\d|p,")  # parts of the content of pages
REPLAY_STYLE: Final = "replay.css"  # that of replays, after those of the page
REPLAY_SCRIPTS: Final = ("replay_words.js", "replay.js")  # the scripts of a page with replays
# What judgement beside a replay needs besides.
JUDGEMENT_STYLE: Final = "judgement.css"
JUDGEMENT_SCRIPT: Final = "judgement.js"
# The rules for charts in a page; those of their colours come from the room that draws them.
CHART_STYLE: Final = "charts.css"

# Strings and patterns of a script, which stay, or a sign, which needs no blanks around it.
SCRIPT_BLANKS: Final = re.compile(
    r"""("[^"]*"|`[^`]*`|(?<=[(&=] )/(?! ).+?/|(?<=\()/(?! ).+?/)| *([][=<>!&|?:,;{}()+*-]) *"""
)

NAME: Final = re.compile(r"[A-Za-z_$][\w$]*")
# Strings and patterns of a script, or a word of it.
SCRIPT_WORDS: Final = re.compile(
    r"""("[^"]*"|`[^`]*`|(?<=[(&=])/(?! ).+?/|(?<=\()/(?! ).+?/)|""" + NAME.pattern
)


@dataclass(frozen=True, slots=True)
class Page:
    """What the frame of a page needs; `styles` and `scripts` are files of the templates folder.

    `window` is the title of the window, if it differs from the heading of the page. A page that a
    server sends may send forms back to it and ask it for news. `package` has templates of its own
    beside those of all pages.
    """

    title: str
    description: str
    lang: str
    styles: tuple[str, ...] = (STYLE, SITE_STYLE)
    scripts: tuple[str, ...] = ()
    window: str = ""
    served: bool = False
    package: str = PACKAGE


def judged_page(page: Page) -> Page:
    """The page of a replay, with what judgement beside it needs."""
    return replace(
        page,
        styles=(*page.styles, JUDGEMENT_STYLE),
        scripts=(*page.scripts, JUDGEMENT_SCRIPT),
    )


def render(template: str, page: Page, **values: Any) -> str:
    """The text of a page: a template that extends `base.html`, filled in."""
    return (
        _environment(page.lang, page.package)
        .get_template(template)
        .render(
            page=page,
            policy=Markup(policy(page)),
            style=Markup(_joined(page.styles, page.package)),
            script=Markup(_joined(page.scripts, page.package)),
            **values,
        )
    )


def template_part(template: str, lang: str, **values: Any) -> Markup:
    """A part of a page: a template of its own, filled in."""
    return Markup(_environment(lang, PACKAGE).get_template(template).render(**values))


PHRASES: Final = (*range(2, 9), 12, 16, 24, 32, 48)
"""Lengths of the phrases that are looked for."""
MOST_PHRASES: Final = 120
LEAST_SAVED: Final = 4
"""Bytes that a phrase must save."""


def embedded(values: Mapping[str, Any], *, short: bool = False) -> Markup:
    """Values for a script: JSON, in which nothing ends the script element or a line.

    If it is to be `short`, a character stands for each phrase that occurs often. These stand in
    lines before it, each behind its character; the last one is to be put back first.
    """
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    for character in "<\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    if not short:
        return Markup(text)
    # Unlike a compressed text it can be searched, and no version of a library changes it.
    free = (sign for sign in map(chr, (*range(33, 127), *range(0x400, 0x530))) if sign != "<")
    signs = [sign for sign in free if sign not in text][:MOST_PHRASES]
    phrases: list[str] = []
    heap: list[tuple[int, str]] = []
    starts: Sequence[int] = range(len(text))
    for length in PHRASES:
        found = [text[at : at + length] for at in starts if at + length <= len(text)]
        often = Counter(found)
        # A longer phrase occurs only where its beginning does.
        starts = [at for at, phrase in zip(starts, found, strict=False) if often[phrase] > 2]
        # Less what a phrase saves at most: others may take some of its places first.
        heap += [
            (cost, phrase)
            for phrase, times in often.items()
            if times > 2 and (cost := (1 - times) * (len(phrase.encode()) - 1)) < -LEAST_SAVED
        ]
    heapify(heap)
    while heap and len(phrases) < len(signs):
        _, phrase = heappop(heap)
        sign = signs[len(phrases)]
        size = len(sign.encode())
        cost = (1 - text.count(phrase)) * (len(phrase.encode()) - size) + 2 * size + 1
        if heap and heap[0][0] < cost < -LEAST_SAVED:
            heappush(heap, (cost, phrase))
        elif cost < -LEAST_SAVED:
            text = text.replace(phrase, sign)
            phrases.append(sign + phrase)
    return Markup("\n".join([*phrases, text]))


@cache
def source(name: str, package: str = PACKAGE) -> str:
    """The text of a file of the templates folder of a package, else of that of all pages."""
    own = files(package).joinpath("templates", name)
    found = own if own.is_file() else files(PACKAGE).joinpath("templates", name)
    return found.read_text("utf-8")


@cache
def _environment(lang: str, package: str) -> Environment:
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(one) for one in dict.fromkeys((package, PACKAGE))]),
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


def compact(name: str) -> str:
    """A style sheet or script without comments, indentation and blanks for the eye."""
    return _joined((name,))


@cache
def _joined(names: tuple[str, ...], package: str = PACKAGE) -> str:
    """The files one after the other, without comments, indentation and blanks for the eye."""
    text = "".join(_compact(name, package) for name in names)
    return _with_short_names(text) if text.startswith("let") else text


def _with_short_names(script: str) -> str:
    """A script with short names where a name is nothing else, such as a property or a key.

    A name has the same short one everywhere, and no other has it, so the script does the same.
    """
    uses: Counter[str] = Counter()
    kept = {"do", "if", "in", "of"}
    # Between commas a name is a property of an object, but no property in a list.
    lists = {at for one in re.finditer(r"\[[\w,]+\]", script) for at in range(*one.span())}
    for found in SCRIPT_WORDS.finditer(script):
        plain = found.start() in lists or script[found.start() - 3 : found.start()] == "..."
        before = "(" if plain else script[found.start() - 1]
        after = script[found.end() : found.end() + 1]
        if found[1]:  # a template names what it shows, a string nothing
            kept.update(NAME.findall(found[1]) if found[1][0] == "`" else ())
        elif before == "." or after == ":" or (before in "{," and after in ",}"):
            kept.add(found[0])
        else:
            uses[found[0]] += 1
    own = set(re.findall(r"(?:const|let) (\w+)", script))
    for group in re.findall(r"[(\[]([\w,]+)[)\]](?==>|=| of)", script):
        own.update(group.split(","))
    long = sorted((one for one in own - kept if len(one) > 2), key=lambda one: (-uses[one], one))
    letters = [*ascii_letters, *(a + b for a in ascii_letters for b in ascii_letters)]
    free = (one for one in letters if one not in uses and one not in kept)
    short = dict(zip(long, free, strict=False))
    return SCRIPT_WORDS.sub(lambda found: short.get(found[0], found[0]), script)


def _compact(name: str, package: str) -> str:
    if name == FRAME_STYLE:
        words = set(re.findall(r"[\w-]+", source("base.html") + source(TEMPLATE))) - {"contents"}
        rules = re.findall(
            r"@[^{]*\{(?:[^{}]*\{[^{}]*\})*\}|[^{}]*\{[^{}]*\}", _compact(SITE_STYLE, package)
        )
        # A rule is left out if the frame never has its class, and that of a part of the content.
        classes = (re.findall(r"\.([a-z][\w-]*)", rule) for rule in rules)
        return "".join(
            rule
            for rule, found in zip(rules, classes, strict=True)
            if words.issuperset(found) and not CONTENT.match(rule)
        )
    text = source(name, package) + (PAGE_STYLE if name == CHART_STYLE else "")
    if name.endswith(".css"):
        text = re.sub(r"/\*.*?\*/", "", text)
        return re.sub(r"\s*([{};>*])\s*|(?<=[:,]) ", r"\1", text).replace(";}", "}")
    lines = map(str.strip, text.splitlines())
    kept = "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))
    kept = SCRIPT_BLANKS.sub(lambda found: found[1] or found[2], kept)
    # A line that ends with one of these signs needs no end; what never changes may be a `let`.
    return re.sub(r"\bconst\b", "let", re.sub(r"(?<=[;{,(=])\n", "", kept))


def policy(page: Page) -> str:
    """The content security policy: nothing from outside, and no style or script but the page's."""
    parts = ["default-src 'none'", "img-src data:", "base-uri 'none'"]
    parts.append("form-action 'self'" if page.served else "form-action 'none'")
    if page.served or VERIFY_SCRIPT in page.scripts:
        parts.append("connect-src 'self'")
    parts.append(f"style-src {_digest(_joined(page.styles, page.package))}")
    if page.scripts:
        # The script of the search box may load the index; markup still loads nothing, because
        # `strict-dynamic` trusts only what a script that is named here inserts itself.
        more = " 'strict-dynamic'" if FIND_SCRIPT in page.scripts else ""
        parts.append(f"script-src {_digest(_joined(page.scripts, page.package))}{more}")
    return "; ".join(parts)


@cache
def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


FACT_DIVIDER = " · "


class PageMaker:
    """Makes parts of pages in the language of the pages, with links from one page."""

    def __init__(self, source: PageSource, links: Links) -> None:
        self.source = source
        self.links = links
        self.lang = source.lang
        self.names = source.names

    def text(self, message: Message) -> str:
        """A message in the language of the pages, without names that are not shown."""
        return self.names.text(message.text(self.lang))

    def word(self, code: str) -> Cell:
        """The word of a code that records or plans write."""
        return Cell(said(word_of(code), self.lang))

    def ending(self, match: StoredMatch) -> Cell:
        """How a match ended, and which bots failed in it: each kind of fault of a bot once."""
        words = [self.word(match.status).text]
        for seat, code in dict.fromkeys((one.seat, one.code) for one in match.faults):
            who = match.players[seat] if seat >= 0 else RUNNER
            words.append(self.text(say("reports.page-in-match", who=who, code=word_of(code))))
        return Cell(FACT_DIVIDER.join(words))

    def section(self, anchor: str, title: Message, *parts: Part) -> Section:
        """A section with the parts that have something to show."""
        return Section(anchor, self.text(title), present(*parts))

    def notes(self, *messages: Message) -> Notes:
        """Paragraphs."""
        return Notes([self.text(one) for one in messages])

    def charts(self, *made: Callable[[], Chart], unseen: bool = False) -> list[Trusted]:
        """Charts with names as pages show them; those without numbers are left out.

        Captions that repeat the heading are `unseen`.
        """
        return [one for make in made for one in drawn_charts(make, self.names, self.lang, unseen)]

    def facts(self, rows: Iterable[tuple[Message, Sequence[Cell]]]) -> Facts:
        """Labelled values; those without a value are left out."""
        kept = [(label, [cell for cell in cells if cell.text]) for label, cells in rows]
        return Facts([(self.text(label), cells) for label, cells in kept if cells])

    def sealing(self, found: SealingFacts | None) -> Iterator[tuple[Message, Sequence[Cell]]]:
        """Labelled values of a sealed run or event, which readers note before the first draw."""
        if found:
            yield say("reports.page-commitment"), [Cell(found.commitment)]
            yield say("reports.page-beacon"), [Cell(self.text(found.beacon_words()))]

    def table(
        self, table: Table, caption: Message, links: Mapping[str, Link] | None = None
    ) -> PageTable:
        """A table with names as pages show them; players lead to their pages."""
        known: dict[str, Link] = {"player": self.links.player, **(links or {})}
        found = grid(self.names.table(table, self.lang), self.text(caption), self.lang, known)
        keys = [column.key for column in table.columns if column.only in ("all", "people")]
        if "game" not in keys:
            return found
        at = keys.index("game")
        rows = [[*row[:at], self.game(row[at].text), *row[at + 1 :]] for row in found.rows]
        return PageTable(found.caption, found.heads, rows)

    def heads(self, *titles: Message, numbers: Sequence[int] = ()) -> list[Head]:
        """Heads of columns; those at the places of `numbers` are aligned at the end."""
        return [Head(self.text(title), at in numbers) for at, title in enumerate(titles)]

    def player(self, name: str) -> Cell:
        """A player by the stored name."""
        shown = self.names.of(name)
        return Cell(shown, self.links.player(shown))

    def game(self, name: str) -> Cell:
        """A game, by its title."""
        return Cell(title_of(name, self.lang), self.links.game(name))

    def match(self, match: StoredMatch) -> Cell:
        """A stored match, by the id that pages show."""
        name = self.names.match_name(match)
        return Cell(name, self.links.match(name))

    def event(self, name: str) -> Cell:
        """An event, by its stored name."""
        return Cell(self.names.text(name), self.links.event(name))

    def lines(self, lines: Sequence[MatchLine], caption: Message) -> PageTable:
        """Recorded matches, one in each row: the result leads to the match."""
        heads = [
            *self.heads(say("reports.page-date"), say("reports.page-result")),
            Head(self.text(say("reports.page-game")), minor=True),
            Head(self.text(say("reports.page-event")), minor=True),
        ]
        rows = [
            [
                self.day(line.date),
                Cell(result_words(line, self.lang), self.links.match(line.name)),
                self.game(line.game),
                self.event(line.event) if line.event else Cell(""),
            ]
            for line in lines
        ]
        return PageTable(self.text(caption), heads, rows, look="results")

    def day(self, date: str) -> Cell:
        """The day of a date, by which a table can be sorted."""
        return Cell(day_words(date, self.lang), order=day(date))

    def fold(self, title: Message, *parts: Part) -> list[Part]:
        """Parts below a line that opens them; nothing if there are none."""
        found = present(*parts)
        return [Folded(self.text(title), found)] if found else []


def said(word: Message | str, lang: str) -> str:
    """A message in a language; a code without a word stays as it is."""
    return word if isinstance(word, str) else word.text(lang)


def title_of(game: str, lang: str) -> str:
    """The title of a game; its name if the program does not know it."""
    if game not in GAMES:
        return game
    return GAMES[game].title.get(lang, GAMES[game].title["en"])


def day(date: str) -> str:
    """The day of a date with or without a time."""
    return date[:10]


def day_words(date: str, lang: str) -> str:
    """The day of a date as people write it; a text that is no date stays as it is."""
    found = re.fullmatch("([0-9]{4})-([0-9]{2})-([0-9]{2})", day(date))
    if not found or not 1 <= int(found[2]) <= 12:
        return day(date)
    month = say("reports.page-months").text(lang).split()[int(found[2]) - 1]
    return say("reports.page-day", year=found[1], month=month, day=int(found[3])).text(lang)


def when_words(date: str, lang: str) -> str:
    """A date with its time on the clock of the place, if it has one."""
    return f"{day_words(date, lang)} {date[11:16]}".strip()


def days_words(dates: Iterable[str], lang: str) -> str:
    """The days from the first to the last of some dates."""
    known = sorted({day(one) for one in dates if one[:1].isdecimal()})
    ends = [day_words(one, lang) for one in dict.fromkeys([*known[:1], *known[-1:]])]
    return " – ".join(ends)


def result_words(line: MatchLine | StoredMatch, lang: str) -> str:
    """The players of a match with their scores, the best first; the status if it has no result."""
    words = players_and_scores(line)
    if None in line.places:
        return f"{words} ({said(word_of(line.status or '?'), lang)})"
    return words


def players_and_scores(line: MatchLine | StoredMatch) -> str:
    """The players of a match with their scores, the best first; in seat order without places."""
    held = list(zip(line.places, line.players, line.scores, strict=True))
    if any(place is None for place, _, _ in held):
        return ", ".join(line.players)
    ordered = sorted(held, key=lambda one: one[0] or 0)
    words = (f"{who} {'?' if score is None else score}" for _, who, score in ordered)
    return FACT_DIVIDER.join(words)


# The width of each drawing by its class; a telephone of 360 pixels has 328 between its margins.
# The broad one fits into the narrower of two columns.
WIDTHS: Final = {"broad": 500, "slim": 328}


def drawn_charts(
    make: Callable[[], Chart], names: ShownNames, lang: str, unseen: bool = False
) -> Iterator[Trusted]:
    """A chart with its caption; nothing if its numbers are not stored or say too little."""
    try:
        chart = make()
    except NotFound:
        return
    if telling(chart):
        yield Trusted(_figure(renamed(chart, names.text, lang), lang, unseen), CHART_STYLE)


def _figure(chart: Chart, lang: str, unseen: bool) -> Markup:
    drawings = (
        f'<div class="{name}">{draw(chart, ChartLook(width, lang, heading=False))}</div>'
        for name, width in WIDTHS.items()
    )
    kind = ' class="unseen"' if unseen else ""
    caption = f"<figcaption{kind}>{escape(chart.words.title)}</figcaption>"
    return Markup(f'<figure class="plotted">{caption}{"".join(drawings)}</figure>')
