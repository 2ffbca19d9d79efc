"""Keeping the score at a table: a session that accepts what people type and follows the match.

    desk = Desk(setup)
    desk.accept("-- round 1 dealer A pass 3")   # Accepted or Refused
    desk.due()                                  # who must do what, what may be typed
    desk.back(); desk.redo()

Depends on no terminal, no file and no database. `Desk.pages` and `Desk.turn_to` are for whoever
keeps the session: every change of the record is a small value that can be stored and repeated.
"""

from tourney.desk.answers import Accepted, Broken, DeskDue, RecordChange, Refused
from tourney.desk.ending import Closing, finished
from tourney.desk.session import Desk
from tourney.desk.setup import TableSetup

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
