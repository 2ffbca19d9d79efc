"""Confidence intervals by deal block: compared with scipy, by hand, and by their coverage."""

from fractions import Fraction as F
from random import Random

import pytest

from tourney.stats import BlockMeans, Interval


def interval(blocks: list[list[F | int]], level: float = 0.95) -> Interval:
    """The interval of one player; each list has the values of all matches on one deal."""
    means = BlockMeans()
    for deal, values in enumerate(blocks):
        for value in values:
            means.add((deal, 0), [("me", F(value))])
    return means.interval("me", level)


def test_equal_blocks_give_the_interval_of_a_sample_of_block_means() -> None:
    blocks = [[4, 0], [4, 1], [1, F(5, 2)], [3, 3], [F(9, 4)] * 2, [2, 3], [3, 0], [2, 2]]
    # scipy.stats.ttest_1samp([2, 2.5, 1.75, 3, 2.25, 2.5, 1.5, 2], 0).confidence_interval(…)
    found = interval(blocks)
    assert (found.mean, found.blocks) == (F(35, 16), 8)
    assert (found.low, found.high) == pytest.approx((1.7885869676572206, 2.5864130323427794))
    found = interval(blocks, 0.99)
    assert (found.low, found.high) == pytest.approx((1.5971358045728952, 2.777864195427105))


def test_unequal_blocks_weigh_by_their_matches() -> None:
    # Worked by hand: mean 12/6 = 2; block sums minus expected sums are 2, -1, -1; the squares sum
    # to 6, the standard error is sqrt(6 * 3/2) / 6 = 1/2, and t with 2 degrees is 4.302653.
    found = interval([[4, 2], [1], [0, 3, 2]])
    assert found.mean == 2
    assert (found.low, found.high) == pytest.approx((2 - 2.1513265, 2 + 2.1513265))


def test_matches_of_one_block_are_no_evidence_of_their_own() -> None:
    assert interval([[4, 0]] * 10) == (2, 2.0, 2.0, 10)
    assert interval([[4, 0, 1, 3, 2]]) == (2, None, None, 1)


def test_who_never_played_has_no_interval() -> None:
    assert BlockMeans().interval("nobody") == (0, None, None, 0)


def test_bots_that_play_alike_differ_by_exactly_nothing() -> None:
    """Two copies of one bot in rotated seats: each copy gets the value of every seat once."""
    rng = Random(1)
    means = BlockMeans()
    for deal in range(50):
        worth = [F(rng.randrange(100), rng.choice([1, 3, 7])) for _ in range(3)]
        for turn in range(3):
            seated = [worth[(turn + seat) % 3] for seat in range(3)]
            means.add((deal, 0), [("a - b", seated[0] - seated[1])])
    assert means.interval("a - b") == (0, 0.0, 0.0, 50)


def test_lineups_of_one_deal_are_one_block_in_any_order() -> None:
    by_lineup, by_rotation = BlockMeans(), BlockMeans()
    for deal in range(3):
        matches = [(lineup, turn) for lineup in range(2) for turn in range(2)]
        for means, order in (
            (by_lineup, matches),
            (by_rotation, sorted(matches, key=lambda m: m[1])),
        ):
            for lineup, turn in order:
                means.add((deal, lineup), [("me", F(deal + 3 * lineup * turn))])
    assert by_lineup.interval("me") == by_rotation.interval("me")
    assert by_lineup.interval("me").blocks == 3


def test_weak_opponents_in_one_lineup_are_no_uncertainty() -> None:
    means = BlockMeans()
    for deal in range(10):
        for lineup, worth in ((0, 4), (1, 2)):
            means.add((deal, lineup), [("me", worth)])
    assert means.interval("me") == (3, 3.0, 3.0, 10)


def test_matches_without_a_block_stand_alone() -> None:
    means = BlockMeans()
    for value in (1, 2, 3):
        means.add(None, [("me", F(value))])
    assert means.interval("me").blocks == 3


def test_looking_in_the_middle_of_a_block_does_not_split_it() -> None:
    means = BlockMeans()
    means.add((0, 0), [("me", F(1))])
    means.add((1, 0), [("me", F(4))])
    assert means.interval("me").blocks == 2
    means.add((1, 0), [("me", F(0))])
    assert means.interval("me").blocks == 2
    assert means.interval("me").mean == F(5, 3)


@pytest.mark.parametrize(
    ("blocks", "matches"), [(5, 4), pytest.param(40, 3, marks=pytest.mark.full)]
)
def test_intervals_cover_the_truth_as_often_as_they_say(blocks: int, matches: int) -> None:
    """Every deal has its own luck; 95 % of the intervals contain the true mean 2 (fixed seed)."""
    rng = Random(20)
    held = naive = 0
    trials = 600
    for _ in range(trials):
        deals = []
        for _ in range(blocks):
            luck = rng.gauss(2, 1)
            deals.append([F(round(100 * rng.gauss(luck, 0.5)), 100) for _ in range(matches)])
        held += covers(interval(deals))
        naive += covers(interval([[value] for deal in deals for value in deal]))
    assert abs(held / trials - 0.95) < 3 * (0.95 * 0.05 / trials) ** 0.5
    assert naive / trials < 0.85, "taking matches as independent would claim too much"


def covers(found: Interval) -> bool:
    return found.low is not None and found.high is not None and found.low <= 2 <= found.high
