"""Random numbers depend on the documented inputs and on nothing else."""

from collections import Counter
from random import Random

from tourney.play.luck import (
    base_order,
    bot_luck,
    deal_seed,
    dealer_rng,
    derived_bot_seed,
    new_seed,
)


def first(rng: Random) -> float:
    return rng.random()


def test_a_dealers_luck_depends_on_the_deal_and_the_label() -> None:
    draws = {
        first(dealer_rng(deal_seed(seed, deal), label))
        for seed in "01"
        for deal in (0, 1)
        for label in ("start 1", "deal 1", "deal 2")
    }
    assert len(draws) == 12
    assert first(dealer_rng(deal_seed("1", 1), "deal 2")) in draws


def test_a_bots_luck_depends_on_seed_deal_seat_and_the_name_of_its_entry() -> None:
    draws = {
        first(bot_luck(seed, deal, seat, entry).rng())
        for seed in "01"
        for deal in (0, 1)
        for seat in (0, 1)
        for entry in ("random", "random 2")
    }
    assert len(draws) == 16


def test_luck_is_the_same_on_every_machine() -> None:
    # Computed separately from the program, from the description of keys in docs/protocol.md.
    assert derived_bot_seed("42") == "c1e3ec2a0205011989587679cf12bef2"
    assert dealer_rng(deal_seed("42", 17), "deal 1").getrandbits(32) == 2062669101
    assert bot_luck("42", 17, 2, "1.3").rng().getrandbits(32) == 3874752928
    assert base_order("42", 17, 0, (0, 1, 2, 3, 4)) == (0, 1, 3, 4, 2)


def test_seeds_of_the_operating_system_have_128_bits_and_differ() -> None:
    seeds = {new_seed() for _ in range(1000)}
    assert len(seeds) == 1000
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)


def test_base_orders_are_drawn_evenly() -> None:
    counts = Counter(base_order("1", deal, 0, (0, 1, 2)) for deal in range(6000))
    assert len(counts) == 6
    # Six standard deviations of a binomial count of 1000.
    assert all(abs(count - 1000) < 180 for count in counts.values())
