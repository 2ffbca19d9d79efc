"""With many matches strengths equal those that the library choix computes as most probable."""

import numpy as np
import pytest

from tests.ratings.worlds import columns_of
from tourney.ratings import ResultArrays
from tourney.ratings.design import design
from tourney.ratings.fit import fit

pytestmark = pytest.mark.slow

TIMES = 800
"""How often every match counts: what is added against bias is then a tenth of a point."""


def strengths(orders: np.ndarray, players: int) -> np.ndarray:
    """Our strengths.

    Each order is counted once for every rotation of its players over the seats, so that no seat has
    an advantage.
    """
    count, size = orders.shape
    turns = [np.roll(np.arange(size), turn) for turn in range(size)]
    seated = np.concatenate([orders[:, turn] for turn in turns])
    places = np.concatenate([np.tile(turn + 1, (count, 1)) for turn in turns])
    columns = columns_of([size] * len(seated), seated.ravel(), places.ravel(), players)
    results = ResultArrays(columns)
    made = design(results, results.of_game("game"))
    assert list(made.player) == list(range(players))
    return fit(made).values[:players]


@pytest.mark.parametrize("size", [2, pytest.param(4, marks=pytest.mark.full)])
def test_strengths_are_those_of_choix(size: int) -> None:
    # Imported here, because it takes longer than the test.
    choix = pytest.importorskip("choix", reason="choix is not installed")
    rng, players, count = np.random.default_rng(8), 10, 300 // size**2
    truth = rng.normal(size=players)
    noisy = truth + rng.gumbel(size=(count, players))
    line_ups = np.argsort(rng.random((count, players)), axis=1)[:, :size]
    own = np.take_along_axis(noisy, line_ups, axis=1)
    orders = np.take_along_axis(line_ups, np.argsort(-own, axis=1), axis=1)
    ours = strengths(np.repeat(orders, TIMES // size, axis=0), players)
    data = [tuple(map(int, order)) for order in orders]
    solve = choix.opt_pairwise if size == 2 else choix.opt_rankings
    theirs = solve(players, data, alpha=1e-9, tol=1e-10)
    assert ours == pytest.approx(theirs - theirs.mean(), abs=1e-3)
