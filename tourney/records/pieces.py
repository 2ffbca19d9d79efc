"""Cuts a long file of records into pieces, which are read one by one to save memory."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from tourney.records.lines import line

ENOUGH: Final = 1 << 18
"""Bytes after which a piece ends with its current match."""
_FIRST: Final = re.compile(r"\s*match\s*:")


def pieces(data: bytes) -> Iterator[bytes]:
    """Pieces of `data` with complete matches, of bounded size unless a match is larger.

    Comments stay with the match after them. UnicodeDecodeError if `data` is not UTF-8.
    """
    piece, loose, matches = bytearray(), bytearray(), 0
    for typed in BytesIO(data):
        text = line(0, typed.decode("utf-8")).text.strip()
        if not text or text.startswith("#"):
            loose += typed
            continue
        first = _FIRST.match(text) is not None
        if first and matches and len(piece) >= ENOUGH:
            yield bytes(piece)
            piece, matches = bytearray(), 0
        piece += loose + typed
        loose.clear()
        matches += first
    yield bytes(piece + loose)
