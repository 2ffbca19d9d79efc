"""Tables as Parquet files, written in batches of rows; needs the extra `parquet`."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tourney.exports.typed import BATCH, missing_extra, typed, value_of
from tourney.render.tables import Row, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tourney.render.tables import Kind, Value

COMPRESSION: Final = "zstd"
PART: Final = 16 * BATCH
"""Rows in each of several files: a reader can take the files on several cores."""
DECISIONS: Final = 4096
"""Decisions in memory at a time: each has a view and a list of moves."""


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

    def made(rows: Sequence[Row]) -> Any:
        columns = zip(kinds, zip(*rows, strict=True), strict=True)
        return arrow.record_batch([_array(kind, values) for kind, values in columns], schema=schema)

    return schema, map(made, batches)


def _array(kind: "Kind", values: "Sequence[Value]") -> Any:
    """A column as pyarrow has it; usual texts and integers need no look at each of them."""
    import pyarrow as arrow

    type_ = _type(kind)
    if kind in ("text", "integer"):
        with suppress(TypeError, ValueError):
            return arrow.array(values, type=type_)
    as_type = value_of(kind)
    return arrow.array([as_type(value) for value in values], type=type_)


def _write(path: Path, schema: Any, batches: "Iterable[Any]") -> None:
    from pyarrow import parquet

    with parquet.ParquetWriter(path, schema, compression=COMPRESSION) as writer:
        for batch in batches:
            writer.write_batch(batch)


def write_observations(rows: "Iterable[dict[str, Any]]", path: Path) -> None:
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


def _type(kind: "Kind") -> Any:
    import pyarrow as arrow

    types = {"text": arrow.string, "integer": arrow.int64, "number": arrow.float64}
    return types.get(kind, arrow.bool_)()
