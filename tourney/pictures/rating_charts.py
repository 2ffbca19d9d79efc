"""Charts of ratings: how strong players are, and how their ratings changed."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from difflib import get_close_matches
from functools import reduce
from operator import or_
from typing import Any, Final

from engines.games import GAMES
from engines.messages import Message, Words, say
from tourney.domain.errors import NotFound, quoted
from tourney.domain.rating_values import RatingTable
from tourney.exports.ratings import history_table, ratings_table
from tourney.pictures.curves import CurveChart, CurvePoint, CurveSeries
from tourney.pictures.intervals import IntervalChart
from tourney.pictures.look import ChartWords
from tourney.pictures.table_charts import TableRow, rating_rows, rows_of
from tourney.ratings import Period, RatingMoment, ResultArrays, history, rate
from tourney.store import Database
from tourney.store.ratings import result_columns

ALL: Final = "all"


def title_of(game: str) -> Message | str:
    """The title of a game, or of all together; the name of a game that is not known."""
    if game == ALL:
        return say("pictures.all-games")
    if game not in GAMES:
        return game
    title = GAMES[game].title
    return say("engines.as-is", text=Words(title["en"], title.get("ja", title["en"])))


class RatedGames:
    """The results that are rated, and which of them belong to each game."""

    def __init__(self, store: Database) -> None:
        columns = result_columns(store)
        self.results = ResultArrays(columns)
        names = dict.fromkeys((*GAMES, *(kind.game for kind in columns.kinds)))
        chosen = {name: self.results.of_game(name) for name in names}
        self.games = {name: one for name, one in chosen.items() if one.any()}

    def chosen(self, game: str, *, dated: bool = False) -> Any:
        """The matches of a game, or of `all`; NotFound if there are none."""
        found = reduce(or_, self.games.values()) if game == ALL and self.games else None
        found = self.games.get(game) if game != ALL else found
        if found is not None and dated:
            found = found & (self.results.days > 0)
        if found is None or not found.any():
            raise NotFound(say("pictures.no-rated-game", game=quoted(game)))
        return found


def rated_games(store: Database) -> list[str]:
    """The games that have a match to rate, those of the registry first."""
    return list(RatedGames(store).games)


def ratings_chart(store: Database, game: str) -> IntervalChart:
    """The ratings of a game, or of `all` games together, best first."""
    rated = RatedGames(store)
    return rated_chart(game, rate(rated.results, rated.chosen(game), overall=game == ALL))


def rated_chart(game: str, found: RatingTable) -> IntervalChart:
    """Ratings of a game that are already computed, best first."""
    words = ChartWords(say("pictures.ratings", game=title_of(game)), say("pictures.dot-rating"))
    rows = list(rating_rows(ratings_table({game: found})))
    return IntervalChart(words, rows, say("pictures.rating"), digits=0)


def history_chart(
    store: Database, game: str, *, player: str | None = None, per: Period = "month"
) -> CurveChart:
    """The ratings of a game after every month or event, of all players or of one; NotFound."""
    rated = RatedGames(store)
    chosen = rated.chosen(game, dated=True)
    moments = list(history(rated.results, chosen, per, overall=game == ALL))
    if not moments:
        raise NotFound(say("pictures.no-rated-game", game=quoted(game)))
    return moments_chart(game, moments, player)


def moments_chart(
    game: str, moments: Sequence[RatingMoment], player: str | None = None
) -> CurveChart:
    """Ratings of a game at several moments, of all players or of one; NotFound."""
    rows = rows_of(history_table({game: moments}))
    of = title_of(game)
    title = (
        say("pictures.history-of", name=player, game=of)
        if player
        else say("pictures.history", game=of)
    )
    return CurveChart(
        ChartWords(title, say("pictures.band-rating")),
        [one for one in _curves(rows, player) if one.points],
        say("pictures.rating"),
        x_ticks=[(_day(one.day), one.name) for one in moments],
        digits=0,
    )


def _curves(rows: Sequence[TableRow], player: str | None) -> list[CurveSeries]:
    """The curve of each player, best at the end first; of one player, those of its versions."""
    found: dict[str, list[CurvePoint]] = defaultdict(list)
    names: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        point = CurvePoint(_day(row["date"]), row["rating"], row["low"], row["high"])
        found[row["player"]].append(point)
        names[row["player"].removesuffix(f" ({row['version']})")].add(row["player"])
    last = {name: points[-1].value or 0.0 for name, points in found.items()}
    order = sorted(found, key=lambda name: -last[name])
    if player is not None:
        if player not in names and player not in found:
            near = get_close_matches(player, names, 1)
            hint = say("pictures.meant", near=quoted(near[0])) if near else ""
            raise NotFound(say("pictures.nobody-rated", name=quoted(player), hint=hint))
        order = [name for name in order if name in {player, *names.get(player, ())}]
    return [CurveSeries(name, found[name]) for name in order]


def _day(text: str) -> int:
    """A day as a number."""
    return date.fromisoformat(text).toordinal()
