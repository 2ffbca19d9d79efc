"""Estimates and their errors beside other ways to the same: the definition, the jackknife."""

from itertools import product

import numpy as np
import pytest

from tests.ratings.naive import likelihood
from tests.ratings.worlds import columns_of, world
from tourney.domain.rating_values import ResultColumns
from tourney.ratings import ResultArrays
from tourney.ratings.design import RatingDesign, design
from tourney.ratings.fit import SEAT, WIDE, fit
from tourney.ratings.prior import centred, in_one_game
from tourney.ratings.uncertainty import BlockScores

MATCHES, PLAYERS = 240, 6


def designed(columns: ResultColumns) -> RatingDesign:
    results = ResultArrays(columns)
    return design(results, results.whole)


def test_the_estimate_is_the_maximum_that_firth_defines() -> None:
    """The naive likelihood with half the log-determinant of its numerical second derivatives."""
    matches = [((0, 1, 2), (1, 2, 3)), ((0, 2, 1), (1, 2, 2)), ((1, 0, 3), (1, 2, 3))]
    matches += [((3, 2, 0), (2, 1, 3)), ((0, 1, 3), (1, 2, 3))]
    players, places = (sum(part, ()) for part in zip(*matches, strict=True))
    made = designed(columns_of([3] * 5, players, places, 4))

    def height(values: np.ndarray) -> float:
        total = 0.0
        for who, ranks in matches:
            own = [values[player] + values[4 + seat] for seat, player in enumerate(who)]
            blocks = [
                [strength for strength, rank in zip(own, ranks, strict=True) if rank == one]
                for one in sorted(set(ranks))
            ]
            total += likelihood(blocks)
        return total

    def penalised(values: np.ndarray) -> float:
        step, size = 1e-3, len(values)
        moves = step * np.eye(size)
        second = np.zeros((size, size))
        for i, j in product(range(size), repeat=2):
            corners = [
                height(values + a * moves[i] + b * moves[j]) * a * b
                for a in (1, -1)
                for b in (1, -1)
            ]
            second[i, j] = -sum(corners) / (4 * step * step)
        known = np.diag([WIDE] * 4 + [1 / SEAT] * 3)
        known[:4, :4] += 1 / 4
        _, determinant = np.linalg.slogdet(second + known)
        return float(height(values) + determinant / 2 - values @ known @ values / 2)

    at = fit(made).values
    for move in 0.05 * np.eye(7):
        around = penalised(at - move), penalised(at), penalised(at + move)
        assert max(around) == around[1]
        assert around[2] - around[0] == pytest.approx(0, abs=5e-4)


@pytest.mark.full
def test_the_measured_variance_is_that_of_the_jackknife() -> None:
    columns = world(np.random.default_rng(4), PLAYERS, MATCHES, (3, 4), ties=0.4).columns
    results = ResultArrays(columns)
    made = design(results, results.whole)
    found = fit(made)
    reach = in_one_game(found, found.inverse).reach()
    errors = BlockScores(made, found).errors(
        [centred(reach.moves, found.parts)],
        reach.variances,
        reach.assumed,
        np.full(PLAYERS, float(MATCHES)),
    )

    def less(one: int) -> np.ndarray:
        rest = fit(design(results, results.whole & (np.arange(MATCHES) != one)))
        return in_one_game(rest, rest.inverse).strengths

    without = np.array([less(one) for one in range(MATCHES)])
    apart = without - without.mean(axis=0)
    variances = (MATCHES - 1) / MATCHES * (apart**2).sum(axis=0)
    assert errors.measured / variances == pytest.approx(np.ones(6), abs=0.12)
