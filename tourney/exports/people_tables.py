"""People and bots as a table."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from engines.api import seat_letter
from engines.messages import say
from tourney.domain.rating_values import Estimate, PlayerRating, RatedPlayer, RatingTable
from tourney.render.text_tables import Column, Row, Table, course
from tourney.scoring.season_points import SeasonRow

if TYPE_CHECKING:
    from tourney.ratings import LiveTable, RatingMoment

PLAYER_COLUMNS = (
    Column("id", align="right", importance=4, kind="integer"),
    Column("player", importance=9, kind="text"),
    Column("reading", importance=6, kind="text"),
    Column("aliases", say("render.heading-also-known-as"), importance=5, kind="text"),
    Column("matches", align="right", importance=7, kind="integer"),
)


def players_table(people: Iterable[tuple[int, str, str, Sequence[str], int]]) -> Table:
    """One row for each person: id, name, reading, other names, number of matches."""
    return Table(PLAYER_COLUMNS, map(_row, people))


def _row(person: tuple[int, str, str, Sequence[str], int]) -> Row:
    number, name, reading, aliases, matches = person
    return (number, name, reading or None, ", ".join(aliases) or None, matches)


GAME = Column("game", importance=8)
PLAYER = Column("player", importance=9)
KIND = (Column("bot", only="data", kind="flag"), Column("version", only="data", kind="text"))
RATING = (
    Column("rating", align="right", digits=0, importance=9),
    Column("half", say("render.heading-half"), "right", digits=0, importance=8),
    Column("low", only="data"),
    Column("high", only="data"),
)
MATCHES = Column("matches", align="right", importance=6)
PROVISIONAL = Column("provisional", importance=5)
PLACES = (
    Column("places", align="right", importance=7),
    Column("place_best", only="data"),
    Column("place_worst", only="data"),
)
PLACE = Column("place", "#", "right", importance=8)

RATINGS = (GAME, PLACE, PLAYER, *KIND, *RATING, *PLACES, MATCHES, PROVISIONAL)
PART = Column("group", only="data")
SEVERAL_PARTS = Column("group", align="right", importance=7)
COURSE = Column("course", only="screen", importance=4, whole=True)
LONGEST = 24  # dates that a small drawing of a rating shows
PERIOD = (Column("period", importance=9), Column("date", importance=8))
SEATS = (
    GAME,
    Column("seats", align="right", importance=9),
    Column("seat", importance=9),
    Column("effect", align="right", digits=0, importance=9),
    *RATING[1:],
    MATCHES,
)
LIVE = (
    GAME,
    PLACE,
    PLAYER,
    *KIND,
    *RATING,
    Column("change", align="right", digits=0, importance=8),
    Column("matches", say("render.heading-matches-that-day"), "right", importance=6),
)

Tables = Mapping[str, RatingTable]  # the ratings of each game


def ratings_table(tables: Tables) -> Table:
    """The ratings of one or more games, game by game; groups who never met are told apart."""
    several = any(row.part for table in tables.values() for row in table.rows)
    return Table((*RATINGS, SEVERAL_PARTS if several else PART), list(_ratings(tables)))


def _ratings(tables: Tables) -> Iterator[Row]:
    for game, table in tables.items():
        names = _names(row.player for row in table.rows)
        for row in table.rows:
            yield (game, *_cells(row, names), row.part + 1)


def _cells(row: PlayerRating, names: Mapping[RatedPlayer, str]) -> Row:
    return (
        row.place,
        *_player(row.player, names),
        *_estimate(row.rating),
        str(row.best) if row.best == row.worst else f"{row.best}-{row.worst}",
        row.best,
        row.worst,
        row.matches,
        row.provisional,
    )


def _player(player: RatedPlayer, names: Mapping[RatedPlayer, str]) -> Row:
    return names[player], player.bot, player.version


def _estimate(found: Estimate) -> Row:
    return found.value, found.half, found.value - found.half, found.value + found.half


def _names(players: Iterable[RatedPlayer]) -> dict[RatedPlayer, str]:
    """The names of players, with the version of bots whose name somebody else has, too."""
    everybody = list(players)
    often = Counter(player.name for player in everybody)
    return {
        player: f"{player.name} ({player.version})" if often[player.name] > 1 and player.bot
        else player.name
        for player in everybody
    }  # fmt: skip


def history_table(histories: Mapping[str, "Sequence[RatingMoment]"]) -> Table:
    """The ratings of each game at several dates, oldest first."""
    return Table((GAME, *PERIOD, *RATINGS[1:], COURSE), list(_history(histories)))


def _history(histories: Mapping[str, "Sequence[RatingMoment]"]) -> Iterator[Row]:
    for game, moments in histories.items():
        names = _names(row.player for row in moments[-1].table.rows) if moments else {}
        values = [row.rating.value for moment in moments for row in moment.table.rows]
        ends = (min(values), max(values)) if values else (0.0, 0.0)
        so_far = defaultdict[RatedPlayer, list[float]](list)
        for moment in moments:
            for row in moment.table.rows:
                so_far[row.player].append(row.rating.value)
                drawn = course(so_far[row.player][-LONGEST:], *ends)
                yield (game, moment.name, moment.day, *_cells(row, names), drawn)


def seat_effects_table(tables: Tables) -> Table:
    """The effects of seats, game by game."""
    rows = [
        (game, one.seats, seat_letter(one.seat), *_estimate(one.effect), one.matches)
        for game, table in tables.items()
        for one in table.seats
    ]
    return Table(SEATS, rows)


def live_table(tables: Mapping[str, "LiveTable"]) -> Table:
    """Ratings that follow the newest day, game by game."""
    rows = []
    for game, table in tables.items():
        names = _names(row.player for row in table.rows)
        for row in table.rows:
            player, rating = _player(row.player, names), _estimate(row.rating)
            rows.append((game, row.place, *player, *rating, row.change, row.matches))
    return Table(LIVE, rows)


def season_table(tables: Sequence[tuple[str, Sequence[SeasonRow]]], names: Sequence[str]) -> Table:
    """Seasons by game as one table; a single season has no column for the game.

    People see the points of every event, in brackets if they do not count; programs see them as
    numbers, and the names of the events that count.
    """
    columns = [
        Column("game", importance=9, only="all" if len(tables) > 1 else "data"),
        Column("place", "#", "right", importance=8),
        Column("player", importance=9),
        Column("points", align="right", importance=9),
        Column("events", align="right", importance=4),
        *(Column(f"shown {name}", name, "right", only="people", importance=3) for name in names),
        *(Column(f"points {name}", only="data") for name in names),
        Column("counted", only="data"),
        Column("why", importance=2),
    ]
    lines: list[Row] = []
    for game, rows in tables:
        for row in rows:
            who = (game, row.place, row.player, row.points, len(row.events))
            shown = [_shown(row, name) for name in names]
            points = [row.events.get(name) for name in names]
            counted = ", ".join(name for name in names if name in row.counted)
            lines.append((*who, *shown, *points, counted, row.why))
    return Table(columns, lines)


def _shown(row: SeasonRow, name: str) -> str | None:
    if name not in row.events:
        return None
    text = f"{float(row.events[name]):.2f}"
    return text if name in row.counted else f"({text})"
