"""The database: the only place with SQL. Plain domain values go in and come out."""

from tourney.store.connect import Database
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import NumberRange
from tourney.store.run_sums import BY
from tourney.store.runs import StoredRun, StoredState
from tourney.store.schema import open_store
from tourney.store.sqlite_file import DatabaseMoved

__all__ = [
    "BY",
    "Database",
    "DatabaseMoved",
    "MatchWriter",
    "NumberRange",
    "StoredRun",
    "StoredState",
    "open_store",
]
