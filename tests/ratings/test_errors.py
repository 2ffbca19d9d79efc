"""Errors of estimates beside those of the jackknife and the bootstrap, which fit many times."""

from typing import Any

import numpy as np
import pytest

from tests.ratings.worlds import columns_of, world
from tourney.domain.ratings import ResultColumns
from tourney.ratings import ResultArrays
from tourney.ratings.design import design
from tourney.ratings.errors import errors
from tourney.ratings.fit import fit
from tourney.ratings.places import _reach

MATCHES, PLAYERS = 240, 6


def fitted(results: ResultArrays, chosen: Any) -> Any:
    """The strengths of all players relative to their mean, and their errors."""
    made = design(results, chosen)
    found = fit(made)
    values = found.values[:PLAYERS]
    return values - values.mean(), errors(made, found).first(PLAYERS).centred()


@pytest.fixture(scope="module")
def columns() -> ResultColumns:
    """Single matches of three or four players."""
    return world(np.random.default_rng(4), PLAYERS, MATCHES, (3, 4), ties=0.4).columns


@pytest.mark.full
def test_the_measured_covariance_is_that_of_the_jackknife(columns: ResultColumns) -> None:
    results = ResultArrays(columns)
    _, found = fitted(results, results.whole)
    without = np.array(
        [fitted(results, results.whole & (np.arange(MATCHES) != one))[0] for one in range(MATCHES)]
    )
    apart = without - without.mean(axis=0)
    covariance = (MATCHES - 1) / MATCHES * apart.T @ apart
    assert np.diag(found.measured) / np.diag(covariance) == pytest.approx(np.ones(6), abs=0.12)


@pytest.mark.full
def test_the_reach_of_differences_is_that_of_a_bootstrap_over_matches(
    columns: ResultColumns,
) -> None:
    results = ResultArrays(columns)
    values, found = fitted(results, results.whole)
    met = ~np.eye(PLAYERS, dtype=np.bool_)
    own = np.diag(found.measured)
    error = np.sqrt(own[:, None] + own[None, :] - 2 * found.measured)[met]
    rng, largest = np.random.default_rng(5), []
    for _ in range(300):
        again = ResultArrays(drawn(columns, rng.integers(0, MATCHES, MATCHES)))
        gap = fitted(again, again.whole)[0] - values
        largest.append(np.max(np.abs(gap[:, None] - gap[None, :])[met] / error))
    assert _reach(found.measured, met, 15) == pytest.approx(np.quantile(largest, 0.95), rel=0.12)


def drawn(columns: ResultColumns, numbers: Any) -> ResultColumns:
    """The matches with these numbers, some of them several times."""
    seats = np.array(columns.seats).reshape(-1, 3)
    matches = [seats[seats[:, 0] == 1 + number] for number in numbers]
    _, players, places = np.concatenate(matches).T
    return columns_of(list(map(len, matches)), players, places, PLAYERS)
