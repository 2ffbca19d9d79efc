"""Matches, results and moves as tables.

Matches are streamed: only one is in memory at a time.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from engines.api import CHANCE, seat_letter
from tourney.domain.matches import Fault, MatchResult, StoredMatch
from tourney.render.tables import Column, Row, Table

RESULT_COLUMNS = (
    Column("match"),
    Column("deal", align="right"),
    Column("lineup", "line-up", "right"),
    Column("seat"),
    Column("player"),
    Column("score", align="right"),
    Column("place", align="right"),
    Column("forfeit"),
)
MATCH_COLUMNS = (
    Column("match"),
    Column("game"),
    Column("rules", align="right"),
    Column("options"),
    Column("event"),
    Column("date"),
    Column("deal"),
    Column("status"),
    Column("seats", align="right"),
    Column("players"),
    Column("result"),
    Column("rank"),
    Column("faults"),
    Column("revision", align="right"),
)
MOVE_COLUMNS = (
    Column("match"),
    Column("ply", align="right"),
    Column("seat"),
    Column("player"),
    Column("text"),
)


def results_table(rows: Iterable[Row]) -> Table:
    """One row for each seat of every match, from `run_results` and `match_results`."""
    return Table(RESULT_COLUMNS, rows)


def run_results(run: str, results: Iterable[MatchResult]) -> Iterator[Row]:
    """The result rows of a run; a match has the id of its record."""
    for result in results:
        name = f"{run}/{result.match_id}"
        deal, lineup = result.block or (None, None)
        seats = zip(result.players, result.scores, result.places, strict=True)
        for seat, held in enumerate(seats):
            yield (name, deal, lineup, seat_letter(seat), *held, seat in result.forfeits)


def match_results(match: StoredMatch) -> Iterator[Row]:
    """The result rows of a single match; unknown values are empty."""
    gone = {fault.seat for fault in match.faults} if match.status == "forfeit" else set()
    seats = zip(match.players, match.scores, match.places, strict=True)
    for seat, held in enumerate(seats):
        yield (match.name, None, None, seat_letter(seat), *held, seat in gone)


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
        " ".join(f"{key}={value}" for key, value in match.options),
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
    """One row for each log entry, numbered as in the database; the dealer has no seat."""
    return Table(MOVE_COLUMNS, _move_rows(matches))


def _move_rows(matches: Iterable[StoredMatch]) -> Iterator[Row]:
    for match in matches:
        seats = {seat: (seat_letter(seat), name) for seat, name in enumerate(match.players)}
        seats[CHANCE] = ("", "")
        for number, (seat, text) in enumerate(match.entries, start=1):
            letter, player = seats[seat]
            yield (match.name, number, letter or None, player or None, text)
