"""Copies everything from one database into another, empty one, of either dialect."""

from tourney.store.copied_rows import copy_rows
from tourney.store.store import Store


def copy_all(source: Store, target: Store) -> dict[str, int]:
    """Copy every row with its ids in one transaction; returns the number of rows by table.

    Conflict if the target is not empty.
    """
    return copy_rows(source.database, target.database)
