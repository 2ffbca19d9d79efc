"""Charts of ratings and of error rates: how strong players are, and how that changed."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from functools import reduce
from operator import or_
from typing import Any, Final

from engines.games import GAMES
from engines.messages import Message, Words, say
from tourney.domain.errors import NotFound, quoted
from tourney.domain.rating_values import RatingTable
from tourney.exports.people_tables import history_table, ratings_table
from tourney.exports.run_statistics import comparison_table
from tourney.pictures.curves import CurveChart, CurvePoint, CurveSeries
from tourney.pictures.heat import HeatChart, ShareRow
from tourney.pictures.intervals import IntervalChart, IntervalRow
from tourney.pictures.look import ChartWords
from tourney.ratings import Period, RatingMoment, ResultArrays, history, rate
from tourney.render.code_words import word_of
from tourney.render.text_tables import Table
from tourney.runs.until import compare, compare_bots
from tourney.store import Database
from tourney.store.ratings import result_columns
from tourney.store.runs import StoredRun

TableRow = Mapping[str, Any]


def rows_of(table: Table) -> list[TableRow]:
    """The rows of a table for programs, with exact values."""
    keys = [column.key if column.only in ("all", "data") else None for column in table.columns]
    return [
        {key: value for key, value in zip(keys, row, strict=True) if key is not None}
        for row in table.rows
    ]


def standings_chart(table: Table, of: Message, interval: Message, by: str) -> IntervalChart:
    """Points per match with their intervals, in the order of the standings."""
    rows = [
        IntervalRow(row["player"], row["points_mean"], row["ci_low"], row["ci_high"])
        for row in rows_of(table)
    ]
    known = any(row.low is not None for row in rows)
    note = say("pictures.dot", interval=interval) if known else say("pictures.dot-only")
    words = ChartWords(say("pictures.standings", of=of), note)
    return IntervalChart(words, rows, say("pictures.per-match", by=word_of(by)))


def seats_chart(table: Table, of: Message, by: str) -> IntervalChart:
    """How many points each seat is worth above the mean of all seats."""
    rows = [
        IntervalRow(row["seat"], row["advantage"], row["ci_low"], row["ci_high"])
        for row in rows_of(table)
    ]
    words = ChartWords(
        say("pictures.seats", of=of), say("pictures.dot", interval=say("pictures.interval"))
    )
    return IntervalChart(
        words, rows, say("pictures.beyond", by=word_of(by)), digits=3, difference=True
    )


def crosstable_chart(table: Table, of: Message) -> HeatChart:
    """The shares of the crosstable as coloured cells."""
    rows = rows_of(table)
    names = [row["player"] for row in rows]
    cells = [
        ShareRow(row["player"], [row[f"above {name}"] for name in names], row["sum"])
        for row in rows
    ]
    return HeatChart(
        ChartWords(say("pictures.crosstable", of=of), say("pictures.share")),
        cells,
        "",
        say("pictures.sum"),
    )


def gains_chart(table: Table, of: Message, by: str) -> IntervalChart:
    """What changes of bots gained, deal by deal."""
    found = rows_of(table)
    rows = [
        IntervalRow(_change(row), row["difference"], row["ci_low"], row["ci_high"]) for row in found
    ]
    deals = found[0]["deals"] if found else 0
    note = say("pictures.dot-difference", deals=deals, interval=say("pictures.interval"))
    words = ChartWords(say("pictures.comparison", of=of), note)
    return IntervalChart(
        words, rows, say("pictures.gain", by=word_of(by)), digits=3, difference=True
    )


def _change(row: TableRow) -> str:
    """The bot, or what it was before and is after the change."""
    before, after = row["bot_before"], row["bot_after"]
    if before != after:
        return f"{before} → {after}"
    versions = row["version_before"], row["version_after"]
    return str(before) if versions[0] == versions[1] else f"{before} {' → '.join(versions)}"


def faults_chart(table: Table, of: Message) -> IntervalChart:
    """The share of deals in which each bot had each kind of fault."""
    rows = [
        IntervalRow(
            say("pictures.fault-of", bot=row["bot"], fault=row["fault"])
            if row["faults"]
            else row["bot"],
            row["share"],
            row["ci_low"],
            row["ci_high"],
        )
        for row in rows_of(table)
    ]
    words = ChartWords(say("pictures.faults", of=of), say("pictures.dot-share"))
    return IntervalChart(words, rows, say("pictures.share-of-deals"), digits=3, include=(0.0,))


def rating_rows(table: Table) -> Iterator[IntervalRow]:
    """Ratings with their intervals."""
    for row in rows_of(table):
        yield IntervalRow(row["player"], row["rating"], row["low"], row["high"])


# The chart of what a change to a bot gained, on the same deals before and after.


def comparison_chart(
    store: Database,
    first: StoredRun,
    second: StoredRun | None = None,
    *,
    bots: tuple[str, str] | None = None,
    by: str = "scaled",
) -> IntervalChart:
    """The differences between two runs of the same deals, or of two bots of one run.

    UsageFault if they cannot be compared.
    """
    found = (
        compare_bots(store, first, bots, by) if bots else compare(store, first, second or first, by)
    )
    changes = [(one.before, one.after, one.pairs, one.clean) for one in found.changes]
    runs = [first.spec.name, *([second.spec.name] if second else [])]
    return gains_chart(comparison_table(changes), say("pictures.run", name=", ".join(runs)), by)


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
    """The results that are rated, and which of them belong to each game, the registry's first."""

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


def error_rates_chart(
    game: str, player: str, months: Mapping[str, tuple[float, float]]
) -> CurveChart:
    """The error rate of a player in a game by month, such as `2026-11`, with its 95 % interval."""
    days = {month: _day(f"{month}-01") for month in months}
    points = [
        CurvePoint(days[month], rate, rate - half, rate + half)
        for month, (rate, half) in months.items()
    ]
    return CurveChart(
        ChartWords(
            say("pictures.error-rates", name=player, game=title_of(game)),
            say("pictures.band-errors"),
        ),
        [CurveSeries(player, points)],
        say("pictures.error-rate"),
        x_ticks=[(day, month) for month, day in days.items()],
        digits=1,
        include=(0.0,),
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
