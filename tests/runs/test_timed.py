"""Which matches are timed: few, and every seating and line-up among them."""

import pytest

from tourney.runs.batches import is_timed


def test_one_match_in_sixteen_is_timed_after_the_first_few() -> None:
    timed = sum(map(is_timed, range(1001, 101_001)))
    assert 0.06 < timed / 100_000 < 0.065


def test_the_first_matches_are_timed() -> None:
    assert all(map(is_timed, range(1, 11)))


@pytest.mark.parametrize("turn", [2, 3, 4, 16, 24, 64, 100, 210, 256])
def test_every_seating_and_line_up_gets_its_turn(turn: int) -> None:
    assert {number % turn for number in range(1, 200 * turn) if is_timed(number)} == set(
        range(turn)
    )
