"""Names and places from anybody stay text in every format, read back by other libraries."""

import csv
import io
import json
import re
from pathlib import Path

import html5lib
import pytest
from markdown_it import MarkdownIt

from tests.conftest import Tourney

NAMES = (
    "<script>alert(1)</script>", "javascript:alert(2)", "\"q\" 'x' `y`", "\u202eevil\u2066",
    "=cmd|' /C calc'!A0", "a;=cmd|' /C calc'!A0", "a, @SUM(1)", "b;\"=1+1", "\u3000\uff1d1+1",
    r"\input{/etc/passwd}$^_~%#&{}", "[2em] x", "*star", "[l](javascript:alert(3))", "| pipe |",
    "&lt;b&gt;", "![i](http://e.vil/x)", "-1+1", "END:VEVENT", "x" * 200, "あいこ",
)  # fmt: skip
EVENT = r"Cup <b>; , \ =1 END:VEVENT"
RECORD = """\
match: h/{number}
game: diams
options: length=quick
event: {event}
round: {number}
date: 2026-11-14
venue: =cmd|' /C calc'!A0
x-note: </script><script>alert(4)</script>
seat A: {a}
seat B: {b}

-- note "\\end{{tabular}} ]]> {long}"

result: A 3, B 2
rank: A > B
status: complete
"""
STARTS = re.compile('[\\s"\u200b]*[-=+@\uff1d\uff0b\uff0d\uff20]')
"""How a cell begins that a spreadsheet computes."""


@pytest.fixture
def club(tourney: Tourney, tmp_path: Path) -> Tourney:
    """`tourney` in a folder whose database has records with these names."""
    pairs = zip(NAMES[::2], NAMES[1::2], strict=True)
    records = (
        RECORD.format(number=number, event=EVENT, a=a, b=b, long="y" * 1500)
        for number, (a, b) in enumerate(pairs, start=1)
    )
    (tmp_path / "h.tmr").write_text("\n".join(records), "utf-8")
    assert tourney("import", "h.tmr", "--on-similar", "new").code == 0
    return tourney


def exported(club: Tourney, kind: str, *words: str) -> str:
    result = club("export", kind, f"event:{EVENT}", *words)
    assert result.code == 0, result.err
    return result.out


def read_names() -> list[str]:
    """The names as tables show them: in the order of the matches, without the power of marks."""
    marks = {"\u202e": r"\u202e", "\u2066": r"\u2066"}
    return ["".join(marks.get(sign, sign) for sign in name.strip()) for name in NAMES]


def test_no_spreadsheet_of_any_country_computes_a_cell(club: Tourney) -> None:
    for kind, separator in (("results", ","), ("bgg", ";"), ("matches", "|"), ("results", "tab")):
        text = exported(club, kind, "--excel", "--separator", separator)
        for other in ",;|\t":
            rows = csv.reader(io.StringIO(text[1:]), delimiter=other)
            assert [cell for row in rows for cell in row if STARTS.match(cell)] == []


def test_csv_without_excel_leaves_names_as_they_are(club: Tourney) -> None:
    rows = csv.DictReader(io.StringIO(exported(club, "results")))
    assert [row["player"] for row in rows] == read_names()


def test_html_and_markdown_have_text_only(club: Tourney) -> None:
    columns = ("--columns", "player,event,score")
    markdown = exported(club, "results", "--format", "markdown", *columns)
    pages = (
        exported(club, "results", "--format", "html", *columns),
        MarkdownIt("commonmark").enable("table").render(markdown),
    )
    for page in pages:
        tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        found = tree.parseFragment(page)
        assert {one.tag for one in found.iter()} <= {
            "DOCUMENT_FRAGMENT", "table", "thead", "tbody", "tr", "th", "td",
        }  # fmt: skip
        cells = ["".join(one.itertext()).strip() for one in found.iter("td")]
        assert cells[::3] == read_names()
        assert set(cells[1::3]) == {EVENT}


def test_latex_has_one_row_for_each_seat_and_no_command_of_a_name(club: Tourney) -> None:
    text = exported(club, "results", "--format", "latex", "--columns", "player,score")
    body = text.partition("\\midrule\n")[2].partition("\n\\bottomrule")[0].split("\n")
    assert len(body) == len(NAMES)
    ours = re.compile(r"\\(textbackslash|textasciitilde|\^)\{\}|\\ensuremath\{[<>]\}|\\[{}$_%#&]")
    for row in body:
        assert re.fullmatch(r" *(?!\[|\*).* & +\d+ \\\\", row)
        plain = ours.sub("", row.rpartition(" & ")[0].replace("{}[", "[").replace("{}*", "*"))
        assert not set(plain) & set("\\{}$_%#&^~<>"), row


@pytest.mark.full
def test_a_workbook_and_a_parquet_file_have_the_names(club: Tourney, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    parquet = pytest.importorskip("pyarrow.parquet")
    exported(club, "results", "-o", "r.xlsx")
    exported(club, "results", "-o", "r.parquet")
    head, *rows = openpyxl.load_workbook(tmp_path / "r.xlsx").active.iter_rows()
    at = [cell.value for cell in head].index("player")
    assert [row[at].value.strip() for row in rows] == [name.strip() for name in NAMES]
    assert {cell.data_type for row in rows for cell in row if isinstance(cell.value, str)} == {"s"}
    found = parquet.read_table(tmp_path / "r.parquet")["player"].to_pylist()
    assert [name.strip() for name in found] == [name.strip() for name in NAMES]


def test_plays_and_calendars_have_the_names(club: Tourney) -> None:
    icalendar = pytest.importorskip("icalendar")
    plays = json.loads(exported(club, "bgstats"))
    assert sorted(one["name"] for one in plays["players"]) == sorted(name.strip() for name in NAMES)
    entries = icalendar.Calendar.from_ical(exported(club, "ics")).walk("VEVENT")
    assert [str(one["SUMMARY"]) for one in entries] == [
        f"{EVENT}: round {number}" for number in range(1, len(NAMES) // 2 + 1)
    ]
    tables = [str(one["DESCRIPTION"]).split("\n") for one in entries]
    assert tables[0] == ["diams", f"{NAMES[0]}, {NAMES[1]}"]
