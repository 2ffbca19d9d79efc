"""Round tick values, scales and labels: published examples, and properties."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tourney.pictures.axes import LinearScale, around, centred, round_step, ticks
from tourney.pictures.bars import Distribution, bar_step
from tourney.pictures.curves import spread_apart
from tourney.pictures.look import ELLIPSIS, SLACK, decimal, folded, shortened, width_of
from tourney.render.text_tables import fixed

NUMBERS = st.floats(-1e6, 1e6)


@pytest.mark.parametrize(
    ("low", "high", "count", "expected"),
    [
        # The documentation and the tests of d3-array.
        (1, 9, 5, ["2", "4", "6", "8"]),
        (0, 1, 10, ["0", "1/10", "1/5", "3/10", "2/5", "1/2", "3/5", "7/10", "4/5", "9/10", "1"]),
        (0, 1, 7, ["0", "1/5", "2/5", "3/5", "4/5", "1"]),
        (0, 1, 3, ["0", "1/2", "1"]),
        (0, 10, 5, ["0", "2", "4", "6", "8", "10"]),
        (-10, 10, 5, ["-10", "-5", "0", "5", "10"]),
        (-10, 10, 10, ["-10", "-8", "-6", "-4", "-2", "0", "2", "4", "6", "8", "10"]),
        (-10, 10, 2, ["-10", "0", "10"]),
        # By hand: steps of 100 between two values that are not round.
        (105, 543, 5, ["200", "300", "400", "500"]),
        (3, 3, 5, ["3"]),
    ],
)
def test_ticks_are_those_of_published_examples(
    low: float, high: float, count: int, expected: list[str]
) -> None:
    assert ticks(low, high, count) == [Fraction(text) for text in expected]


def test_ends_of_a_scale_are_those_of_published_examples() -> None:
    # d3-scale, `nice`; Heckbert, "Nice numbers for graph labels", Graphics Gems (1990).
    assert around([0.201479, 0.996679], 10) == (0.2, 1.0)
    assert around([105, 543], 5) == (100, 600)


def test_equal_values_and_no_values_have_a_scale_too() -> None:
    low, high = around([7.0, 7.0, None, float("nan"), float("inf")], 5)
    assert low < 7 < high
    assert around([], 5) == (0, 1)
    assert around([0.0], 5) == (0, 1)


@given(low=NUMBERS, span=st.floats(1e-3, 1e6), count=st.integers(2, 12))
@examples(200)
def test_ticks_are_round_and_lie_between_the_ends(low: float, span: float, count: int) -> None:
    high = low + span
    found = ticks(low, high, count)
    assert 1 <= len(found) <= 2.5 * count
    assert all(low - 1e-6 * span <= tick <= high + 1e-6 * span for tick in found)
    step = round_step(high - low, count)
    assert all((tick / step).denominator == 1 for tick in found)
    assert str(step if step >= 1 else 1 / step).rstrip("0") in {"1", "2", "5"}


@given(values=st.lists(NUMBERS, min_size=1), count=st.integers(2, 12))
@examples(200)
def test_a_scale_is_monotone_and_holds_its_data(values: list[float], count: int) -> None:
    scale = LinearScale(*around(values, count), 10, 110)
    places = [scale.at(value) for value in sorted(values)]
    assert places == sorted(places)
    assert all(10 <= place <= 110 for place in places)
    assert scale.low <= min(values) + 1e-6 * (scale.high - scale.low)
    assert max(values) <= scale.high + 1e-6 * (scale.high - scale.low)


@given(values=st.lists(NUMBERS))
@examples(60)
def test_zero_is_in_the_middle_of_differences(values: list[float]) -> None:
    assert LinearScale(*centred(values, 6), 0, 100).at(0) == 50


@given(st.lists(st.floats(0, 300), max_size=30), st.floats(5, 20))
@examples(200)
def test_labels_are_apart_in_order_and_inside(wanted: list[float], least: float) -> None:
    places = spread_apart(wanted, least, 0, 300)
    assert all(-1e-6 <= place <= 300 + 1e-6 for place in places)
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    gap = min(least, 300 / max(len(wanted) - 1, 1))
    for upper, lower in pairwise(order):
        assert places[lower] - places[upper] >= gap - 1e-6


def test_labels_with_enough_room_stay_where_they_are() -> None:
    assert spread_apart([200.0, 10.0, 100.0], 17, 0, 300) == [200, 10, 100]
    # Two wishes 10 apart move by as much each.
    assert spread_apart([100.0, 110.0], 20, 0, 300) == [95, 115]


@pytest.mark.parametrize(
    ("low", "high", "most", "step"),
    [(0, 39, 40, 1), (0, 99, 50, 2), (0, 999, 30, 50), (3, 3, 9, 1)],
)
def test_bars_hold_a_round_number_of_whole_values(
    low: int, high: int, most: int, step: int
) -> None:
    assert bar_step(low, high, most) == step


def test_mean_and_quantiles_are_those_worked_by_hand() -> None:
    found = Distribution("ann", {1: 2, 4: 1, 10: 1})
    assert (found.total, found.mean) == (4, 4)
    assert [found.quantile(Fraction(*q)) for q in ((1, 4), (1, 2), (3, 4), (1, 1))] == [1, 1, 4, 10]


@given(text=st.text(max_size=40), room=st.floats(20, 200))
@examples(200)
def test_a_shortened_text_fits(text: str, room: float) -> None:
    found = shortened(text, room)
    assert width_of(found) <= room + SLACK or found == ELLIPSIS
    assert found == text or found.endswith(ELLIPSIS) or "\ufffd" in found


def test_wide_letters_count_twice_and_combining_ones_nothing() -> None:
    assert width_of("さくら", 10) == 30
    assert width_of("e\u0301", 10) == width_of("e", 10)


def test_a_long_line_is_folded_between_words_and_between_wide_letters() -> None:
    assert folded("one two three", 60, 13) == ["one two", "three"]
    assert folded("さくらさくら", 40, 13) == ["さくら", "さくら"]


def test_numbers_are_rounded_exactly_as_in_tables() -> None:
    assert [decimal(Fraction(n, 40)) for n in (39, 1, 3)] == ["0.98", "0.02", "0.08"]
    assert [fixed(Fraction(n, 40), 2) for n in (39, 1, 3)] == ["0.98", "0.02", "0.08"]


def test_numbers_have_a_real_minus_sign_and_no_negative_zero() -> None:
    assert [decimal(n, 2) for n in (1.005, -0.001, -1.5, 3)] == [
        "1.00",
        "0.00",
        "\u22121.50",
        "3.00",
    ]
    assert [decimal(n, 1, sign=True) for n in (0.5, 0.0, -0.5)] == ["+0.5", "0.0", "\u22120.5"]
    assert [decimal(float(n)) for n in ("inf", "-inf", "nan")] == ["\u221e", "\u2212\u221e", "?"]
