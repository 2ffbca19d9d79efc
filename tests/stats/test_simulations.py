"""The figures of runs err no more often than they claim."""

import pytest

from tests.stats.errors import aborted_leads, champion_beaten, claimed_too_much, crasher, misses
from tests.stats.simulations import CLAIMS, Claim


def test_few_deals_miss_no_more_often_than_many() -> None:
    for world in ("cards decide", "one wins 9 of 10"):
        usual, now, _ = misses(3, 2, world, runs=60)
        assert now < 0.12 < (usual or 0)


def test_crashing_when_behind_does_not_pay() -> None:
    _, forfeited = crasher("sprt(0,0.4)", "forfeit", 1)
    assert "not better" in forfeited.words
    assert forfeited.faulty
    _, aborted = crasher("sprt(0,0.4)", "abort", 1)
    assert "given up" in aborted.words
    assert aborted_leads(runs=5).now == 0


def test_a_champion_that_one_opponent_beats_is_not_called_the_best() -> None:
    assert champion_beaten(runs=3).now == 0


def test_the_leader_of_four_equal_bots_is_not_called_the_best() -> None:
    usual, now, _ = claimed_too_much(4, 0, 20, runs=6)
    assert now < 0.1 < (usual or 0)


@pytest.mark.full
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.text)
def test_no_figure_errs_more_often_than_it_claims(claim: Claim) -> None:
    tolerance = 3 * (claim.allowed * (1 - claim.allowed) / claim.runs) ** 0.5
    assert claim.measure().now <= claim.allowed + tolerance
