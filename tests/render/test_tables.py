"""Tables in every format, parsed by independent readers; hostile text does no harm."""

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction as F
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tourney.domain.errors import UsageFault
from tourney.domain.safe_text import visible
from tourney.render import text_tables
from tourney.render.text_tables import (
    DATA_FORMATS,
    FORMATS,
    TEXT_FORMATS,
    Column,
    CsvStyle,
    Table,
    Value,
    fitted,
    fixed,
    stream,
    write,
)

ALIGNS: st.SearchStrategy[text_tables.Align] = st.sampled_from(("left", "right", "center"))
COLUMNS = (
    Column("place", "#", "right"),
    Column("player", "player"),
    Column("points", "points", "right"),
    Column("points_exact", only="data"),
)
ROWS: list[tuple[Value, ...]] = [
    (1, "greedy", F(7, 3), "7/3"),
    (2, "さくら・丸い", F(2), "2"),
    (3, "random_2", None, None),
]
HOSTILE = "[red]a|b<script>alert(1)</script>\x1b[31m\u202e\n&$%_"


def table(rows: list[tuple[Value, ...]] = ROWS) -> Table:
    return Table(COLUMNS, rows, "Spring")


def named(name: str) -> Table:
    return table([(1, name, F(1), "1")])


class Cells(HTMLParser):
    """The cells of an HTML table and the set of all its tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.cells: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self.cells:
            self.cells[-1] += data


def test_programs_read_keys_and_exact_values() -> None:
    objects = [
        {"place": 1, "player": "greedy", "points": 7 / 3, "points_exact": "7/3"},
        {"place": 2, "player": "さくら・丸い", "points": 2, "points_exact": "2"},
        {"place": 3, "player": "random_2", "points": None, "points_exact": None},
    ]
    assert json.loads(write(table(), "json")) == objects
    lines = write(table(), "jsonl").splitlines()
    assert [json.loads(line) for line in lines] == objects
    read = list(csv.DictReader(io.StringIO(write(table(), "csv"))))
    assert read == [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in objects
    ]


def test_people_read_titles_and_fixed_decimals() -> None:
    text = write(table(), "table")
    assert text == (
        "Spring\n"
        "#   player         points\n"
        "─────────────────────────\n"
        "1   greedy           2.33\n"
        "2   さくら・丸い     2.00\n"
        "3   random_2\n"
    )


def test_ascii_draws_with_ascii_alone() -> None:
    plain = table([(1, "greedy", F(1, 3), "1/3")])
    for format in FORMATS:
        assert write(plain, format, ascii=True).isascii()
    assert "---+" in write(plain, ascii=True).replace(" ", "-")
    halves = Table([Column("half", "± 95 %")], [(1,)])
    assert "+- 95 %" in write(halves, ascii=True)


def test_a_column_of_bars_that_does_not_fit_has_a_name() -> None:
    bars = Column("bars", "0 ....... 4", only="screen", whole=True, importance=1)
    columns = [Column("player", importance=9), Column("points", importance=8), bars]
    wide = Table(columns, [("greedy", 1, "-" * 40)])
    assert fitted(wide, width=20).left_out == ["bars"]


@pytest.mark.parametrize("format", ["table", "plain", "markdown"])
@pytest.mark.parametrize("ascii", [False, True])
def test_wide_names_keep_the_columns_aligned(format: str, ascii: bool) -> None:
    text = write(table(ROWS[:2]), format, ascii=ascii)
    widths = [cell_len(line) for line in text.splitlines() if "greedy" in line or "さくら" in line]
    assert len(widths) == 2
    assert len(set(widths)) == 1


def test_html_is_a_table_and_what_looks_like_a_tag_is_text() -> None:
    found = Cells(write(named(HOSTILE), "html"))
    assert found.tags <= {"table", "thead", "tbody", "tr", "th", "td"}
    assert found.cells[:3] == ["  #", "player", "  points"] or [
        cell.strip() for cell in found.cells[:3]
    ] == ["#", "player", "points"]
    assert found.cells[4] == "[red]a|b<script>alert(1)</script>\\x1b[31m\\u202e\\x0a&$%_"


def test_markdown_cells_end_where_they_should_and_hold_no_markup() -> None:
    line = write(named(HOSTILE), "markdown").splitlines()[2]
    bare = line.replace("\\\\", "").replace("\\|", "")
    assert bare.count("|") == 4
    assert "\\<script\\>" in line
    assert "\\[red\\]" in line


def test_names_in_snake_case_stay_as_they_are_in_markdown() -> None:
    assert "| random_2 " in write(named("random_2"), "markdown")


def test_latex_escapes_what_it_would_obey() -> None:
    text = write(named("50%_$&#{}\\input"), "latex")
    assert r"50\%\_\$\&\#\{\}\textbackslash{}input" in text
    assert "\\begin{tabular}{rlr}" in write(Table(COLUMNS, []), "latex")


def test_markup_of_the_terminal_library_is_shown_as_written() -> None:
    assert "[red]a[/red]" in write(named("[red]a[/red]"), "table", color=True)
    assert "\x1b" in write(named("a"), "table", color=True)
    assert "\x1b" not in write(named("a"), "table")


@pytest.mark.parametrize("format", FORMATS)
def test_no_format_lets_a_terminal_obey_a_name(format: str) -> None:
    text = write(named("\x1b]0;x\x07\x9b2J\x7f\u202e\u2066\u2028\r\x00\ud800"), format)
    assert not set(text) & set("\x1b\x07\x9b\x7f\u202e\u2066\u2028\r\x00\ud800")
    text.encode("utf-8")


def test_json_keeps_what_it_escapes() -> None:
    name = "\x1b\x9b\u202e\x7f\u2028さくら😀"
    assert json.loads(write(named(name), "json"))[0]["player"] == name


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1", "\t=1"])
def test_a_spreadsheet_gets_text_instead_of_a_formula(name: str) -> None:
    text = "".join(stream(named(name), "csv", CsvStyle(excel=True)))
    assert text.startswith("\ufeff")
    (_, row) = csv.reader(io.StringIO(text))
    assert row[1][0] in "'\\"
    (_, row) = csv.reader(io.StringIO(write(named(name), "csv")))
    assert row[1] == visible(name)


def test_separators_are_chosen() -> None:
    text = "".join(stream(named("a;b"), "csv", CsvStyle(";")))
    assert text.splitlines()[1].startswith('1;"a;b";')
    lines = write(named("a\tb\nc"), "tsv").splitlines()
    assert [len(line.split("\t")) for line in lines] == [len(COLUMNS)] * 2


def test_negative_numbers_stay_numbers_in_csv() -> None:
    text = write(table([(1, "a", F(-3, 2), "-3/2")]), "csv")
    assert text.splitlines()[1].startswith("1,a,-1.5,")


@pytest.mark.parametrize("format", ["table", "plain", "markdown", "latex", "html"])
def test_a_very_long_text_makes_no_other_row_as_long_as_itself(format: str) -> None:
    rows: list[tuple[Value, ...]] = [(1, "x" * 9999, None, None), (2, "a", None, None)]
    text = write(table([*rows, *[(n, "b", None, None) for n in range(99)]]), format)
    assert len(text) < 9999 + 101 * 1100 + 9999
    assert max(len(line) for line in text.splitlines() if "x" not in line) < 1100
    assert text.count("x") >= 9999


@given(st.text(), st.fractions(-10000, 10000, max_denominator=840))
def test_any_text_and_number_come_back_from_json_and_csv(name: str, points: F) -> None:
    made = table([(1, name, points, None)])
    assert json.loads(write(made, "json"))[0]["player"] == name
    assert F(json.loads(write(made, "json"))[0]["points"]).limit_denominator(840) == points
    assert len(list(csv.reader(io.StringIO(write(made, "csv"))))) == 2


@pytest.mark.parametrize("format", FORMATS)
def test_a_table_without_rows_is_still_a_table(format: str) -> None:
    text = write(Table(COLUMNS, []), format)
    if format == "json":
        assert json.loads(text) == []
    elif format in TEXT_FORMATS:
        assert "player" in text


@pytest.mark.parametrize("format", DATA_FORMATS)
def test_data_formats_hold_one_row_at_a_time(format: str) -> None:
    drawn = 0

    def rows() -> Iterator[tuple[Value, ...]]:
        nonlocal drawn
        for number in range(1000):
            drawn += 1
            yield (number, "x", None, None)

    pieces = stream(Table(COLUMNS, rows()), format)
    next(pieces)
    next(pieces)
    assert drawn <= 3
    assert sum(1 for _ in pieces) >= 998


def test_columns_are_chosen_by_key_in_the_order_asked() -> None:
    chosen = table().select(["points_exact", "player"])
    assert write(chosen, "csv").splitlines()[:2] == ["points_exact,player", "7/3,greedy"]
    assert "7/3" in write(table().select(["points_exact"]), "table")


def test_an_unknown_column_or_format_names_those_there_are() -> None:
    with pytest.raises(UsageFault, match="no column 'rank'; use place, player, points"):
        table().select(["rank"])
    with pytest.raises(UsageFault, match="unknown format 'xml'; use table, plain, csv"):
        write(table(), "xml")


def test_a_narrow_terminal_wraps_names_and_loses_nothing() -> None:
    text = write(named("x" * 30), "table", width=30)
    assert max(map(len, text.splitlines())) <= 30
    assert text.count("x") == 30


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (F(1, 3), 2, "0.33"),
        (F(-1, 1000), 2, "0.00"),
        (F(-7, 2), 0, "-4"),
        (F(5, 1000), 2, "0.00"),
        (F(15, 1000), 2, "0.02"),
        (2.5, 1, "2.5"),
        (F(10**20, 3), 1, "33333333333333333333.3"),
        (float("inf"), 2, "inf"),
    ],
)
def test_numbers_are_rounded_to_the_even_neighbour_on_a_tie(
    value: float | F, digits: int, text: str
) -> None:
    assert fixed(value, digits) == text


CELLS = st.sampled_from(
    ["a", "ccc dd", "名前", "1.25", "± 3", "-", "", "…", " lead", "é", "🎲 die", "x" * 9]
)


@given(st.data())
def test_a_table_that_needs_no_folding_is_drawn_as_rich_draws_it(data: st.DataObject) -> None:
    columns = data.draw(st.integers(1, 5))
    row = st.lists(CELLS, min_size=columns, max_size=columns)
    heads, cells = data.draw(row), data.draw(st.lists(row, max_size=4))
    aligns = data.draw(st.lists(ALIGNS, min_size=columns, max_size=columns))
    frame = data.draw(st.sampled_from(("ascii", "narrow", "signs")))
    layout = text_tables.Layout(heads, aligns, cells, None, "")
    drawn = text_tables._unfolded(layout, frame, None)
    assert drawn in (None, text_tables._rich(layout, frame, None, color=False))


def test_a_table_of_short_words_needs_no_rich() -> None:
    layout = text_tables.Layout(["run", "#"], ["left", "right"], [["spring", "1"]], None, "")
    assert (
        text_tables._unfolded(layout, "signs", None) == "run      #\n" + "─" * 10 + "\nspring   1\n"
    )
