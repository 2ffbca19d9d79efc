"""The database: the only place with SQL. Plain domain values go in and come out."""

from tourney.store.connect import Database
from tourney.store.reads import NumberRange
from tourney.store.runs import StoredRun
from tourney.store.schema import open_store
from tourney.store.sqlite_file import DatabaseMoved
from tourney.store.state import StoredState
from tourney.store.tally import BY
from tourney.store.writer import MatchWriter

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
