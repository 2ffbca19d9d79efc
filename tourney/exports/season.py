"""The table of a season: total points and those of every event."""

from collections.abc import Sequence

from tourney.render.tables import Column, Row, Table
from tourney.scoring.season_points import SeasonRow


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
    return Table(columns, [_line(game, row, names) for game, rows in tables for row in rows])


def _line(game: str, row: SeasonRow, names: Sequence[str]) -> Row:
    return (
        game,
        row.place,
        row.player,
        row.points,
        len(row.events),
        *(_shown(row, name) for name in names),
        *(row.events.get(name) for name in names),
        ", ".join(name for name in names if name in row.counted),
        row.why,
    )


def _shown(row: SeasonRow, name: str) -> str | None:
    if name not in row.events:
        return None
    text = f"{float(row.events[name]):.2f}"
    return text if name in row.counted else f"({text})"
