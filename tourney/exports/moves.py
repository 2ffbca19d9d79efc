"""Matches and moves as tables.

Matches are streamed: only one is in memory at a time.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from engines.api import CHANCE, seat_letter
from tourney.domain.match_values import Fault, StoredMatch
from tourney.exports.results import options_text
from tourney.render.tables import Column, Row, Table

MATCH_COLUMNS = (
    Column("match", kind="text"),
    Column("game", kind="text"),
    Column("rules", align="right", kind="integer"),
    Column("options", kind="text"),
    Column("event", kind="text"),
    Column("date", kind="text"),
    Column("deal", kind="text"),
    Column("status", kind="text"),
    Column("seats", align="right", kind="integer"),
    Column("players", kind="text"),
    Column("result", kind="text"),
    Column("rank", kind="text"),
    Column("faults", kind="text"),
    Column("revision", align="right", kind="integer"),
)
MOVE_COLUMNS = (
    Column("match", kind="text"),
    Column("ply", align="right", kind="integer"),
    Column("seat", kind="text"),
    Column("player", kind="text"),
    Column("text", kind="text"),
    Column("ms", align="right", kind="number"),
    Column("info", kind="text"),
)


def matches_table(matches: Iterable[StoredMatch]) -> Table:
    """One row for each match."""
    return Table(MATCH_COLUMNS, map(_match_row, matches))


def _match_row(match: StoredMatch) -> Row:
    headers = dict(match.headers)
    scores = ["?" if score is None else str(score) for score in match.scores]
    return (
        match.name,
        match.game,
        match.rules,
        options_text(match),
        headers.get("event"),
        headers.get("date"),
        headers.get("deal"),
        match.status,
        len(match.players),
        _by_seat(match.players),
        _by_seat(scores),
        _rank(match.places),
        ", ".join(map(_fault, match.faults)),
        match.revision,
    )


def _fault(fault: Fault) -> str:
    """Seat, code and ply of a fault; a failure of the program has neither seat nor ply."""
    if fault.seat < 0:
        return fault.code
    return f"{seat_letter(fault.seat)} {fault.code} {fault.ply}"


def _by_seat(values: Iterable[str]) -> str:
    return ", ".join(f"{seat_letter(seat)} {value}" for seat, value in enumerate(values))


def _rank(places: tuple[int | None, ...]) -> str | None:
    """The rank in the notation of records: A > B = C."""
    known = sorted((place, seat) for seat, place in enumerate(places) if place is not None)
    if len(known) < len(places):
        return None
    groups = groupby(known, key=lambda held: held[0])
    return " > ".join(" = ".join(seat_letter(seat) for _, seat in group) for _, group in groups)


def moves_table(matches: Iterable[StoredMatch]) -> Table:
    """One row for each log entry, numbered as in the database; the dealer has no seat.

    `ms` is the time of the move of a bot that is a program or a class, `info` what it wrote about
    it. Of several decisions that belong to one entry it is the time of all of them.
    """
    return Table(MOVE_COLUMNS, _move_rows(matches))


def _move_rows(matches: Iterable[StoredMatch]) -> Iterator[Row]:
    for match in matches:
        seats = {seat: (seat_letter(seat), name) for seat, name in enumerate(match.players)}
        seats[CHANCE] = ("", "")
        times: dict[int, int] = {}
        texts: dict[int, str] = {}
        for info in match.infos:
            if info.us is not None:
                times[info.ply] = times.get(info.ply, 0) + info.us
            if info.text:
                before = texts.get(info.ply)
                texts[info.ply] = info.text if before is None else f"{before} | {info.text}"
        for number, (seat, text) in enumerate(match.entries, start=1):
            letter, player = seats[seat]
            used = times.get(number)
            ms = None if used is None else used / 1000
            found = texts.get(number)
            yield (match.name, number, letter or None, player or None, text, ms, found)
