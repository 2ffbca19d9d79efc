"""The sequential test, compared with chess tools and scipy, and its error rates."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

import pytest

from tourney.stats import Quantity, RuleWatch, rule
from tourney.stats.stopping import bounds, ratio

PAIRS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Total scores of two games, as shares of 2: LL, LD, LW or DD, WD, WW."""


def score(elo: float) -> float:
    """Expected score of a player with this Elo advantage, by the logistic model."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def counted(values: Sequence[float], counts: Sequence[int]) -> dict[float, float]:
    return {value: count for value, count in zip(values, counts, strict=True) if count}


# fastchess, app/tests/sprt_test.cpp (0cbac49), logistic model; rounded there to two decimals
PUBLISHED = [
    ((0.0, 0.5, 1.0), (21184, 40708, 21404), (0.5, 2.5), -1.57),
    ((0.0, 0.5, 1.0), (57030, 106593, 57433), (0, 2), -2.59),
    (PAIRS, (223, 9863, 20279 + 1000, 10037, 246), (0.5, 2.5), -3.07),
    (PAIRS, (871, 26175, 55003 + 980, 26678, 821), (0, 2), -4.98),
]


@pytest.mark.parametrize(("values", "counts", "elo", "expected"), PUBLISHED)
def test_it_gives_what_fastchess_publishes(
    values: Sequence[float], counts: Sequence[int], elo: tuple[float, float], expected: float
) -> None:
    found = ratio(counted(values, counts), score(elo[0]), score(elo[1]), values)
    assert found == pytest.approx(expected, abs=0.005)


# fishtest's LLRcalc.LLR_logistic (0753fcc) with scipy 1.17.1's brentq at full precision
FISHTEST = [
    ((223, 9863, 21279, 10037, 246), (0.5, 2.5), -3.0741264396),
    ((871, 26175, 55983, 26678, 821), (0, 2), -4.9786728635),
    ((1, 20, 300, 900, 779), (0, 2), 11.4625554733),
    ((127, 4883, 10712, 5150, 104), (-1.75, 0.25), 6.8620034363),
    ((0, 3, 40, 5, 0), (0, 10), 0.2161023906),
    ((0, 0, 0, 0, 104), (0, 5), 1.4859395685),
]


@pytest.mark.parametrize(("counts", "elo", "expected"), FISHTEST)
def test_it_gives_what_fishtest_computes(
    counts: Sequence[int], elo: tuple[float, float], expected: float
) -> None:
    found = ratio(counted(PAIRS, counts), score(elo[0]), score(elo[1]), PAIRS)
    assert found == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize(("counts", "elo", "expected"), FISHTEST)
def test_points_a_match_are_another_scale_of_the_same_test(
    counts: Sequence[int], elo: tuple[float, float], expected: float
) -> None:
    """With two seats, a score from 0 to 1 corresponds to a difference from -4 to 4 points."""
    points = [8 * value - 4 for value in PAIRS]
    first, second = (8 * score(each) - 4 for each in elo)
    found = ratio(counted(points, counts), first, second, points)
    assert found == pytest.approx(expected, abs=1e-7)


# scipy 1.17.1: minimize(method="SLSQP") of the multinomial likelihood under either mean; no duality
UNEVEN = [
    ((-4, -3, -2, -1, 0, 1, 2, 3, 4), (2, 5, 11, 18, 30, 25, 14, 6, 3), (0, 0.3), 0.3040113532),
    (
        (-4, -1.5, -0.5, 0, 0.25, 1, 2.75, 4),
        (0, 9, 12, 40, 17, 22, 5, 0),
        (-0.1, 0.2),
        5.3721516717,
    ),
]


@pytest.mark.parametrize(("values", "counts", "means", "expected"), UNEVEN)
def test_any_values_a_block_may_have_will_do(
    values: Sequence[float], counts: Sequence[int], means: tuple[float, float], expected: float
) -> None:
    found = ratio(counted(values, counts), *means, possible=(-4, 4))
    assert found == pytest.approx(expected, abs=1e-8)


def test_the_bounds_are_walds() -> None:
    # fishtest prints (-2.94, 2.94) for error rates of 5 % and 5 %, (-2.25, 2.89) for 5 % and 10 %.
    assert bounds(0.05, 0.05) == pytest.approx((-2.94, 2.94), abs=0.005)
    assert bounds(0.05, 0.1) == pytest.approx((-2.25, 2.89), abs=0.005)


GAME_PAIRS = Quantity(
    "a - b", Fraction(-4), Fraction(4), tuple(map(Fraction, (-4, -2, 0, 2, 4))), ("a", "b")
)


def watched(text: str) -> RuleWatch:
    return rule(text).watch([GAME_PAIRS])


def end(watch: RuleWatch, values: Iterator[int]) -> tuple[int, str]:
    """The number of deals after which the test ends, and its final message."""
    for value in values:
        watch.add([Fraction(value)])
        if watch.due and watch.state().enough:
            break
    return watch.deals, watch.state().words


def test_deals_that_were_all_alike_decide_without_breaking_anything() -> None:
    """Identical bots: the difference on each deal is exactly 0."""
    deals, words = end(watched("sprt(0,0.1)"), iter([0] * 1000))
    assert 200 < deals < 300, "one deal of +4 more must not turn it"
    assert words.startswith("a is not better by 0.1 than b (accepts 0 over 0.1); a - b is +0.000 ±")
    assert "; log-likelihood ratio -6." in words, "-2.9 is passed long before"
    deals, words = end(watched("sprt(-0.1,0.1)"), iter([0] * 300))
    assert (deals, words[:28]) == (300, "undecided; a - b is +0.000 ±")
    deals, words = end(watched("sprt(0,0.1)"), iter([4] * 300))
    assert words.startswith("a is better than b (accepts 0.1 over 0)")


def differences(rng: Random, mean: float) -> Iterator[int]:
    """Block differences over two matches; `mean` is the true difference in points per match."""
    weights = [6, 20, 48, 20, 6]
    tilt = mean / 8  # moves this share of all blocks from the worst to the best value
    weights[0] -= round(1000 * tilt) / 10
    weights[4] += round(1000 * tilt) / 10
    while True:
        yield from rng.choices((-4, -2, 0, 2, 4), weights, k=100)


def wrong(trials: int, mean: float, other: str) -> float:
    """The share of trials that accept the wrong difference `other` when the true one is `mean`."""
    found = 0
    for trial in range(trials):
        _, words = end(watched("sprt(0,0.4)"), differences(Random(trial), mean))
        found += f"(accepts {other} over" in words
    return found / trials


@pytest.mark.full
@pytest.mark.parametrize(("mean", "other"), [(0.0, "0.4"), (0.4, "0")])
def test_it_errs_as_rarely_as_it_says(mean: float, other: str) -> None:
    assert wrong(60, mean, other) < 0.05 + 3 * (0.05 * 0.95 / 60) ** 0.5


@pytest.mark.full
@pytest.mark.parametrize(("mean", "other"), [(0.0, "0.4"), (0.4, "0")])
def test_it_errs_as_rarely_as_it_says_in_a_thousand_runs(mean: float, other: str) -> None:
    rate = wrong(1000, mean, other)
    assert 0.02 < rate < 0.05 + 2 * (0.05 * 0.95 / 1000) ** 0.5, rate
