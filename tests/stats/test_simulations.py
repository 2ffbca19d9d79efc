"""The figures of runs err no more often than they claim."""

import pytest

from tests.stats.errors import (
    aborted_leads,
    champion_beaten,
    crasher,
    misses,
    rare_at_some_look,
    rare_missed,
)
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


def test_an_interval_allows_for_losses_that_did_not_occur() -> None:
    for world, deals in (
        ("all but 2 % of the deals won", 60),
        ("score 10, but -50 on 2 % of the deals", 20),
    ):
        usual, now, _ = rare_missed(world, deals, runs=200)
        assert now < 0.05 < 0.15 < (usual or 0)
    assert rare_missed("ties only", 20, runs=5).now == 0


def test_a_look_at_every_deal_allows_for_losses_that_did_not_occur() -> None:
    usual, now, _ = rare_at_some_look("all but 10 % of the deals won", runs=100, most=300)
    assert now < 0.08 <= (usual or 0)


@pytest.mark.full
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.text)
def test_no_figure_errs_more_often_than_it_claims(claim: Claim) -> None:
    tolerance = 3 * (claim.allowed * (1 - claim.allowed) / claim.runs) ** 0.5
    assert claim.measure().now <= claim.allowed + tolerance
