"""Matches and results out of the database, streamed: columns in one order, never rows as objects.

Everything comes by match number within a run, so that nothing depends on the order of writing.
"""

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Select, func, select

from engines.api import Seat
from tourney.domain.errors import DataFault
from tourney.domain.matches import Ending, Fault, MatchResult, StoredMatch
from tourney.domain.runs import RunSpec
from tourney.domain.shell import shell_word
from tourney.play.logs import unpack
from tourney.results import fewer_wins, sides
from tourney.store.connect import Database
from tourney.store.models import BOT, FAULT, MATCH, PACKED_LOG, PLAYER, PLY, RECORD_TEXT, RUN, SEAT
from tourney.store.runs import StoredRun, unpack_options

UNKNOWN = "?"
"""The name of a seat that nobody is known to have held."""


ORDER = (MATCH.c.number, MATCH.c.id)
"""By number within a run, by id where there is none; the id spares SQLite sorting the plies."""


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches to read and by which of their columns they are told apart."""

    key: Column[Any]
    where: ColumnElement[bool]


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Match numbers above `after` and, if it is given, not above `upto`."""

    after: int = 0
    upto: int | None = None


WHOLE = NumberRange()
"""A run from its first match to its last."""


def run_part(run_id: int, stretch: NumberRange = WHOLE) -> MatchFilter:
    """The matches of a run, by number."""
    where = MATCH.c.run_id == run_id
    if stretch.after:
        where &= MATCH.c.number > stretch.after
    if stretch.upto is not None:
        where &= MATCH.c.number <= stretch.upto
    return MatchFilter(MATCH.c.number, where)


def record_part() -> MatchFilter:
    """The matches that came in as records, by id."""
    return MatchFilter(MATCH.c.id, MATCH.c.run_id.is_(None))


def single_part(match_id: int) -> MatchFilter:
    """One match."""
    return MatchFilter(MATCH.c.id, MATCH.c.id == match_id)


class RowGroups:
    """Rows of a stream ordered by their first column, handed out to a stream of the same keys."""

    def __init__(self, rows: Iterator[Sequence[Any]]) -> None:
        self._groups = groupby(rows, key=itemgetter(0))
        self._next = next(self._groups, None)

    def of(self, key: int) -> list[Sequence[Any]]:
        """The rows of this key; keys must be asked for in ascending order."""
        while self._next is not None and self._next[0] < key:
            self._next = next(self._groups, None)
        if self._next is None or self._next[0] != key:
            return []
        rows = list(self._next[1])
        self._next = next(self._groups, None)
        return rows


Rows = Callable[[Select[Any]], Iterator[Sequence[Any]]]


@contextmanager
def _reading(database: Database) -> Iterator[Rows]:
    """Run queries that all see one state of the database; their rows stream."""
    with database.reading() as connection, ExitStack() as stack:

        def rows(query: Select[Any]) -> Iterator[Sequence[Any]]:
            result = stack.enter_context(closing(connection.execute(query)))
            return chain.from_iterable(result.partitions())

        yield rows


def finished(database: Database, run_id: int, stretch: NumberRange = WHOLE) -> Iterator[int]:
    """Numbers of a run's stored matches, ascending."""
    part = run_part(run_id, stretch)
    numbers = select(MATCH.c.number).where(part.where).order_by(MATCH.c.number)
    with _reading(database) as rows:
        yield from map(itemgetter(0), rows(numbers))


def match_count(database: Database, run_id: int) -> int:
    """How many matches of a run are stored."""
    number = select(func.count()).select_from(MATCH).where(MATCH.c.run_id == run_id)
    with database.reading() as connection:
        return int(connection.execute(number).scalar_one())


def results(database: Database, run_id: int, stretch: NumberRange = WHOLE) -> Iterator[MatchResult]:
    """Results of a run by match number, which names them; abandoned matches have none."""
    for ending in endings(database, run_id, stretch):
        if ending.result is not None:
            yield ending.result


def endings(
    database: Database, run_id: int, stretch: NumberRange = WHOLE
) -> Generator[Ending, None, None]:
    """How the matches of a run ended, by number."""
    part = run_part(run_id, stretch)
    columns = (MATCH.c.number, MATCH.c.deal, MATCH.c.lineup, MATCH.c.status)
    with _reading(database) as rows:
        names = dict(map(tuple, rows(select(BOT.c.id, BOT.c.name))))
        teams, fewer = _teams(rows, run_id)
        faults = RowGroups(rows(fault_query(part, FAULT.c.seat, FAULT.c.code)))
        for number, group in groupby(rows(result_query(part, *columns)), key=itemgetter(0)):
            _, deals, lineups, statuses, bots, scores, places = zip(*group, strict=True)
            found = faults.of(number)
            codes = tuple([code for _, _, code in found])
            if places[0] is None:
                yield Ending(number, None, codes)
                continue
            given_up = found if statuses[0] == "forfeit" else ()
            result = MatchResult(
                match_id=number,
                players=tuple([names[bot] for bot in bots]),
                scores=scores,
                places=places,
                block=(deals[0], lineups[0]),
                forfeits=tuple(dict.fromkeys([seat for _, seat, _ in given_up if seat >= 0])),
                sides=teams,
                fewer_wins=fewer,
            )
            yield Ending(number, result, codes)


def _teams(rows: Rows, run_id: int) -> tuple[tuple[int, ...], bool]:
    """The side every seat of a run plays for, empty if each its own; whether fewer points win."""
    asked = select(RUN.c.game, RUN.c.options, RUN.c.seats).where(RUN.c.id == run_id)
    for game, options, seats in rows(asked):
        found = sides(game, dict(unpack_options(options)), seats)
        return () if len(set(found)) == seats else found, fewer_wins(game)
    return (), False


def result_query(part: MatchFilter, *columns: Column[Any]) -> Select[Any]:
    """Bot, score and place of every seat, after `columns` of its match."""
    return (
        select(*columns, SEAT.c.bot_id, SEAT.c.score, SEAT.c.place)
        .join_from(MATCH, SEAT, SEAT.c.match_id == MATCH.c.id)
        .where(part.where)
        .order_by(*ORDER, SEAT.c.seat)
    )


class StoredSeating(NamedTuple):
    """Where a stored match stands in its schedule, and the names of the bots by seat."""

    number: int
    deal: int
    lineup: int
    rotation: int
    bots: tuple[str | None, ...]


def seatings(database: Database, run_id: int) -> Iterator[StoredSeating]:
    """The matches of a run with those who sat in them, by number; None for a missing bot."""
    columns = (MATCH.c.number, MATCH.c.deal, MATCH.c.lineup, MATCH.c.rotation)
    query = (
        select(*columns, BOT.c.name)
        .join_from(MATCH, SEAT, SEAT.c.match_id == MATCH.c.id, isouter=True)
        .join(BOT, BOT.c.id == SEAT.c.bot_id, isouter=True)
        .where(MATCH.c.run_id == run_id)
        .order_by(MATCH.c.number, SEAT.c.seat)
    )
    with database.reading() as connection:
        for place, rows in groupby(connection.execute(query), key=itemgetter(0, 1, 2, 3)):
            number, deal, lineup, rotation = place
            yield StoredSeating(number, deal, lineup, rotation, tuple(row[4] for row in rows))


def faults(
    database: Database, run_id: int, stretch: NumberRange = WHOLE
) -> Iterator[tuple[int, Fault]]:
    """Faults of a run with the number of their match, by that number."""
    with _reading(database) as rows:
        for number, *fault in rows(fault_query(run_part(run_id, stretch))):
            yield number, Fault(*fault)


def fault_query(part: MatchFilter, *columns: Column[Any]) -> Select[Any]:
    """Faults, or `columns` of them."""
    wanted = columns or tuple(FAULT.columns)[2:]
    return (
        select(part.key, *wanted)
        .join_from(MATCH, FAULT, FAULT.c.match_id == MATCH.c.id)
        .where(part.where)
        .order_by(*ORDER, FAULT.c.number)
    )


def seat_query(part: MatchFilter) -> Select[Any]:
    """Name, version, score and place of every seat."""
    name = func.coalesce(BOT.c.name, PLAYER.c.name, UNKNOWN)
    return (
        select(part.key, name, BOT.c.version, SEAT.c.score, SEAT.c.place)
        .join_from(MATCH, SEAT, SEAT.c.match_id == MATCH.c.id)
        .join(BOT, BOT.c.id == SEAT.c.bot_id, isouter=True)
        .join(PLAYER, PLAYER.c.id == SEAT.c.player_id, isouter=True)
        .where(part.where)
        .order_by(*ORDER, SEAT.c.seat)
    )


def ply_query(part: MatchFilter) -> Select[Any]:
    """Seat and text of every ply."""
    return (
        select(part.key, PLY.c.seat, PLY.c.text)
        .join_from(MATCH, PLY, PLY.c.match_id == MATCH.c.id)
        .where(part.where)
        .order_by(*ORDER, PLY.c.number)
    )


def packed_query(part: MatchFilter) -> Select[Any]:
    """The packed log of every match."""
    return (
        select(part.key, PACKED_LOG.c.entries)
        .join_from(MATCH, PACKED_LOG, PACKED_LOG.c.match_id == MATCH.c.id)
        .where(part.where)
        .order_by(*ORDER)
    )


def _rows_of(group: list[Sequence[Any]]) -> list[tuple[Seat, str]]:
    return [(seat, text) for _, seat, text in group]


def _packed_in(group: list[Sequence[Any]]) -> list[tuple[Seat, str]]:
    return [entry for _, piece in group for entry in unpack(piece)]


Logs = tuple[
    Callable[[MatchFilter], Select[Any]], Callable[[list[Sequence[Any]]], list[tuple[Seat, str]]]
]

ROWS: Logs = (ply_query, _rows_of)
LOGS: dict[str, Logs] = {"rows": ROWS, "packed": (packed_query, _packed_in)}
"""By how a run keeps logs: the query that finds them, and entries from its rows for a match."""


class _Contents:
    """What belongs to matches, read alongside a stream of them."""

    def __init__(self, rows: Rows, part: MatchFilter, logs: Logs | None) -> None:
        """Read logs in this way; None leaves them out."""
        self._seats = RowGroups(rows(seat_query(part)))
        self._faults = RowGroups(rows(fault_query(part)))
        query, self._entries = logs or ROWS
        self._logs = RowGroups(rows(query(part)) if logs else iter(()))

    def of(self, key: int) -> Mapping[str, Any]:
        """The fields of a StoredMatch that its seats, faults and plies make."""
        seats = self._seats.of(key)
        return {
            "players": tuple(seat[1] for seat in seats),
            "versions": tuple(seat[2] for seat in seats),
            "scores": tuple(seat[3] for seat in seats),
            "places": tuple(seat[4] for seat in seats),
            "faults": tuple(Fault(*fault[1:]) for fault in self._faults.of(key)),
            "entries": self._entries(self._logs.of(key)),
        }


def run_matches(
    database: Database, run: StoredRun, *, part: MatchFilter | None = None, entries: bool
) -> Iterator[StoredMatch]:
    """Matches of a run by number: all of them, or those of `part`.

    DataFault at once where entries are wanted of a run that keeps none.
    """
    part = part or run_part(run.id)
    if entries and run.spec.log not in LOGS:
        raise DataFault(_no_moves(database, run, part))
    return _run_matches(database, run, part, LOGS[run.spec.log] if entries else None)


def _run_matches(
    database: Database, run: StoredRun, part: MatchFilter, logs: Logs | None
) -> Iterator[StoredMatch]:
    columns = (MATCH.c.id, MATCH.c.number, MATCH.c.status, MATCH.c.deal, MATCH.c.lineup)
    query = select(part.key, *columns, MATCH.c.rotation).where(part.where).order_by(*ORDER)
    with _reading(database) as rows:
        contents = _Contents(rows, part, logs)
        for key, match_id, number, status, *luck in rows(query):
            yield StoredMatch(
                id=match_id,
                name=f"{run.spec.name}/{number}",
                game=run.spec.game,
                rules=run.spec.rules,
                options=run.spec.options,
                headers=run_headers(run.spec, *luck),
                status=status,
                **contents.of(key),
            )


def _no_moves(database: Database, run: StoredRun, part: MatchFilter) -> str:
    """What to say when moves are asked for that were not kept; names the match if it is one."""
    with _reading(database) as rows:
        first = [number for (number,) in rows(select(MATCH.c.number).where(part.where).limit(2))]
    number = str(first[0]) if len(first) == 1 else "N"
    name = run.spec.name
    return (
        f"run '{name}' stores only results, no moves; "
        f"play a match again with: tourney run --resume {shell_word(name)} --only {number}"
    )


def run_headers(
    spec: RunSpec, deal: int, lineup: int, rotation: int
) -> tuple[tuple[str, str], ...]:
    """Record headers of a run's match between `options` and the seats; no luck but its name."""
    provenance = f"seed {spec.seed} deal {deal} rotation {rotation}"
    if spec.schedule != "fixed" and len(spec.bots) > spec.seats:
        provenance += f" lineup {lineup}"
    given = (("event", spec.event), ("date", spec.date))
    set_ones = tuple((key, value) for key, value in given if value)
    return (*set_ones, ("source", "engine"), ("deal", provenance))


def record_matches(
    database: Database, *, part: MatchFilter | None = None, entries: bool
) -> Iterator[StoredMatch]:
    """Matches that came in as records, by id: all of them, or those of `part`."""
    part = part or record_part()
    query = (
        select(part.key, MATCH.c.id, MATCH.c.status, *RECORD_TEXT.columns[1:])
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id)
        .where(part.where)
        .order_by(*ORDER)
    )
    with _reading(database) as rows:
        contents = _Contents(rows, part, ROWS if entries else None)
        for key, match_id, status, name, game, rules, options, headers, text in rows(query):
            yield StoredMatch(
                id=match_id,
                name=name,
                game=game,
                rules=rules,
                options=unpack_options(options),
                headers=unpack_headers(headers),
                status=status,
                text=text,
                **contents.of(key),
            )


def pack_headers(headers: tuple[tuple[str, str], ...]) -> str:
    """Headers as one text, in their order."""
    return json.dumps(headers, ensure_ascii=False)


def unpack_headers(text: str) -> tuple[tuple[str, str], ...]:
    """Inverse of `pack_headers`."""
    return tuple((key, value) for key, value in json.loads(text))
