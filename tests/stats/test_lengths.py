"""Percentiles of match lengths, compared with numpy's."""

import pytest

from tourney.stats import Lengths

# numpy.percentile(values, …, method="inverted_cdf"), numpy 2.4.6
TEN = [3, 3, 5, 8, 9, 9, 9, 12, 20, 41]
MANY = [
    *(11, 11, 14, 16, 16, 16, 17, 22, 22, 23, 25, 25, 26, 29, 30, 30, 31, 32, 32),
    *(33, 35, 36, 37, 42, 47, 47, 49, 50, 51, 51, 51, 53, 53, 55, 57, 57, 58),
]
NUMPY = [
    (TEN, (0.05, 0.1, 0.3, 0.31, 0.5, 0.9, 0.95, 1.0), [3, 3, 5, 8, 9, 20, 41, 41]),
    (MANY, (0.05, 0.25, 0.5, 0.75, 0.95), [11, 23, 32, 50, 57]),
]


@pytest.mark.parametrize(("values", "shares", "expected"), NUMPY)
def test_shares_are_numpys_percentiles(
    values: list[int], shares: tuple[float, ...], expected: list[int]
) -> None:
    found = Lengths()
    for value in reversed(values):
        found.add(value)
    assert [found.share(share) for share in shares] == expected
