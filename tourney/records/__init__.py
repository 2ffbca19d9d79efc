"""The `.tmr` match record: model, reader, writer, JSON form, strict replay.

    document = read(text)
    write(document)                     # canonical text
    check(document.matches[0])          # a Report: what was verified, what is wrong

Knows no database and no terminal.
"""

from tourney.records.problems import Problem, RecordFault
from tourney.records.reader import read
from tourney.records.verdict import Report, check
from tourney.records.writer import write

__all__ = ["Problem", "RecordFault", "Report", "check", "read", "write"]
