"""People at the terminal of `tourney play`, as lines on stdin."""

import os
import re
from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from random import Random

import pytest

MISTAKES = 0.1
MOST = 20_000
"""Lines after which a match is taken for endless."""


class Lines:
    """A stdin that is no terminal and gives these lines, then the end of the input."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.given = 0

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        self.given += 1
        assert self.given < MOST, "the match does not end"
        line = next(self._lines, None)
        return "" if line is None else f"{line}\n"


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> Lines:
    """Lines on stdin, then its end."""
    return _at_stdin(monkeypatch, lines)


def first_moves(monkeypatch: pytest.MonkeyPatch, before: Iterable[str] = ()) -> Lines:
    """Some lines, then always the first legal move."""
    return _at_stdin(monkeypatch, chain(before, repeat("1")))


def careless(monkeypatch: pytest.MonkeyPatch, seed: int) -> Lines:
    """A person who chooses at random and makes mistakes; an empty line confirms a placement."""
    return _at_stdin(monkeypatch, _careless(Random(seed)))


def _careless(rng: Random) -> Iterator[str]:
    while True:
        yield rng.choice(("1", "1", "2", "3", "7", "", "1", "2"))
        if rng.random() < MISTAKES:
            yield rng.choice(("400", "?", "? 2", "nonsense", "0", "table", "1x"))


def _at_stdin(monkeypatch: pytest.MonkeyPatch, lines: Iterable[str]) -> Lines:
    found = Lines(lines)
    monkeypatch.setattr("sys.stdin", found)
    return found


def silent_pipe(monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """A stdin on which nothing ever comes; close both ends."""
    ends = os.pipe()
    monkeypatch.setattr("sys.stdin", os.fdopen(ends[0], closefd=False))
    return ends


def without_dates(text: str) -> str:
    """A text with the names of matches played today made alike."""
    return re.sub(r"\d{4}-\d\d-\d\d", "DATE", text)
