"""Typical logs of each game, which packed logs refer to instead of repeating them.

A packed log names the file that it needs by its checksum. So a file never changes: a better one for
a game gets the next number, and the old one stays for the logs that were packed with it. A game
without a file is packed without one. `python -m tests.benchmarks.packing --write GAME` makes them.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from zlib import adler32


@cache
def dictionary(game: str) -> bytes:
    """The newest dictionary of a game; empty if it has none."""
    found = {number: text for (name, number), text in stored().items() if name == game}
    return found[max(found)] if found else b""


@cache
def by_checksum() -> Mapping[int, bytes]:
    """All dictionaries, also earlier ones, by the number that is written in a packed log."""
    return {adler32(text): text for text in stored().values()}


@cache
def stored() -> Mapping[tuple[str, int], bytes]:
    """All dictionaries by the name of their game and their number."""
    found = {}
    for file in files(__name__).iterdir():
        stem, _, kind = file.name.partition(".")
        if kind == "txt":
            game, _, number = stem.rpartition("-")
            found[game, int(number)] = file.read_bytes()
    return found
