"""Swiss rounds of two: no rematch, score groups, seats, byes; exact or close to a bound."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.pairing import Simulation, start
from tests.examples import examples, usual
from tests.formats.situations import (
    SWISS,
    all_rounds,
    first_round,
    next_round,
    rounds,
    same_seat_due,
    worth,
)
from tests.formats.test_swiss_pods import check_hard_rules
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Met, Pod, Situation
from tourney.formats import matching
from tourney.formats.matching import Ladder, Matched, matched, price
from tourney.formats.swiss_pairs import duels
from tourney.formats.swiss_pricing import SwissOptions

if TYPE_CHECKING:
    from tourney.formats.matching import Integers

TWOS = ((2,), 2)


def test_the_first_round_pairs_the_upper_half_with_the_lower_half() -> None:
    """As in chess: 1-5, 2-6, 3-7, 4-8."""
    draw = SWISS.draw(first_round(8, *TWOS))
    assert {frozenset(pod) for pod in draw.pods} == {frozenset({n, n + 4}) for n in range(1, 5)}


def test_the_first_round_can_be_by_lot() -> None:
    pods = {
        frozenset(
            map(frozenset, SWISS.draw(first_round(8, *TWOS, seed, settings={"order": "lot"})).pods)
        )
        for seed in range(3)
    }
    assert len(pods) == 3


@pytest.mark.parametrize("seed", usual({1, 2}, range(1, 9)))
def test_repeats_and_differences_of_points_are_as_small_as_possible(seed: int) -> None:
    """Against all rounds; the squares of differences may be lower only where floats repeat.

    Where somebody else can be met, no two meet who must both have the same seat.
    """

    def wanted(situation: Situation, pods: Sequence[Pod]) -> tuple[int, int, Fraction]:
        repeats, squares = worth(situation, pods)
        return repeats, same_seat_due(situation, pods), squares

    for situation, draw in rounds(first_round(8, *TWOS, seed), 6, seed):
        best = min(wanted(situation, pods) for pods in all_rounds(situation.entrants, [2] * 4))
        *others, squares = wanted(situation, draw.pods)
        assert tuple(others) == best[:2]
        assert squares - best[2] <= 16
        assert draw.cost == draw.bound


@pytest.mark.parametrize("count", usual({40}, [40, 120]))
def test_lots_choose_between_the_cheapest_rounds_only(count: int) -> None:
    """Many rounds differ by one unit of a price; against networkx without lots."""
    nx = pytest.importorskip("networkx")
    half = np.random.default_rng(count).integers(0, 3, (count, count))
    matrix = half + half.T
    graph = nx.Graph()
    for one, two in combinations(range(count), 2):
        graph.add_edge(one, two, weight=-int(matrix[one, two]))
    best = price(matrix, [(min(two), max(two)) for two in nx.max_weight_matching(graph, True)])
    for lots in range(5):
        found = matched(matrix, 10**6, lots=lots)
        assert found is not None
        assert (price(matrix, found.pairs), found.bound) == (best, best)


def test_the_bye_goes_once_to_each_of_the_lowest() -> None:
    played = list(rounds(first_round(7, *TWOS), 5, 3))
    assert len({draw.byes for _, draw in played}) == 5
    for situation, draw in played:
        (bye,) = draw.byes
        open_ = [one for one in situation.entrants if one not in situation.byes]
        points = {one: situation.points.get(one, Fraction(0)) for one in open_}
        assert points[bye] == min(points.values())


def test_seats_change_where_points_are_equal() -> None:
    """1 and 2 had seat A, 3 and 4 seat B: each meets one who had the other seat."""
    met = (Met(1, (1, 5)), Met(1, (2, 6)), Met(1, (7, 3)), Met(1, (8, 4)))
    for pod in SWISS.draw(first_round(4, *TWOS, round=2, met=met)).pods:
        assert pod[0] in {3, 4}
        assert pod[1] in {1, 2}


@st.composite
def histories(draw: st.DrawFn) -> Situation:
    count = draw(st.integers(3, 16))
    numbers = st.integers(1, count)
    never = draw(st.frozensets(st.frozensets(numbers, min_size=2, max_size=2), max_size=2))
    fixed = draw(st.dictionaries(numbers, st.integers(0, 1), max_size=2))
    now = first_round(count, *TWOS, draw(st.integers(0, 99)), never=never, fixed=fixed)
    for number in range(draw(st.integers(0, 4))):
        away = draw(st.sets(numbers, max_size=count - 2))
        playing = tuple(one for one in now.seeding if one not in away)
        try:
            now = next_round(now, SWISS.draw(replace(now, entrants=playing)), Random(number))
        except UsageFault:
            break
    return now


@pytest.mark.parametrize("size", usual({(16, 7)}, [(16, 7), (30, 9), (13, 7), (131, 9)]))
def test_nobody_has_a_seat_three_times_running_or_three_times_more_often(
    size: tuple[int, int],
) -> None:
    """As with colours in chess; a quarter of 30 players had one seat three times running before."""
    (count, number), seats = size, dict[int, str]()
    for _, draw in rounds(first_round(count, *TWOS), number, 3):
        for pod in draw.pods:
            for one, seat in zip(pod, "AB", strict=True):
                seats[one] = seats.get(one, "") + seat
    assert not [row for row in seats.values() if "AAA" in row or "BBB" in row]
    assert all(abs(row.count("A") - row.count("B")) <= 2 for row in seats.values())


@examples(60)
@given(histories())
def test_hard_rules_are_never_broken(situation: Situation) -> None:
    try:
        draw = SWISS.draw(situation)
    except UsageFault:
        return
    check_hard_rules(situation, draw)


@examples(60)
@given(histories(), st.sampled_from((1, 2, 6)), st.sampled_from((0, 20, 1000)))
def test_a_search_with_few_pairs_is_between_its_bound_and_a_proven_round(
    now: Situation, near: int, most: int
) -> None:
    """The search of large rounds, for few entrants; against networkx on all pairs."""
    nx = pytest.importorskip("networkx")
    lowest = min(now.entrants, key=lambda one: now.points.get(one, Fraction(0)))
    made = duels(now, [lowest] if len(now.entrants) % 2 else None, SwissOptions.of(now))
    found = searched(made.matrix, made.forbidden, made.ladder, near, most)
    graph = nx.Graph()
    for two in combinations(range(len(made.matrix)), 2):
        if made.matrix[two] < made.forbidden:
            graph.add_edge(*two, weight=-int(made.matrix[two]))
    best = [(min(two), max(two)) for two in nx.max_weight_matching(graph, True)]
    if found is None or len(best) < len(made.matrix) // 2:
        assert found is None
        return
    assert sorted(one for two in found.pairs for one in two) == list(range(len(made.matrix)))
    assert max(made.matrix[two] for two in found.pairs) < made.forbidden
    assert found.bound <= price(made.matrix, best) <= price(made.matrix, found.pairs)
    if most == 1000:
        assert found.bound == price(made.matrix, found.pairs)


def searched(
    matrix: "Integers", forbidden: int, ladder: Ladder | None, near: int, most: int
) -> Matched | None:
    """The search of large rounds: `near` pairs of each node first, proven with `most` pairs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "MOST_AT_ONCE", 0)
        patch.setattr(matching, "NEAR", near)
        patch.setattr(matching, "MOST_PROVEN", most)
        return matched(matrix, forbidden, ladder)


@pytest.mark.parametrize("count", usual({130}, [130, 151]))
@pytest.mark.parametrize("order", ["slide", "lot"])
def test_a_round_of_more_than_120_is_proven_to_be_the_cheapest(count: int, order: str) -> None:
    """Also where many must have the same seat: the bound of a round was 866 once, its cost 1119."""
    for _, draw in rounds(first_round(count, *TWOS, settings={"order": order}), 7, count):
        assert draw.cost == draw.bound


@pytest.mark.full
@pytest.mark.parametrize("order", ["slide", "lot"])
def test_a_large_round_is_that_of_a_matching_of_all_pairs(order: str) -> None:
    """With floats, seats and byes: the search leaves out pairs that no cheapest round can have."""
    for situation, draw in rounds(first_round(401, *TWOS, settings={"order": order}), 7, 401):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(matching, "MOST_AT_ONCE", 401 * 401)
            all_pairs = SWISS.draw(situation)
        assert draw.cost == draw.bound == all_pairs.cost


@pytest.mark.parametrize("count", usual({60}, [60, 122, 200]))
def test_a_matching_of_some_pairs_is_the_exact_one(count: int) -> None:
    """Against networkx on all pairs, which takes a second for 200 nodes."""
    nx = pytest.importorskip("networkx")
    half = np.random.default_rng(count).integers(0, 1000, (count, count))
    matrix = half + half.T
    np.fill_diagonal(matrix, 10**6)
    graph = nx.Graph()
    for one, two in combinations(range(count), 2):
        graph.add_edge(one, two, weight=-int(matrix[one, two]))
    best = price(matrix, [(min(two), max(two)) for two in nx.max_weight_matching(graph, True)])
    found, proven = searched(matrix, 10**6, None, 10, 0), searched(matrix, 10**6, None, 10, 20_000)
    assert found is not None
    assert found.bound <= best <= price(matrix, found.pairs) <= 1.02 * best
    assert proven is not None
    assert proven.bound == best == price(matrix, proven.pairs)


@pytest.mark.full
def test_two_thousand_entrants_never_meet_twice() -> None:
    for situation, draw in rounds(first_round(2000, *TWOS), 5, 1):
        check_hard_rules(situation, draw)
        assert draw.figures["repeats"] == (0, 0)
        assert draw.cost is not None
        assert draw.bound is not None


@pytest.mark.full
def test_the_sixth_round_of_two_thousand_is_near_its_bound() -> None:
    """Where the nearest pairs of everyone alone found one of five times the cost."""
    simulation = Simulation(start(2000, 2), SWISS.draw)
    for _ in range(5):
        simulation.results(simulation.play())
    draw = simulation.play()
    assert draw.cost is not None
    assert draw.bound is not None
    assert 0 < draw.bound <= draw.cost <= 1.25 * draw.bound
