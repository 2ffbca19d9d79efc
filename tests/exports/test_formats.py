"""Tables as files of other programs, read back by the libraries that those programs use."""

import csv
import io
import json
import os
import sys
from fractions import Fraction as F
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.exports.sample import store_run
from tourney.exports.typed_files import BATCH, PART, write_parquet, write_parts, write_workbook
from tourney.render.text_tables import Column, Table

COLUMNS = (
    Column("place"), Column("player"), Column("points"), Column("exact"), Column("forfeit"),
    Column("late", kind="integer"),
)  # fmt: skip
HOSTILE = ["=1+1", "@SUM(A1)", "-2", '"; x', "<b>", "https://example.org/", "さくら", "007", "a\nb"]


def table(count: int) -> Table:
    rows = (
        (n, HOSTILE[n % 9], F(n, 3), str(F(n, 3)), n % 2 == 0, n if n >= BATCH else None)
        for n in range(count)
    )
    return Table(COLUMNS, rows)


@pytest.mark.full
def test_parquet_has_types_and_the_values_come_back(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    count = BATCH + 5  # two batches; `late` has values in the second one only
    write_parquet(table(count), tmp_path / "t.parquet")
    found = parquet.read_table(tmp_path / "t.parquet")
    assert [str(one) for one in found.schema.types] == [
        "int64", "string", "double", "string", "bool", "int64",
    ]  # fmt: skip
    assert found.num_rows == count
    rows = found.slice(BATCH - 2, 4).to_pylist()
    assert [row["late"] for row in rows] == [None, None, BATCH, BATCH + 1]
    assert rows[0]["player"] == HOSTILE[(BATCH - 2) % 9]
    assert F(rows[0]["exact"]) == F(BATCH - 2, 3)
    assert rows[0]["points"] == pytest.approx((BATCH - 2) / 3)


@pytest.mark.full
@pytest.mark.parametrize(("count", "files"), [(0, [0]), (PART, [PART]), (PART + 3, [PART, 3])])
def test_a_long_table_is_several_parquet_files(
    tmp_path: Path, count: int, files: list[int]
) -> None:
    dataset = pytest.importorskip("pyarrow.dataset")
    rows = Table((Column("n", kind="integer"),), ((n,) for n in range(count)))
    names = write_parts(rows, tmp_path, "moves")
    assert names == sorted(path.name for path in tmp_path.iterdir())
    found = dataset.dataset(tmp_path, format="parquet")
    assert [one.count_rows() for one in found.get_fragments()] == files
    assert found.to_table()["n"].to_pylist() == list(range(count))


def test_parquet_in_a_folder_is_complete_or_as_before(tourney: Tourney, tmp_path: Path) -> None:
    """Files of an earlier, longer export go; other files and other kinds stay."""
    dataset = pytest.importorskip("pyarrow.dataset")
    store_run(tmp_path)
    for name in ("moves-00002.parquet", "results-00002.parquet", "notes.txt"):
        (tmp_path / "lake" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "lake" / name).write_text("old")
    refused = tourney("export", "moves", "nowhere", "--format", "parquet", "-o", "lake")
    assert refused.code == 5
    assert len(list((tmp_path / "lake").iterdir())) == 3
    written = tourney("export", "moves", "--format", "parquet", "-o", "lake")
    assert (written.code, written.err) == (0, "1 file\nwrote moves to lake\n")
    assert sorted(path.name for path in (tmp_path / "lake").iterdir()) == [
        "moves-00001.parquet", "notes.txt", "results-00002.parquet",
    ]  # fmt: skip
    rows = json.loads(tourney("export", "moves", "--json").out)
    assert dataset.dataset(tmp_path / "lake/moves-00001.parquet").to_table().to_pylist() == rows
    assert tourney("export", "results", "--format", "parquet", "-o", "new/").code == 0
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["results-00001.parquet"]


def test_a_workbook_has_texts_and_numbers_but_no_formula(tmp_path: Path) -> None:
    pytest.importorskip("xlsxwriter")
    openpyxl = pytest.importorskip("openpyxl")
    for name in ("a.xlsx", "b.xlsx"):
        write_workbook(table(9), tmp_path / name, "results")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx")["results"]
    assert [cell.value for cell in sheet[1]] == [column.key for column in COLUMNS]
    assert sheet.freeze_panes == "A2"
    names = [row[1] for row in sheet.iter_rows(min_row=2)]
    assert [cell.value for cell in names] == HOSTILE
    assert {cell.data_type for cell in names} == {"s"}
    assert [cell.value for cell in sheet[4]] == [2, "-2", 2 / 3, "2/3", True, None]
    third = [row[2].value for row in sheet.iter_rows(min_row=2)]
    assert third == [n / 3 for n in range(9)]  # all digits, as in every other format


@pytest.mark.filterwarnings("error")
def test_a_workbook_on_a_full_disk_is_an_error_of_the_system(tmp_path: Path) -> None:
    pytest.importorskip("xlsxwriter")
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no device that is always full")
    with pytest.raises(OSError, match="No space left"):
        write_workbook(table(9), full, "results")


@pytest.mark.full
def test_a_long_table_continues_on_another_sheet(tmp_path: Path) -> None:
    pytest.importorskip("xlsxwriter")
    openpyxl = pytest.importorskip("openpyxl")
    rows = ((n,) for n in range(1_048_580))
    write_workbook(Table((Column("n"),), rows), tmp_path / "a.xlsx", "n")
    book = openpyxl.load_workbook(tmp_path / "a.xlsx", read_only=True)
    assert book.sheetnames == ["n", "n 2"]
    assert [row[0] for row in book["n 2"].iter_rows(values_only=True)] == [
        "n", *range(1_048_575, 1_048_580),
    ]  # fmt: skip


@pytest.fixture
def run(tourney: Tourney, tmp_path: Path) -> Tourney:
    """`tourney` in a folder whose database holds the run `spring`."""
    store_run(tmp_path)
    return tourney


def test_the_suffix_of_the_file_selects_the_format(run: Tourney, tmp_path: Path) -> None:
    assert run("export", "results", "-o", "r.parquet").code == 0
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = parquet.read_table(tmp_path / "r.parquet").to_pylist()
    as_csv = list(csv.DictReader(io.StringIO(run("export", "results").out)))
    assert [row["player"] for row in rows] == [row["player"] for row in as_csv]
    assert [row["points"] for row in rows] == [float(row["points"]) for row in as_csv]
    text = run("export", "results", "--excel", "--separator", ";").out
    assert text.startswith("\ufeffmatch;deal;lineup;")
    lines = run("export", "results", "--format", "tsv").out.splitlines()
    assert lines[1].split("\t")[:5] == ["spring/1", "0", "0", "A", "ann"]


def test_the_types_of_standings_do_not_depend_on_what_is_known(
    run: Tourney, tmp_path: Path
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert run("export", "standings", "spring", "-o", "s.parquet").code == 0
    schema = parquet.read_schema(tmp_path / "s.parquet")
    texts = {field.name for field in schema if str(field.type) == "string"}
    assert texts == {"player", "places", "points_exact", "why"}
    assert {str(schema.field(key).type) for key in ("place", "place_best", "wins")} == {
        "int64", "double",
    }  # fmt: skip


@pytest.mark.parametrize(("form", "head"), [("parquet", b"PAR1"), ("xlsx", b"PK")])
def test_a_pipe_is_written_to_and_not_replaced(
    run: Tourney, tmp_path: Path, form: str, head: bytes
) -> None:
    pytest.importorskip("pyarrow" if form == "parquet" else "xlsxwriter")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("export", "results", "--format", form, "-o", "pipe").code == 0
        assert os.read(reader, 1 << 16).startswith(head)
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_what_cannot_be_written_is_one_line(run: Tourney, tmp_path: Path) -> None:
    cases = {
        ("--format", "xlsx"): "xlsx is no text; write it to a file with -o FILE",
        ("--excel", "--format", "json"): "--excel and --separator are for csv, not for json",
        ("--separator", "x"): "unknown separator 'x'; use , ; | or tab",
    }
    for words, fault in cases.items():
        result = run("export", "results", *words)
        assert (result.code, result.out) == (2, "")
        assert fault in result.err
    failed = run("export", "moves", "nobody", "-o", "m.parquet")
    assert failed.code == 5
    assert list(tmp_path.glob("*.p*")) == []


@pytest.mark.parametrize(
    ("library", "form", "extra"),
    [("pyarrow", "parquet", "parquet"), ("xlsxwriter", "xlsx", "xlsx")],
)
def test_a_missing_library_is_named_with_its_extra(
    run: Tourney, monkeypatch: pytest.MonkeyPatch, library: str, form: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    result = run("export", "results", "-o", f"r.{form}")
    assert (result.code, result.err) == (
        2,
        f"tourney: {form} files need the extra '{extra}', which is not installed: "
        f"pip install {library}\n",
    )
    assert not Path(f"r.{form}").exists()


def test_a_hostile_name_is_text_in_every_format(tourney: Tourney, tmp_path: Path) -> None:
    name = "=1+1|<script>alert(1)</script>&$%_#{}"
    text = f"""match: m/1\ngame: diamonds\nevent: =Cup\nsource: table\nseat A: {name}
seat B: Bo\nseat C: @Cy\n\nresult: A 9, B 5, C 4\nrank: A > B > C\nstatus: complete\n"""
    (tmp_path / "m.tmr").write_text(text, "utf-8")
    assert tourney("import", "m.tmr").code == 0
    shown = {
        form: tourney("export", "results", "m/1", "--format", form).out
        for form in ("html", "markdown", "latex", "csv", "tsv", "json")
    }
    assert "<script" not in shown["html"]
    assert r"=1+1\|\<script\>alert(1)\</script\>\&" in shown["markdown"]
    assert r"\&\$\%\_\#\{\}" in shown["latex"]
    assert next(csv.DictReader(io.StringIO(shown["csv"])))["player"] == name
    assert shown["tsv"].splitlines()[1].split("\t")[4] == name
    excel = tourney("export", "results", "m/1", "--excel").out.removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(excel)))
    assert [row["player"] for row in rows] == [f"'{name}", "Bo", "'@Cy"]
    assert {row["event"] for row in rows} == {"'=Cup"}
