"""Points, tie-breaks and standings. Does not depend on the database or on intervals.

ledger = Ledger(keep=True)
ledger.add(result, round=1)
ledger.unplayed("Ken", 1, "bye", 4)
rows = standings(ledger, "scaled", ("opponents", "lots:4471"))
"""

from tourney.scoring.ledger import UNPLAYED, Ledger, Record
from tourney.scoring.order import DEFAULT_TIEBREAKS, standings, tiebreak_names
from tourney.scoring.points import (
    POINT_SYSTEMS,
    UNIT,
    Finish,
    PointSystem,
    finishes,
    in_units,
    point_system,
)
from tourney.scoring.tiebreaks import TIEBREAKS

__all__ = [
    "DEFAULT_TIEBREAKS",
    "POINT_SYSTEMS",
    "TIEBREAKS",
    "UNIT",
    "UNPLAYED",
    "Finish",
    "Ledger",
    "PointSystem",
    "Record",
    "finishes",
    "in_units",
    "point_system",
    "standings",
    "tiebreak_names",
]
