"""Streams the results of all matches in columns, for ratings.

People are under their own name, whoever they were merged with. Rows are read in batches and kept as
plain numbers: 8 bytes for each column of a match and of a seat.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, ColumnElement, Connection, func, literal, select

from tourney.domain.open_matches import PRACTICE
from tourney.domain.ratings import MatchSetting, RatedPlayer, ResultColumns, last_possible_day
from tourney.results import sides
from tourney.store.connect import Database
from tourney.store.models import BOT, MATCH, MERGED_PLAYER, PLAYER, RECORD_TEXT, RUN, SEAT
from tourney.store.reads import unpack_headers
from tourney.store.runs import unpack_options

PLAYED: Final = ("complete", "adjudicated")
"""The statuses of matches that were played to their end or decided by a person."""
FORFEIT: Final = "forfeit"
IN_PRACTICE: Final = "practice"
BLOCKS: Final = 1 << 32
"""Numbers of blocks of one run, which is more than a run may have deals."""
BATCH: Final = 20_000


def result_columns(database: Database, *, forfeits: bool = False) -> ResultColumns:
    """The results of all matches; never void ones and practice, forfeited ones if asked for."""
    found = ResultColumns()
    wanted = MATCH.c.status.in_((*PLAYED, FORFEIT) if forfeits else PLAYED)
    with database.reading() as connection:
        rows = connection.execution_options(yield_per=BATCH)
        people = _people(rows, found)
        runs, records = _runs(rows, found), _records(rows, found, wanted)
        _read_matches(rows, found, wanted, (runs, records))
        _read_seats(rows, found, wanted, people)
        others = select(MATCH.c.status, func.count()).where(~wanted).group_by(MATCH.c.status)
        found.left_out.update(dict(map(tuple, rows.execute(others))))
    return found


def _people(rows: Connection, found: ResultColumns) -> dict[int, int]:
    """The index of each bot (an even number) and each name of a person (odd), -1 for unknown."""
    indices: dict[RatedPlayer, int] = {}
    codes = {-1: -1}
    bots = select(BOT.c.id, BOT.c.name, BOT.c.version)
    for number, name, version in rows.execute(bots):
        codes[2 * number] = indices.setdefault(RatedPlayer(name, version), len(indices))
    merged = select(MERGED_PLAYER.c.player_id, MERGED_PLAYER.c.person_id)
    person = dict(map(tuple, rows.execute(merged)))
    names = dict(map(tuple, rows.execute(select(PLAYER.c.id, PLAYER.c.name))))
    for number in names:
        name = names[person.get(number, number)]
        codes[2 * number + 1] = indices.setdefault(RatedPlayer(name), len(indices))
    found.people = list(indices)
    return codes


def _runs(rows: Connection, found: ResultColumns) -> dict[int, int]:
    """The kind of the matches of each run; a run without a date has that of its creation."""
    columns = ("id", "game", "options", "seats", "date", "created", "event")
    kinds = _Kinds(found)
    return {
        number: kinds.index(game, options, seats, _day(date, created), event)
        for number, game, options, seats, date, created, event in rows.execute(
            select(*[RUN.c[name] for name in columns])
        )
    }


def _day(date: str, created: datetime) -> str:
    return last_possible_day(date) if date else f"{created:%Y-%m-%d}"


def _records(rows: Connection, found: ResultColumns, wanted: ColumnElement[bool]) -> dict[int, int]:
    """The kind of each match of people that is no practice."""
    of_match = SEAT.c.match_id == RECORD_TEXT.c.match_id
    seats = select(func.count()).where(of_match).scalar_subquery()
    text = RECORD_TEXT.c
    query = (
        select(text.match_id, text.game, text.options, seats, text.headers)
        .join_from(MATCH, RECORD_TEXT, MATCH.c.id == text.match_id)
        .where(wanted)
    )
    kinds, result = _Kinds(found), dict[int, int]()
    for number, game, options, count, packed in rows.execute(query):
        headers = unpack_headers(packed)
        if PRACTICE in headers:
            found.left_out[IN_PRACTICE] += 1
            continue
        given = dict(headers)
        day = last_possible_day(given.get("date", ""))
        result[number] = kinds.index(game, options, count, day, given.get("event", ""))
    return result


class _Kinds:
    """Numbers the kinds of matches."""

    def __init__(self, found: ResultColumns) -> None:
        self._kinds = found.kinds
        self._indices = {kind: number for number, kind in enumerate(found.kinds)}
        self._sides: dict[tuple[str, str, int], tuple[int, ...]] = {}

    def index(self, game: str, options: str, seats: int, day: str, event: str) -> int:
        """The number of a kind, which is new or known."""
        key = (game, options, seats)
        if key not in self._sides:
            self._sides[key] = sides(game, dict(unpack_options(options)), seats)
        kind = MatchSetting(game, self._sides[key], day, event)
        if kind not in self._indices:
            self._indices[kind] = len(self._kinds)
            self._kinds.append(kind)
        return self._indices[kind]


def _read_matches(
    rows: Connection,
    found: ResultColumns,
    wanted: ColumnElement[bool],
    kinds: tuple[dict[int, int], dict[int, int]],
) -> None:
    """Read the matches of runs and the records in `kinds`."""
    of_run, of_record = kinds
    start = literal(BLOCKS, BigInteger)
    block = func.coalesce(MATCH.c.run_id * start + MATCH.c.deal, -MATCH.c.id)
    query = select(MATCH.c.id, MATCH.c.run_id, block).where(wanted).order_by(MATCH.c.id)
    for part in rows.execute(query).partitions():
        ids, runs, blocks = map(list, zip(*part, strict=True))
        kind = [
            of_record.get(number, -1) if run is None else of_run[run]
            for number, run in zip(ids, runs, strict=True)
        ]
        kept = [at for at, one in enumerate(kind) if one >= 0]
        for column, values in ((found.ids, ids), (found.settings, kind), (found.blocks, blocks)):
            column.extend([values[at] for at in kept])


def _read_seats(
    rows: Connection, found: ResultColumns, wanted: ColumnElement[bool], people: dict[int, int]
) -> None:
    """Read the players and places of all seats."""
    who = func.coalesce(2 * SEAT.c.bot_id, 2 * SEAT.c.player_id + 1, -1)
    query = (
        select(SEAT.c.match_id, who, func.coalesce(SEAT.c.place, 0))
        .join_from(MATCH, SEAT, SEAT.c.match_id == MATCH.c.id)
        .where(wanted)
        .order_by(SEAT.c.match_id, SEAT.c.seat)
    )
    for part in rows.execute(query).partitions():
        ids, codes, places = zip(*part, strict=True)
        found.seat_ids.extend(ids)
        found.players.extend(map(people.__getitem__, codes))
        found.places.extend(places)
