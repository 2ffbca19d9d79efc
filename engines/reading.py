"""A text in a game's notation, read word by word.

What is alike in all notations; cards and moves are the games' own business.
"""

import re
from itertools import islice
from typing import ClassVar, Final

from engines.api import NotationError, Seat

MOST: Final = 400
"""Words of the longest text that is read; a game's longest has about forty."""


class Reading:
    """A text while it is read, word by word; faults carry the place of the word just read."""

    WORD: ClassVar[re.Pattern[str]] = re.compile(r"\S+")
    SEATS: ClassVar[str] = "ABCD"

    def __init__(self, given: str) -> None:
        self.given = given
        words = islice(self.WORD.finditer(given), MOST + 1)
        self.found = [(m.group(), m.start(), m.end()) for m in words]
        self.at = 0
        if len(self.found) > MOST:
            start, end = self.found[MOST][1], len(given.rstrip())
            raise NotationError(f"more than {MOST} words", start, end, "shorten it")

    def peek(self) -> str:
        """The next word in lower case, or "" at the end."""
        return self.found[self.at][0].lower() if self.at < len(self.found) else ""

    def next(self, wanted: str) -> str:
        """The next word in lower case; a fault that names what is wanted at the end."""
        if self.at >= len(self.found):
            raise NotationError(f"{wanted} is missing", len(self.given), len(self.given))
        self.at += 1
        return self.typed().lower()

    def typed(self) -> str:
        """The word just read, as it was typed."""
        return self.found[self.at - 1][0]

    def start(self) -> int:
        """Where the word just read stands."""
        return self.found[self.at - 1][1]

    def fault(self, words: str, remedy: str = "") -> NotationError:
        """A fault at the word just read."""
        _, start, end = self.found[max(0, self.at - 1)]
        return NotationError(words, start, end, remedy)

    def skip(self, word: str) -> bool:
        """Whether the next word is this one; if so, past it."""
        if self.peek() != word:
            return False
        self.at += 1
        return True

    def expect(self, word: str) -> None:
        """Past this word, which must come."""
        if self.next(f"'{word}'") != word:
            raise self.fault(f"'{word}' is wanted here")

    def finish(self) -> None:
        """Nothing may follow."""
        if self.peek():
            self.at += 1
            raise self.fault(f"'{self.typed()}' is one word too many")

    def seat(self) -> Seat:
        """A seat letter."""
        word = self.next("a seat").upper()
        if len(word) != 1 or word not in self.SEATS:
            raise self.fault(f"'{self.typed()}' is no seat: A to {self.SEATS[-1]}")
        return self.SEATS.index(word)
