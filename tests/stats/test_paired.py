"""Paired differences with blocks that are missing."""

from fractions import Fraction

import pytest

from tourney.stats import Paired, Prior

PLACES = Prior(Fraction(4), Fraction(-4), Fraction(4))


def test_a_verdict_is_refused_if_a_missing_result_could_turn_it() -> None:
    """Forty differences of 0.35: a loss of 4.35 on 7.2 % of all deals, missed in all of them with a
    probability of 0.05, costs 0.31. With one deal of -4 the mean is 0.24 and may be 0.32 lower.
    """
    pairs = Paired(PLACES)
    for _ in range(40):
        pairs.add(Fraction(0), Fraction(35, 100))
    assert pairs.difference().low == pytest.approx(0.35 - 4.35 * (1 - 0.05 ** (1 / 40)))
    pairs.missing = 1
    assert pairs.doubtful()
    assert pairs.better() is None
    assert pairs.difference() == (Fraction(35, 100), None, None, 40)


def test_many_alike_are_not_in_doubt_because_of_one_that_is_missing() -> None:
    pairs = Paired(PLACES, missing=1)
    for _ in range(100):
        pairs.add(Fraction(0), Fraction(1))
    assert not pairs.doubtful()
    assert (pairs.difference().low or 0) > 0
