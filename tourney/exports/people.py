"""People and bots as a table."""

from collections.abc import Iterable, Sequence

from engines.messages import say
from tourney.render.tables import Column, Row, Table

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
