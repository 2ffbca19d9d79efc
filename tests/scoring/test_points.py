"""The value of a place under each point system."""

from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourney.domain.errors import UsageFault
from tourney.domain.match_values import MatchResult
from tourney.scoring import POINT_SYSTEMS, finishes, point_system


def places_of(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def worth(system: str, scores: tuple[int, ...], forfeits: tuple[int, ...] = ()) -> list[F]:
    players = tuple("abcdefgh"[: len(scores)])
    result = MatchResult(1, players, scores, places_of(scores), None, forfeits)
    return [point_system(system)(finish) for finish in finishes(result)]


@pytest.mark.parametrize(
    ("scores", "chips"),
    [
        ((20, 15, 15, 5, 5), [4, 2, 2, 0, 0]),
        ((30, 30, 10), [3, 3, 2]),
        ((7, 7), [3, 3]),
        ((9, 9, 9, 9), [1, 1, 1, 1]),
        ((2, 2, 2, 2, 2), [0, 0, 0, 0, 0]),
        ((6, 5, 4, 3, 2, 1), [4, 3, 2, 1, 0, 0]),
    ],
)
def test_di_r15_who_ties_gets_the_chips_of_the_lowest_place(
    scores: tuple[int, ...], chips: list[int]
) -> None:
    assert worth("chips", scores) == chips


@pytest.mark.parametrize(("seats", "mean"), [(4, F(5, 2)), (5, F(2)), (6, F(10, 6))])
def test_chips_favour_small_tables_and_scaled_does_not(seats: int, mean: F) -> None:
    scores = tuple(range(seats))
    assert sum(worth("chips", scores)) / seats == mean
    assert sum(worth("scaled", scores)) / seats == 2


def test_scaled_runs_from_four_to_zero_at_every_number_of_seats() -> None:
    assert worth("scaled", (9, 1)) == [4, 0]
    assert worth("scaled", (9, 5, 1)) == [4, 2, 0]
    assert worth("scaled", (9, 5, 3, 1)) == [4, F(8, 3), F(4, 3), 0]
    assert worth("scaled", (9, 5, 3, 1, 0)) == [4, 3, 2, 1, 0]


def test_tied_seats_share_the_mean_of_their_places_and_nobody_gets_a_full_win() -> None:
    assert worth("scaled", (5, 5, 1)) == [3, 3, 0]
    assert worth("scaled", (5, 1, 1)) == [4, 1, 1]
    assert worth("wins", (5, 5, 1)) == [F(1, 2), F(1, 2), 0]
    assert worth("wins", (5, 5, 5)) == [F(1, 3)] * 3


def test_score_is_the_games_own_number() -> None:
    assert worth("score", (-3, 12, 0)) == [-3, 12, 0]


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=8))
def test_a_match_hands_out_the_same_points_however_it_is_tied(scores: list[int]) -> None:
    assert sum(worth("scaled", tuple(scores))) == 2 * len(scores)
    assert sum(worth("wins", tuple(scores))) == 1


@pytest.mark.parametrize("scores", list(product(range(3), repeat=3)))
def test_a_better_place_is_never_worth_less(scores: tuple[int, ...]) -> None:
    for system in POINT_SYSTEMS:
        points = worth(system, scores)
        ordered = sorted(zip(scores, points, strict=True))
        assert [p for _, p in ordered] == sorted(points)


def test_a_forfeiter_is_last_whatever_it_scored() -> None:
    assert worth("scaled", (9, 5, 1), forfeits=(0,)) == [0, 4, 2]
    assert worth("chips", (9, 5, 1), forfeits=(0, 1)) == [3, 2, 4]
    assert worth("wins", (9, 5, 5), forfeits=(0,)) == [0, F(1, 2), F(1, 2)]


def test_a_forfeiter_already_placed_last_stays_there() -> None:
    result = MatchResult(1, ("a", "b", "c"), (9, 5, 1), (3, 1, 2), None, (0,))
    assert [finish.first for finish in finishes(result)] == [3, 1, 2]


PAIRS, TRIOS = (0, 1, 0, 1), (0, 1, 2, 0, 1, 2)


def team_worth(
    system: str, sides: tuple[int, ...], places: tuple[int, ...], gone: tuple[int, ...] = ()
) -> list[F]:
    scores = tuple(40 - 10 * place for place in places)
    result = MatchResult(1, tuple("abcdef"[: len(sides)]), scores, places, None, gone, sides)
    return [point_system(system)(finish) for finish in finishes(result)]


def test_a_team_takes_one_place_and_both_partners_get_its_points() -> None:
    """Two teams count as two sides: 4 and 0 as at two seats, for any number of seats."""
    assert team_worth("scaled", PAIRS, (1, 2, 1, 2)) == [4, 0, 4, 0]
    assert team_worth("chips", PAIRS, (1, 2, 1, 2)) == [4, 3, 4, 3]
    assert team_worth("wins", PAIRS, (1, 2, 1, 2)) == [1, 0, 1, 0]
    assert team_worth("score", PAIRS, (1, 2, 1, 2)) == [30, 20, 30, 20]
    assert team_worth("scaled", TRIOS, (2, 1, 3, 2, 1, 3)) == [2, 4, 0, 2, 4, 0]
    assert team_worth("chips", TRIOS, (2, 1, 3, 2, 1, 3)) == [3, 4, 2, 3, 4, 2]


def test_teams_that_are_level_share_their_places() -> None:
    assert team_worth("scaled", PAIRS, (1, 1, 1, 1)) == [2, 2, 2, 2]
    assert team_worth("wins", PAIRS, (1, 1, 1, 1)) == [F(1, 2)] * 4
    assert team_worth("chips", PAIRS, (1, 1, 1, 1)) == [3, 3, 3, 3]
    assert team_worth("scaled", TRIOS, (1, 2, 2, 1, 2, 2)) == [4, 1, 1, 4, 1, 1]


def test_a_partner_who_forfeits_costs_the_team_its_place() -> None:
    assert team_worth("scaled", TRIOS, (1, 2, 3, 1, 2, 3), gone=(3,)) == [0, 4, 2, 0, 4, 2]
    assert team_worth("wins", PAIRS, (1, 2, 1, 2), gone=(0,)) == [0, 1, 0, 1]


def test_an_unknown_point_system_names_those_there_are() -> None:
    with pytest.raises(UsageFault, match="unknown point system 'elo'; use scaled, even, chips"):
        point_system("elo")
