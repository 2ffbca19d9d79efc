"""Confidence sequences: published values, and error rates when checked after every block."""

from fractions import Fraction
from random import Random
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourney.stats import BlockMeans, Prior, Quantity, rule, t_quantile
from tourney.stats.confidence import LEAST, half_width, reach, unit_width, unseen
from tourney.stats.stopping import Running


def test_the_width_is_that_of_confseq() -> None:
    """confseq 0.0.11, test/uniform_boundaries_unittest.cpp: two-sided normal mixture at time 100.

    It is the 5 % bound of a sum of 100 values of variance 1, tuned for time 100.
    """
    assert 100 * unit_width(100, 0.05) == pytest.approx(30.35209, abs=1e-5)


# scipy 1.17.1: brentq over quad, the sum at which the likelihood ratio, averaged over a normal
# distribution of means with variance (2 ln 20 + ln(1 + 2 ln 20)) / 100, is 20; divided by time.
MIXED = [(20, 0.7521881624), (1000, 0.1025122868), (10000, 0.0356164104)]


@pytest.mark.parametrize(("blocks", "expected"), MIXED)
def test_the_width_is_where_the_averaged_ratio_is_twenty(blocks: int, expected: float) -> None:
    assert unit_width(blocks, 0.05) == pytest.approx(expected, rel=1e-7)


def test_a_spread_scales_the_width() -> None:
    assert half_width(100, 3) == pytest.approx(3 * 0.3035209, rel=1e-6)


def test_running_sums_are_those_of_the_list() -> None:
    values = [Fraction(n * n % 17, 3) for n in range(40)]
    sums = Running()
    for value in values:
        sums.add(value)
    assert sums.mean == sum(values) / 40
    assert sums.deviation == pytest.approx(stdev(map(float, values)))
    assert (Running().mean, Running().deviation) == (0, 0.0)


def alarms(trials: int, weights: list[int]) -> tuple[float, float]:
    """How often a sequence, and how often a usual interval, excludes the mean after any block.

    Each trial is a match of 500 blocks between bots of equal strength.
    """
    mean = Fraction(sum(v * w for v, w in zip(VALUES, weights, strict=True)), sum(weights))
    sequence = usual = 0
    for trial in range(trials):
        sums, out, naive = Running(), False, False
        for value in Random(trial).choices(VALUES, weights, k=500):
            sums.add(value)
            if sums.count >= LEAST:
                off, spread = abs(float(sums.mean - mean)), sums.deviation
                out |= off > half_width(sums.count, spread)
                naive |= off > t_quantile(0.975, sums.count - 1) * spread / sums.count**0.5
        sequence += out
        usual += naive
    return sequence / trials, usual / trials


VALUES = (-4, -2, 0, 2, 4)
EVEN, SKEWED = [6, 20, 48, 20, 6], [1, 4, 20, 40, 35]


@pytest.mark.full
def test_equal_bots_seldom_look_different_however_often_one_looks() -> None:
    sequence, usual = alarms(100, EVEN)
    assert sequence < 0.05 + 3 * (0.05 * 0.95 / 100) ** 0.5
    assert usual > 0.15, "a usual interval looked at after every block is wrong very often"


@pytest.mark.full
@pytest.mark.parametrize("weights", [EVEN, SKEWED])
def test_equal_bots_look_different_in_one_of_twenty_matches(weights: list[int]) -> None:
    sequence, usual = alarms(1000, weights)
    assert 0.02 < sequence < 0.05 + 2 * (0.05 * 0.95 / 1000) ** 0.5, sequence
    assert 0.3 < usual < 0.45, usual


def test_what_was_never_seen_may_still_be_there() -> None:
    """A difference of 4 in one deal of 100: with a probability of 1 in 20, 300 deals lack it."""
    missed = 0.99**299
    assert missed == pytest.approx(0.05, abs=0.001)
    assert unseen(299, 0.05) == pytest.approx(0.01, abs=0.0001)
    assert reach(299, 0, 4) == pytest.approx(4 * 0.01, abs=0.0004)
    assert reach(1, 0, 4) == pytest.approx(3.8)


def test_the_interval_of_wins_alone_is_that_of_clopper_and_pearson() -> None:
    """scipy 1.17.1: binomtest(60, 60).proportion_ci(0.9, "exact").low is 0.9512970866900151.

    All wins are at the upper end, so the other end has all of the 5 %.
    """
    means = BlockMeans()
    for deal in range(60):
        means.add((deal, 0), [("a", 4)])
    found = means.interval("a", 0.95, Prior(Fraction(0), Fraction(0), Fraction(4)))
    assert (found.low, found.high) == (pytest.approx(4 * 0.9512970866900151), 4)


@given(
    values=st.lists(st.integers(-50, 50), min_size=1, max_size=30),
    room=st.tuples(st.integers(0, 9), st.integers(0, 9)),
    unit=st.sampled_from((1, 7, 840)),
)
def test_every_interval_contains_its_mean(
    values: list[int], room: tuple[int, int], unit: int
) -> None:
    means, most = BlockMeans(unit), Fraction(50, unit)
    for deal, value in enumerate(values):
        means.add((deal // 2, 0), [("a", value)])
    known = Prior(most, -most - room[0], most + room[1])
    ends = known.ends()
    for found in (means.interval("a", 0.95, known), means.sequence("a", known)):
        if found.low is not None and found.high is not None:
            assert ends[0] <= found.low <= float(found.mean) <= found.high <= ends[1]
    plain = means.interval("a")
    assert plain.low is None or plain.low <= float(plain.mean)


def test_identical_bots_are_soon_known_to_be_equal_but_not_at_once() -> None:
    watch = rule("ci<0.05").watch([Quantity("a - b", Fraction(-4), Fraction(4))])
    while not (watch.due and watch.state().enough):
        watch.add([Fraction(0)])
    assert watch.deals == 440  # 4 * (2.5 + ln 20) / 440 < 0.05
    assert watch.state().words == "a - b is +0.000 ± 0.050"
