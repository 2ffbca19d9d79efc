"""The database: the only place with SQL. Plain domain values go in and come out."""

from tourney.store.reads import NumberRange
from tourney.store.runs import StoredRun
from tourney.store.sqlite_file import DatabaseMoved
from tourney.store.state import StoredState
from tourney.store.store import Store, open_store
from tourney.store.tally import BY
from tourney.store.writer import MatchWriter

__all__ = [
    "BY",
    "DatabaseMoved",
    "MatchWriter",
    "NumberRange",
    "Store",
    "StoredRun",
    "StoredState",
    "open_store",
]
