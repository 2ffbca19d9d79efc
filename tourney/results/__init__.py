"""How matches ended, and the sums over results that every standings table is made from."""

from tourney.results.endings import (
    Endings,
    ending_of,
    fewer_wins,
    forfeited,
    score_prior,
    sides,
)
from tourney.results.sums import LEVEL, ResultSums, design

__all__ = [
    "LEVEL",
    "Endings",
    "ResultSums",
    "design",
    "ending_of",
    "fewer_wins",
    "forfeited",
    "score_prior",
    "sides",
]
