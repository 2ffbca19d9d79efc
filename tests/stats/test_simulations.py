"""The figures of runs err no more often than they claim."""

import pytest

from tests.stats.simulations import CLAIMS, Claim, aborted_leads, champion_beaten, crasher, misses


def test_few_deals_miss_no_more_often_than_many() -> None:
    assert misses(3, runs=60) < 0.12
    assert misses(3, edge=0.9, runs=60) < 0.12


def test_crashing_when_behind_does_not_pay() -> None:
    forfeited = crasher("sprt(0,0.4)", "forfeit", 1)
    assert "not better" in forfeited.words
    assert forfeited.faulty
    aborted = crasher("sprt(0,0.4)", "abort", 1)
    assert "given up" in aborted.words
    assert aborted_leads(runs=5) == 0


def test_a_champion_that_one_opponent_beats_is_not_called_the_best() -> None:
    assert champion_beaten(runs=3) == 0


@pytest.mark.full
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.text)
def test_no_figure_errs_more_often_than_it_claims(claim: Claim) -> None:
    trials = 100  # the least number of runs of a simulation
    tolerance = 3 * (claim.allowed * (1 - claim.allowed) / trials) ** 0.5
    assert claim.measure() <= claim.allowed + tolerance
