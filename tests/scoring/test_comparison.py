"""Tables with the same cards: every seat is compared with the same seat at the other tables."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tourney.domain.match_values import MatchResult
from tourney.scoring.order import comparison


def table(*scores: int, forfeits: tuple[int, ...] = (), fewer_wins: bool = False) -> MatchResult:
    """A result with these scores by seat."""
    names = tuple("ABCDEF"[: len(scores)])
    places = (1,) * len(scores)
    return MatchResult(1, names, scores, places, forfeits=forfeits, fewer_wins=fewer_wins)


def test_matchpoints_of_five_tables_as_in_duplicate_bridge() -> None:
    # One matchpoint for every pair with a lower score, half a one for an equal score: the scoring
    # of pair tournaments (ACBL, "How to read matchpoint results"). With five tables the top is 4.
    scores = (620, 600, 600, -100, 170)
    found = comparison([table(score, -score) for score in scores])
    assert [points[0] for points in found] == [4, Fraction(5, 2), Fraction(5, 2), 0, 1]
    assert [points[1] for points in found] == [0, Fraction(3, 2), Fraction(3, 2), 4, 3]


def test_only_tables_with_as_many_seats_are_compared() -> None:
    found = comparison([table(9, 1, 5), table(3, 3), table(8, 2, 5)])
    assert found == [(4, 0, 2), (2, 2), (0, 4, 2)]


def test_a_forfeit_is_below_every_score_and_fewer_may_win() -> None:
    one, other = table(-9, 5, fewer_wins=True), table(4, 7, forfeits=(1,), fewer_wins=True)
    assert comparison([one, other]) == [(4, 4), (0, 0)]


@examples(60)
@given(st.lists(st.lists(st.integers(-5, 5), min_size=3, max_size=3), min_size=1, max_size=6))
def test_every_seat_hands_out_the_mean_to_its_tables(scores: list[list[int]]) -> None:
    found = comparison([table(*line) for line in scores])
    for seat in range(3):
        assert sum(points[seat] for points in found) == 2 * len(scores)
