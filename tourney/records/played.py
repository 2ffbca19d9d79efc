"""Turns a match that was played here into a record, as it would come from a file."""

from dataclasses import replace

from tourney.domain.match_values import StoredMatch
from tourney.records.reader import read
from tourney.records.stored import engine_record, stored


def as_record(match: StoredMatch) -> StoredMatch:
    """The match with the text of its record, and the values that are read from that text.

    The faults keep their evidence, which no record has.
    """
    document = read(engine_record(match))
    assert document.faults() == [], "the engine writes records that can be read"
    return replace(stored(document.matches[0]), faults=match.faults, infos=match.infos)
