"""The rows of a snapshot for one match: the match, its seats, moves and faults."""

from collections.abc import Iterator
from typing import NamedTuple

from engines.api import CHANCE
from tourney.domain.match_values import StoredMatch
from tourney.exports.results import RESULT_COLUMNS, Counting, result_rows
from tourney.render.tables import Number, plain_value

SnapshotRow = tuple[Number, ...]

OF_SEAT = (
    "player", "bot_version", "score", "place", "forfeit", "counted_score", "counted_place",
    "points", "points_exact",
)  # fmt: skip
OF_MATCH = (
    "match", "run", "event", "stage", "round", "table", "deal", "lineup", "game", "options",
    "rules", "date", "status", "irregular", "plies", "seconds", "revision",
)  # fmt: skip
_PLACES = {column.key: place for place, column in enumerate(RESULT_COLUMNS)}
_SEAT = [_PLACES[key] for key in OF_SEAT]
_MATCH = [_PLACES[key] for key in OF_MATCH]


class MatchRows(NamedTuple):
    """The rows of a match by table of the snapshot."""

    match: list[SnapshotRow]
    seat: list[SnapshotRow]
    move: Iterator[SnapshotRow]
    fault: list[SnapshotRow]


def match_rows(match: StoredMatch, counting: Counting) -> MatchRows:
    """The rows of a match, whose id joins them."""
    rows = [[plain_value(value) for value in row] for row in result_rows(match, counting)]
    moves = (
        (match.id, ply, None if seat == CHANCE else seat, text)
        for ply, (seat, text) in enumerate(match.entries, start=1)
    )
    faults: list[SnapshotRow] = [
        (match.id, number, None if one.seat < 0 else one.seat, one.code, one.ply, one.evidence,
         one.detail)
        for number, one in enumerate(match.faults, start=1)
    ]  # fmt: skip
    return MatchRows(
        match=[(match.id, *(rows[0][place] for place in _MATCH))],
        seat=[(match.id, at, *(row[place] for place in _SEAT)) for at, row in enumerate(rows)],
        move=moves,
        fault=faults,
    )
