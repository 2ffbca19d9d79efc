"""Tables on narrow terminals: what is left out, what folds, and what never folds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tourney.render.text_tables import Column, Table, fitted

COLUMNS = (
    Column("run", "run"),
    Column("options", "options", importance=4),
    Column("created", "created", whole=True, importance=6),
    Column("mean", "mean score", "right", importance=9),
    Column("matches", "matches", "right", importance=3),
)
ROW = ("spring", "length=quick rounds=2 sight=8", "2026-11-23 10:15:30", 1234567.25, 1000000)


def lines(width: int | None) -> tuple[list[str], list[str]]:
    found = fitted(Table(COLUMNS, [ROW]), width=width)
    return found.text.splitlines(), list(found.left_out)


def test_a_wide_terminal_shows_all_on_one_line() -> None:
    shown, left_out = lines(100)
    assert (len(shown), left_out) == (3, [])
    assert shown == lines(None)[0]


@pytest.mark.parametrize(
    ("width", "left_out"),
    [
        (80, []),
        (69, ["matches"]),
        (60, ["matches"]),
        (45, ["options", "matches"]),
        (30, ["options", "created"]),
        (10, ["options", "created", "matches"]),
    ],
)
def test_the_least_important_columns_are_left_out(width: int, left_out: list[str]) -> None:
    assert lines(width)[1] == left_out


@given(st.integers(20, 100))
def test_no_number_and_no_date_folds_and_no_line_is_too_wide(width: int) -> None:
    shown, left_out = lines(width)
    assert max(map(cell_len, shown)) <= width
    text = "\n".join(shown)
    for title, cell in (
        ("created", "2026-11-23 10:15:30"),
        ("mean score", "1234567.25"),
        ("matches", "1000000"),
    ):
        assert (cell in text) is (title not in left_out)


def test_a_text_folds_between_its_words() -> None:
    shown, left_out = lines(76)
    assert left_out == []
    text = "\n".join(shown)
    assert ROW[1] not in text
    assert all(word in text for word in ("length=quick", "rounds=2", "sight=8"))


def test_a_word_that_is_too_long_for_any_terminal_folds_inside() -> None:
    name = "名前" * 40
    found = fitted(Table(COLUMNS[:1] + COLUMNS[3:4], [(name, 3.5)]), width=60)
    assert list(found.left_out) == []
    assert max(map(cell_len, found.text.splitlines())) <= 60
    assert "3.50" in found.text


def test_columns_that_belong_together_are_left_out_together() -> None:
    low, high = (Column(key, key, "right", group="ci") for key in ("from", "to"))
    pair = Table(
        (Column("bot"), Column("mean", "mean", "right", importance=9), low, high),
        [("greedy", 1.5, 1.25, 1.75)],
    )
    assert fitted(pair, width=30).left_out == []
    assert fitted(pair, width=25).left_out == ["from", "to"]


def test_a_column_returns_if_a_wider_one_is_left_out() -> None:
    wide = Table(
        (Column("#"), Column("player", importance=9), Column("x" * 30), Column("g")),
        [(1, "greedy", 2, 3)],
    )
    assert fitted(wide, width=30).left_out == ["x" * 30]


def test_a_heading_with_a_number_does_not_fold() -> None:
    heads = Table(
        (
            Column("bot"),
            Column("mean", "mean score", "right", importance=9),
            Column("half", "± 95 %", "right"),
        ),
        [("g", 1.5, 0.25)],
    )
    shown = fitted(heads, width=20).text
    assert "± 95 %" in shown
    assert "mean score" not in shown


def test_a_long_word_folds_before_a_number_does() -> None:
    """Two columns always stay; both numbers are whole, however narrow the terminal is."""
    name = Column("player", importance=9)
    pair = Table((Column("per match", align="right"), name), [(12.25, "q" * 40)])
    shown = fitted(pair, width=24)
    assert shown.left_out == []
    assert "12.25" in shown.text
    assert max(map(cell_len, shown.text.splitlines())) <= 24
