"""The places that players may have, worked by hand from Student's t."""

from fractions import Fraction

import pytest

from tourney.stats import Prior
from tourney.stats.best import place_ranges


def ranges(variance: float, means: tuple[float, ...] = (3, 2, 1, 0), **given: object) -> list[str]:
    """The ranges of players with independent means of this variance, 29 degrees of freedom."""
    count = len(means)
    covariance = [[variance * (i == j) for j in range(count)] for i in range(count)]
    sizes = given.get("sizes", [1] * count)
    assert isinstance(sizes, list)
    return [str(one) for one in place_ranges(means, covariance, 29, sizes=sizes)]


@pytest.mark.parametrize(
    ("variance", "places"),
    [
        # 6 pairs: scipy's t.ppf(1 - 0.05 / 12, 29) = 2.832 standard errors of sqrt(2 variance)
        (0.06, ["1", "2", "3", "4"]),  # 0.98 is below 1
        (0.065, ["1-2", "1-3", "2-4", "3-4"]),  # 1.02
        (0.25, ["1-3", "1-4", "1-4", "2-4"]),  # 2.00 is not below 2
        (0.6, ["1-4"] * 4),  # 3.10
        (0.0, ["1", "2", "3", "4"]),
    ],
)
def test_who_is_surely_apart_has_another_place(variance: float, places: list[str]) -> None:
    assert ranges(variance) == places


def test_a_gap_that_one_unseen_loss_closes_is_no_other_place() -> None:
    """Two pairs of limits 4 apart; a loss on 9.8 % of 29 deals is missed with 0.05."""
    covariance = [[1e-6, 0.0], [0.0, 1e-6]]
    known = Prior(Fraction(4), Fraction(-4), Fraction(4))
    assert 0.4 < 4.4 * (1 - 0.05 ** (1 / 29)) < 0.5
    for gap, places in ((0.4, ["1-2", "1-2"]), (0.5, ["1", "2"])):
        means = (2.0 + gap, 2.0)
        found = place_ranges(means, covariance, 29, sizes=[1, 1], known=known)
        assert [str(one) for one in found] == places


def test_players_with_equal_means_count_each() -> None:
    # 3 pairs: t.ppf(1 - 0.05 / 6, 29) = 2.541 standard errors are 0.80
    assert ranges(0.05, (2, 1, 0), sizes=[1, 3, 2]) == ["1", "2-4", "5-6"]
    assert ranges(0.09, (2, 1, 0), sizes=[1, 3, 2]) == ["1-4", "1-6", "2-6"]
