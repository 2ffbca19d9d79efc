"""Bounds are below every round, and reached where that is claimed."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples, usual
from tests.formats.situations import all_rounds, first_round, rounds
from tests.formats.test_swiss_pods import second_opinion
from tourney.domain.event_log import Situation
from tourney.formats.format_settings import Effort
from tourney.formats.swiss_pods import in_order
from tourney.formats.swiss_pricing import Pricing, least_price, least_spread, least_squares, priced
from tourney.formats.swiss_solver import cheaper, improved

SIZES = [(3, 3), (2, 4), (3, 4), (2, 5), (2, 2, 3), (2, 3, 3), (2, 6), (3, 5)]
"""The proof is for sizes that differ by at most two; 2 and 5 or 6 differ by more."""


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], tuple[int, ...]]:
    sizes = draw(st.sampled_from(SIZES))
    number = sum(sizes)
    points = draw(st.lists(st.integers(0, 12), min_size=number, max_size=number))
    return sorted(points), sizes


@examples(100)
@given(tables())
def test_no_round_has_smaller_differences_of_points(
    case: tuple[list[int], tuple[int, ...]],
) -> None:
    points, sizes = case
    every = [
        [[points[one] for one in pod] for pod in pods]
        for pods in all_rounds(range(len(points)), sizes)
    ]
    squares = min(
        sum((one - two) ** 2 for pod in pods for one, two in combinations(pod, 2)) for pods in every
    )
    spread = min(max(max(pod) - min(pod) for pod in pods) for pods in every)
    bound = least_squares(points, sizes)
    assert bound <= squares
    if max(sizes) - min(sizes) <= 2:
        assert bound == squares
    assert least_spread([Fraction(one) for one in points], sizes) == spread


def prices(situation: Situation, sizes: tuple[int, ...]) -> Pricing:
    return priced(situation, situation.entrants, sizes, None)


@pytest.mark.parametrize("count", usual({12}, [12, 16, 20]))
def test_the_cheapest_tables_of_everyone_lead_to_the_cheapest_round(count: int) -> None:
    """Against a solver over all tables; the search begins with the order of points."""
    *_, (situation, _) = rounds(first_round(count, (4,), 4), 3, count)
    fours = prices(situation, (4,) * (count // 4))
    verdict = improved(fours, in_order(fours), Effort.of(10).nodes)
    assert verdict.tables is not None
    pods = [[fours.entrants[one] for one in table] for table in verdict.tables]
    repeats, squares = second_opinion(situation, [4] * (count // 4))
    assert fours.repeats(verdict.tables) == repeats
    points = situation.points
    assert squares == sum(
        (points[one] - points[two]) ** 2 for pod in pods for one, two in combinations(pod, 2)
    )
    assert verdict.bound == fours.total(verdict.tables)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(6))
def test_an_improved_round_is_never_below_the_cheapest_and_its_bound_never_above(seed: int) -> None:
    """Tables of three and four, with random points: against a proven round."""
    rng = Random(seed)
    points = {one: Fraction(rng.randrange(30), 3) for one in range(1, 23)}
    *_, (situation, _) = rounds(first_round(22, (3, 4), 4), 3, seed)
    situation = replace(situation, points=points)
    mixed = prices(situation, (4, 4, 4, 4, 3, 3))
    found = improved(mixed, in_order(mixed), Effort.of(10).nodes)
    proven = cheaper(mixed, mixed.forbidden, Effort.of(10).nodes)
    assert proven.tables is not None
    assert least_price(mixed) <= proven.bound
    assert found.bound <= proven.bound
    assert found.tables is not None
    assert proven.bound <= mixed.total(found.tables)
