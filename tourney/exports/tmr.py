"""Records of stored matches as one file, a match at a time."""

from collections.abc import Iterable, Iterator

from tourney.domain.matches import StoredMatch
from tourney.records.stored import record


def record_texts(matches: Iterable[StoredMatch]) -> Iterator[str]:
    """The records one after the other, an empty line between them, as `fmt` would have it.

    A record that came in comes out byte for byte, but for the line end that a following record
    needs.
    """
    between = ""
    for match in matches:
        text = record(match)
        yield between + text
        between = "\n" if text.endswith("\n") else "\n\n"
