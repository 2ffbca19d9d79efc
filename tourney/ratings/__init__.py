"""Ratings: how strong players are, from the results of all their matches, with intervals.

    results = ResultArrays(store.rated())
    table = rate(results, results.of_game("diams"))

Does not know the database, nor how tables are written.
"""

from tourney.ratings.design import MEAN, POINTS, PROVISIONAL, ResultArrays, day_number
from tourney.ratings.fit import SEAT
from tourney.ratings.prior import COMMON, OWN
from tourney.ratings.rate import LiveTable, Period, RatingMoment, history, libraries, live, rate

__all__ = [
    "COMMON",
    "MEAN",
    "OWN",
    "POINTS",
    "PROVISIONAL",
    "SEAT",
    "LiveTable",
    "Period",
    "RatingMoment",
    "ResultArrays",
    "day_number",
    "history",
    "libraries",
    "live",
    "rate",
]
