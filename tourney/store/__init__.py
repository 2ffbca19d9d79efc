"""The database: the only place with SQL. Plain domain values go in and come out."""

from tourney.store.connect import Database, DatabaseMoved
from tourney.store.schema import open_store

__all__ = ["Database", "DatabaseMoved", "open_store"]
