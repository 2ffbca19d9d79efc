"""How often intervals and ranges of places contain the truth of made-up worlds."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from tests.ratings.worlds import World
from tourney.domain.rating_values import RatingTable, ResultColumns
from tourney.ratings import MEAN, POINTS, ResultArrays, rate


def rated(columns: ResultColumns) -> RatingTable:
    results = ResultArrays(columns)
    return rate(results, results.of_game("game"))


class Hits(NamedTuple):
    """How often an interval contains the truth, of strengths, of seats and of places.

    `half` is the mean half width of the intervals of strengths, `width` the mean number of places
    in a range less one, `slope` that of ratings by strengths.
    """

    strengths: float
    half: float
    seats: float
    places: float
    width: float
    slope: float


def hits(made: World, some: range | None = None) -> Hits:
    """Of all players, or of some; strengths are compared with the mean of all who met."""
    table = rated(made.columns)
    who = np.array([int(row.player.name[1:]) for row in table.rows])
    part = np.array([row.part for row in table.rows])
    same = part[:, None] == part
    strengths = made.strengths[who]
    truth = strengths - same @ strengths / same.sum(axis=1)
    place = 1 + (same & (truth[None, :] > truth[:, None])).sum(axis=1)
    found = np.array([row.rating.value for row in table.rows]) - MEAN
    halves = np.array([row.rating.half for row in table.rows])
    best, worst = np.array([(row.best, row.worst) for row in table.rows]).T
    seats = [
        abs(one.effect.value - POINTS * made.seats[one.seats][one.seat]) < one.effect.half
        for one in table.seats
    ]
    at = np.isin(who, some) if some else slice(None)
    return Hits(
        float(np.mean((np.abs(found - POINTS * truth) < halves)[at])),
        float(np.mean(halves[at])),
        float(np.mean(seats)),
        float(np.mean(((best <= place) & (place <= worst))[at])),
        float(np.mean((worst - best)[at])),
        float(np.polyfit(POINTS * truth, found, 1)[0]),
    )


def mean_hits(worlds: Iterable[World], some: range | None = None) -> Hits:
    return Hits(*np.mean([hits(one, some) for one in worlds], axis=0).tolist())
