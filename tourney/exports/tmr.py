"""Writes records of stored matches to one file, match by match."""

from collections.abc import Iterable, Iterator

from tourney.domain.matches import StoredMatch
from tourney.records.stored import record


def record_texts(matches: Iterable[StoredMatch]) -> Iterator[str]:
    """The records with an empty line between them, in canonical form.

    An imported record is unchanged, except for a missing line end before the next record.
    """
    between = ""
    for match in matches:
        text = record(match)
        yield between + text
        between = "\n" if text.endswith("\n") else "\n\n"
