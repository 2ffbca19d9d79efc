"""Confidence intervals of shares, compared with scipy's."""

import pytest

from tourney.stats import share_interval

# scipy.stats.binomtest(hits, trials).proportion_ci(level, method="wilson"), scipy 1.17.1
SCIPY = [
    (0, 40, 0.95, 0.0, 0.08762160119728662),
    (1, 40, 0.95, 0.004426831502681396, 0.1288136896347409),
    (7, 200, 0.95, 0.0170555420085672, 0.07047061152229074),
    (40, 40, 0.95, 0.9123783988027133, 1.0),
    (7, 200, 0.99, 0.013772550635466604, 0.08608907458103245),
]


@pytest.mark.parametrize(("hits", "trials", "level", "low", "high"), SCIPY)
def test_intervals_agree_with_scipy(
    hits: int, trials: int, level: float, low: float, high: float
) -> None:
    assert share_interval(hits, trials, level) == pytest.approx((low, high), abs=1e-9)


def test_nothing_tried_is_nothing_known() -> None:
    assert share_interval(0, 0) == (0.0, 1.0)
