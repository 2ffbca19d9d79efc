"""Tables as Parquet files, written in batches of rows; needs the extra `parquet`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tourney.exports.typed import missing_extra, typed, value_of
from tourney.render.tables import Table

if TYPE_CHECKING:
    from tourney.render.tables import Kind

COMPRESSION: Final = "zstd"


def write_parquet(table: Table, path: Path) -> None:
    """Write a table; its types are int64, double, string and bool."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise missing_extra("parquet", "parquet") from None
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


def _type(kind: "Kind") -> Any:
    import pyarrow as arrow

    types = {"text": arrow.string, "integer": arrow.int64, "number": arrow.float64}
    return types.get(kind, arrow.bool_)()
