"""The likelihood of results against a naive second implementation, and its derivatives."""

from array import array

import numpy as np
import pytest

from tests.ratings.naive import likelihood
from tourney.domain.rating_values import MatchSetting, RatedPlayer, ResultColumns
from tourney.ratings import ResultArrays
from tourney.ratings.design import RatingDesign, design
from tourney.ratings.fit import curvature, log_likelihood, slope

FINISHES = [
    ((0, 1), (1, 2)),
    ((0, 1), (1, 1)),
    ((0, 1, 2), (2, 1, 3)),
    ((0, 1, 2, 3), (1, 1, 3, 3)),
    ((0, 1, 2, 3), (4, 1, 1, 1)),
    ((0, 1, 2, 3, 4, 5), (1, 1, 1, 1, 1, 1)),
    ((0, 1, 0, 1), (2, 1, 2, 1)),
    ((0, 1, 2, 0, 1, 2), (1, 1, 3, 1, 1, 3)),
    ((0, 0, 1), (2, 2, 1)),
]
"""The side and the place of each seat."""


def one_match(sides: tuple[int, ...], places: tuple[int, ...]) -> RatingDesign:
    seats = len(sides)
    columns = ResultColumns(
        people=[RatedPlayer(f"p{seat}") for seat in range(seats)],
        kinds=[MatchSetting("game", sides)],
        player_codes={2 * seat: seats - 1 - seat for seat in range(seats)},
        kind_codes={3: 0},
        matches=array("q", [7, 3, -7]),
        seats=array("q", [x for seat in range(seats) for x in (7, 2 * seat, places[seat])]),
    )
    results = ResultArrays(columns)
    return design(results, results.of_game("game"))


def expected(sides: tuple[int, ...], places: tuple[int, ...], values: np.ndarray) -> float:
    """A side is as strong as the mean of its players with the effects of their seats."""
    seats = len(sides)
    strengths = [
        np.mean(
            [values[seats - 1 - s] + values[seats + s] for s in range(seats) if sides[s] == one]
        )
        for one in range(max(sides) + 1)
    ]
    place = dict(zip(sides, places, strict=True))
    return likelihood(
        [
            tuple(strengths[side] for side in place if place[side] == one)
            for one in sorted(set(places))
        ]
    )


@pytest.mark.parametrize(("sides", "places"), FINISHES)
def test_likelihood_is_the_mean_over_the_orders_of_tied_sides(
    sides: tuple[int, ...], places: tuple[int, ...]
) -> None:
    made = one_match(sides, places)
    values = np.random.default_rng(3).normal(size=made.size)
    (group,) = made.groups
    assert log_likelihood(group, values) == pytest.approx(expected(sides, places, values))


@pytest.mark.parametrize(("sides", "places"), FINISHES)
def test_slope_and_curvature_are_its_differences(
    sides: tuple[int, ...], places: tuple[int, ...]
) -> None:
    made = one_match(sides, places)
    values = np.random.default_rng(4).normal(size=made.size)
    step = 1e-5 * np.eye(made.size)
    up, down = ([log_likelihood(made.groups[0], values + s * e) for e in step] for s in (1, -1))
    assert slope(made, values) == pytest.approx((np.array(up) - down) / 2e-5, abs=1e-6)
    slopes = [slope(made, values + e) - slope(made, values - e) for e in step]
    assert curvature(made, values) == pytest.approx(-np.array(slopes) / 2e-5, abs=1e-6)
