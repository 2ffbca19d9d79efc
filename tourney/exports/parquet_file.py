"""Tables as Parquet files, written in batches of rows; needs the extra `parquet`."""

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tourney.exports.typed import missing_extra, typed, value_of
from tourney.render.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tourney.render.tables import Kind

COMPRESSION: Final = "zstd"
DECISIONS: Final = 4096
"""Decisions in memory at a time: each has a view and a list of moves."""


def write_parquet(table: Table, path: Path) -> None:
    """Write a table; its types are int64, double, string and bool."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise missing_extra("parquet", "parquet", "pyarrow") from None
    keys, kinds, batches = typed(table)
    schema = arrow.schema(
        [arrow.field(k, _type(kind)) for k, kind in zip(keys, kinds, strict=True)]
    )
    change = [value_of(kind) for kind in kinds]
    with parquet.ParquetWriter(path, schema, compression=COMPRESSION) as writer:
        for rows in batches:
            columns: list[Any] = [
                arrow.array([as_type(row[at]) for row in rows], type=schema.field(at).type)
                for at, as_type in enumerate(change)
            ]
            writer.write_batch(arrow.record_batch(columns, schema=schema))


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
