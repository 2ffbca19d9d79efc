"""Points, tie-breaks and standings. Does not depend on the database or on intervals."""

from tourney.scoring.ledger import Ledger, Record
from tourney.scoring.points import (
    POINT_SYSTEMS,
    UNIT,
    Finish,
    PointSystem,
    finishes,
    in_units,
    point_system,
)
from tourney.scoring.standings import DEFAULT_TIEBREAKS, standings
from tourney.scoring.tiebreaks import TIEBREAKS

__all__ = [
    "DEFAULT_TIEBREAKS",
    "POINT_SYSTEMS",
    "TIEBREAKS",
    "UNIT",
    "Finish",
    "Ledger",
    "PointSystem",
    "Record",
    "finishes",
    "in_units",
    "point_system",
    "standings",
]
