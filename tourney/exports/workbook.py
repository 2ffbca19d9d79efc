"""Tables as Excel workbooks, written row by row; needs the extra `xlsx`.

Texts are stored as texts, so that no cell is a formula. A sheet takes 1,048,576 rows, so a longer
table continues on further sheets.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import FileIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tourney.exports.typed import missing_extra, typed, value_of
from tourney.render.tables import Number, Row, Table

if TYPE_CHECKING:
    from typing_extensions import Buffer

MOST_ROWS: Final = 1_048_575
"""Rows of a sheet below its heading."""
LONGEST: Final = 32_767
"""Characters of a cell."""
CREATED: Final = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
"""The date in every file, so that the same table gives the same bytes."""


class _Draft(FileIO):
    """A file that keeps its first error and ignores what is written after it.

    The library writes again when it is thrown away, which would print a traceback.
    """

    error: OSError | None = None

    def write(self, data: "Buffer") -> int:
        """Write everything, unless there was an error."""
        rest = memoryview(data).cast("B")
        size = len(rest)
        while rest and self.error is None:
            try:
                rest = rest[super().write(rest) :]
            except OSError as error:
                self.error = error
        return size


class _Exact(float):
    """A number that the library writes with all its digits, not with 16."""

    def __format__(self, spec: str) -> str:
        return repr(float(self))


def write_workbook(table: Table, path: Path, name: str) -> None:
    """Write a table to sheets called `name`, `name 2` …; a longer text than a cell takes is cut."""
    try:
        from xlsxwriter import Workbook
    except ModuleNotFoundError:
        raise missing_extra("xlsx", "xlsx", "xlsxwriter") from None
    keys, kinds, batches = typed(table)
    change = [value_of(kind) for kind in kinds]
    rows = (
        [as_type(value) for as_type, value in zip(change, row, strict=True)]
        for row in chain.from_iterable(batches)
    )
    options = {"constant_memory": True, "nan_inf_to_errors": False}
    with _Draft(path, "w") as file:
        with Workbook(file, options) as book:
            book.set_properties({"created": CREATED})
            bold = book.add_format({"bold": True})
            for number, part in enumerate(_sheets(rows), start=1):
                sheet = book.add_worksheet(name if number == 1 else f"{name} {number}")
                sheet.freeze_panes(1, 0)
                for at, key in enumerate(keys):
                    sheet.write_string(0, at, key[:LONGEST], bold)
                for line, row in enumerate(part, start=1):
                    _write_row(sheet, line, row)
        if file.error is not None:
            raise file.error


def _sheets(rows: Iterator[Sequence[Number]]) -> Iterator[Iterator[Sequence[Number]]]:
    """The rows of each sheet; an empty table has one sheet."""
    yield islice(rows, MOST_ROWS)
    for first in rows:
        yield chain([first], islice(rows, MOST_ROWS - 1))


def _write_row(sheet: Any, line: int, row: Row) -> None:
    for at, value in enumerate(row):
        if isinstance(value, bool):
            sheet.write_boolean(line, at, value)
        elif isinstance(value, str):
            sheet.write_string(line, at, value[:LONGEST])
        elif isinstance(value, float):
            sheet.write_number(line, at, _Exact(value))
        elif value is not None:
            sheet.write_number(line, at, value)
