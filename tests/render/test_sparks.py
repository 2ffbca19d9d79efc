"""Small drawings made of characters, worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tourney.render.text_tables import (
    Column,
    Table,
    course,
    distribution,
    fitted,
    in_ascii,
    interval,
    write,
)


def test_a_course_is_higher_where_the_value_is_greater() -> None:
    assert course([0, 1, 2, 3, 4, 5, 6, 7], 0, 7) == "▁▂▃▄▅▆▇█"
    assert course([1500, 1500], 1500, 1500) == "▄▄"


def test_a_distribution_has_a_blank_where_nothing_occurred() -> None:
    assert distribution({1: 8, 2: 1, 4: 4}, 1, 4) == "█▁ ▄"
    # Two values to each sign.
    assert distribution({0: 1, 1: 1, 3: 1}, 0, 3, wide=2) == "█▄"


def test_an_interval_reaches_from_end_to_end() -> None:
    assert interval(2, (1, 3), 0, 4, 8) == "  ──●──"
    assert interval(0, (None, None), 0, 4, 8) == "●"
    assert interval(4, (2, 4), 0, 4, 8) == "    ───●"


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30))
@examples(60)
def test_a_drawing_has_one_sign_for_each_value_and_an_ascii_form(values: list[float]) -> None:
    drawn = course(values, min(values), max(values))
    assert len(drawn) == len(values)
    assert len(in_ascii(drawn)) == len(values)
    assert in_ascii(drawn).isascii()


TABLE = Table(
    [
        Column("player", importance=9),
        Column("rating", importance=8),
        Column("course", only="screen", importance=2, whole=True),
    ],
    [["Aiko", 1600, "▁▂▃▄▅▆▇█"], ["Ben", 1400, "█▇▆▅▄▃▂▁"]],
)


def test_only_the_table_on_a_screen_has_small_drawings() -> None:
    assert "▁▂▃" in write(TABLE)
    for format in ("plain", "csv", "json", "markdown", "latex", "html"):
        assert "course" not in write(TABLE, format)
    assert "▁▂▃" in write(TABLE.select(["course", "player"]))


def test_a_drawing_is_left_out_rather_than_wider_than_the_window() -> None:
    for width in range(16, 40):
        found = fitted(TABLE, width=width)
        assert max(map(len, found.text.splitlines())) <= width
        assert ("▁▂▃▄▅▆▇█" in found.text) == ("course" not in found.left_out)
    assert fitted(TABLE, width=20).left_out == ["course"]


@pytest.mark.parametrize("options", [{"ascii": True}, {"narrow": True}])
def test_a_drawing_is_ascii_where_signs_are_not_wanted(options: dict[str, bool]) -> None:
    text = fitted(TABLE, **options).text
    assert "_.-:=+*#" in text
    assert text.isascii()
