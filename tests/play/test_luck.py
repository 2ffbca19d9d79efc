"""Luck follows from what it should follow from, and from nothing else."""

from collections import Counter
from random import Random

from tourney.play.luck import base_order, bot_luck, deal_seed, dealer_rng


def first(rng: Random) -> float:
    return rng.random()


def test_a_dealers_luck_depends_on_the_deal_and_the_label() -> None:
    draws = {
        first(dealer_rng(deal_seed(seed, deal), label))
        for seed in (0, 1)
        for deal in (0, 1)
        for label in ("start 1", "deal 1", "deal 2")
    }
    assert len(draws) == 12
    assert first(dealer_rng(deal_seed(1, 1), "deal 2")) in draws


def test_a_bots_luck_depends_on_seed_deal_seat_and_version() -> None:
    draws = {
        first(bot_luck(seed, deal, seat, version).rng())
        for seed in (0, 1)
        for deal in (0, 1)
        for seat in (0, 1)
        for version in ("1", "1.1")
    }
    assert len(draws) == 16


def test_luck_is_the_same_on_every_machine() -> None:
    assert dealer_rng(deal_seed(42, 17), "deal 1").getrandbits(32) == 2029681322
    assert bot_luck(42, 17, 2, "1.3").rng().getrandbits(32) == 456870933
    assert base_order(42, 17, 0, (0, 1, 2, 3, 4)) == [3, 2, 1, 4, 0]


def test_base_orders_are_drawn_evenly() -> None:
    counts = Counter(tuple(base_order(1, deal, 0, (0, 1, 2))) for deal in range(6000))
    assert len(counts) == 6
    # Six standard deviations of a binomial count of 1000.
    assert all(abs(count - 1000) < 180 for count in counts.values())
