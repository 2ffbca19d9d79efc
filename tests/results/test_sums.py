"""Sums over results: who may be compared with whom, and which intervals are shown."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourney.domain.match_values import Ending, MatchResult
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.results.sums import Design, ResultSums, design

RULED = Design(ruled=True)


def won(number: int, *order: str, deal: int | None = None) -> MatchResult:
    """A match that players end in this order."""
    places = tuple(range(1, len(order) + 1))
    block = number if deal is None else deal, 0
    return MatchResult(number, order, tuple(reversed(places)), places, block)


def test_players_who_met_other_opponents_have_no_probability() -> None:
    pairs = list(combinations("abcd", 2))
    sums = ResultSums(
        won(deal * 6 + n, *p, deal=deal) for deal in (0, 1) for n, p in enumerate(pairs)
    )
    assert None not in sums.chances().values()
    part = ResultSums(won(n, *p, deal=0) for n, p in enumerate(pairs))
    for number, pair in enumerate(pairs[:3]):
        part.add(won(6 + number, *pair, deal=1))
    assert set(part.chances().values()) == {None}, "the first met all others twice, they did not"


def test_no_lead_is_shown_among_players_who_met_other_opponents() -> None:
    strong, even = ResultSums(), ResultSums()
    for deal in range(60):
        for number, pair in enumerate((("a", "z"), ("b", "c"), ("c", "b"), ("z", "x"), ("x", "z"))):
            strong.add(won(5 * deal + number, *pair, deal=deal))
        even.add(won(deal, "a", "z"))
    assert strong.leader() is None, "it met only the last"
    assert even.leader() == "a"


@pytest.mark.parametrize("by", ["scaled", "wins", "chips", "score"])
def test_a_run_with_a_rule_has_no_ordinary_interval_in_any_points(by: str) -> None:
    """The sequence is wider than an interval for a number of deals that was decided before."""
    results = [won(n, *("ab" if n % 3 else "ba")) for n in range(60)]
    ruled, plain = ResultSums(results, by=by, design=RULED), ResultSums(results, by=by)
    half, ordinary = ruled.interval("a").half(), plain.interval("a").half()
    assert half is not None
    assert ordinary is not None
    assert half > 1.4 * ordinary
    assert ruled.chances() == {"a": None, "b": None}


PLACES = "placement:2=1,0;3=7,3,-2;4=10,6,3,1;5=10,6,3,1,0"


@st.composite
def tables(draw: st.DrawFn) -> list[MatchResult]:
    """Matches at tables of different sizes; some are on the same deal."""
    found = []
    for number in range(draw(st.integers(1, 12))):
        order = draw(st.permutations("abcde"))[: draw(st.integers(2, 5))]
        found.append(won(number, *order, deal=number // draw(st.integers(1, 3))))
    return found


@given(
    results=tables(),
    by=st.sampled_from(("scaled", "wins", "chips", "score", PLACES)),
    ruled=st.booleans(),
)
def test_every_interval_contains_its_mean(results: list[MatchResult], by: str, ruled: bool) -> None:
    sums = ResultSums(results, by=by, design=Design(ruled=ruled))
    for row in sums.standings():
        for found in (sums.interval(row.player), sums.sequence(row.player)):
            assert found.low is None or found.low <= float(found.mean)
            assert found.high is None or found.high >= float(found.mean)


def test_points_end_where_those_of_any_table_end() -> None:
    """Chips of two are 4 and 3, of five 4 to 0 (DI-R15); the first table has two seats."""
    sums = ResultSums([won(1, "a", "b"), *(won(n, *"bcdea") for n in (2, 3))], by="chips")
    found = sums.interval("e")
    assert (found.mean, found.low, found.high) == (1, 0, pytest.approx(4, abs=0.5))
    by_table = ResultSums([won(1, "a", "b"), *(won(n, *"bcdea") for n in (2, 3))], by=PLACES)
    assert by_table.interval("b").mean == Fraction(20, 3)
    assert by_table.interval("b").high == 10


def test_scores_end_at_the_limits_of_their_game() -> None:
    """A Diam's match of three rounds with four players has 0 to 12 chips (DI-R15)."""
    bots = tuple(BotEntry(name, "random", "1") for name in "abcd")
    spec = RunSpec("x", "diams", 1, (), bots, 4, 9, "fixed", "rotation", "0", "1")
    results = [won(n, *"abcd") for n in range(20)]
    sums = ResultSums(results, by="score", design=design(spec))
    found = sums.interval("a")
    # All scores are 4; a 12 on 13.9 % of all deals is missed in 20 with a probability of 0.05.
    assert found.high == pytest.approx(4 + 8 * (1 - 0.05 ** (1 / 20)))
    assert not sums.unlimited
    assert ResultSums(results, by="score").unlimited


def test_a_partner_of_the_champion_is_no_opponent_of_it() -> None:
    """A bot that is 4 points above the champion in each match against it is 4 above it."""
    sums = ResultSums(design=Design("hero"))
    for number in range(20):
        other, third = ("x", "y") if number % 2 else ("y", "x")
        players, sides = ("hero", other, "z", third), (0, 1, 0, 1)
        sums.add(MatchResult(number, players, (1, 2, 1, 2), (3, 1, 3, 1), (number, 0), sides=sides))
    duel = sums.duel("x")
    assert duel is not None
    assert duel.mean == 4
    assert sums.duel("z") is None, "it was always the champion's partner"


def test_the_bounds_of_an_aborted_run_are_withheld_from_four_in_a_hundred_on() -> None:
    sums = ResultSums(won(n, *("ab" if n % 2 else "ba")) for n in range(97))
    sums.take(Ending(97, None, ("crash",), ("a", "b")))
    assert sums.interval("a").half() is not None
    for number in (98, 99, 100):
        sums.take(Ending(number, None, ("crash",), ("a", "b")))
    assert sums.interval("a").half() is None
    assert set(sums.chances().values()) == {None}
