"""The stored form of a match's log: as rows, packed into one value, or not at all.

A packed log is one zlib stream: a line with a letter for the seat of every entry, then a line with
the text of each. Texts of bots about their moves stay beside a log of either form. Does not depend
on databases.
"""

import zlib
from typing import Final

from engines.api import CHANCE, Seat
from tourney.domain.errors import DataFault
from tourney.domain.matches import Entries, KeptMatch, PlayedMatch

LOGS: Final = ("rows", "packed", "results")
LEVEL: Final = 1
"""Higher levels save a tenth of the bytes but take up to half as much more time."""

DEALER: Final = "@"


def kept(match: PlayedMatch, log: str) -> KeptMatch:
    """A match with its log in the form `log`, one of LOGS."""
    fixture, outcome = match.fixture, match.outcome
    if log == "results":
        return KeptMatch(fixture, outcome, match.status, match.faults, None)
    given = pack(match.log) if log == "packed" else match.log
    return KeptMatch(fixture, outcome, match.status, match.faults, given, match.infos)


def pack(entries: Entries) -> bytes:
    """A log as one value."""
    letters = "".join([_LETTERS[seat] for seat in entries.seats])
    return zlib.compress("\n".join([letters, *entries.texts]).encode(), LEVEL)


def unpack(piece: bytes) -> list[tuple[Seat, str]]:
    """The inverse of `pack`, as a list of entries; DataFault for a damaged value."""
    try:
        letters, *texts = zlib.decompress(piece).decode().split("\n")
        return [(_SEATS[letter], text) for letter, text in zip(letters, texts, strict=True)]
    except (zlib.error, ValueError, TypeError, KeyError):
        raise DataFault("a packed log is damaged; see tourney db integrity") from None


_LETTERS: Final = {CHANCE: DEALER, **{seat: chr(ord("A") + seat) for seat in range(26)}}
_SEATS: Final = {letter: seat for seat, letter in _LETTERS.items()}
