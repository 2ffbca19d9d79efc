"""A text in a game's notation, read word by word.

Has what all notations share; the games add their cards and moves.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from engines.api import EVERYTHING, NotationError, Ply, Seat, Who
from engines.messages import Argument, Message, Sentence, say

MAX_WORDS: Final = 400
"""Longest text accepted, in words; the longest text of any game has about forty."""


R = TypeVar("R")


def hides(seen: Sequence[Seat] | None, who: Who) -> bool:
    """Whether something that these seats may see is hidden from `who`."""
    return seen is not None and who != EVERYTHING and who not in seen


class Reading:
    """A text that is being read word by word; errors point at the word just read."""

    WORD: ClassVar[re.Pattern[str]] = re.compile(r"\S+")
    SEATS: ClassVar[str] = "ABCD"

    def __init__(self, given: str) -> None:
        self.given = given
        self.tokens: list[str] = self.WORD.findall(given)
        self.at = 0
        if len(self.tokens) > MAX_WORDS:
            start, end = self._span(MAX_WORDS)[0], len(given.rstrip())
            message = say("kit.too-many-words", most=MAX_WORDS)
            raise NotationError(message, start, end, say("kit.shorten"))

    def _span(self, at: int) -> tuple[int, int]:
        """Where a word stands; looked for when there is an error: nearly all texts have none."""
        return next(islice(self.WORD.finditer(self.given), at, None)).span()

    def peek(self) -> str:
        """The next word in lower case, or "" at the end."""
        return self.tokens[self.at].lower() if self.at < len(self.tokens) else ""

    def next(self, wanted: Argument) -> str:
        """The next word in lower case; an error that names `wanted` at the end of the text."""
        if self.at >= len(self.tokens):
            raise NotationError(say("kit.missing", wanted=wanted), len(self.given), len(self.given))
        self.at += 1
        return self.tokens[self.at - 1].lower()

    def all_of(self, numbers: Mapping[str, int]) -> tuple[int, ...]:
        """The numbers of all words that are left, which stay unread; none if one has no number."""
        left = self.tokens[self.at :]
        found = tuple([numbers[word] for word in left if word in numbers])
        return found if len(found) == len(left) else ()

    def typed(self) -> str:
        """The word just read, as it was typed."""
        return self.tokens[self.at - 1]

    def start(self) -> int:
        """Position of the word just read in the text."""
        return self._span(self.at - 1)[0]

    def fault(self, message: Message, remedy: Message | None = None) -> NotationError:
        """An error at the word just read."""
        start, end = self._span(max(0, self.at - 1))
        return NotationError(message, start, end, remedy)

    def skip(self, word: str) -> bool:
        """Read past the next word if it is this one; whether it was."""
        if self.peek() != word:
            return False
        self.at += 1
        return True

    def expect(self, word: str) -> None:
        """Read past this word; an error if the next word is another one."""
        if not self.skip(word) and self.next(say("kit.word", word=word)) != word:
            raise self.fault(say("kit.wanted", word=word))

    def reader(self, readers: Mapping[str, R], wanted: Argument, unknown: Sentence) -> R:
        """The reader of what begins with the next word; an error if there is none."""
        found = readers.get(self.next(wanted))
        if found is None:
            raise self.fault(unknown(word=self.typed()))
        return found

    def finish(self) -> None:
        """Raise an error if there are more words."""
        if self.peek():
            self.at += 1
            raise self.fault(say("kit.too-much", word=self.typed()))

    def seat(self) -> Seat:
        """A seat letter."""
        word = self.next(say("kit.a-seat")).upper()
        if len(word) != 1 or word not in self.SEATS:
            raise self.fault(say("kit.no-seat", word=self.typed(), last=self.SEATS[-1]))
        return self.SEATS.index(word)


NO_DIRECTIVE: Final = Sentence("kit.unknown-directive")
NO_ACTION: Final = Sentence("kit.unknown-action")


# Kana, kanji, signs, missing blanks.

Spellings: TypeAlias = Sequence[tuple[re.Pattern[str], str]]
"""Patterns with what replaces them, in the order in which they are applied."""

SIGNS = str.maketrans({"→": "->", "、": " ", "〜": "~", "×": "x", "★": "*", "☆": "*", "※": "*"})


def spellings(pairs: Iterable[tuple[str, str]]) -> Spellings:
    """A table of patterns, which do not depend on case."""
    return tuple((re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in pairs)


def respelled(text: str, table: Spellings) -> str:
    """The text with all spellings replaced, outside of quoted text."""
    parts = re.split(r'("[^"]*")', text)
    if len(parts) > 1:  # a quote that is not closed is no quoted text
        return "".join(p if at % 2 else respelled(p, table) for at, p in enumerate(parts))
    text = text.translate(SIGNS).replace("->", " -> ")
    for pattern, plain in table:
        text = pattern.sub(plain, text)
    return text


# The order of a deck, reconstructed from the entries of a record.


def drawn_until(plies: Sequence[Ply[Any]], *marks: str) -> list[int]:
    """Cards drawn by these entries, up to the next entry whose first fact has such a name."""
    shown: list[int] = []
    for index, ply in enumerate(plies):
        if index and ply.facts and ply.facts[0].name in marks:
            break
        shown.extend(ply.drawn)
    return shown


def completed(shown: Iterable[int], pool: Iterable[int]) -> tuple[int, ...]:
    """The items shown, then the rest of the pool in its order, counting equal items."""
    first = tuple(shown)
    gone: dict[int, int] = {}
    for item in first:
        gone[item] = gone.get(item, 0) + 1
    rest: list[int] = []
    for item in pool:
        if gone.get(item, 0):
            gone[item] -= 1
        else:
            rest.append(item)
    return (*first, *rest)
