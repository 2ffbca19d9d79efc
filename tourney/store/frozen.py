"""A copy of a database as it is at one instant, to be read for a longer time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tourney.store.care import backup
from tourney.store.connect import Database
from tourney.store.copied_rows import copy_rows
from tourney.store.schema import open_store


@contextmanager
def frozen(store: Database, folder: Path, shown: Path | None = None) -> Iterator[Database]:
    """A copy in a folder of its own within `folder`, until the end of the context.

    Others can go on writing to the database meanwhile. Errors of the disk name `shown`, the file
    for which the copy is needed.
    """
    database = store
    with TemporaryDirectory(prefix=".tourney-", suffix=".part", dir=folder) as kept:
        path = Path(kept) / "copy.db"
        if database.is_file:
            backup(database, path, verify=False, shown=shown)
        with open_store(str(path), create=not database.is_file) as copy:
            if not database.is_file:
                copy_rows(database, copy)
            yield copy
