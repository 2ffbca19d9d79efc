"""Keeping the score at a table: a session that accepts what people type and follows the match.

    desk = Desk(setup)
    desk.accept("-- round 1 dealer A pass 3")   # Accepted or Refused
    desk.due()                                  # who must do what, what may be typed
    desk.back(); desk.redo()

Depends on no terminal, no file and no database. Every change of the record is a small value, a
`RecordChange`, so that a session can be stored and continued: `Desk(setup, lines)`.
"""

from tourney.desk.answers import Accepted, Broken, DeskDue, RecordChange, Refused, TableSetup
from tourney.desk.session import Closing, Desk, finished

__all__ = [
    "Accepted",
    "Broken",
    "Closing",
    "Desk",
    "DeskDue",
    "RecordChange",
    "Refused",
    "TableSetup",
    "finished",
]
