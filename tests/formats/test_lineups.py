"""Line-ups and blocks against what itertools lists."""

from itertools import combinations

import pytest

from tourney.domain.errors import UsageFault
from tourney.formats.blocks import block_size, position, rotated
from tourney.formats.lineups import combination, lineups

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


def test_a_block_is_a_rotation_or_one_match() -> None:
    assert (block_size("rotation", 4), block_size("none", 4)) == (4, 1)
    with pytest.raises(UsageFault, match="unknown block 'swap'"):
        block_size("swap", 2)
