"""Standings and crosstable as tables, from sums over results.

Programs get every column, points exact as text besides; people get those that fit a terminal.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from tourney.domain.matches import Standing
from tourney.render.tables import Column, Row, Table, Value
from tourney.results import ResultSums
from tourney.scoring import POINT_SYSTEMS, TIEBREAKS, Record
from tourney.stats import Interval

MANY = 8
"""More players than this are numbered above the columns of a crosstable."""


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A row of the standings with what it was worked out from."""

    standing: Standing
    record: Record
    interval: Interval
    chance: float | None

    def tiebreak(self, name: str) -> Fraction | None:
        """The value of a tie-break, None where it was not asked."""
        return dict(self.standing.tiebreaks).get(name)

    def half(self) -> float | None:
        """Half the width of the interval."""
        low, high = self.interval.low, self.interval.high
        return None if low is None or high is None else (high - low) / 2


Field = tuple[Column, Callable[[StandingsLine], Value]]


def _tiebreak_field(name: str) -> Field:
    key = f"tiebreak_{name.replace('-', '_')}"
    return Column(key, name, "right", 3), lambda line: line.tiebreak(name)


FIELDS: tuple[Field, ...] = (
    (Column("place", "#", "right"), lambda line: line.standing.place),
    (Column("player"), lambda line: line.standing.player),
    (Column("matches", align="right"), lambda line: line.standing.matches),
    (Column("points", align="right"), lambda line: line.standing.points),
    (Column("points_mean", "per match", "right"), lambda line: line.interval.mean),
    (Column("score_mean", "mean score", "right"), lambda line: line.record.mean_score()),
    (Column("ci_low", "95 % from", "right"), lambda line: line.interval.low),
    (Column("ci_high", "to", "right"), lambda line: line.interval.high),
    (Column("ci_half", "± 95 %", "right"), lambda line: line.half()),
    (Column("p_best", "P(best)", "right"), lambda line: line.chance),
    (Column("blocks", align="right"), lambda line: line.interval.blocks),
    (Column("wins", align="right"), lambda line: line.record.points(POINT_SYSTEMS["wins"])),
    (Column("seconds", align="right"), lambda line: line.record.finished(2)),
    (Column("thirds", align="right"), lambda line: line.record.finished(3)),
    (Column("forfeits", align="right"), lambda line: line.record.forfeits),
    (Column("points_exact", align="right"), lambda line: str(line.standing.points)),
    *map(_tiebreak_field, TIEBREAKS),
    (Column("why"), lambda line: line.standing.why),
)

SHORT = ("place", "player", "matches", "points_mean", "ci_half", "p_best", "score_mean", "wins")
BOUNDS = ("place", "player", "matches", "points_mean", "ci_low", "ci_high", "p_best", "blocks")


def standings_table(sums: ResultSums, *, bounds: bool = False) -> Table:
    """Standings as a table.

    People see the half width of the intervals or, with `bounds`, both ends and the number of
    blocks; forfeits where there were any; reasons where points alone did not decide.
    """
    chances = sums.chances()
    lines = [
        StandingsLine(
            row,
            sums.ledger.records[row.player],
            sums.interval(row.player),
            chances[row.player],
        )
        for row in sums.standings()
    ]
    shown = {*(BOUNDS if bounds else SHORT)}
    if any(line.record.forfeits for line in lines):
        shown = shown - {"wins"} | {"forfeits"}
    if any(upper.interval.mean == lower.interval.mean for upper, lower in pairwise(lines)):
        shown = shown - {"score_mean", "wins"} | {"why"}  # a reason needs the room
    columns = [
        replace(column, only="all" if column.key in shown else "data") for column, _ in FIELDS
    ]
    return Table(columns, [[value(line) for _, value in FIELDS] for line in lines])


def crosstable(sums: ResultSums) -> Table:
    """Share of common matches in which the row finished above the column, in order of standing.

    A shared place counts half. `sum` adds up the row; programs get the numbers of common matches
    as well.
    """
    rows = sums.standings()
    names = [row.player for row in rows]
    few = len(names) <= MANY
    columns = [
        Column("place", "#", "right"),
        Column("player"),
        *(
            Column(f"above {name}", name if few else str(number), "right")
            for number, name in enumerate(names, start=1)
        ),
        Column("sum", align="right"),
        *(Column(f"matches {name}", only="data") for name in names),
    ]
    return Table(columns, [_cross(sums, row, names) for row in rows])


def _cross(sums: ResultSums, row: Standing, names: list[str]) -> Row:
    shares = [sums.ledger.share(row.player, name) for name in names]
    met = [sums.ledger.common(row.player, name) for name in names]
    total = sum((share for share in shares if share is not None), Fraction(0))
    return (row.place, row.player, *shares, total, *met)
