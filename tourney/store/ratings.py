"""Streams the results of all matches in columns, for ratings.

People are under their own name, whoever they were merged with. Rows are read in batches and kept as
plain numbers: 8 bytes for each column of a match and of a seat.
"""

from array import array
from collections.abc import Sequence
from contextlib import closing
from itertools import chain
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Connection, Select, func, literal, select

from tourney.domain.match_values import PRACTICE, unpack_options
from tourney.domain.rating_values import (
    RATED,
    MatchSetting,
    RatedPlayer,
    ResultColumns,
    last_possible_day,
)
from tourney.results.sums import contest
from tourney.store.connect import Database
from tourney.store.matches import unpack_headers
from tourney.store.models import BOT, MATCH, PLAYER, RECORD_TEXT, RUN, SEAT
from tourney.store.players import merged_into

FORFEIT: Final = "forfeit"
IN_PRACTICE: Final = "practice"
BLOCKS: Final = 1 << 32
"""Numbers of blocks of one run, which is more than a run may have deals."""
BATCH: Final = 20_000


def result_columns(database: Database, *, forfeits: bool = False) -> ResultColumns:
    """The results of all matches; never void ones and practice, forfeited ones if asked for."""
    found = ResultColumns()
    wanted = MATCH.c.status.in_((*RATED, FORFEIT) if forfeits else RATED)
    with database.reading() as connection:
        _name_players(connection, found)
        kinds = _Kinds(found)
        # A run without a date has that of its creation.
        columns = RUN.c["id", "game", "options", "seats", "date", "created", "event"]
        for number, *setting, date, created, event in connection.execute(select(*columns)):
            day = last_possible_day(date) if date else f"{created:%Y-%m-%d}"
            kinds.add(number, setting, day, event)
        _name_records(connection, kinds, wanted)
        # Id, code of the kind and block of matches: a run has its id as code, a record its own.
        block = MATCH.c.run_id * literal(BLOCKS, BigInteger) + MATCH.c.deal
        kind = func.coalesce(MATCH.c.run_id, -MATCH.c.id)
        matches = select(MATCH.c.id, kind, func.coalesce(block, -MATCH.c.id)).where(wanted)
        _read(connection, matches.order_by(MATCH.c.id), found.matches)
        # Match, player and place of all seats: bots have even codes, people odd ones.
        who = func.coalesce(2 * SEAT.c.bot_id, 2 * SEAT.c.player_id + 1, -1)
        seats = select(SEAT.c.match_id, who, func.coalesce(SEAT.c.place, 0))
        _read(connection, seats.order_by(SEAT.c.match_id, SEAT.c.seat), found.seats)
        _count_others(connection, found, ~wanted)
    return found


def _name_players(connection: Connection, found: ResultColumns) -> None:
    """Number the bots by name and version and the people; bots have even codes, people odd ones."""
    indices: dict[RatedPlayer, int] = {}
    codes = found.player_codes
    targets: dict[RatedPlayer, list[str]] = {}
    bots = select(BOT.c.id, BOT.c.name, BOT.c.version, BOT.c.target).order_by(BOT.c.id)
    for number, name, version, target in connection.execute(bots):
        bot = RatedPlayer(name, version)
        codes[2 * number] = indices.setdefault(bot, len(indices))
        targets.setdefault(bot, []).extend([target] if target else [])
    found.several = {bot: several for bot, several in targets.items() if len(several) > 1}
    person = merged_into(connection)
    names = dict(map(tuple, connection.execute(select(PLAYER.c.id, PLAYER.c.name))))
    for number in names:
        name = names[person.get(number, number)]
        codes[2 * number + 1] = indices.setdefault(RatedPlayer(name), len(indices))
    found.people = list(indices)


def _name_records(connection: Connection, kinds: "_Kinds", wanted: ColumnElement[bool]) -> None:
    """Number the kinds of the matches of people; practice has none."""
    text = RECORD_TEXT.c
    seats = select(func.count()).where(SEAT.c.match_id == text.match_id).scalar_subquery()
    query = (
        select(text.match_id, text.game, text.options, seats, text.headers)
        .join_from(MATCH, RECORD_TEXT, MATCH.c.id == text.match_id)
        .where(wanted)
    )
    for number, *setting, packed in connection.execute(query):
        headers = unpack_headers(packed)
        if PRACTICE in headers:
            kinds.found.left_out[setting[0], IN_PRACTICE] += 1
            continue
        given = dict(headers)
        kinds.add(-number, setting, last_possible_day(given.get("date", "")), given.get("event"))


def _count_others(
    connection: Connection, found: ResultColumns, others: ColumnElement[bool]
) -> None:
    """Count the matches of runs and of people that do not count, by game and status."""
    # What the ratings leave out is told by its reason, so that nobody wonders.
    for table, of_match in (
        (RUN, RUN.c.id == MATCH.c.run_id),
        (RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id),
    ):
        reason = (table.c.game, MATCH.c.status)
        query = select(*reason, func.count()).join_from(MATCH, table, of_match).where(others)
        for game, status, count in connection.execute(query.group_by(*reason)):
            found.left_out[game, status] += count


class _Kinds:
    """Numbers the kinds of matches."""

    def __init__(self, found: ResultColumns) -> None:
        self.found = found
        self._indices: dict[MatchSetting, int] = {}
        # The engine is asked for teams once for each setting, not for each match.
        self._sides: dict[tuple[str, str, int], tuple[int, ...]] = {}

    def add(self, code: int, setting: Sequence[Any], day: str, event: str | None) -> None:
        """Give the code of matches their kind; `setting` is game, options and number of seats."""
        game, options, seats = setting
        if (game, options, seats) not in self._sides:
            found = contest(game, dict(unpack_options(options)), seats)
            self._sides[game, options, seats] = found.sides
        kind = MatchSetting(game, self._sides[game, options, seats], day, event or "")
        if kind not in self._indices:
            self._indices[kind] = len(self._indices)
            self.found.kinds.append(kind)
        self.found.kind_codes[code] = self._indices[kind]


def _read(connection: Connection, query: Select[Any], column: "array[int]") -> None:
    """Append the numbers of all rows; SQLite's own cursor is five times as fast."""
    if connection.dialect.name != "sqlite":
        for rows in connection.execute(query).partitions(BATCH):
            column.extend(chain.from_iterable(rows))
        return
    # Millions of rows pass here; no values come from users, so they can stand in the text.
    plain = query.compile(connection, compile_kwargs={"literal_binds": True})
    with closing(connection.connection.cursor()) as cursor:
        cursor.execute(str(plain))
        while rows := cursor.fetchmany(BATCH):
            column.extend(chain.from_iterable(rows))
