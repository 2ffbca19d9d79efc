"""Ratings of record: a fit of all results, with intervals of strengths and places."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import scipy
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from tourney.domain.ratings import Estimate, PlayerRating, RatingTable, SeatEffect
from tourney.ratings.design import RatingDesign, SeatKey, design
from tourney.ratings.errors import EstimateErrors, errors
from tourney.ratings.finishes import ResultArrays, day_text
from tourney.ratings.fit import RatingFit, fit
from tourney.ratings.kinds import Bools, Floats, Ints
from tourney.ratings.places import possible_places
from tourney.ratings.prior import common_parts
from tourney.ratings.scale import ALIKE, MEAN, POINTS, PROVISIONAL


class Rated(NamedTuple):
    """Strengths of players with their errors: `players` are indices of people."""

    players: Ints
    values: Floats
    errors: EstimateErrors
    matches: Ints
    parts: Ints


def rate(results: ResultArrays, chosen: Bools, *, overall: bool = False) -> RatingTable:
    """The ratings from the chosen matches, which are of one game unless `overall`.

    The overall rating of a player is the common part of the strengths in all games.
    """
    made = design(results, chosen)
    found = fit(made)
    wrong = errors(made, found)
    days = results.days[chosen & (results.days > 0)]
    return RatingTable(
        rows=_rows(results, _rated(made, found, wrong, overall=overall)),
        seats=[] if overall else seat_effects(made, found, wrong),
        matches=int(chosen.sum()),
        first_day=day_text(int(days.min())) if len(days) else "",
        last_day=day_text(int(days.max(initial=0))),
        deviation=POINTS * found.variance**0.5,
    )


def libraries() -> str:
    """The libraries that compute ratings, with their versions."""
    return f"numpy {np.__version__}, scipy {scipy.__version__}"


def _rated(made: RatingDesign, found: RatingFit, wrong: EstimateErrors, *, overall: bool) -> Rated:
    """The strengths of players, relative to their mean."""
    players = np.unique(made.player)
    place = np.searchsorted(players, made.player)
    matches = np.bincount(place, made.matches[: made.units]).astype(np.int64)
    values, raw = found.values[: made.units], wrong.first(made.units)
    if overall:
        matrix, rest = common_parts(made, found.variance)
        values = matrix @ values
        raw = raw.of(matrix, np.bincount(place, raw.blocks).astype(np.int64))
        raw = replace(raw, prior=raw.prior + np.diag(rest))
    return Rated(players, values - values.mean(), raw.centred(), matches, _parts(made, place))


def _parts(made: RatingDesign, place: Ints) -> Ints:
    """The groups of players who met, over others or directly; the largest has number 0."""
    rows, columns = [], []
    for group in made.groups:
        seats = place[group.players]
        rows.append(np.repeat(seats[:, :1], seats.shape[1] - 1, axis=1).ravel())
        columns.append(seats[:, 1:].ravel())
    ends = (np.concatenate(rows), np.concatenate(columns))
    count = int(place.max()) + 1
    edges = csr_array((np.ones(len(ends[0])), ends), shape=(count, count))
    _, labels = connected_components(edges, directed=False)
    ranks = np.argsort(np.argsort(-np.bincount(labels), kind="stable"))
    return np.asarray(ranks[labels], dtype=np.int64)


def _rows(results: ResultArrays, rated: Rated) -> list[PlayerRating]:
    """The rows of the ratings, best first."""
    met = rated.parts[:, None] == rated.parts[None, :]
    best, worst = possible_places(rated.values, rated.errors, met & ~np.eye(len(met), dtype=bool))
    points, halves = POINTS * rated.values, POINTS * rated.errors.halves()
    places = 1 + (points[None, :] > points[:, None] + ALIKE).sum(axis=1)
    rows = [
        PlayerRating(
            place=int(places[number]),
            best=int(best[number]),
            worst=int(worst[number]),
            player=results.people[player],
            rating=Estimate(MEAN + float(points[number]), float(halves[number])),
            matches=int(rated.matches[number]),
            provisional=bool(halves[number] > PROVISIONAL),
            part=int(rated.parts[number]),
        )
        for number, player in enumerate(rated.players)
    ]
    return sorted(rows, key=lambda row: (row.place, row.player.name, row.player.version or ""))


def seat_effects(made: RatingDesign, found: RatingFit, wrong: EstimateErrors) -> list[SeatEffect]:
    """The effects of seats, compared with the mean of all seats of a table of the same size."""
    effects = []
    for size in sorted({key.seats for key in made.seats}):
        at = [number for number, key in enumerate(made.seats) if key.seats == size]
        places = made.units + np.array(at)
        matrix = np.zeros((len(at), made.size))
        matrix[np.arange(len(at)), places] = 1
        matrix[:, places] -= 1 / len(at)
        halves = POINTS * wrong.of(matrix, wrong.blocks[places]).halves()
        values = POINTS * matrix @ found.values
        matches = made.matches[places]
        effects += _effects([made.seats[number] for number in at], values, halves, matches)
    return effects


def _effects(
    keys: Sequence[SeatKey], values: Floats, halves: Floats, matches: Ints
) -> list[SeatEffect]:
    return [
        SeatEffect(key.seats, key.seat, Estimate(float(value), float(half)), int(count))
        for key, value, half, count in zip(keys, values, halves, matches, strict=True)
    ]
