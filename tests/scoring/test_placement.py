"""Points from a table of places by the number of seats."""

from fractions import Fraction as F
from itertools import product

import pytest

from tourney.domain.errors import UsageFault
from tourney.domain.match_values import MatchResult
from tourney.scoring import UNIT, finishes, in_units, point_system

CATAN = "placement:4=10,6,3,1;3=9,4,1"


def worth(system: str, places: tuple[int, ...], sides: tuple[int, ...] = ()) -> list[F]:
    players = tuple("abcdefgh"[: len(places)])
    result = MatchResult(0, players, (0,) * len(places), places, sides=sides)
    return [point_system(system)(finish) for finish in finishes(result)]


def test_every_place_has_the_points_of_its_table() -> None:
    assert worth(CATAN, (2, 1, 4, 3)) == [6, 10, 1, 3]
    assert worth(CATAN, (3, 1, 2)) == [1, 9, 4]
    assert point_system(CATAN).of_places(4) == (10, 6, 3, 1)


def test_tied_places_get_the_mean_of_their_points() -> None:
    """(10 + 6) / 2 = 8; (6 + 3 + 1) / 3 = 10/3."""
    assert worth(CATAN, (1, 1, 3, 4)) == [8, 8, 3, 1]
    assert worth(CATAN, (1, 2, 2, 2)) == [10, F(10, 3), F(10, 3), F(10, 3)]
    assert worth(CATAN, (1, 1, 1)) == [F(14, 3)] * 3


def test_a_team_has_one_place() -> None:
    assert worth("placement:2=3,1", (1, 2, 1, 2), (0, 1, 0, 1)) == [3, 1, 3, 1]


@pytest.mark.parametrize("text", ["4=10.5,6,3,0.5", "4=3,-1,-1,-2"])
def test_points_are_conserved_however_places_are_shared(text: str) -> None:
    total = sum(point_system(f"placement:{text}").of_places(4))
    for scores in product(range(3), repeat=4):
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        assert sum(worth(f"placement:{text}", places)) == total


def test_seven_halves_are_whole_units() -> None:
    system = point_system("placement:7=6.5,5.5,4.5,3.5,2.5,1.5,0.5")
    result = MatchResult(0, tuple("abcdefg"), (0,) * 7, (1, 2, 2, 2, 2, 2, 2))
    found = [F(in_units(system)(finish), UNIT) for finish in finishes(result)]
    assert found == [F(13, 2), *[F(3)] * 6]


@pytest.mark.parametrize(
    "text",
    ["", "4", "4=1,2", "4=10,6,3", "1=3", "9=9,8,7,6,5,4,3,2,1", "4=a,b,c,d", "2=1,0;2=2,0",
     "2=1.25,0", "8=7.5,6,5,4,3,2,1,0", "2=٣,0"],
)  # fmt: skip
def test_what_is_no_table_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageFault, match=r"^wrong points '.*such as 4=10,6,3,1$"):
        point_system(f"placement:{text}")


def test_a_lower_place_never_has_more_points() -> None:
    with pytest.raises(UsageFault, match=r"^points rise in '3=1,4,9'; write the points of the fir"):
        point_system("placement:4=10,6,3,1;3=1,4,9")


def test_a_number_of_seats_without_points_is_named() -> None:
    with pytest.raises(UsageFault, match=r"has no points for 5 seats; add ;5= and the points"):
        worth(CATAN, (1, 2, 3, 4, 5))
