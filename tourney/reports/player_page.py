"""The page of a person or bot: games, places, rating with its band, opponents, seats, matches."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from engines.messages import Message, say
from tourney.domain.rating_values import RatingTable
from tourney.exports.people_tables import history_table, ratings_table
from tourney.pictures.rating_charts import moments_chart, rows_of
from tourney.render.text_tables import fixed
from tourney.reports.account_sections import AccountSections
from tourney.reports.content import (
    Cell,
    CellList,
    PageContent,
    PageMaker,
    Part,
    Section,
    days_words,
    filled,
    present,
    result_words,
    title_of,
)
from tourney.reports.source import VOID, Identity, MatchLine
from tourney.store.bots import all_bots

if TYPE_CHECKING:
    from tourney.ratings import RatingMoment

LATEST: Final = 200  # matches of a person that a page lists
FORM: Final = 10  # matches whose places are marks above the list
RIVAL: Final = 2  # matches together from which on somebody is a rival


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
        page = PageContent(shown.name, words, sections, [*trail, Cell(shown.name)])
        # The rating in each game, those with most matches first.
        rated = [
            (-row.matches, f"{title_of(game, self.lang)} {row.rating.value:.0f}", row)
            for game, table in self.source.ratings.items()
            for row in _only(table, who).rows
        ]
        chips = [Cell(f"{text} ± {row.rating.half:.0f}") for _, text, row in sorted(rated)]
        first = present(CellList(chips, kind="chips"))
        return replace(page, lead=self._lead(who, shown), first=first)

    def _lead(self, who: Identity, shown: Identity) -> list[Cell]:
        """How often and when a player played; of a bot, its versions."""
        matches = self.source.gathered.book.matches(shown)
        cells = [Cell(self.text(say("reports.page-count-matches", count=matches)))]
        if not who.bot:
            dates = [line.date for line in self.source.lines_by_player.get(shown.name, ())]
            return [*cells, *(Cell(one) for one in [days_words(dates, self.lang)] if one)]
        bots = [one for one in all_bots(self.source.store) if one.name == who.name]
        versions = dict.fromkeys(one.version for one in bots if one.version)
        kind = Cell(self.text(say("reports.page-bot")))
        return [kind, *map(Cell, versions), *cells]

    def _sections(self, who: Identity, shown: Identity, files: Sequence[Cell]) -> Iterator[Section]:
        book = self.source.gathered.book
        own = {game: _only(table, who) for game, table in self.source.ratings.items()}
        rated = ratings_table(own)
        columns = [
            replace(one, only="data") if one.key == "player" else one for one in rated.columns
        ]
        rating = self.table(replace(rated, columns=columns), say("reports.page-rating"))
        moments = self._moments(who)
        history = self.table(history_table(moments), say("reports.page-rating-history"))
        courses = self.charts(
            *(partial(moments_chart, game, mine, who.name) for game, mine in moments.items())
        )
        notes = self.notes(*[say("reports.page-rating-means")] if rating.rows else [])
        folded = self.fold(say("reports.page-rating-history"), history)
        yield self.section("rating", say("reports.page-rating"), *courses, rating, notes, *folded)
        lines = self.source.lines_by_player.get(shown.name, ())
        if lines and not who.bot:
            yield self.section(
                "matches",
                say("reports.page-matches"),
                *self._form(shown, lines),
                self.lines(lines[:LATEST], say("reports.page-matches")),
            )
        games = self.table(book.games(shown), say("reports.page-played-games"))
        seats = self.table(book.seats(shown), say("reports.page-played-seats"))
        played = self.section(
            "games",
            say("reports.page-played-games"),
            self.facts(self._extremes(shown, () if who.bot else lines)),
            games,
            *self.fold(say("reports.page-played-seats"), seats),
        )
        yield replace(played, beside=True)
        opponents = self.table(book.opponents(shown), say("reports.page-opponents"))
        explained = self.notes(*[say("reports.page-opponents-mean")] if opponents.rows else [])
        rivals = self.section(
            "opponents",
            say("reports.page-opponents"),
            self.facts(self._rivals(shown)),
            opponents,
            explained,
        )
        yield replace(rivals, beside=True)
        runs = [
            Cell(run.spec.name, self.links.run(run.spec.name))
            for run in self.source.runs
            if who.bot and any(bot.name == who.name for bot in run.spec.bots)
        ]
        yield replace(
            self.section("runs", say("reports.page-runs"), CellList(runs)), beside=bool(rating.rows)
        )
        yield replace(self.section("data", say("reports.page-data"), CellList(files)), beside=True)
        errors = AccountSections(self.source, self.links).errors(who)
        yield replace(errors, wide=True)

    def _form(self, shown: Identity, lines: Sequence[MatchLine]) -> Iterator[Part]:
        """The places in the last matches as small marks, the newest last."""
        marks: list[Cell] = []
        for line in lines:
            found = _success(line, shown.name)
            if found is not None and len(marks) < FORM:
                place = line.places[line.players.index(shown.name)]
                game = title_of(line.game, self.lang)
                more = self.text(say("reports.page-form-mark", seats=len(line.players), game=game))
                look = "good" if found[0] > 0 else "bad" if found[0] < 0 else ""
                marks.append(Cell(str(place), self.links.match(line.name), look, more=more))
        if len(marks) > 1:
            yield self.notes(say("reports.page-form", count=len(marks)))
            yield CellList(marks[::-1], kind="form")

    def _extremes(
        self, shown: Identity, lines: Sequence[MatchLine]
    ) -> Iterator[tuple[Message, Sequence[Cell]]]:
        """The best and the worst game of a player, and the best and the worst result."""
        games = rows_of(self.source.gathered.book.games(shown))
        order = sorted(games, key=lambda one: (one["points_mean"], one["game"]))
        for title, one in zip(
            (say("reports.page-best-game"), say("reports.page-worst-game")),
            (order[-1], order[0]) if len(order) > 1 else (),
            strict=False,
        ):
            points = say("reports.page-mean-points", points=fixed(one["points_mean"], 2))
            yield title, [self.game(one["game"]), Cell(self.text(points))]
        judged = [(found, line) for line in lines if (found := _success(line, shown.name))]
        if len(judged) > 1:
            for title, (_, line) in (
                (say("reports.page-best-match"), max(judged, key=lambda one: one[0])),
                (say("reports.page-worst-match"), min(judged, key=lambda one: one[0])),
            ):
                words = result_words(line, self.lang)
                yield title, [Cell(words, self.links.match(line.name)), self.game(line.game)]

    def _rivals(self, shown: Identity) -> Iterator[tuple[Message, Sequence[Cell]]]:
        """Whom a player met most, and against whom it went best and worst."""
        met = rows_of(self.source.gathered.book.opponents(shown))
        often = [one for one in met if one["matches"] >= RIVAL]
        if len(often) < 2:
            return
        best = max(often, key=lambda one: (one["share"], one["matches"]))
        worst = min(often, key=lambda one: (one["share"], -one["matches"]))
        for title, one in (
            (say("reports.page-met-most"), often[0]),
            (say("reports.page-met-best"), best),
            (say("reports.page-met-worst"), worst),
        ):
            count = say("reports.page-above-of", above=one["above"], matches=one["matches"])
            name = one["player"]
            yield title, [Cell(name, self.links.player(name)), Cell(self.text(count))]

    def _moments(self, who: Identity) -> "dict[str, list[RatingMoment]]":
        """The rating in each game over time, if there is more than one moment."""
        own = {}
        for game, moments in self.source.histories.items():
            mine = [one._replace(table=_only(one.table, who)) for one in moments]
            played = [one for one in mine if one.table.rows]
            if len({one.day for one in played}) > 1:
                own[game] = played
        return own


def _success(line: MatchLine, name: str) -> tuple[float, int, float] | None:
    """How good a result is: the share of the others below, how many, and by which part of scores.

    None without a place, or for a name that stands twice in the match.
    """
    if line.players.count(name) != 1 or None in line.places or line.status == VOID:
        return None
    seat = line.players.index(name)
    places = [place or 0 for place in line.places]
    others = [place for at, place in enumerate(places) if at != seat]
    if not others:
        return None
    below = sum(place > places[seat] for place in others)
    above = sum(place < places[seat] for place in others)
    scores = [score or 0 for score in line.scores]
    rest = [score for at, score in enumerate(scores) if at != seat]
    top = max(map(abs, scores)) or 1
    ahead = abs(scores[seat] - (max(rest) if below > above else min(rest))) / top
    sign = 1 if below > above else -1
    return (below - above) / len(others), sign * len(others), sign * ahead


def _only(table: RatingTable, who: Identity) -> RatingTable:
    """The rows of one player."""
    rows = [row for row in table.rows if row.player.name == who.name and row.player.bot == who.bot]
    return replace(table, rows=rows)
