"""Line-ups and blocks, compared with lists from itertools."""

from itertools import combinations, permutations

import pytest

from tourney.domain.errors import UsageFault
from tourney.formats.lineups import (
    block,
    champion,
    combination,
    lineups,
    permuted,
    position,
    rotated,
    swapped,
)

BOTS = ("ann", "ben", "cho", "dan", "eve", "fay")


def picked(schedule: str, seats: int, bots: tuple[str, ...] = BOTS) -> list[tuple[int, ...]]:
    found = lineups(schedule, bots, seats)
    return [found.pick(number) for number in range(found.count)]


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_round_robin_is_every_combination_once(seats: int) -> None:
    assert picked("roundrobin", seats) == list(combinations(range(6), seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_gauntlet_is_every_combination_with_its_champion(seats: int) -> None:
    with_cho = [chosen for chosen in combinations(range(6), seats) if 2 in chosen]
    assert sorted(picked("gauntlet:cho", seats)) == with_cho


def test_fixed_is_the_first_bots_alone() -> None:
    assert picked("fixed", 3) == [(0, 1, 2)]


def test_a_line_up_is_found_without_listing_those_before_it() -> None:
    last = 100 * 99 * 98 * 97 // 24 - 1
    assert combination(100, 4, last) == (96, 97, 98, 99)


@pytest.mark.parametrize("schedule", ["swiss", "gauntlet", "fixed:ann", "roundrobin:", ""])
def test_an_unknown_schedule_is_a_usage_fault(schedule: str) -> None:
    with pytest.raises(UsageFault, match="unknown schedule"):
        lineups(schedule, BOTS, 3)


def test_a_gauntlet_needs_a_bot_of_the_run() -> None:
    with pytest.raises(UsageFault, match="no bot 'zoe'"):
        lineups("gauntlet:zoe", BOTS, 3)


def test_fewer_bots_than_seats_is_a_usage_fault() -> None:
    with pytest.raises(UsageFault, match="2 bots cannot fill 3 seats"):
        lineups("roundrobin", ("ann", "ben"), 3)


def test_rotation_gives_every_bot_every_seat_once() -> None:
    seatings = [rotated((7, 3, 5, 9), rotation) for rotation in range(4)]
    for seat in range(4):
        assert sorted(seating[seat] for seating in seatings) == [3, 5, 7, 9]


def test_rotation_keeps_who_sits_to_the_left_of_whom() -> None:
    neighbours = {
        frozenset(zip(seating, (*seating[1:], seating[0]), strict=True))
        for seating in (rotated((7, 3, 5, 9), rotation) for rotation in range(4))
    }
    assert len(neighbours) == 1


def test_positions_count_rotations_then_line_ups_then_deals() -> None:
    found = [position(number, 2, 3) for number in range(1, 13)]
    assert found == [(d, k, r) for d in range(2) for k in range(2) for r in range(3)]


def test_a_swap_exchanges_two_and_leaves_the_others() -> None:
    assert swapped((7, 3, 5, 9), (9, 3)) == (7, 9, 5, 3)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_all_orders_are_every_permutation_once_from_the_base_order_on(seats: int) -> None:
    order = (7, 3, 5, 9)[:seats]
    number = block("all").size(seats)
    found = [permuted(order, turn) for turn in range(number)]
    assert found == list(permutations(order))


@pytest.mark.parametrize(("name", "sizes"), [
    ("rotation", [2, 3, 4, 5, 6]),
    ("swap", [2, 2, 2, 2, 2]),
    ("all", [2, 6, 24, 120, 720]),
    ("none", [1, 1, 1, 1, 1]),
])  # fmt: skip
def test_how_many_matches_share_a_deal(name: str, sizes: list[int]) -> None:
    assert [block(name).size(seats) for seats in range(2, 7)] == sizes


def test_every_block_begins_with_the_base_order() -> None:
    for name in ("rotation", "swap", "all", "none"):
        assert block(name).seating((7, 3, 5, 9), 0, (3, 5)) == (7, 3, 5, 9)


def test_an_unknown_block_names_the_known_ones() -> None:
    with pytest.raises(UsageFault, match="unknown block 'half'; use rotation, swap, all, none"):
        block("half")


def test_only_a_gauntlet_has_a_champion() -> None:
    assert [champion(word) for word in ("gauntlet:cho", "fixed", "roundrobin")] == [
        "cho",
        None,
        None,
    ]
