"""How matches ended, and the sums over results that every standings table is made from."""

from tourney.results.sums import (
    LEVEL,
    Endings,
    ResultSums,
    design,
    ending_of,
    fewer_wins,
    forfeited,
    score_prior,
    sides,
)

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
