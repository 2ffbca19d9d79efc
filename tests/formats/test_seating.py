"""Orders of tables balance seats and turn order."""

from itertools import permutations
from random import Random

import pytest

from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Met
from tourney.formats.seating import Seats, seated


def test_four_rounds_at_one_table_use_every_seat_once() -> None:
    met: list[Met] = []
    for number in range(1, 5):
        (pod,) = seated([(1, 2, 3, 4)], met, {}, number)
        met.append(Met(number, pod))
    for seat in range(4):
        assert {one.pod[seat] for one in met} == {1, 2, 3, 4}


def test_two_entrants_change_seats() -> None:
    assert seated([(1, 2)], [Met(1, (2, 1))], {}, "any") == ((1, 2),)


def test_a_seat_that_was_not_taken_does_not_count() -> None:
    """Entrant 1 had seat A in round 1 but did not appear; entrant 2 had it in round 2."""
    met = [Met(1, (1, 3), absent=(0,)), Met(2, (2, 3))]
    assert seated([(1, 2)], met, {}, "any") == ((1, 2),)


def test_turn_order_decides_between_equal_seats() -> None:
    """1 and 2 had every seat of two tables once; 1 sat before 2 both times they met."""
    met = [Met(1, (1, 2, 8)), Met(2, (9, 1, 2)), Met(3, (7, 6, 1)), Met(4, (2, 7, 6))]
    (pod,) = seated([(1, 2, 5)], met, {5: 2}, "any")
    assert pod == (2, 1, 5)


def test_the_last_seat_of_three_is_compared_with_the_last_seats_of_four() -> None:
    """After seat C of three, seat A of four is best and seat D worse than seat B."""
    seats = Seats([Met(1, (8, 9, 1))])
    price = [seats.price(1, seat, 4) for seat in range(4)]
    assert price[0] == price[1] < price[2] < price[3]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_no_order_is_better_balanced(size: int) -> None:
    """Against every order, by squares of seat counts, weighted by the size, and of turn orders."""
    rng = Random(size)
    met = [Met(r, tuple(rng.sample(range(1, 7), size))) for r in range(1, 6)]
    pod = tuple(range(1, size + 1))

    def imbalance(order: tuple[int, ...]) -> tuple[int, int]:
        pods = [*(one.pod for one in met), order]
        squares = sum(sum(p[seat] == one for p in pods) ** 2 for one in pod for seat in range(size))
        lead = {
            (a, b): sum((p.index(b) > p.index(a)) * 2 - 1 for p in pods if {a, b} <= set(p))
            for a in pod for b in pod if a < b
        }  # fmt: skip
        return squares, sum(value**2 for value in lead.values())

    (found,) = seated([pod], met, {}, "any")
    best = min(size * squares + turns for squares, turns in map(imbalance, permutations(pod)))
    squares, turns = imbalance(found)
    assert size * squares + turns == best


def test_a_fixed_seat_is_kept() -> None:
    for seed in range(5):
        (pod,) = seated([(1, 2, 3)], [Met(1, (3, 1, 2))], {2: 2}, seed)
        assert pod[2] == 2


def test_two_fixed_seats_that_clash_are_refused() -> None:
    with pytest.raises(UsageFault, match="fixed seats of B and C do not fit"):
        seated([(1, 2, 3)], [], {1: 0, 2: 0}, "any")


def test_lots_decide_the_first_round_and_follow_from_the_seed() -> None:
    pods = [tuple(range(4 * n + 1, 4 * n + 5)) for n in range(8)]
    orders = {seated(pods, [], {}, seed) for seed in range(4)}
    assert len(orders) == 4
    assert seated(pods, [], {}, 0) in orders
