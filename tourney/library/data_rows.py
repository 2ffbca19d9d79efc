"""Rows of a table as plain values, and as a data frame where a library for it is installed."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from engines.messages import say
from tourney.domain.errors import UsageFault
from tourney.exports.typed_files import arrow_table, typed, value_of
from tourney.render.text_tables import Column, Table, data_of, objects, stream, translated

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

SHOWN: Final = 40
"""Rows that a notebook shows."""


class DataRows(list[dict[str, Any]]):
    """A list of rows, each a dictionary: texts, numbers, True or False, None for what is unknown.

    `columns` are the keys. `notes` is what the command line says beside the table, such as how
    many matches are missing or were left out.
    """

    def __init__(self, table: Table, notes: Sequence[str] = (), lang: str = "en") -> None:
        data = data_of(table)
        super().__init__(objects(data))
        self.columns = tuple(column.key for column in data.columns)
        self.notes = tuple(notes)
        self._kept: Sequence[Column] = data.columns
        self._lang = lang

    def _table(self, most: int | None = None) -> Table:
        return Table(self._kept, [tuple(row.values()) for row in self[:most]])

    def to_arrow(self) -> "pyarrow.Table":
        """The rows as a table of pyarrow, with the types of an exported Parquet file."""
        return arrow_table(self._table())

    def to_polars(self) -> "polars.DataFrame":
        """The rows as a data frame of polars."""
        library = _library("polars")
        types = {"text": "String", "integer": "Int64", "number": "Float64"}
        columns = [
            library.Series(key, values, dtype=getattr(library, types.get(kind, "Boolean")))
            for key, kind, values in self._typed()
        ]
        frame: polars.DataFrame = library.DataFrame(columns)
        return frame

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a data frame of pandas; numbers keep their type beside unknown ones."""
        library = _library("pandas")
        types = {"text": ("object", "object"), "integer": ("int64", "Int64")}
        types |= {"number": ("float64", "float64"), "flag": ("bool", "boolean")}
        columns = {
            key: library.Series(values, dtype=types[kind][None in values])
            for key, kind, values in self._typed()
        }
        frame: pandas.DataFrame = library.DataFrame(columns)
        return frame

    def _typed(self) -> list[tuple[str, str, list[Any]]]:
        """Key, type and values of each column."""
        kinds = typed(self._table()).kinds
        found = []
        for key, kind in zip(self.columns, kinds, strict=True):
            change: Callable[[Any], Any] = value_of(kind)
            found.append((key, str(kind), [change(row[key]) for row in self]))
        return found

    def _repr_html_(self) -> str:
        """The first rows as a table in a notebook, as people see them."""
        shown = "".join(stream(translated(self._table(SHOWN), self._lang), "html"))
        left = [say("library.more-rows", count=len(self) - SHOWN)] if len(self) > SHOWN else []
        return shown + "".join(f"<p>{one.text(self._lang)}</p>" for one in left)


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise UsageFault(say("library.not-installed", library=name)) from None
