"""Tables and decisions as files whose columns have types: workbooks and Parquet."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from io import FileIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engines.messages import Message, say
from tourney.domain.errors import UsageFault
from tourney.render.text_tables import Column, Kind, Number, Row, Table, Value, data_of, plain_value

if TYPE_CHECKING:
    from typing_extensions import Buffer

BATCH: Final = 65_536  # rows in memory at a time


class TypedRows(NamedTuple):
    """The columns of a table with their types, and its rows in batches."""

    keys: Sequence[str]
    kinds: Sequence[Kind]
    batches: Iterator[Sequence[Row]]


def typed(table: Table) -> TypedRows:
    """The data of a table; the type of a column that names none follows from its first values."""
    data = data_of(table)
    rows = iter(data.rows)
    first = list(islice(rows, BATCH))
    kinds = [column.kind or _kind(column, at, first) for at, column in enumerate(data.columns)]
    later = iter(lambda: list(islice(rows, BATCH)), [])
    return TypedRows(
        [column.key for column in data.columns], kinds, chain([first] if first else [], later)
    )


def _kind(column: Column, at: int, rows: Sequence[Row]) -> Kind:
    values = [row[at] for row in rows if row[at] is not None]
    if not values or any(isinstance(one, str | Message) for one in values):
        return "text"
    if all(isinstance(one, bool) for one in values):
        return "flag"
    return "integer" if all(type(one) is int for one in values) else "number"


def value_of(kind: Kind) -> Callable[[Value], Number]:
    """Turns values into those of a type; a fraction becomes the nearest float."""
    return _number if kind == "number" else _text if kind == "text" else plain_value


def _number(value: Value) -> Number:
    plain = plain_value(value)
    return float(plain) if isinstance(plain, int) else plain


def _text(value: Value) -> Number:
    return None if value is None else str(value)


def missing_extra(format: str, extra: str, library: str) -> UsageFault:
    """The error for a format whose library is not installed."""
    return UsageFault(say("exports.missing-extra", format=format, extra=extra, library=library))


MOST_ROWS: Final = 1_048_575  # rows of a sheet below its heading
LONGEST: Final = 32_767  # characters of a cell
# The date in every file, so that the same table gives the same bytes.
CREATED: Final = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)


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


COMPRESSION: Final = "zstd"
# Rows in each of several files: a reader can take the files on several cores.
PART: Final = 16 * BATCH
DECISIONS: Final = 4096  # decisions in memory at a time: each has a view and a list of moves


def arrow_table(table: Table) -> Any:
    """A table as pyarrow has it, with the types of a Parquet file; UsageFault without pyarrow."""
    schema, batches = _typed_batches(table)
    import pyarrow as arrow

    return arrow.Table.from_batches(batches, schema)


def write_parquet(table: Table, path: Path) -> None:
    """Write a table; its types are int64, double, string and bool."""
    schema, batches = _typed_batches(table)
    _write(path, schema, batches)


def write_parts(table: Table, folder: Path, name: str) -> list[str]:
    """Write a table to files of at most PART rows each, as `NAME-00001.parquet`; their names.

    A table without rows is one file.
    """
    schema, batches = _typed_batches(table)
    names: list[str] = []
    first = next(batches, None)
    while first is not None or not names:
        begin = [] if first is None else [first]
        names.append(f"{name}-{len(names) + 1:05}.parquet")
        _write(folder / names[-1], schema, chain(begin, islice(batches, PART // BATCH - 1)))
        first = next(batches, None)
    return names


def _typed_batches(table: Table) -> tuple[Any, Iterator[Any]]:
    """The schema of a table and its rows in batches, as pyarrow has them."""
    try:
        import pyarrow as arrow
    except ModuleNotFoundError:
        raise missing_extra("parquet", "parquet", "pyarrow") from None
    keys, kinds, batches = typed(table)
    schema = arrow.schema(
        [arrow.field(k, _type(kind)) for k, kind in zip(keys, kinds, strict=True)]
    )

    def array(kind: Kind, values: Sequence[Value]) -> Any:
        # Usual texts and integers are taken as they are, which spares a look at each of them.
        if kind in ("text", "integer"):
            with suppress(TypeError, ValueError):
                return arrow.array(values, type=_type(kind))
        return arrow.array(list(map(value_of(kind), values)), type=_type(kind))

    def made(rows: Sequence[Row]) -> Any:
        columns = zip(kinds, zip(*rows, strict=True), strict=True)
        return arrow.record_batch([array(kind, values) for kind, values in columns], schema=schema)

    return schema, map(made, batches)


def _write(path: Path, schema: Any, batches: Iterable[Any]) -> None:
    from pyarrow import parquet

    with parquet.ParquetWriter(path, schema, compression=COMPRESSION) as writer:
        for batch in batches:
            writer.write_batch(batch)


def write_observations(rows: Iterable[dict[str, Any]], path: Path) -> None:
    """Write decisions; options and view are JSON texts, legal moves and features are lists."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise missing_extra("parquet", "parquet", "pyarrow") from None
    text, whole = arrow.string(), arrow.int32()
    types = {
        "match": text, "game": text, "options": text, "rules": whole, "seats": whole,
        "seat": whole, "player": text, "bot_version": text, "n": whole, "phase": text,
        "view": text, "legal": arrow.list_(text), "chosen": whole, "chosen_text": text,
        "score": arrow.int64(), "place": whole, "features": arrow.list_(arrow.float32()),
    }  # fmt: skip
    schema = arrow.schema(types.items())
    source = iter(rows)
    with parquet.ParquetWriter(path, schema, compression=COMPRESSION) as writer:
        while batch := list(islice(source, DECISIONS)):
            for row in batch:
                for key in ("options", "view"):
                    row[key] = json.dumps(row[key], ensure_ascii=False)
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))


def _type(kind: Kind) -> Any:
    import pyarrow as arrow

    types = {"text": arrow.string, "integer": arrow.int64, "number": arrow.float64}
    return types.get(kind, arrow.bool_)()
