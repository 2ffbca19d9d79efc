"""The start page of a site and its lists: players, games, ratings."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.rating_values import RatingTable
from tourney.exports.ratings import ratings_table
from tourney.pictures.rating_charts import rated_chart
from tourney.reports.content import Cell, CellList, PageContent, PageTable, Part, Section, filled
from tourney.reports.page_maker import PageMaker, day
from tourney.reports.player_book import Identity
from tourney.reports.source import MatchLine
from tourney.store.matches import match_count

LATEST: Final = 20
"""Recorded matches on the start page."""
LEADERS: Final = 10
"""Players of each game whose ratings are on the start page."""
DRAWN: Final = 40
"""Players of each game whose ratings are drawn."""


class IndexPages(PageMaker):
    """Makes the start page and the lists."""

    @property
    def site(self) -> str:
        """The name of the site."""
        return self.source.settings.title or self.text(say("reports.page-site-title"))

    def start(self, files: Sequence[Cell]) -> PageContent:
        """The start page: events, runs, latest matches, ratings."""
        words = say("reports.page-about-site", title=self.site).text(self.lang)
        return PageContent(self.site, words, [*filled([*self._start(files)])])

    def _start(self, files: Sequence[Cell]) -> Iterator[Section]:
        yield self.section("events", say("reports.page-events"), self._events())
        newest = sorted(self.source.gathered.lines, key=lambda one: one.order, reverse=True)
        latest = self.lines(newest[:LATEST], say("reports.page-latest"))
        yield self.section("latest", say("reports.page-latest"), latest)
        yield self.section("ratings", say("reports.page-ratings"), *self._leaders())
        yield self.section("runs", say("reports.page-runs"), self._runs())
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

    def _leaders(self) -> Iterator[PageTable]:
        """The first players of each game; the page of all ratings has everybody."""
        for game, table in self.source.ratings.items():
            yield self._rated(game, replace(table, rows=table.rows[:LEADERS]))

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
