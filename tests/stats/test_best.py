"""P(best), compared with scipy's distributions, by symmetry, and by how often it is right."""

from fractions import Fraction as F
from math import atan, pi
from random import Random

import pytest

from tourney.stats import BlockMeans, Prior
from tourney.stats.best import better, chances, shrunk

THREE = [[0.04, -0.01, -0.02], [-0.01, 0.03, -0.015], [-0.02, -0.015, 0.05]]
FOUR = [
    [0.02, 0.005, -0.01, 0.0],
    [0.005, 0.03, -0.01, -0.004],
    [-0.01, -0.01, 0.025, 0.002],
    [0.0, -0.004, 0.002, 0.06],
]
# scipy.stats.multivariate_t(df).cdf of the differences to each of the others, scipy 1.17.1
SCIPY = [
    ([2.3, 2.1, 1.8], THREE, 9, [0.70181, 0.23544, 0.06275]),
    ([2.0, 2.0, 2.0], THREE, 200, [0.33490, 0.30721, 0.35789]),
    ([2.1, 2.0, 2.2, 1.9], FOUR, 29, [0.25054, 0.11849, 0.54790, 0.08307]),
]


@pytest.mark.parametrize(("means", "covariance", "degrees", "expected"), SCIPY)
def test_three_and_more_are_as_scipy_has_them_to_a_hundredth(
    means: list[float], covariance: list[list[float]], degrees: int, expected: list[float]
) -> None:
    assert chances(means, covariance, degrees) == pytest.approx(expected, abs=0.012)


# scipy 1.17.1: 120 true spreads, half-Cauchy with scale 1.5, are weighed by the density of
# F(3, 29), then stats.multivariate_t(df=29).cdf of the shrunk differences to the others.
WEIGHED = [
    ([2.1, 2.0, 2.2, 1.9], [0.2340, 0.1883, 0.3910, 0.1866]),
    ([2.1, 2.0, 2.7, 1.9], [0.0442, 0.0366, 0.8854, 0.0338]),
    ([2.0, 1.9, 3.2, 2.2], [0.0003, 0.0003, 0.9971, 0.0023]),
]


@pytest.mark.parametrize(("means", "expected"), WEIGHED)
def test_of_four_and_more_the_distances_are_partly_luck(
    means: list[float], expected: list[float]
) -> None:
    assert shrunk(means, FOUR, 29) == pytest.approx(expected, abs=0.012)


def test_the_leader_of_four_is_the_best_as_often_as_it_is_called_so() -> None:
    """Skills are a little farther apart than the errors of the means."""
    rng, apart = Random(4), [[float(i == j) for j in range(4)] for i in range(4)]
    claimed = right = 0.0
    for _ in range(30):
        skill = [rng.gauss(0, 1.2) for _ in range(4)]
        means = [own + rng.gauss(0, 1) for own in skill]
        found = shrunk(means, apart, 200)
        leader = means.index(max(means))
        claimed += found[leader] / 30
        right += (skill.index(max(skill)) == leader) / 30
    assert abs(claimed - right) < 0.15, (claimed, right)


def test_a_lead_that_one_unseen_loss_turns_is_no_certainty() -> None:
    """60 differences of 0.25: a loss of 4 on 6 % of all deals is missed with 0.94 ** 60 = 0.024."""
    known = Prior(F(4), F(-4), F(4))
    found = better(0.25, 0.033, 60, known)
    assert found == pytest.approx(1 - 0.0276 / 2, abs=0.002)
    assert better(-0.25, 0.033, 60, known) == pytest.approx(1 - found)
    assert better(0.0, 0.033, 60, known) == 0.5
    assert better(2.0, 0.2, 60, known) == pytest.approx(1)


def test_two_are_done_exactly() -> None:
    found = chances([0.25, 0.0], [[0.04, -0.01], [-0.01, 0.03]], 7)
    assert found == pytest.approx(
        [0.7839158808180882, 0.2160841191819118], rel=1e-12
    )  # scipy t.cdf


def test_after_two_deals_ten_standard_errors_are_not_beyond_doubt() -> None:
    ahead = 0.5 + atan(10) / pi  # Cauchy's distribution, which is Student's t with one degree
    found = chances([1.0, 0.0], [[0.01, 0.0], [0.0, 0.0]], 1)
    assert found == pytest.approx([ahead, 1 - ahead], rel=1e-12)
    third = chances([1.0, 0.0, -90.0], [[0.01, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], 1)
    assert third[0] == pytest.approx(ahead, abs=0.012)
    assert sum(third) == pytest.approx(1)


def test_who_is_far_behind_does_not_count() -> None:
    means, spread = [2.3, -9.0, 2.1, 1.8], [[0.0] * 4 for _ in range(4)]
    for i, a in enumerate((0, 2, 3)):
        for j, b in enumerate((0, 2, 3)):
            spread[a][b] = THREE[i][j]
    spread[1][1] = 0.01
    found = chances(means, spread, 9)
    assert found[1] == 0
    assert [found[0], found[2], found[3]] == chances([2.3, 2.1, 1.8], THREE, 9)


def played(deals: list[dict[str, list[F]]]) -> BlockMeans:
    means = BlockMeans()
    for deal, values in enumerate(deals):
        for match in range(len(next(iter(values.values())))):
            means.add((deal, 0), [(name, each[match]) for name, each in values.items()])
    return means


def test_one_alone_is_the_best_and_nobody_is_before_there_are_two_deals() -> None:
    assert played([{"a": [F(1)]}, {"a": [F(2)]}]).chances() == {"a": 1.0}
    assert played([{"a": [F(1)], "b": [F(0)]}]).chances() == {"a": None, "b": None}


def test_identical_bots_share_it_evenly_and_a_sure_lead_has_it_all() -> None:
    rng = Random(3)
    worth = [[F(rng.randrange(100), 7) for _ in range(3)] for _ in range(30)]
    same = [{"a": w, "b": w[1:] + w[:1], "c": w[::-1]} for w in worth]
    assert played(same).chances() == {"a": 1 / 3, "b": 1 / 3, "c": 1 / 3}
    ahead = [{"a": w, "b": w[::-1], "c": [each + 1 for each in w]} for w in worth]
    assert played(ahead).chances() == {"a": 0.0, "b": 0.0, "c": 1.0}


def test_it_is_worked_out_from_whole_deals_and_how_bots_vary_together() -> None:
    """scipy 1.17.1: t.cdf of the paired t statistic of twelve block differences.

    If the two columns were treated as independent, the result would be 0.761.
    """
    a = [2, 3, 1, 4, 2, 2, 3, 0, 1, 4, 2, 3]
    b = [2, 2, 1, 3, 2, 1, 3, 0, 1, 3, 2, 3]
    deals = [{"a": [F(x), F(x)], "b": [F(y), F(y)]} for x, y in zip(a, b, strict=True)]
    found = played(deals).chances()
    assert found["a"] == pytest.approx(0.9805929540884438, rel=1e-12)
    assert found["b"] == pytest.approx(1 - 0.9805929540884438, rel=1e-12)


@pytest.mark.full
def test_what_it_calls_likely_comes_true_as_often() -> None:
    """Three bots of random strength, 25 deals each: P(best) equals the share of correct leaders."""
    rng = Random(8)
    claimed = right = doubtful = 0.0
    for _ in range(400):
        truth = {name: rng.uniform(0, 900) for name in "abc"}
        means = BlockMeans()
        for deal in range(25):
            luck = [rng.gauss(0, 125) for _ in truth]
            worth = zip(truth.items(), luck, strict=True)
            means.add((deal, 0), [(n, round(t + x - sum(luck) / 3)) for (n, t), x in worth])
        found = {name: chance or 0.0 for name, chance in means.chances().items()}
        leader = max(found, key=found.__getitem__)
        if found[leader] < 0.9:
            doubtful += 1
            claimed += found[leader]
            right += leader == max(truth, key=truth.__getitem__)
    assert doubtful > 30
    assert abs(right - claimed) < 3 * (0.25 * doubtful) ** 0.5, (doubtful, claimed, right)
