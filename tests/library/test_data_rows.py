"""Rows as data frames: the types of an exported Parquet file, in each library."""

from fractions import Fraction
from importlib import import_module

import pytest

import tourney
from engines.messages import say
from tourney.exports.typed_files import arrow_table
from tourney.render.text_tables import Column, Table, Value

COLUMNS = ("name", "count", "share", "won", "none")
ROWS: list[tuple[Value, ...]] = [
    ("a", 1, Fraction(1, 2), True, None),
    ("b", None, 2, None, None),
    ("é\n", 2**40, 0.25, False, None),
]


def rows(table: list[tuple[Value, ...]] | None = None) -> tourney.DataRows:
    columns = [Column(key, say("engines.as-is", text=key)) for key in COLUMNS]
    return tourney.DataRows(Table(columns, ROWS if table is None else table), ["a note"])


def test_rows_are_plain_values() -> None:
    found = rows()
    assert found[0] == {"name": "a", "count": 1, "share": 0.5, "won": True, "none": None}
    assert found.columns == COLUMNS
    assert found.notes == ("a note",)


@pytest.mark.parametrize("table", [None, []])
def test_pyarrow_has_the_types_of_a_parquet_file(table: list[tuple[Value, ...]] | None) -> None:
    pytest.importorskip("pyarrow")
    found = rows(table)
    assert found.to_arrow().to_pylist() == list(found)
    if table is None:
        kinds = [str(field.type) for field in found.to_arrow().schema]
        assert kinds == ["string", "int64", "double", "bool", "string"]
        assert arrow_table(Table([Column("x")], [(1,)])).to_pylist() == [{"x": 1}]


def test_polars_has_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_RJEM_MALLOC_CONF", "")  # which polars sets for itself
    polars = pytest.importorskip("polars")
    found = rows()
    frame = found.to_polars()
    assert frame.to_dicts() == list(found)
    assert frame.dtypes[:4] == [polars.String, polars.Int64, polars.Float64, polars.Boolean]
    assert rows([]).to_polars().columns == list(COLUMNS)


def test_pandas_keeps_whole_numbers_beside_unknown_ones() -> None:
    pandas = pytest.importorskip("pandas")
    frame = rows().to_pandas()
    assert [str(kind) for kind in frame.dtypes[1:4]] == ["Int64", "float64", "boolean"]
    assert frame["count"].sum() == 2**40 + 1
    assert pandas.isna(frame["won"][1])
    assert list(rows([]).to_pandas().columns) == list(COLUMNS)


def test_without_the_library_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str, package: str | None = None) -> object:
        if name == "polars":
            raise ModuleNotFoundError(name)
        return import_module(name, package)

    monkeypatch.setattr("tourney.library.data_rows.import_module", missing)
    with pytest.raises(tourney.UsageFault, match="pip install polars"):
        rows().to_polars()


def test_a_notebook_shows_the_first_rows() -> None:
    many: list[tuple[Value, ...]] = [(f"<{at}>", at, None, None, None) for at in range(50)]
    shown = rows(many)._repr_html_()
    assert "&lt;39&gt;" in shown
    assert "&lt;40&gt;" not in shown
    assert "<p>10 more rows</p>" in shown
