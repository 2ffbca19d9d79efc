"""A long file of records, cut into pieces that are read one after the other to save memory."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from tourney.records.lines import line

ENOUGH: Final = 1 << 18
"""Bytes after which a piece ends at the end of its match."""
_FIRST: Final = re.compile(r"\s*match\s*:")


def pieces(data: bytes) -> Iterator[bytes]:
    """Pieces of `data` with whole matches, of bounded size unless a match is larger.

    Comments before a match stay with it. UnicodeDecodeError if `data` is not UTF-8.
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
