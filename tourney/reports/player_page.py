"""The page of a person or bot: games, places, rating with its band, opponents, seats, matches."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from engines.messages import say
from tourney.domain.rating_values import RatingTable
from tourney.exports.people_tables import history_table, ratings_table
from tourney.pictures.rating_charts import moments_chart
from tourney.reports.account_sections import AccountSections
from tourney.reports.content import Cell, CellList, Facts, PageContent, PageMaker, Section, filled
from tourney.reports.source import Identity
from tourney.store.bots import all_bots

if TYPE_CHECKING:
    from tourney.ratings import RatingMoment

LATEST: Final = 200  # matches of a person that a page lists


class PlayerPage(PageMaker):
    """Makes the page of a player."""

    def content(self, who: Identity, files: Sequence[Cell] = ()) -> PageContent:
        """The page of a person by the stored name, or of a bot."""
        shown = who if who.bot else Identity(self.names.of(who.name), False)
        words = say("reports.page-about-player", name=shown.name).text(self.lang)
        trail = [
            Cell(self.text(say("reports.page-players")), self.links.file("players/index.html"))
        ]
        sections = [*filled([*self._sections(who, shown, files)])]
        return PageContent(shown.name, words, sections, [*trail, Cell(shown.name)])

    def _sections(self, who: Identity, shown: Identity, files: Sequence[Cell]) -> Iterator[Section]:
        book = self.source.gathered.book
        yield self.section(
            "about",
            say("reports.page-bot") if who.bot else say("reports.page-player"),
            self._facts(who, shown),
        )
        games = self.table(book.games(shown), say("reports.page-played-games"))
        yield self.section("games", say("reports.page-played-games"), games)
        own = {game: _only(table, who) for game, table in self.source.ratings.items()}
        rating = self.table(ratings_table(own), say("reports.page-rating"))
        moments = self._moments(who)
        history = self.table(history_table(moments), say("reports.page-rating-history"))
        courses = self.charts(
            *(partial(moments_chart, game, mine, who.name) for game, mine in moments.items())
        )
        notes = self.notes(*[say("reports.page-rating-means")] if rating.rows else [])
        yield self.section("rating", say("reports.page-rating"), notes, rating, *courses, history)
        opponents = self.table(book.opponents(shown), say("reports.page-opponents"))
        explained = self.notes(*[say("reports.page-opponents-mean")] if opponents.rows else [])
        yield self.section("opponents", say("reports.page-opponents"), explained, opponents)
        seats = self.table(book.seats(shown), say("reports.page-played-seats"))
        yield self.section("seats", say("reports.page-played-seats"), seats)
        yield AccountSections(self.source, self.links).errors(who)
        lines = self.source.lines_by_player.get(shown.name, ())[:LATEST]
        if lines and not who.bot:
            yield self.section(
                "matches",
                say("reports.page-matches"),
                self.lines(lines, say("reports.page-matches")),
            )
        runs = [
            Cell(run.spec.name, self.links.run(run.spec.name))
            for run in self.source.runs
            if who.bot and any(bot.name == who.name for bot in run.spec.bots)
        ]
        yield self.section("runs", say("reports.page-runs"), CellList(runs))
        yield self.section("data", say("reports.page-data"), CellList(files))

    def _facts(self, who: Identity, shown: Identity) -> Facts:
        bots = [one for one in all_bots(self.source.store) if who.bot and one.name == who.name]
        versions = dict.fromkeys(one.version for one in bots if one.version)
        matches = self.source.gathered.book.matches(shown)
        return self.facts(
            (
                (say("reports.page-versions"), [Cell(version) for version in versions]),
                (say("reports.page-matches"), [Cell(str(matches))]),
            )
        )

    def _moments(self, who: Identity) -> "dict[str, list[RatingMoment]]":
        """The rating in each game after each month, if there is more than one."""
        own = {}
        for game, moments in self.source.histories.items():
            mine = [one._replace(table=_only(one.table, who)) for one in moments]
            played = [one for one in mine if one.table.rows]
            if len(played) > 1:
                own[game] = played
        return own


def _only(table: RatingTable, who: Identity) -> RatingTable:
    """The rows of one player."""
    rows = [row for row in table.rows if row.player.name == who.name and row.player.bot == who.bot]
    return replace(table, rows=rows)
