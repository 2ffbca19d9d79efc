"""The bias that is left of Firth's estimate, beside simulations."""

import numpy as np
import pytest

from tourney.ratings.fit import binomial_bias


@pytest.mark.parametrize(
    ("trials", "chance"), [(1, 0.12), (3, 0.12), (5, 0.88), (12, 0.3), (50, 0.02), (400, 0.005)]
)
def test_the_bias_of_few_results_is_that_of_drawn_ones(trials: int, chance: float) -> None:
    won = np.random.default_rng(1).binomial(trials, chance, 100_000)
    drawn = np.log((won + 0.5) / (trials - won + 0.5)).mean() - np.log(chance / (1 - chance))
    variance = np.array([trials * chance * (1 - chance)])
    found = binomial_bias(variance, np.array([1 - 2 * chance]))
    assert found == pytest.approx(drawn, abs=0.02)


def test_even_and_many_results_have_no_bias() -> None:
    few, many = binomial_bias(np.array([0.6, 200.0]), np.array([0.0, 0.8]))
    assert few == pytest.approx(0, abs=1e-9)
    assert many == pytest.approx(0, abs=1e-3)
