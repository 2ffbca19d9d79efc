"""The database: the only place with SQL. Plain domain values go in and come out."""

from tourney.store.connect import Database
from tourney.store.schema import open_store
from tourney.store.sqlite_file import DatabaseMoved

__all__ = ["Database", "DatabaseMoved", "open_store"]
