"""The `.tmr` match record: model, reader, writer, JSON form, strict replay.

    document = read(text)
    write(document)                     # canonical text
    check(document.matches[0])          # a Report: verified plies, problems

Depends on no database and no terminal.
"""

from tourney.records.jsonform import from_json, to_json
from tourney.records.model import Document, MatchRecord, write
from tourney.records.problems import Problem, RecordFault
from tourney.records.reader import read, read_bytes
from tourney.records.stored import (
    correcting_words,
    engine_record,
    impossible_result,
    record,
    stored,
)
from tourney.records.verdict import Report, check

__all__ = [
    "Document",
    "MatchRecord",
    "Problem",
    "RecordFault",
    "Report",
    "check",
    "correcting_words",
    "engine_record",
    "from_json",
    "impossible_result",
    "read",
    "read_bytes",
    "record",
    "stored",
    "to_json",
    "write",
]
