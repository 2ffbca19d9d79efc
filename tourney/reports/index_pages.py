"""The start page of a site and its lists: players, games, ratings."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Final, NamedTuple

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
    FACT_DIVIDER,
    Cell,
    CellList,
    Folded,
    Head,
    PageContent,
    PageMaker,
    PageTable,
    Part,
    RowList,
    Section,
    Trusted,
    day,
    day_words,
    filled,
    title_of,
    when_words,
)
from tourney.reports.source import Identity, MatchLine
from tourney.store.matches import match_count

LATEST: Final = 12  # recorded matches on the start page
COMING: Final = 8  # dates, and winners, on the start page
LED: Final = 4  # games whose ratings are on the start page, those with most matches
LEADERS: Final = 5  # players of each game whose ratings are on the start page
DRAWN: Final = 40  # players of each game whose ratings are drawn


class EventLine(NamedTuple):
    """An event on the start page, with its stored name and players as pages show them.

    `winners` are those on the first place, who lead until the event is `over`.
    """

    name: str
    on: bool
    over: bool
    rounds: int
    missing: int
    winners: Sequence[str]
    coming: Sequence[tuple[str, str]]
    last: str


class IndexPages(PageMaker):
    """Makes the start page and the lists."""

    @property
    def site(self) -> str:
        """The name of the site."""
        return self.source.settings.title or self.text(say("reports.page-site-title"))

    def start(
        self, files: Sequence[Cell], quiz: Sequence[Cell] = (), events: Sequence[EventLine] = ()
    ) -> PageContent:
        """The start page: what is on, what came last, what comes next, who won and who leads."""
        words = say("reports.page-about-site", title=self.site).text(self.lang)
        sections = [*filled([*self._start(files, quiz, events)])]
        people, bots = len(self.source.people), len(self.source.gathered.bots)
        runs = sum(match_count(self.source.store, run) for run in self.source.runs)
        matches = len(self.source.gathered.lines) + runs
        counts = [say("reports.page-count-matches", count=matches)]
        counts += [say("reports.page-count-people", count=people)] if people else []
        counts += [say("reports.page-count-bots", count=bots)] if bots else []
        lead = [Cell(self.text(one)) for one in counts]
        return PageContent(self.site, words, sections, lead=lead)

    def _start(
        self, files: Sequence[Cell], quiz: Sequence[Cell], events: Sequence[EventLine]
    ) -> Iterator[Section]:
        on = [one for one in events if one.on]
        lines = [([self.event(one.name)], self._standing(one), Cell("")) for one in on]
        yield self.section("now", say("reports.page-now"), RowList(lines))
        newest = sorted(self.source.gathered.lines, key=lambda one: one.order, reverse=True)
        latest = self.lines(newest[:LATEST], say("reports.page-latest"))
        yield self.section("latest", say("reports.page-latest"), latest)
        yield self.section("events", say("reports.page-events"), self._events(events))
        yield self.section("runs", say("reports.page-runs"), self._runs())
        dated = sorted((date, one.name, what) for one in events for what, date in one.coming)
        coming = [
            ([Cell(when_words(date, self.lang)), self.event(name), Cell(what)], "", Cell(""))
            for date, name, what in dated[:COMING]
        ]
        yield replace(
            self.section("coming", say("reports.page-coming"), RowList(coming)), beside=True
        )
        won = [
            ([Cell(", ".join(one.winners), look="total"), self.event(one.name)],
             day_words(one.last, self.lang), Cell(""))
            for one in sorted(events, key=lambda one: one.last, reverse=True)
            if one.over and one.winners
        ]  # fmt: skip
        yield replace(
            self.section("winners", say("reports.page-winners"), RowList(won[:COMING])), beside=True
        )
        # The first players of each game; the page of all ratings has everybody.
        often = sorted(
            self.source.ratings.items(),
            key=lambda one: -sum(row.matches for row in one[1].rows),
        )
        leaders = []
        for game, table in often[:LED]:
            # People before bots, those who can be compared, then those who have played enough; all
            # of them where that leaves nobody, or one alone.
            known = [row for row in table.rows if not row.player.bot] or table.rows
            parts = Counter(row.part for row in known).most_common(1)
            largest = [row for row in known if row.part == parts[0][0]]
            sure = [row for row in largest if not row.provisional]
            rows = sure if len(sure) > 1 else largest
            leaders.append(self._rated(game, replace(table, rows=rows[:LEADERS]), short=True))
        every = CellList([Cell(self.text(say("reports.page-all-ratings")),
                               self.links.file("ratings.html"))])  # fmt: skip
        yield replace(
            self.section(
                "ratings", say("reports.page-leaders"), *leaders, *([every] if leaders else [])
            ),
            beside=True,
        )
        yield replace(self.section("quiz", say("reports.quiz-title"), CellList(quiz)), beside=True)
        yield replace(self.section("data", say("reports.page-data"), CellList(files)), beside=True)

    def _standing(self, one: EventLine) -> str:
        """How far an event is, and who leads."""
        words = [say("reports.page-count-rounds", count=one.rounds)] if one.rounds else []
        if one.missing:
            words.append(say("reports.page-count-missing", count=one.missing))
        if one.winners:
            words.append(say("reports.page-ahead", who=", ".join(one.winners)))
        for what, date in one.coming[:1]:
            words.append(say("reports.page-next", what=what, date=when_words(date, self.lang)))
        return FACT_DIVIDER.join(map(self.text, words)) or self.text(say("reports.page-planned"))

    def _events(self, known: Sequence[EventLine]) -> PageTable:
        lines: dict[str, list[MatchLine]] = {}
        for line in self.source.gathered.lines:
            if line.event:
                lines.setdefault(line.event, []).append(line)
        events = self.source.gathered.events
        newest = sorted(events, key=lambda name: _last_day(lines.get(name, ())), reverse=True)
        heads = [
            *self.heads(say("reports.page-event"), say("reports.page-date")),
            Head(self.text(say("reports.page-games")), minor=True),
            Head(self.text(say("reports.page-players")), True, minor=True),
            Head(self.text(say("reports.page-matches")), True, minor=True),
            Head(self.text(say("reports.page-winner"))),
        ]
        won = {one.name: ", ".join(one.winners) for one in known if one.over}
        rows = [
            [*self._event(name, lines.get(name, ())), Cell(won.get(name, ""))] for name in newest
        ]
        return PageTable(self.text(say("reports.page-events")), heads, rows, look="results")

    def _event(self, name: str, lines: Sequence[MatchLine]) -> list[Cell]:
        games = dict.fromkeys(self.game(line.game).text for line in lines)
        players = {player for line in lines for player in line.players} - {"?"}
        return [
            self.event(name),
            self.day(_last_day(lines)),
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
        heads = [head._replace(minor=at in (1, 3)) for at, head in enumerate(heads)]
        return PageTable(self.text(say("reports.page-runs")), heads, rows, look="results")

    def _rated(self, game: str, table: RatingTable, *, short: bool = False) -> PageTable:
        """The ratings of one game, without a column for the game; `short` for the start page."""
        found = ratings_table({game: table})
        hidden = {"game", "provisional", *(("places", "matches") if short else ())}
        if len({row.part for row in table.rows}) < 2:
            hidden.add("group")
        columns = [
            replace(column, only="data") if column.key in hidden else column
            for column in found.columns
        ]
        shown = self.table(replace(found, columns=columns), say("reports.page-ratings"))
        return replace(shown, caption=self.game(game).text, look="rated")

    def ratings(self, files: Sequence[Cell]) -> PageContent:
        """The ratings of all players, game by game: people, then bots; few matches are folded."""
        sections = []
        for at, (game, table) in enumerate(self.source.ratings.items()):
            parts: list[Part] = []
            for kind, bot in (
                (say("reports.page-people"), False),
                (say("reports.page-bots"), True),
            ):
                rows = [row for row in table.rows if row.player.bot == bot]
                sure = [row for row in rows if not row.provisional]
                caption = f"{self.game(game).text}: {self.text(kind)}"
                if sure:
                    made = self._rated(game, replace(table, rows=sure))
                    parts.append(replace(made, caption=caption))
                unsure = [row for row in rows if row.provisional]
                if unsure:
                    made = self._rated(game, replace(table, rows=unsure))
                    title = say("reports.page-provisional", kind=kind, count=len(unsure))
                    text = self.text(title)
                    # Where nobody has played enough yet, there is nothing else to show.
                    folded = Folded(
                        text, [replace(made, caption=caption)], open=not sure and not bot
                    )
                    parts.append(folded)
            first = replace(table, rows=table.rows[:DRAWN])
            chart = self.charts(partial(rated_chart, game, first), unseen=True)
            parts += self.fold(say("reports.page-intervals"), *chart)
            name = self.game(game).text
            sections.append(Section(f"ratings-{game}", name, parts, beside=at % 2 == 1))
        listed = self.section("data", say("reports.page-data"), CellList(files))
        sections.append(replace(listed, beside=len(sections) % 2 == 1))
        page = self._list(say("reports.page-ratings"), sections)
        return replace(page, first=[self.notes(say("reports.page-rating-means"))])

    def players(self) -> PageContent:
        """All people and bots."""
        listed = [one.name for one in self.source.people]
        people = [name for name in listed if self.names.of(name) == name]
        people += sorted(self.names.of(name) for name in listed if self.names.of(name) != name)
        bots = self.source.bot_names()
        shown_bots = self.section("bots", say("reports.page-bots"), self._played(bots, bot=True))
        sections = [
            self.section("people", say("reports.page-people"), self._played(people, bot=False)),
            replace(shown_bots, beside=bool(people)),
        ]
        lead = [
            Cell(self.text(say("reports.page-count-people", count=len(people)))),
            Cell(self.text(say("reports.page-count-bots", count=len(bots)))),
        ]
        return replace(self._list(say("reports.page-players"), sections), lead=lead)

    def _played(self, names: Sequence[str], *, bot: bool) -> PageTable:
        book = self.source.gathered.book
        heads = self.heads(say("reports.page-player"), say("reports.page-matches"), numbers=(1,))
        link = self.links.bot if bot else self.links.player
        rows = [
            [Cell(name, link(name)), Cell(str(book.matches(Identity(name, bot))))] for name in names
        ]
        caption = self.text(say("reports.page-bots") if bot else say("reports.page-people"))
        return PageTable(caption, heads, rows, look="rated")

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
        # Games of a family share a rule book, which lies in their package.
        book = Trusted(rule_book(GAMES[name].package, self.lang))
        section = self.section("rules", say("reports.page-rules"), book)
        trail = [
            Cell(self.text(say("reports.page-games")), self.links.file("games/index.html")),
            Cell(title),
        ]
        return PageContent(title, words, [section], trail)


@cache
def rule_book(package: str, lang: str = "en") -> Markup:
    """The rule book of the games of a package as HTML; each rule is the target of `#DI-R12`."""
    text = rulebook(package, lang)
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
