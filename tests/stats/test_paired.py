"""Paired differences with blocks that are missing."""

from fractions import Fraction

from tourney.stats import Paired, Prior

PLACES = Prior(Fraction(4), Fraction(-4), Fraction(4))


def test_a_verdict_is_refused_if_the_best_and_the_worst_both_make_it_uncertain() -> None:
    """Ten differences of 0.46 are known to 2.228 * 2 / 10 = 0.446, so better than nothing.

    One more of 4 gives a mean of 0.782, known to 0.785: the best that is possible adds more doubt
    than it adds to the mean.
    """
    pairs = Paired(PLACES)
    for _ in range(10):
        pairs.add(Fraction(0), Fraction(46, 100))
    assert (pairs.difference().low or 0) > 0
    pairs.missing = 1
    assert pairs.doubtful()
    assert pairs.better() is None
    assert pairs.difference() == (Fraction(46, 100), None, None, 10)


def test_many_alike_are_not_in_doubt_because_of_one_that_is_missing() -> None:
    pairs = Paired(PLACES, missing=1)
    for _ in range(100):
        pairs.add(Fraction(0), Fraction(1))
    assert not pairs.doubtful()
    assert (pairs.difference().low or 0) > 0
