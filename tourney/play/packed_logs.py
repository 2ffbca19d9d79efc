"""The stored form of a match's log: as rows, packed into one value, or not at all.

A packed log is one zlib stream: a line with a letter for the seat of every entry, then a line with
the text of each, packed with a dictionary of typical logs of its game. It names the dictionary by
its checksum, so a dictionary never changes: a better one gets the next number, and the old one
stays. A game without one is packed without one; `python -m tests.benchmarks.packing --write GAME`
makes them. Texts of bots about their moves stay beside a log of either form. Does not depend on
databases.
"""

import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final
from zlib import adler32

from engines.api import CHANCE, Outcome, Seat
from engines.messages import say
from tourney.domain.errors import Conflict, DataFault
from tourney.domain.match_values import Entries, Fixture, KeptMatch, PlayedMatch


@cache
def dictionary(game: str) -> bytes:
    """The newest dictionary of a game; empty if it has none."""
    found = {number: text for (name, number), text in stored_dictionaries().items() if name == game}
    return found[max(found)] if found else b""


@cache
def by_checksum() -> Mapping[int, bytes]:
    """All dictionaries, also earlier ones, by the number that is written in a packed log."""
    return {adler32(text): text for text in stored_dictionaries().values()}


@cache
def stored_dictionaries() -> Mapping[tuple[str, int], bytes]:
    """All dictionaries by the name of their game and their number."""
    found = {}
    for file in (Path(__file__).parent / "dictionaries").iterdir():
        stem, _, kind = file.name.partition(".")
        if kind == "txt":
            game, _, number = stem.rpartition("-")
            found[game, int(number)] = file.read_bytes()
    return found


LOGS: Final = ("rows", "packed", "results")
LEVEL: Final = 4
"""Level 6 saves another tenth of the bytes, but takes almost twice the time."""

WINDOW: Final = 13
MEMORY: Final = 5
"""The least that a log and a dictionary need: the state of a packer is copied for every log."""

NEEDS_DICTIONARY: Final = 0x20
"""The bit of the second byte of a stream that four bytes of a checksum follow (RFC 1950)."""

SHORTEST: Final = 12
"""Bytes of the shortest of these streams."""

DEALER: Final = "@"


class UnknownDictionary(Conflict):
    """A log that a newer version of this program has packed; it is not damaged."""


def kept(match: PlayedMatch, log: str, game: str = "") -> KeptMatch:
    """A match with its log in the form `log`, one of LOGS; `game` makes packed logs smaller."""
    fixture, outcome = match.fixture, match.outcome
    if log == "results":
        return KeptMatch(fixture, outcome, match.status, match.faults, None)
    given = pack(match.log, game) if log == "packed" else match.log
    return KeptMatch(fixture, outcome, match.status, match.faults, given, match.infos)


def pack(entries: Entries, game: str = "") -> bytes:
    """A log as one value, with the dictionary of a game."""
    letters = "".join([_LETTERS[seat] for seat in entries.seats])
    return compressed("\n".join([letters, *entries.texts]).encode(), game)


def compressed(text: bytes, game: str) -> bytes:
    """A text with the dictionary of a game, if it has one."""
    packer = _packer(game).copy()
    return bytes(packer.compress(text) + packer.flush())


@cache
def _packer(game: str) -> Any:
    """A packer that has read its dictionary; it is copied, because it packs one value only."""
    given = (LEVEL, zlib.DEFLATED, WINDOW, MEMORY, zlib.Z_DEFAULT_STRATEGY)
    known = dictionary(game)
    return zlib.compressobj(*given, known) if known else zlib.compressobj(*given)


def unpack(piece: bytes) -> list[tuple[Seat, str]]:
    """The inverse of `pack`, as a list of entries; DataFault for a damaged value.

    UnknownDictionary for a log of a newer version.
    """
    try:
        letters, *texts = decompressed(piece).decode().split("\n")
        return [(_SEATS[letter], text) for letter, text in zip(letters, texts, strict=True)]
    except (zlib.error, IndexError, ValueError, TypeError, KeyError):
        raise DataFault(say("play.packed-log-damaged")) from None


def decompressed(piece: bytes) -> bytes:
    """The inverse of `compressed`; IndexError, ValueError or zlib.error for others."""
    # Two bytes of header, then the checksum of the dictionary if the stream needs one (RFC 1950).
    if not piece[1] & NEEDS_DICTIONARY:
        return zlib.decompress(piece)
    known = by_checksum().get(int.from_bytes(piece[2:6], "big"))
    if known is None:
        # Such a header is a multiple of 31 and names the method; others are damaged.
        head = int.from_bytes(piece[:2], "big")
        if piece[0] & 0x0F != zlib.DEFLATED or head % 31 or len(piece) < SHORTEST:
            raise ValueError("not a stream")
        raise UnknownDictionary(say("play.unknown-dictionary"))
    unpacker = zlib.decompressobj(zdict=known)
    text = unpacker.decompress(piece)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("not one whole stream")
    return text


_LETTERS: Final = {CHANCE: DEALER, **{seat: chr(ord("A") + seat) for seat in range(26)}}
_SEATS: Final = {letter: seat for seat, letter in _LETTERS.items()}


Content = tuple[
    Fixture, Outcome, str, tuple[tuple[object, ...], ...], tuple[tuple[Seat, str], ...] | None
]


def content(match: KeptMatch) -> Content:
    """Everything about a match that a repeated playing must give again."""
    faults = tuple((each.seat, each.code, each.ply, each.evidence) for each in match.faults)
    scores, places = tuple(match.outcome.scores), tuple(match.outcome.places)
    outcome = Outcome(scores, places)
    log, entries = match.log, None
    if log is not None:
        entries = tuple(unpack(log) if isinstance(log, bytes) else log.listed())
    return match.fixture, outcome, match.status, faults, entries
