"""Diam's: a score sheet: the points of every player in each round; the chips follow."""

from collections.abc import Sequence

from engines.api import SheetColumn, SheetResult, SheetRow
from engines.diams import scoring
from engines.diams.messages import POINTS_OF_ROUND
from engines.diams.options import DiamsOptions

COLUMNS = (SheetColumn("points", POINTS_OF_ROUND(), 0, 199),)


def result(options: DiamsOptions, rows: Sequence[SheetRow]) -> SheetResult:
    """The result after some rounds, with the chips of the last one."""
    points = [tuple(row["points"]) for row in rows]
    chips = (("chips", scoring.chips(points[-1])),)
    if not scoring.is_last(points, options.length):
        return SheetResult(more=chips)
    return SheetResult(over=True, outcome=scoring.outcome(points, options.length), more=chips)
