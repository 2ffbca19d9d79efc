"""The start page of a site and its lists: players, games, ratings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.rating_values import RatingTable
from tourney.domain.rulebook import START, rulebook
from tourney.exports.people_tables import ratings_table
from tourney.pictures.rating_charts import rated_chart
from tourney.reports.content import (
    Cell,
    CellList,
    PageContent,
    PageMaker,
    PageTable,
    Part,
    Section,
    Trusted,
    day,
    filled,
    title_of,
)
from tourney.reports.source import Identity, MatchLine
from tourney.store.matches import match_count

LATEST: Final = 20  # recorded matches on the start page
LEADERS: Final = 10  # players of each game whose ratings are on the start page
DRAWN: Final = 40  # players of each game whose ratings are drawn


class IndexPages(PageMaker):
    """Makes the start page and the lists."""

    @property
    def site(self) -> str:
        """The name of the site."""
        return self.source.settings.title or self.text(say("reports.page-site-title"))

    def start(self, files: Sequence[Cell], quiz: Sequence[Cell] = ()) -> PageContent:
        """The start page: events, runs, latest matches, ratings."""
        words = say("reports.page-about-site", title=self.site).text(self.lang)
        return PageContent(self.site, words, [*filled([*self._start(files, quiz)])])

    def _start(self, files: Sequence[Cell], quiz: Sequence[Cell]) -> Iterator[Section]:
        yield self.section("events", say("reports.page-events"), self._events())
        newest = sorted(self.source.gathered.lines, key=lambda one: one.order, reverse=True)
        latest = self.lines(newest[:LATEST], say("reports.page-latest"))
        yield self.section("latest", say("reports.page-latest"), latest)
        # The first players of each game; the page of all ratings has everybody.
        leaders = [
            self._rated(game, replace(table, rows=table.rows[:LEADERS]))
            for game, table in self.source.ratings.items()
        ]
        yield self.section("ratings", say("reports.page-ratings"), *leaders)
        yield self.section("runs", say("reports.page-runs"), self._runs())
        yield self.section("quiz", say("reports.quiz-title"), CellList(quiz))
        yield self.section("data", say("reports.page-data"), CellList(files))

    def _events(self) -> PageTable:
        lines: dict[str, list[MatchLine]] = {}
        for line in self.source.gathered.lines:
            if line.event:
                lines.setdefault(line.event, []).append(line)
        events = self.source.gathered.events
        newest = sorted(events, key=lambda name: _last_day(lines.get(name, ())), reverse=True)
        heads = self.heads(
            say("reports.page-event"),
            say("reports.page-date"),
            say("reports.page-games"),
            say("reports.page-players"),
            say("reports.page-matches"),
            numbers=(3, 4),
        )
        rows = [self._event(name, lines.get(name, ())) for name in newest]
        return PageTable(self.text(say("reports.page-events")), heads, rows)

    def _event(self, name: str, lines: Sequence[MatchLine]) -> list[Cell]:
        games = dict.fromkeys(self.game(line.game).text for line in lines)
        players = {player for line in lines for player in line.players} - {"?"}
        return [
            self.event(name),
            Cell(_last_day(lines)),
            Cell(", ".join(games)),
            Cell(str(len(players))),
            Cell(str(len(lines))),
        ]

    def _runs(self) -> PageTable:
        heads = self.heads(
            say("reports.page-run"),
            say("reports.page-game"),
            say("reports.page-bots"),
            say("reports.page-deals"),
            say("reports.page-matches"),
            numbers=(3, 4),
        )
        rows = []
        for run in reversed(self.source.runs):
            name = Cell(run.spec.name, self.links.run(run.spec.name))
            bots = ", ".join(bot.name for bot in run.spec.bots)
            counts = (run.spec.deals, match_count(self.source.store, run))
            game = self.game(run.spec.game)
            rows.append([name, game, Cell(bots), *(Cell(str(count)) for count in counts)])
        return PageTable(self.text(say("reports.page-runs")), heads, rows)

    def _rated(self, game: str, table: RatingTable) -> PageTable:
        """The ratings of one game, without a column for the game."""
        found = ratings_table({game: table})
        columns = [
            replace(column, only="data") if column.key == "game" else column
            for column in found.columns
        ]
        shown = self.table(replace(found, columns=columns), say("reports.page-ratings"))
        return PageTable(f"{self.game(game).text}: {shown.caption}", shown.heads, shown.rows)

    def ratings(self, files: Sequence[Cell]) -> PageContent:
        """The ratings of all players, game by game."""
        sections = []
        for game, table in self.source.ratings.items():
            title = self.game(game).text
            first = replace(table, rows=table.rows[:DRAWN])
            charts = self.charts(partial(rated_chart, game, first))
            notes = self.notes(say("reports.page-rating-means"))
            parts: list[Part] = [notes, self._rated(game, table), *charts]
            sections.append(Section(f"ratings-{game}", title, parts))
        sections.append(self.section("data", say("reports.page-data"), CellList(files)))
        return self._list(say("reports.page-ratings"), sections)

    def players(self) -> PageContent:
        """All people and bots."""
        listed = [one.name for one in self.source.people]
        people = [name for name in listed if self.names.of(name) == name]
        people += sorted(self.names.of(name) for name in listed if self.names.of(name) != name)
        bots = self.source.bot_names()
        sections = [
            self.section("people", say("reports.page-people"), self._played(people, bot=False)),
            self.section("bots", say("reports.page-bots"), self._played(bots, bot=True)),
        ]
        return self._list(say("reports.page-players"), sections)

    def _played(self, names: Sequence[str], *, bot: bool) -> PageTable:
        book = self.source.gathered.book
        heads = self.heads(say("reports.page-player"), say("reports.page-matches"), numbers=(1,))
        link = self.links.bot if bot else self.links.player
        rows = [
            [Cell(name, link(name)), Cell(str(book.matches(Identity(name, bot))))] for name in names
        ]
        return PageTable(
            self.text(say("reports.page-bots") if bot else say("reports.page-people")), heads, rows
        )

    def games(self) -> PageContent:
        """All games."""
        items = [self.game(name) for name in GAMES]
        return self._list(
            say("reports.page-games"),
            [self.section("games", say("reports.page-games"), CellList(items))],
        )

    def _list(self, title: Message, sections: Sequence[Section]) -> PageContent:
        words = say("reports.page-about-list", what=self.text(title), title=self.site)
        trail = [Cell(self.text(title))]
        return PageContent(self.text(title), words.text(self.lang), [*filled(sections)], trail)


def _last_day(lines: Sequence[MatchLine]) -> str:
    return max((day(line.date) for line in lines), default="")


_NUMBER: Final = re.compile(r"\b[A-Z]{2,4}[0-9]?-[RQE]\d+[a-z]?\b")
# The rule book is below the title of its section, so its headings are so much lower.
HEADINGS: Final = 2
LOWEST: Final = 6


class GamePage(PageMaker):
    """Makes the page of a game."""

    def content(self, name: str) -> PageContent:
        """The rules of a game."""
        title = title_of(name, self.lang)
        words = say("reports.page-about-game", game=title).text(self.lang)
        # Games of a family share a rule book, which lies in the folder of their engine.
        family = type(GAMES[name]).__module__.split(".")[1]
        book = Trusted(rule_book(family, self.lang))
        section = self.section("rules", say("reports.page-rules"), book)
        trail = [
            Cell(self.text(say("reports.page-games")), self.links.file("games/index.html")),
            Cell(title),
        ]
        return PageContent(title, words, [section], trail)


@cache
def rule_book(family: str, lang: str = "en") -> Markup:
    """The rule book of a family of games as HTML; each rule is the target of `#DI-R12`."""
    text = rulebook(family, lang)
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    # The first heading (opening, text, closing) is the title of the page already.
    if tokens and tokens[0].type == "heading_open":
        del tokens[:3]
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + HEADINGS - 1, LOWEST)}"
    # Give the first block that begins with the number of a rule this number as its id.
    lines = text.splitlines()
    used: set[str] = set()
    for token in tokens:
        if token.nesting == 1 and token.map and token.type in OPENING:
            found = START.match(lines[token.map[0]])
            if found and found["id"] not in used:
                used.add(found["id"])
                token.attrSet("id", found["id"])
                token.attrJoin("class", "rule")
    tokens = list(_with_captions(tokens))
    html = parser.renderer.render(tokens, parser.options, {})
    # Tables scroll in boxes of their own; their style comes from the page alone.
    html = html.replace(' style="text-align:right"', ' class="number"')
    html = re.sub(' style="text-align:[a-z]+"', "", html)
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    return Markup(f'<div class="rules">{_linked(html)}</div>')


def _with_captions(tokens: list[Token]) -> Iterator[Token]:
    """The book with a caption in each table: the rule or heading that it belongs to."""
    above = ""
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            above = tokens[at + 1].content
        above = str(token.attrGet("id") or above)
        yield token
        if token.type == "table_open":
            caption = Token("html_block", "", 0)
            caption.content = f"<caption>{escape(above)}</caption>"
            yield caption


OPENING: Final = frozenset({"paragraph_open", "heading_open", "list_item_open", "tr_open"})


def _linked(html: str) -> str:
    """Numbers of rules in the text lead to these rules, where the page has them."""
    known = set(re.findall(r'id="([^"]+)"', html))

    def link(found: re.Match[str]) -> str:
        number = found[0]
        return f'<a href="#{number}">{number}</a>' if number in known else number

    pieces = re.split(r"(<[^>]*>)", html)
    return "".join(p if p.startswith("<") else _NUMBER.sub(link, p) for p in pieces)
